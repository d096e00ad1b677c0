"""Colours: everything can be read, and every seat told from the others, by people with any common colour vision."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest

from renderer.symbols import SEAT_SYMBOLS, seat_sign
from renderer.theme import THEMES, Colour, Theme

Matrix = tuple[tuple[float, float, float], ...]

VISIONS: Final[dict[str, Matrix]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""How each kind sees linear RGB: the matrices of Machado, Oliveira and Fernandes (2009) for full severity."""

TEXT: Final = 4.5
GRAPHICS: Final = 3.0
"""The contrasts that WCAG 2.1 asks for (AA): of text, and of large text and signs."""
APART: Final = 20.0
"""Colours further apart than this (CIE 1976) are told apart at a glance."""

vision = pytest.mark.parametrize("see", VISIONS.values(), ids=VISIONS)
look = pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)


def linear(colour: Colour) -> tuple[float, ...]:
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    )


def seen(colour: Colour, see: Matrix) -> tuple[float, ...]:
    """A colour as somebody sees it, in linear RGB."""
    light = linear(colour)
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in see)


def contrast(one: Colour, other: Colour, see: Matrix) -> float:
    """The ratio of WCAG, 1 to 21."""
    bright, dark = sorted((luminance(seen(colour, see)) for colour in (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(light: tuple[float, ...]) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour, see: Matrix) -> float:
    pairs = zip(lab(seen(one, see)), lab(seen(other, see)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def alike(one: int, other: int) -> float:
    """How much of two seats' symbols is the same, 0 to 1: what both cover of what either covers."""
    pairs = list(zip(seat_sign(one, 32).tobytes(), seat_sign(other, 32).tobytes(), strict=True))
    return sum(min(pair) for pair in pairs) / sum(max(pair) for pair in pairs)


@vision
@look
def test_text_can_be_read_on_what_it_lies_on(look: Theme, see: Matrix) -> None:
    for under in look.backgrounds:
        assert contrast(look.text, under, see) >= TEXT
        assert contrast(look.muted, under, see) >= TEXT
        assert contrast(look.alert, under, see) >= TEXT
    for ink, face in ((look.open_ink, look.open), (look.binds_ink, look.binds)):
        assert contrast(ink, face, see) >= TEXT
    for seat in look.seats:
        assert contrast(look.own_ink, seat, see) >= TEXT


@vision
@look
def test_signs_stand_out_from_what_they_lie_on(look: Theme, see: Matrix) -> None:
    for under in (look.lane, look.active):
        for over in (*look.seats, look.common, look.slot, look.open_line, look.binds_line):
            assert contrast(over, under, see) >= GRAPHICS, (over, under)
    assert contrast(look.alarm, look.binds, see) >= GRAPHICS
    for pip in look.pips:
        assert contrast(pip, look.face, see) >= 2.4, (
            pip
        )  # the digits of an end and below the tiles of a hand say it, too


@vision
@look
def test_the_last_tile_and_what_binds_stand_out(look: Theme, see: Matrix) -> None:
    assert max(contrast(look.ring, under, see) for under in (look.lane, look.face)) >= GRAPHICS
    assert distance(look.binds, look.open, see) >= APART
    assert distance(look.ring, look.lane, see) >= APART


@vision
@look
def test_seats_differ_in_colour_or_plainly_in_shape(look: Theme, see: Matrix) -> None:
    for one, other in combinations(range(len(SEAT_SYMBOLS)), 2):
        apart = distance(look.seats[one], look.seats[other], see)
        assert apart >= APART or alike(one, other) <= 0.8, (one, other, apart, alike(one, other))


def test_every_seat_has_a_shape_that_no_other_has() -> None:
    for one, other in combinations(range(len(SEAT_SYMBOLS)), 2):
        assert alike(one, other) <= 0.9, (one, other)


@pytest.mark.parametrize(("colour", "expected"), [((255, 255, 255), 21.0), ((119, 119, 119), 4.69), ((0, 0, 0), 1.0)])
def test_the_contrast_is_that_of_wcag(colour: Colour, expected: float) -> None:
    assert contrast(colour, (0, 0, 0), VISIONS["full"]) == pytest.approx(expected, abs=0.01)
