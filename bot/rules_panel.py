"""Changing rules by menus: of a lobby by its host, and of a server's new tables by its managers."""

from __future__ import annotations

import json
import logging
from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord

from bot.answers import show, update
from bot.errors import OVER, Refused
from bot.ids import RulesId, component_data
from bot.screens.rules import OTHER, from_text, number_modal, panel_screen, rules_screen
from bot.seating import ROUNDS, check_host, preset_rules
from bot.table import Table
from game.presets import PRESETS
from game.record import dump_rules, load_rules
from game.refusals import RulesError
from game.rules import OPTIONS, Rules
from game.words import N_
from storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from bot.client import Caboose

log = logging.getLogger(__name__)

NOT_MANAGER = N_("Only who may manage the server (Manage Server) can set its rules.")


async def open_panel(interaction: discord.Interaction, table: Table, words: NullTranslations) -> None:
    """Show the panel of a lobby to its host.

    Raises:
        Refused: if it is somebody else, or the game has begun.
    """
    check_host(table.lobby(), interaction.user.id)
    await show(interaction, panel_screen(table.rules, RulesId.TABLE, table.id, words))


async def open_settings(interaction: discord.Interaction[Caboose], words: NullTranslations) -> None:
    """Show the panel of a server's new tables to who may manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refused(NOT_MANAGER)
    guild_id = interaction.guild_id or 0
    rules = await server_rules(interaction.client.store, guild_id)
    await show(interaction, panel_screen(rules, RulesId.SERVER, guild_id, words))


async def on_panel(bot: Caboose, interaction: discord.Interaction, words: NullTranslations, target: RulesId) -> None:
    """Something was chosen in a panel, or a number typed."""
    table = _table(bot, interaction, target) if target.scope == RulesId.TABLE else None
    if table is None and (target.owner != interaction.guild_id or not interaction.permissions.manage_guild):
        raise Refused(NOT_MANAGER)
    rules = table.rules if table else await server_rules(bot.store, target.owner)
    name, value = target.what.removeprefix("v_"), component_data(interaction).value
    if target.what == "read":
        await show(interaction, rules_screen(rules, words))
        return
    if target.what == "option":
        await update(
            interaction,
            panel_screen(rules, target.scope, target.owner, words, chosen=_known(value)),
        )
        return
    if value == OTHER and target.what.startswith("v_") and OPTIONS[_known(name)].common:
        await interaction.response.send_modal(number_modal(OPTIONS[name], target, words))
        return
    notice = ""
    try:
        rules = _changed(rules, target.what, value)
        if table:
            await table.set_rules(interaction.user.id, rules)
            rules = table.rules
        else:
            _check_playable(rules)
            await bot.store.remember(_key(target.owner), json.dumps(dump_rules(rules)))
    except RulesError as error:
        named = OPTIONS.get(str(error.values.get("name")))
        values = {**error.values, "name": words.gettext(named.title)} if named else error.values
        notice = "⚠️ " + words.gettext(error.sentence).format(**values)
        rules = table.rules if table else await server_rules(bot.store, target.owner)
    chosen = name if target.what.startswith("v_") else ""
    screen = panel_screen(rules, target.scope, target.owner, words, chosen=chosen, notice=notice)
    await update(interaction, screen)


async def server_rules(store: SqliteStore, guild_id: int) -> Rules:
    """What a server's new tables play: what its managers chose, else three rounds of the default preset."""
    saved = await store.recall(_key(guild_id))
    if saved is not None:
        try:
            return load_rules(json.loads(saved))
        except (RulesError, ValueError):
            log.warning("The rules saved for a server cannot be read; the default is used.")
    return Rules.of(rounds=ROUNDS)


def _changed(rules: Rules, what: str, value: str) -> Rules:
    if what == "reset":
        return preset_rules(rules.preset)
    if what == "preset":
        Rules.of(value)
        return preset_rules(value)
    option = OPTIONS[_known(what.removeprefix("v_"))]
    return rules.changed(**{option.name: from_text(option, value)})


def _check_playable(rules: Rules) -> None:
    """Refuse rules that no number of players could play; the number that fits best says why."""
    low, high = PRESETS[rules.preset].players
    for seats in range(low, high + 1):
        try:
            rules.for_seats(seats)
        except RulesError:
            if seats == high:
                raise
        else:
            return


def _known(name: str) -> str:
    if name not in OPTIONS:
        raise RulesError(N_("There is no option {name}."), name=name[:40])
    return name


def _table(bot: Caboose, interaction: discord.Interaction, target: RulesId) -> Table:
    table = bot.tables.get(target.owner)
    if table is None or table.game.channel_id != interaction.channel_id:
        raise Refused(OVER)
    check_host(table.lobby(), interaction.user.id)
    return table


def _key(guild_id: int) -> str:
    return f"guild:{guild_id}:rules"
