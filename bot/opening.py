"""Opening a lobby in a channel: by a command, or again after a game."""

from __future__ import annotations

import json
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import post
from bot.errors import OVER, Refused
from bot.screens.lobby import lobby_screen
from bot.tables import TableTaken
from game.record import load_rules
from game.rules import Rules
from game.words import N_
from storage.models import Status

if TYPE_CHECKING:
    from bot.client import Caboose

NEEDED: Final = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""The permissions without which no table is opened, by discord.py's names."""
UNREADABLE: Final = N_(
    "This channel's game was saved by another version of me, and I cannot read it. Its host or a moderator "
    "(Manage Server) can end it with /train stop; finished rounds stay counted."
)
MOST_LOBBIES: Final = 3
"""How many lobbies one person may have open."""


async def open_again(
    bot: Caboose, interaction: discord.Interaction[Caboose], words: NullTranslations, game_id: int
) -> None:
    """Open a lobby with the rules and the computer players of a game that is over in this channel.

    Raises:
        Refused: if there is no such game here, or a lobby cannot be opened now.
    """
    game = await bot.store.load(game_id)
    if game is None or not game.status.ended or game.channel_id != interaction.channel_id:
        raise Refused(OVER)
    computers = sum(seat.computer is not None and seat.user_id is None for seat in game.seats)
    rules = load_rules(json.loads(game.rules))
    await open_lobby(interaction, words, rules, len(game.seats), computers)


async def open_lobby(
    interaction: discord.Interaction[Caboose], words: NullTranslations, rules: Rules, players: int, computers: int = 0
) -> None:
    """Open a lobby in the channel of a command or click, as its answer, with some computer players.

    Raises:
        Refused: if permissions are missing, the channel has a game, or this person has too many lobbies open.
    """
    bot = interaction.client
    check_permissions(interaction, words)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    if sum(one.game.host_id == interaction.user.id for one in bot.tables if one.status is Status.LOBBY) >= MOST_LOBBIES:
        raise Refused(
            N_("You have {count} open lobbies already: start or leave one of them first."), count=MOST_LOBBIES
        )
    try:
        table = await bot.tables.open(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            host_id=interaction.user.id,
            host=interaction.user.display_name,
            rules=rules,
            computers=computers,
            wanted=players,
            language=str(interaction.guild_locale or "en").partition("-")[0],
        )
    except TableTaken as taken:
        if bot.tables.unreadable_in(interaction.channel_id):
            raise Refused(UNREADABLE) from taken
        where = taken.table and taken.table.game.message_id
        if not where:
            raise Refused(N_("This channel has a game already. /train board brings its board down here.")) from taken
        link = f"https://discord.com/channels/{interaction.guild_id}/{interaction.channel_id}/{where}"
        raise Refused(N_("This channel has a game already: {link}"), link=link) from taken
    table.clicked[interaction.user.id] = bot.now()
    await bot.publisher.open(table, lambda: post(interaction, lobby_screen(table, words)))


def check_permissions(interaction: discord.Interaction[Caboose], words: NullTranslations) -> None:
    """Refuse where the bot lacks a permission that it needs to play, naming it."""
    may = interaction.app_permissions
    needed = NEEDED
    if isinstance(interaction.channel, discord.Thread):
        needed = {"send_messages_in_threads": N_("Send Messages in Threads")} | NEEDED
        del needed["send_messages"]
    missing = [words.gettext(title) for name, title in needed.items() if not getattr(may, name)]
    if missing:
        raise Refused(
            N_("I need more permissions in this channel before I can play here: {missing}."), missing=", ".join(missing)
        )
