"""What happened last, in short lines: what belongs together is one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from itertools import groupby
from typing import Final

from game.events import Caught, Drew, Event, Laid, LastTile, MarkerTaken, Passed
from game.view import View
from renderer.people import Person
from renderer.wording import both, event_sentence, place_name

NAMED_TILES: Final = 3
"""Of so many tiles laid in one turn each is named; of more only their number."""


def told(
    happened: Sequence[Event], people: tuple[Person, ...], words: NullTranslations, view: View | None = None
) -> list[str]:
    """A sentence for each thing that happened; `view` is what the table looks like afterwards."""
    lines = []
    for turn in _turns(_relevant(happened)):
        if isinstance(turn[0], Laid):
            lines.append(_laid([event for event in turn if isinstance(event, Laid)], people, words, view))
        elif isinstance(turn[-1], Passed) and len(turn) > 1:
            lines.append(_drew_and_passed(turn[-1], len(turn) - 1, people, words))
        else:
            lines += [event_sentence(event, people, words, view=view) for event in turn]
    return lines


def _relevant(happened: Sequence[Event]) -> Iterator[Event]:
    """Without what another sentence says, or what was said before."""
    fines = 0
    before: Event | None = None
    for event in happened:
        if isinstance(event, Drew) and fines:
            fines -= 1  # “forgot to knock and drew 2 tiles”
        elif isinstance(event, MarkerTaken) or (isinstance(event, LastTile) and isinstance(before, Passed)):
            pass  # “laid … on their own train”; and they had one tile left before they passed, too
        else:
            fines = event.count if isinstance(event, Caught) else 0
            before = event
            yield event


def _turns(happened: Iterator[Event]) -> Iterator[list[Event]]:
    """The events in groups that are told together: tiles laid one after another, or drawn before a pass."""
    turn: list[Event] = []
    for event in happened:
        if turn and not _go_together(turn[-1], event):
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def _go_together(before: Event, event: Event) -> bool:
    if isinstance(before, Laid) and isinstance(event, Laid):
        return before.seat == event.seat
    return isinstance(before, Drew) and isinstance(event, Drew | Passed) and before.seat == event.seat


def _laid(laid: list[Laid], people: tuple[Person, ...], words: NullTranslations, view: View | None) -> str:
    """What somebody laid in one go, and where: “Bo laid 8-8 and 8-3 on the Mexican train”."""
    if len(laid) == 1:
        return event_sentence(laid[0], people, words, view=view)
    name = people[laid[0].seat].name
    if len(laid) > NAMED_TILES:
        text = words.ngettext("{name} laid {count} tile.", "{name} laid {count} tiles.", len(laid))
        if len({event.place for event in laid}) == 1:
            text = words.ngettext(
                "{name} laid a train of {count} tile.", "{name} laid a train of {count} tiles.", len(laid)
            )
        return text.format(name=name, count=len(laid))
    parts = []
    for place, group in groupby(laid, key=lambda event: event.place):
        tiles = both([str(event.tile) for event in group], words)
        where = place_name(place, people, words, view=view)
        if place == str(laid[0].seat + 1):
            where = words.gettext("their own train")
        parts.append(words.gettext("{tiles} on {place}").format(tiles=tiles, place=where))
    return words.gettext("{name} laid {tiles}.").format(name=name, tiles=both(parts, words))


def _drew_and_passed(passed: Passed, count: int, people: tuple[Person, ...], words: NullTranslations) -> str:
    text = words.ngettext("{name} drew a tile and passed", "{name} drew {count} tiles and passed", count)
    said = text.format(name=people[passed.seat].name, count=count)
    return words.gettext("{said}: the train is open.").format(said=said) if passed.marked else f"{said}."
