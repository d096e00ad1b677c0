"""The one palette of all pictures: a picture's pixels are indices into it from the start.

Anti-aliased edges are blends of two flat colours, so the palette holds, beside those, a few steps between the pairs
that meet. `ramp` turns how much of a pixel is covered (0 to 255) into an index, so nothing is ever quantised later.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from renderer import theme
from renderer.theme import Colour

SIZE: Final = 256
_STEPS: Final = 10
"""How finely edges are told apart; the palette has no more between any two colours."""


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """The colour where `over` covers that share of a pixel of `under`."""
    return (
        round(under[0] + (over[0] - under[0]) * share),
        round(under[1] + (over[1] - under[1]) * share),
        round(under[2] + (over[2] - under[2]) * share),
    )


def _wanted() -> list[Colour]:
    flat: list[Colour] = [
        *theme.BACKGROUNDS, theme.STATION, theme.RAIL, theme.SLOT, theme.WHITE, theme.MUTED, theme.INK, theme.IVORY,
        theme.EDGE, theme.DIM, theme.DIM_EDGE, theme.OPEN, theme.OPEN_LINE, theme.BINDS, theme.ALARM,
        *theme.PIPS, *theme.SEATS,
    ]  # fmt: skip
    dimmed = [blend(theme.DIM, pip, 0.72) for pip in theme.PIPS]
    pairs: list[tuple[Colour, Colour, int]] = [
        *((theme.IVORY, pip, 3) for pip in theme.PIPS),
        *((theme.LANE, seat, 3) for seat in theme.SEATS),
        *((theme.LANE, over, 5) for over in (theme.WHITE, theme.IVORY, theme.MUTED)),
        *((theme.ACTIVE, over, 4) for over in (theme.WHITE, theme.MUTED)),
        *((theme.PAGE, over, 5) for over in (theme.WHITE, theme.MUTED)),
        (theme.OPEN, theme.WHITE, 5), (theme.LANE, theme.OPEN, 3), (theme.LANE, theme.OPEN_LINE, 3),
        (theme.BINDS, theme.INK, 5), (theme.BINDS, theme.ALARM, 3), (theme.LANE, theme.BINDS, 4),
        (theme.LANE, theme.DIM, 3), (theme.IVORY, theme.EDGE, 2), (theme.PAGE, theme.LANE, 2),
        (theme.PAGE, theme.ACTIVE, 2), (theme.BINDS, theme.IVORY, 2),
    ]  # fmt: skip
    steps = [blend(under, over, n / (count + 1)) for under, over, count in pairs for n in range(1, count + 1)]
    cube = [(r, g, b) for r, g, b in product((40, 140, 240), (40, 140, 240), (60, 200))]
    return [*flat, *dimmed, *steps, *cube]


def _chosen() -> tuple[Colour, ...]:
    """The wanted colours, each once; steps that lie next to one already there are left out."""
    chosen: list[Colour] = []
    wanted = _wanted()
    certain = len(theme.PIPS) + len(theme.SEATS) + 17
    for number, colour in enumerate(wanted):
        near = 0 if number < certain else 60
        if len(chosen) < SIZE and all(_distance(colour, known) > near for known in chosen):
            chosen.append(colour)
    return tuple(chosen)


def _distance(one: Colour, other: Colour) -> int:
    """How different two colours look, roughly; green counts most."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 2 * red * red + 4 * green * green + 3 * blue * blue


COLOURS: Final = _chosen()
BYTES: Final = bytes(part for colour in COLOURS for part in colour).ljust(3 * SIZE, b"\0")


@lru_cache(maxsize=1 << 13)
def index(colour: Colour) -> int:
    """The entry that looks most like a colour: itself, for every colour of the theme."""
    return min(range(len(COLOURS)), key=lambda entry: _distance(COLOURS[entry], colour))


@lru_cache(maxsize=1 << 10)
def ramp(under: Colour, over: Colour) -> bytes:
    """For each coverage from 0 to 255, the index of `over` laid on `under` with it."""
    steps = [index(blend(under, over, n / _STEPS)) for n in range(_STEPS + 1)]
    return bytes(steps[round(coverage * _STEPS / 255)] for coverage in range(256))


@cache
def dim(colour: Colour) -> Colour:
    """The colour of pips on a tile that cannot be laid now."""
    return blend(theme.DIM, colour, 0.72)
