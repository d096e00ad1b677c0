"""One tile, drawn once for each size and way of lying, and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderer import palette
from renderer.canvas import OVER, Canvas, shape
from renderer.theme import Colour, Theme

Spot = tuple[float, float]

_DICE: Final[dict[int, tuple[Spot, ...]]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.0, 1.0), (1.0, 0.0)),
    3: ((0.0, 1.0), (0.5, 0.5), (1.0, 0.0)),
    4: ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)),
    5: ((0.0, 0.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0), (1.0, 1.0)),
}
_ROWS: Final[dict[int, tuple[int, int, int]]] = {
    6: (3, 0, 3), 7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3), 10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4),
    13: (5, 3, 5), 14: (5, 4, 5), 15: (5, 5, 5), 16: (6, 4, 6), 17: (6, 5, 6), 18: (6, 6, 6),
}  # fmt: skip
"""From 6 on: pips in the three rows along the tile."""


def spots(value: int) -> tuple[Spot, ...]:
    """Where a number's pips are on its half, along and across the tile, both from 0 to 1."""
    if value in _DICE:
        return _DICE[value]
    found: list[Spot] = []
    most = max(_ROWS[value])
    for row, count in enumerate(_ROWS[value]):
        step = 1 / (most - 1)
        first = 0.5 - step * (count - 1) / 2
        if (most - count) % 2 == 0 or count == 1:
            found += [(first + step * n, row / 2) for n in range(count)]
        else:
            found += [(0.5 + (n - (count - 1) / 2) * step, row / 2) for n in range(count)]
    return tuple(found)


def _diameter(value: int) -> float:
    """A pip's diameter as a share of the half's side."""
    if value <= 5:
        return 0.25
    most = max(_ROWS[value])
    return {3: 0.22, 4: 0.178, 5: 0.142, 6: 0.122}[most]


@lru_cache(maxsize=1 << 9)
def _half(value: int, unit: int, across: bool) -> Image.Image:
    """How much of each pixel of a half the pips cover."""
    inset = 0.21 if value <= 9 else 0.17 if value <= 12 else 0.14

    def paint(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
        radius = max(_diameter(value) * width / 2, 0.6 * OVER)
        for along, over in spots(value):
            x, y = (over, along) if across else (along, over)
            cx, cy = width * (inset + x * (1 - 2 * inset)), height * (inset + y * (1 - 2 * inset))
            draw.ellipse((cx - radius, cy - radius, cx + radius - 1, cy + radius - 1), fill=255)

    return shape(unit, unit, paint)


@lru_cache(maxsize=1 << 12)
def tile_plane(
    look: Theme, first: int, second: int, unit: int, across: bool, under: Colour, dimmed: bool = False
) -> Image.Image:
    """A tile on a flat area: `first` is left of or above `second`; `unit` is the side of a half.

    Lying along it is `2 * unit` wide and `unit` high, across the other way round.
    """
    width, height = (unit, 2 * unit) if across else (2 * unit, unit)
    face, edge = (look.dim, look.dim_edge) if dimmed else (look.face, look.edge)
    canvas = Canvas(look, width, height, under)
    line = 2 if unit >= 34 else 1
    radius = max(3, unit // 6)
    canvas.frame((0, 0, width, height), radius, line, edge, face, under)
    gap = max(4, unit // 5)
    if across:
        canvas.fill((gap, unit - line + line // 2, unit - gap, unit + (line + 1) // 2), edge)
    else:
        canvas.fill((unit - line + line // 2, gap, unit + (line + 1) // 2, unit - gap), edge)
    for value, x, y in ((first, 0, 0), (second, 0 if across else unit, unit if across else 0)):
        if value:
            colour = palette.dim(look, look.pips[value]) if dimmed else look.pips[value]
            cover = _half(value, unit, across)
            canvas.lay(cover, x, y, colour, face)
    return canvas.plane
