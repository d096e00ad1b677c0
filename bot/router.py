"""Clicks: from a component's custom_id to what happens, with an answer whatever happens.

Components carry all that is needed in their ids, so no view is kept or timed and every click works after a restart.
An id proves nothing: who clicked, where, and when is checked each time.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot import actions, going
from bot.answers import WEATHER, in_time, say
from bot.errors import OVER, TROUBLE, Refused, Stale
from bot.ids import DOCTOR, MoveId, RulesId, TableId, component_data, parse_id
from bot.opening import UNREADABLE, open_again
from bot.rules_panel import on_panel
from bot.words import words as words_of
from game.refusals import RulesError
from game.words import N_
from storage.errors import StorageError
from storage.models import Status

if TYPE_CHECKING:
    from bot.client import Caboose

log = logging.getLogger(__name__)

UNKNOWN: Final = N_("That button is from an older version. Press “My hand” on the newest board, or try /train board.")
BROKEN: Final = N_(
    "Something went wrong here. Look at the board to see how things stand; if it happens again, report the code {code}."
)
LOST: Final = N_("Discord did not take the answer. Look at the board to see how things stand, and try again.")
UNSEEN: Final = N_(
    "I cannot show the board in this channel. Somebody who manages the server should let me View Channel, "
    "Send Messages, Attach Files and Read Message History here; the game waits, and nothing is lost."
)
NO_DISK: Final = N_("The game could not be saved just now, so nothing was changed. Please try again in a minute.")

TABLE_ACTIONS: Final[Mapping[str, Callable[[actions.Click], Awaitable[None]]]] = {
    "join": actions.join,
    "leave": actions.leave,
    "add": actions.add_computer,
    "remove": actions.remove_computer,
    "rounds": actions.rounds,
    "start": actions.start,
    "hand": actions.hand,
    "sort": actions.sort,
    "scores": actions.scores,
    "rules": actions.rules,
    "panel": actions.panel,
    "knock": actions.knock,
    "catch": actions.catch,
    "down": actions.down,
    "more": actions.more,
    "text": actions.text_board,
    "nudge": actions.nudge,
    "next": actions.next_round,
    "quit": going.leave,
    "quit_yes": going.leave_for_good,
    "kick": going.kick,
    "vote": going.vote,
    "seat": going.take_seat,
    "undo": going.take_back,
    "agree": going.agree,
    "limit": actions.turn_limit,
    "late": actions.late_joining,
    "stop": actions.stop,
    "stop_yes": actions.stop_for_good,
}
"""What each button of a public message does, by the action in its id."""


OF_ANY_GAME: Final = {"again": open_again, "verify": going.verify}
"""What works once the game is over, too."""


async def on_component(bot: Caboose, interaction: discord.Interaction[Caboose]) -> None:
    """Answer a click on one of our buttons or menus, or a question that was filled in."""
    words = language_of(interaction)
    custom_id = component_data(interaction).custom_id
    if custom_id.startswith(DOCTOR):
        return
    await guarded(interaction, words, lambda: _dispatch(bot, interaction, words, custom_id))


async def guarded(
    interaction: discord.Interaction,
    words: NullTranslations,
    work: Callable[[], Awaitable[None]],
    *,
    public: bool = False,
) -> None:
    """Do some work for an interaction, in time; every failure becomes one sentence to who asked.

    `public`: what the work answers is for the whole channel.
    """
    try:
        await in_time(interaction, work(), public=public)
        return
    except Refused as refused:
        sentence = refused.said(words)
    except RulesError as error:
        sentence = words.gettext(error.sentence).format(**error.values)
    except StorageError as error:
        log.error("A change could not be saved: %s", error)
        sentence = words.gettext(NO_DISK)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        status, code = getattr(error, "status", 0), getattr(error, "code", 0)
        if code in WEATHER:
            log.info("An interaction had run out (%s).", code)
            return
        if status == 400:
            sentence = _report(words, error)
        else:
            log.warning("Discord did not take an answer (%s, %s).", status, code)
            sentence = words.gettext(LOST)
    except Exception as error:
        sentence = _report(words, error)
    try:
        await say(interaction, sentence)
    except TROUBLE as error:
        log.info("An answer did not arrive (%s).", type(error).__name__)


def language_of(interaction: discord.Interaction) -> NullTranslations:
    """The words for who asked, in the language of their Discord."""
    return words_of(str(interaction.locale).partition("-")[0])


async def _dispatch(
    bot: Caboose, interaction: discord.Interaction[Caboose], words: NullTranslations, custom_id: str
) -> None:
    target = parse_id(custom_id)
    if target is None:
        raise Refused(UNKNOWN)
    if isinstance(target, RulesId):
        await on_panel(bot, interaction, words, target)
        return
    if isinstance(target, TableId) and target.action in OF_ANY_GAME:
        await OF_ANY_GAME[target.action](bot, interaction, words, target.game)
        return
    table = bot.tables.get(target.game)
    if table is None or table.game.channel_id != interaction.channel_id:
        broken = bot.tables.unreadable_in(interaction.channel_id or 0)
        raise Refused(UNREADABLE if broken and broken.id == target.game else OVER)
    if table.seat_of(interaction.user.id) is not None or table.status is Status.LOBBY:
        table.clicked[interaction.user.id] = bot.now()
    click = actions.Click(bot, interaction, table, words)
    await actions.welcome_back(click, target)
    await _act(click, target)
    if bot.publisher.is_blocked(table):
        bot.publisher.request(table)
    if bot.publisher.tells_trouble(table):
        await say(interaction, words.gettext(UNSEEN))


async def _act(click: actions.Click, target: MoveId | TableId) -> None:
    match target:
        case MoveId():
            try:
                await actions.move(click, target)
            except Stale as stale:
                await actions.hand(click, in_place=True, notice=stale.said(click.words))
        case TableId(action=action):
            act = TABLE_ACTIONS.get(action)
            if act is None:
                raise Refused(UNKNOWN)
            await act(click)


def _report(words: NullTranslations, error: Exception) -> str:
    code = secrets.token_hex(3)
    log.error("Reference %s", code, exc_info=error)
    return words.gettext(BROKEN).format(code=code)
