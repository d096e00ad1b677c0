"""The palette of a theme: a picture's pixels are indices into it from the start.

Anti-aliased edges are blends of two flat colours, so the palette holds, beside those, a few steps between the pairs
that meet. `ramp` turns how much of a pixel is covered (0 to 255) into an index, so nothing is ever quantised later.
What is left of its 256 entries is a cube of colours for avatars and emoji.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from PIL import Image

from renderer.theme import Colour, Theme

SIZE: Final = 256
NOTHING: Final = SIZE - 1
"""The one entry that no picture uses: in replays it stands for what has not changed."""
_STEPS: Final = 10
"""How finely edges are told apart; the palette has no more between any two colours."""
_FOR_PICTURES: Final = 27
"""Entries that are kept for avatars and emoji."""
_NEAR: Final = 60
"""Steps that look so much like a colour that is there already are left out."""
_DIMMED: Final = 0.72


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """The colour where `over` covers that share of a pixel of `under`."""
    return (
        round(under[0] + (over[0] - under[0]) * share),
        round(under[1] + (over[1] - under[1]) * share),
        round(under[2] + (over[2] - under[2]) * share),
    )


def _flat(look: Theme) -> list[Colour]:
    """The colours of areas: each is in the palette exactly."""
    return [
        *look.backgrounds, look.station, look.rail, look.slot, look.text, look.muted, look.face, look.edge, look.dim,
        look.dim_edge, look.open, look.open_ink, look.open_line, look.binds, look.binds_ink, look.binds_line,
        look.alarm, look.alert, look.ring, look.own_ink, look.common, *look.pips, *look.seats,
    ]  # fmt: skip


def _steps(look: Theme) -> list[Colour]:
    """The colours of edges, in the order of how much they matter."""
    pairs: list[tuple[Colour, Colour, int]] = [
        *((look.face, pip, 3) for pip in look.pips),
        *((look.lane, seat, 3) for seat in look.seats),
        *((look.lane, over, 5) for over in (look.text, look.face, look.muted)),
        *((look.active, over, 4) for over in (look.text, look.muted)),
        *((look.page, over, 5) for over in (look.text, look.muted)),
        (look.open, look.open_ink, 5), (look.lane, look.open, 3), (look.lane, look.open_line, 3),
        (look.binds, look.binds_ink, 5), (look.binds, look.alarm, 3), (look.lane, look.binds, 4),
        (look.lane, look.dim, 3), (look.face, look.edge, 2), (look.page, look.lane, 2),
        (look.page, look.active, 2), (look.ring, look.face, 2), (look.lane, look.ring, 3),
    ]  # fmt: skip
    dimmed = [blend(look.dim, pip, _DIMMED) for pip in look.pips]
    return [
        *dimmed,
        *(blend(under, over, n / (count + 1)) for under, over, count in pairs for n in range(1, count + 1)),
    ]


@cache
def colours(look: Theme) -> tuple[Colour, ...]:
    """The palette, each colour once; steps that lie next to one already there are left out."""
    chosen = list(dict.fromkeys(_flat(look)))
    cube: list[Colour] = [*product((36, 136, 236), (36, 136, 236), (36, 136, 236))]
    for wanted, most in ((_steps(look), NOTHING - _FOR_PICTURES), (cube, NOTHING)):
        for colour in wanted:
            if len(chosen) < most and all(_distance(colour, known) > _NEAR for known in chosen):
                chosen.append(colour)
    return tuple(chosen)


@cache
def packed(look: Theme) -> bytes:
    """The palette as a PNG keeps it: three bytes a colour."""
    return bytes(part for colour in colours(look) for part in colour).ljust(3 * SIZE, b"\0")


def _distance(one: Colour, other: Colour) -> int:
    """How different two colours look, roughly; green counts most."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 2 * red * red + 4 * green * green + 3 * blue * blue


@lru_cache(maxsize=1 << 13)
def index(look: Theme, colour: Colour) -> int:
    """The entry that looks most like a colour: itself, for every colour of the theme."""
    known = colours(look)
    return min(range(len(known)), key=lambda entry: _distance(known[entry], colour))


@lru_cache(maxsize=1 << 10)
def ramp(look: Theme, under: Colour, over: Colour) -> bytes:
    """For each coverage from 0 to 255, the index of `over` laid on `under` with it."""
    steps = [index(look, blend(under, over, n / _STEPS)) for n in range(_STEPS + 1)]
    return bytes(steps[round(coverage * _STEPS / 255)] for coverage in range(256))


@cache
def dim(look: Theme, pip: Colour) -> Colour:
    """The colour of pips on a tile that cannot be laid now."""
    return blend(look.dim, pip, _DIMMED)


@cache
def _swatch(look: Theme) -> Image.Image:
    swatch = Image.new("P", (1, 1))
    swatch.putpalette(packed(look)[: 3 * len(colours(look))])
    return swatch


def quantised(picture: Image.Image, look: Theme) -> Image.Image:
    """A small picture in the colours of the palette, as a plane of indices."""
    return Image.frombytes("L", picture.size, picture.convert("RGB").quantize(palette=_swatch(look)).tobytes())
