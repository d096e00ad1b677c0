"""What each button and menu does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

import discord

from bot import absence
from bot.answers import acknowledge, prepare, say, show, show_hand, update
from bot.errors import NOT_STARTED, Refused, Stale
from bot.ids import MoveId, TableId, component_data
from bot.names import safe
from bot.rules_panel import open_panel
from bot.screens.board import score_pictures
from bot.screens.hand import over_screen
from bot.screens.lobby import TURN_LIMITS
from bot.screens.more import more_screen
from bot.screens.parts import Screen, button, gallery, in_message, row, text
from bot.screens.rules import from_text, rules_screen
from bot.table import Table
from game.events import Drew, Event, Passed
from game.moves import Call, parse_move
from game.refusals import Refusal
from game.rules import OPTIONS
from game.tiles import Tile
from game.words import N_
from renderer.hand_plan import Order
from renderer.text import board_text
from storage.models import Away, Status

if TYPE_CHECKING:
    from bot.client import Caboose

NOT_STOPPER: Final = N_("Only the host or a moderator (Manage Server) can stop a game.")


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody at a table wants something; `words` are in their language."""

    bot: Caboose
    interaction: discord.Interaction
    table: Table
    words: NullTranslations

    @property
    def user_id(self) -> int:
        """Who."""
        return self.interaction.user.id

    @property
    def value(self) -> str:
        """What was chosen in a menu; empty for buttons."""
        return component_data(self.interaction).value


WATCHING: Final = frozenset(("scores", "rules", "panel", "more", "text", "stop", "stop_yes"))
"""What may be done by whoever sees a table."""
Action = Callable[[Click], Awaitable[None]]
"""Something that a click or command does."""


# The lobby


async def join(click: Click) -> None:
    """Sit down."""
    await click.table.join(click.user_id, click.interaction.user.display_name)
    await acknowledge(click.interaction)


async def leave(click: Click) -> None:
    """Stand up."""
    await click.table.leave(click.user_id)
    await acknowledge(click.interaction)


async def add_computer(click: Click) -> None:
    """Seat a computer player."""
    await click.table.add_computer(click.user_id)
    await acknowledge(click.interaction)


async def remove_computer(click: Click) -> None:
    """Let a computer player go."""
    await click.table.remove_computer(click.user_id)
    await acknowledge(click.interaction)


async def rounds(click: Click) -> None:
    """Choose the number of rounds."""
    value = from_text(OPTIONS["rounds"], click.value)
    await click.table.set_rules(click.user_id, click.table.rules.changed(rounds=value))
    await acknowledge(click.interaction)


async def panel(click: Click) -> None:
    """Show the host the panel that changes the rules, and the others the rules."""
    if click.table.status is Status.LOBBY and click.user_id == click.table.game.host_id:
        await open_panel(click.interaction, click.table, click.words)
    else:
        await rules(click)


async def turn_limit(click: Click) -> None:
    """Choose how long a move may take."""
    value = click.value
    if not (value.isascii() and value.isdigit() and int(value) in TURN_LIMITS):
        raise Refused(N_("Choose one of the times in the menu."))
    await click.table.set_turn_limit(click.user_id, int(value))
    await acknowledge(click.interaction)


async def late_joining(click: Click) -> None:
    """Switch late joining on or off."""
    await click.table.set_late_joining(click.user_id, not click.table.game.late_joining)
    await acknowledge(click.interaction)


async def welcome_back(click: Click, target: MoveId | TableId) -> None:
    """Whoever acts in a game that a computer plays for them sits in their seat again."""
    seat = click.table.seat_of(click.user_id)
    if seat is None or not click.table.seats[seat].away:
        return
    if click.table.seats[seat].away is Away.KICKED and isinstance(target, TableId) and target.action in WATCHING:
        return
    opens_hand = isinstance(target, MoveId) or target.action == "hand"
    if click.table.seats[seat].away is not Away.LEFT or opens_hand:
        with suppress(Stale):
            await click.table.come_back(click.user_id)


async def start(click: Click) -> None:
    """Deal the first round."""
    await click.table.start(click.user_id)
    await acknowledge(click.interaction)


# The table


async def hand(click: Click, *, in_place: bool = False, notice: str = "", tile: Tile | None = None) -> None:
    """Show the hand of who clicked."""
    taste = await click.bot.tastes.of(click.table.game.guild_id, click.user_id)
    await show_hand(
        click.interaction, click.bot.hands, click.table, click.words, taste, in_place=in_place, notice=notice, tile=tile
    )


async def sort(click: Click) -> None:
    """Show the hand in the next order, which is kept for the next time."""
    tastes = click.bot.tastes
    click.table.my_seat(click.user_id)
    orders = list(Order)
    now = (await tastes.of(click.table.game.guild_id, click.user_id)).order
    await tastes.choose_order(click.user_id, orders[(orders.index(now) + 1) % len(orders)])
    await hand(click, in_place=True)


async def scores(click: Click) -> None:
    """Show the score sheet of the finished rounds."""
    match = click.table.match
    if match is None:
        raise Refused(NOT_STARTED)
    if not match.results:
        raise Refused(N_("No round is finished yet: the points come when the first one ends."))
    people, revision = click.table.people(), click.table.revision
    look = (await click.bot.tastes.of(click.table.game.guild_id, click.user_id)).look

    def draw() -> Screen:
        shown = score_pictures(match, people, click.words, look, revision, chart=True)
        return Screen(tuple(gallery(picture) for picture in shown), pictures=tuple(shown))

    await show(click.interaction, await prepare(click.interaction, draw))


async def rules(click: Click) -> None:
    """Explain this table's rules in words."""
    table = click.table
    await show(click.interaction, rules_screen(table.match.rules if table.match else table.rules, click.words))


async def down(click: Click) -> None:
    """Move the table to the bottom of the channel."""
    click.table.acting_seat(click.user_id)
    click.bot.publisher.move_down(click.table)
    await acknowledge(click.interaction)


async def more(click: Click) -> None:
    """Offer what is needed less often."""
    moderator = click.interaction.permissions.manage_guild
    await show(click.interaction, more_screen(click.table, click.user_id, click.words, moderator=moderator))


async def text_board(click: Click) -> None:
    """Show the board as text."""
    view = click.table.view(None)
    await say(click.interaction, board_text(view, in_message(click.table.people()), click.words))


async def nudge(click: Click) -> None:
    """Remind who is to move."""
    seat = click.table.nudge(click.user_id)
    if absence.plays_itself(seat) or seat.user_id is None:
        click.bot.publisher.request(click.table)
        await say(click.interaction, click.words.gettext("{name} is on the way.").format(name=safe(seat.name)))
        return
    await say(click.interaction, click.words.gettext("{name} was nudged.").format(name=safe(seat.name)))
    said = click.bot.words_at(click.table).gettext("{name}, the others are waiting for your move.")
    await click.bot.publisher.nudge(click.table, seat.user_id, said)


async def knock(click: Click) -> None:
    """Knock for the last tile."""
    await click.table.call(click.user_id, Call("knock", click.table.my_seat(click.user_id)))
    clicked = click.interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        await hand(click, in_place=True)
        return
    await acknowledge(click.interaction)
    await click.bot.hands.refresh(click.table, click.user_id)


async def catch(click: Click) -> None:
    """Catch who forgot to knock."""
    await click.table.catch(click.user_id)
    await acknowledge(click.interaction)


async def next_round(click: Click) -> None:
    """Deal the next round."""
    await click.table.next_round(click.user_id)
    await acknowledge(click.interaction)


async def stop(click: Click) -> None:
    """Ask whether the game is really to be stopped."""
    _check_stopper(click)
    question = click.words.gettext("Stop this game for everyone? Finished rounds stay counted, and nobody wins.")
    yes = button(click.words.gettext("Stop it"), TableId(click.table.id, "stop_yes"), discord.ButtonStyle.danger)
    await show(click.interaction, Screen((text(question),), (row(yes),)))


async def stop_for_good(click: Click) -> None:
    """Stop the game."""
    _check_stopper(click)
    await click.table.stop(click.user_id)
    done = Screen((text(click.words.gettext("The game is stopped.")),))
    await update(click.interaction, done)


def _check_stopper(click: Click) -> None:
    if click.table.status.ended:
        return
    if click.user_id != click.table.game.host_id and not click.interaction.permissions.manage_guild:
        raise Refused(NOT_STOPPER)


# A hand


async def move(click: Click, target: MoveId) -> None:
    """Make a move from a hand, and show the hand as it is then."""
    table, user_id = click.table, click.user_id
    wanted = click.value if target.move.startswith(MoveId.CHOSEN) else target.move
    if target.move.startswith(MoveId.TILE):
        await _choose_place(click, target)
        return
    if wanted == MoveId.TRAIN:
        events = await table.lay_train(user_id, target.revision)
    else:
        try:
            parsed = parse_move(wanted)
        except ValueError:
            raise Refused(Refusal.NO_SUCH_PLACE) from None
        if isinstance(parsed, Call):
            events = await table.call(user_id, parsed)
        else:
            events = await table.play(user_id, target.revision, parsed)
    if table.status is Status.PLAYING:
        await hand(click, in_place=True, notice=_drawn(events, table.my_seat(user_id), click.words))
    else:
        await update(click.interaction, over_screen(table, click.words))
        click.bot.hands.take(table, user_id)


def _drawn(events: Sequence[Event], seat: int, words: NullTranslations) -> str:
    """What a seat drew, and that it had to pass if it did."""
    tiles = ", ".join(str(event.tile) for event in events if isinstance(event, Drew) and event.seat == seat)
    passed = next((event for event in events if isinstance(event, Passed) and event.seat == seat), None)
    if not tiles:
        return ""
    if passed is None:
        return words.gettext("You drew {tiles}.").format(tiles=tiles)
    if passed.marked:
        return words.gettext("You drew {tiles} and cannot play now: your train is open.").format(tiles=tiles)
    return words.gettext("You drew {tiles} and cannot play now.").format(tiles=tiles)


async def _choose_place(click: Click, target: MoveId) -> None:
    """Show the places for a tile chosen in a hand with many possibilities."""
    tile = None
    if click.value:
        try:
            tile = Tile.parse(click.value)
        except ValueError:
            raise Refused(Refusal.NOT_IN_HAND) from None
    await hand(click, in_place=True, tile=tile)
