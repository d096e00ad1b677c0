"""The lines that tell what happened last."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from bot.screens.happened import told
from game.events import Caught, Drew, Event, Laid, LastTile, MarkerTaken, Passed
from game.tiles import Tile
from renderer.people import Person

PEOPLE = (Person("Ann"), Person("Bo"))
WORDS = NullTranslations()


def laid(seat: int, tile: str, place: str) -> Laid:
    return Laid(seat, Tile.parse(tile), place)


@pytest.mark.parametrize(("happened", "lines"), [
    ([laid(0, "12-5", "1")], ["Ann laid 12-5 on their own train."]),
    ([laid(0, "12-5", "1"), MarkerTaken(0, "1")], ["Ann laid 12-5 on their own train."]),
    ([laid(0, "5-5", "1"), laid(0, "5-3", "1")], ["Ann laid 5-5 and 5-3 on their own train."]),
    ([laid(0, "5-5", "M1"), laid(0, "7-0", "2")], ["Ann laid 5-5 on the Mexican train and 7-0 on Bo's train."]),
    ([laid(0, f"{n + 1}-{n}", "1") for n in range(5)], ["Ann laid a train of 5 tiles."]),
    ([laid(0, f"{n + 1}-{n}", f"{n % 2 + 1}") for n in range(5)], ["Ann laid 5 tiles."]),
    ([laid(0, "5-5", "1"), laid(1, "5-3", "2")], [
        "Ann laid 5-5 on their own train.", "Bo laid 5-3 on their own train.",
    ]),
    ([Drew(0, None)], ["Ann drew a tile."]),
    ([Drew(0, None), Passed(0, True)], ["Ann drew a tile and passed: the train is open."]),
    ([Drew(0, None), Drew(0, None), Passed(0, False)], ["Ann drew 2 tiles and passed."]),
    ([Passed(0, False), LastTile(0)], ["Ann passed."]),
    ([laid(0, "5-5", "1"), LastTile(0)], ["Ann laid 5-5 on their own train.", "Ann has one tile left."]),
    ([Caught(1, 2), Drew(1, None), Drew(1, None), Drew(0, None)], [
        "Bo forgot to knock and drew 2 tiles.", "Ann drew a tile.",
    ]),
])  # fmt: skip
def test_what_belongs_together_is_one_sentence(happened: list[Event], lines: list[str]) -> None:
    assert told(happened, PEOPLE, WORDS) == lines
