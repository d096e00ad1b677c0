"""A hand, for its owner alone: its picture, and every legal thing to do as buttons and menus."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Final, TypeVar

import discord

from bot.ids import MoveId, TableId
from bot.screens.parts import (
    MAX_OPTIONS,
    ActionRow,
    Button,
    Picture,
    Screen,
    button,
    gallery,
    in_message,
    menu,
    option,
    row,
    small,
    text,
)
from bot.table import Table
from bot.tastes import Taste
from game.events import Drew, Laid, Passed
from game.moves import Act, Play
from game.planner import longest_train
from game.scoring import hand_points
from game.tiles import BIT, Tile
from game.view import View
from renderer.alt import hand_alt
from renderer.hand import draw_hand
from renderer.hand_plan import Order, is_opening
from renderer.people import Person
from renderer.text import hand_text
from renderer.wording import move_label

Thing = TypeVar("Thing")

COLOR: Final = 0x8E6FD8
ONE_TAP: Final = 4
"""Up to so many possibilities have a button each; more are a menu."""
WORTH_SORTING: Final = 4
"""With fewer tiles there is nothing to sort."""
PLAIN: Final = Taste()


def hand_screen(
    table: Table,
    seat: int,
    words: NullTranslations,
    taste: Taste = PLAIN,
    *,
    notice: str = "",
    tile: Tile | None = None,
) -> Screen:
    """The hand of a seat. `notice` is a sentence on top; with `tile`, the places for that tile are asked."""
    view = table.view(seat)
    people = table.people()
    named = in_message(people)
    look, order = taste
    picture = draw_hand(view, people, words, look, order=order)
    shown = Picture(f"hand_{table.revision}.png", picture, hand_alt(view, people, words, order))
    notice = notice or _passed(table, seat, words)
    head = [text(notice)] if notice else []
    return Screen(
        (
            *head,
            gallery(shown),  # its heading says what to do, and the small print below says it again as text
            small(hand_text(view, named, words, order).splitlines()),
        ),
        tuple(_moves(table, view, people, words, tile, order)),
        (shown,),
        COLOR,
    )


def _passed(table: Table, seat: int, words: NullTranslations) -> str:
    """A word to who was passed since they last looked: it happens by itself where nothing can be played."""
    acts = [event for event in table.events if isinstance(event, Laid | Drew | Passed) and event.seat == seat]
    if not acts or not isinstance(acts[-1], Passed):
        return ""
    return words.gettext("Your last turn ended with a pass: nothing fitted.")


def over_screen(table: Table, words: NullTranslations) -> Screen:
    """What stands in place of a hand once its round or game is over."""
    if table.status.ended:
        return Screen((text(words.gettext("The game is over: how it ended is in the channel.")),))
    return Screen((text(words.gettext("The round is over: the results are in the channel.")),))


def _moves(
    table: Table, view: View, people: tuple[Person, ...], words: NullTranslations, tile: Tile | None, order: Order
) -> list[ActionRow]:
    """Rows for everything that the owner can do now."""

    def to(move: str) -> MoveId:
        return MoveId(table.id, table.revision, move)

    plays = [move for move in view.legal if isinstance(move, Play)]
    asked = [play for play in plays if play.tile == tile]
    buttons = _acts(view, words, to)
    if asked:
        buttons.append(button(words.gettext("Another tile"), to(MoveId.TILE)))
    buttons += _besides(table, view, words, order)
    rows: list[ActionRow] = []
    if plays and len(asked or plays) <= ONE_TAP and not view.is_opening:
        rows.append(row(*(_play_button(play, to(str(play)), view, people, words) for play in _ordered(asked or plays))))
    elif asked or len(plays) <= MAX_OPTIONS:
        for page, some in enumerate(_pages(_ordered(asked or plays))):
            rows.append(_play_menu(some, to(f"{MoveId.CHOSEN}{page}"), view, people, words))
    else:
        for page, tiles in enumerate(_pages(sorted({play.tile for play in plays}, reverse=True))):
            options = [option(str(one), str(one)) for one in tiles]
            rows.append(menu(to(f"{MoveId.TILE}{page}"), words.gettext("Choose a tile"), options))
    return [*rows, row(*buttons)] if buttons else rows


def _acts(view: View, words: NullTranslations, to: Callable[[str], MoveId]) -> list[Button]:
    """The moves that name no tile, and the whole planned train."""
    buttons = []
    lays = any(isinstance(move, Play) for move in view.legal)
    if lays and view.is_opening and (plan := longest_train(view.hand, view.plan_starts, view.rules.toes)):
        label = words.ngettext("Lay train ({count} tile)", "Lay train ({count} tiles)", len(plan))
        buttons.append(button(label.format(count=len(plan)), to(MoveId.TRAIN), discord.ButtonStyle.success))
    labels = {
        Act.DRAW: (words.gettext("Draw a tile"), discord.ButtonStyle.primary),
        Act.PASS: (words.gettext("Pass"), discord.ButtonStyle.primary),
        Act.END: (words.gettext("End turn"), discord.ButtonStyle.secondary),
    }
    return buttons + [button(label, to(act), style) for act, (label, style) in labels.items() if act in view.legal]


def _besides(table: Table, view: View, words: NullTranslations, order: Order) -> list[Button]:
    """What can be done beside the moves."""
    buttons = []
    if view.owes_knock:
        buttons.append(button(words.gettext("Knock"), TableId(table.id, "knock"), discord.ButtonStyle.success))
    if table.undoable == view.viewer and view.seat != view.viewer:
        buttons.append(button(words.gettext("Take back"), TableId(table.id, "undo")))
    if len(view.hand) >= WORTH_SORTING and not view.ended and not is_opening(view):
        sorts = {
            Order.TRAIN: words.gettext("Sort: by train"),
            Order.NUMBER: words.gettext("Sort: by number"),
            Order.PIPS: words.gettext("Sort: by pips"),
        }
        buttons.append(button(sorts[order], TableId(table.id, "sort")))
    return buttons


def _play_button(play: Play, to: MoveId, view: View, people: tuple[Person, ...], words: NullTranslations) -> Button:
    label = move_label(play, people, words, view=view)
    return button(label, to, discord.ButtonStyle.success)


def _play_menu(
    plays: list[Play], to: MoveId, view: View, people: tuple[Person, ...], words: NullTranslations
) -> ActionRow:
    options = [
        option(
            move_label(play, people, words, view=view),
            str(play),
            _worth(play, view, words),
        )
        for play in plays
    ]
    return menu(to, words.gettext("Lay a tile"), options)


def _worth(play: Play, view: View, words: NullTranslations) -> str:
    """What a tile would count if it were left in the hand."""
    points = hand_points(view.rules, BIT[play.tile])
    return words.ngettext("{points} point less in hand", "{points} points less in hand", points).format(points=points)


def _pages(things: list[Thing]) -> list[list[Thing]]:
    """The things as pages of a menu."""
    return [things[start : start + MAX_OPTIONS] for start in range(0, len(things), MAX_OPTIONS)]


def _ordered(plays: list[Play]) -> list[Play]:
    """The heaviest tiles first; the places of one tile stay together."""
    return sorted(plays, key=lambda play: (-play.tile.pips, -play.tile, play.place))
