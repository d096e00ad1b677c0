"""Tiles and signs: the right number of pips, and seats that differ in shape."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.tiles import HIGHEST
from renderer import palette
from renderer.symbols import SEAT_SYMBOLS, seat_sign
from renderer.theme import DARK, THEMES, Theme
from renderer.tile import spots, tile_plane


@pytest.mark.parametrize("value", range(HIGHEST + 1))
def test_a_half_has_as_many_pips_as_its_number(value: int) -> None:
    found = spots(value)
    assert len(set(found)) == value
    assert all(0 <= along <= 1 and 0 <= across <= 1 for along, across in found)
    turned = {(round(1 - along, 6), round(1 - across, 6)) for along, across in found}
    assert turned == {(round(along, 6), round(across, 6)) for along, across in found}


def test_doubles_lie_across() -> None:
    assert tile_plane(DARK, 5, 5, 30, True, DARK.lane).size == (30, 60)
    assert tile_plane(DARK, 5, 4, 30, False, DARK.lane).size == (60, 30)


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_every_colour_of_a_theme_is_in_its_palette(look: Theme) -> None:
    assert len(palette.colours(look)) <= palette.NOTHING
    for colour in (*look.pips, *look.seats, *look.backgrounds, look.binds, look.open, look.text, look.muted):
        assert palette.colours(look)[palette.index(look, colour)] == colour


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_numbers_and_seats_have_colours_of_their_own(look: Theme) -> None:
    assert len(set(look.pips)) == HIGHEST + 1
    assert len(set(look.seats)) == len(SEAT_SYMBOLS) == 14


def test_seats_differ_in_shape() -> None:
    signs = [seat_sign(seat, 24).tobytes() for seat in range(14)]
    for one, other in combinations(signs, 2):
        different = sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 255
        assert different > 30
