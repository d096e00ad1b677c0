"""Small signs: a symbol for each seat, the marker, padlock, arrow, exclamation mark, crown, robot, roof."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderer.canvas import shape
from renderer.theme import Colour, Theme

Draw = ImageDraw.ImageDraw
_LEAST_BORNE: Final = 12
"""A smaller symbol on a marker could not be told."""
Points = Sequence[tuple[float, float]]


def _polygon(points: Points) -> Callable[[Draw, int, int], None]:
    """A shape from points between 0 and 1."""

    def paint(draw: Draw, width: int, height: int) -> None:
        draw.polygon([(x * (width - 1), y * (height - 1)) for x, y in points], fill=255)

    return paint


def _ring(corners: int, inner: float = 1.0, turn: float = 0.0, outer: float = 0.5) -> list[tuple[float, float]]:
    """The corners of a regular polygon, or of a star where `inner` is below 1."""
    points = []
    count = corners if inner == 1.0 else 2 * corners
    for n in range(count):
        angle = math.tau * (n / count + turn) - math.pi / 2
        radius = outer * (inner if inner != 1.0 and n % 2 else 1)
        points.append((0.5 + radius * math.cos(angle), 0.5 + radius * math.sin(angle)))
    return points


def _circle(draw: Draw, w: int, h: int) -> None:
    draw.ellipse((w * 0.03, h * 0.03, w * 0.97 - 1, h * 0.97 - 1), fill=255)


def _square(draw: Draw, w: int, h: int) -> None:
    draw.rounded_rectangle((w * 0.07, h * 0.07, w * 0.93 - 1, h * 0.93 - 1), w * 0.06, fill=255)


def _cross(draw: Draw, w: int, h: int) -> None:
    draw.rectangle((w * 0.34, h * 0.04, w * 0.66, h * 0.96), fill=255)
    draw.rectangle((w * 0.04, h * 0.34, w * 0.96, h * 0.66), fill=255)


def _heart(draw: Draw, w: int, h: int) -> None:
    draw.ellipse((w * 0.01, h * 0.05, w * 0.54, h * 0.58), fill=255)
    draw.ellipse((w * 0.46, h * 0.05, w * 0.99, h * 0.58), fill=255)
    points = [(0.06, 0.48), (0.5, 0.98), (0.94, 0.48), (0.76, 0.3), (0.5, 0.26), (0.24, 0.3)]
    draw.polygon([(x * w, y * h) for x, y in points], fill=255)


def _moon(draw: Draw, w: int, h: int) -> None:
    draw.ellipse((w * 0.04, h * 0.02, w * 0.96, h * 0.98), fill=255)
    draw.ellipse((w * 0.36, h * -0.06, w * 1.12, h * 0.7), fill=0)


def _donut(draw: Draw, w: int, h: int) -> None:
    _circle(draw, w, h)
    draw.ellipse((w * 0.27, h * 0.27, w * 0.73 - 1, h * 0.73 - 1), fill=0)


def _dome(draw: Draw, w: int, h: int) -> None:
    draw.pieslice((w * 0.01, h * 0.16, w * 0.99 - 1, h * 1.14 - 1), 180, 360, fill=255)
    draw.rectangle((w * 0.01, h * 0.64, w * 0.99 - 1, h * 0.82), fill=255)


def _drop(draw: Draw, w: int, h: int) -> None:
    draw.ellipse((w * 0.17, h * 0.32, w * 0.83, h * 0.98), fill=255)
    draw.polygon([(w * 0.5, 0), (w * 0.8, h * 0.52), (w * 0.2, h * 0.52)], fill=255)


SEAT_SYMBOLS: Final[tuple[Callable[[Draw, int, int], None], ...]] = (
    _circle,
    _square,
    _polygon([(0.5, 0.04), (1.0, 0.94), (0.0, 0.94)]),
    _polygon([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),
    _dome,
    _polygon([(x, 0.5 + (y - 0.5) * 0.84) for x, y in _ring(6, turn=1 / 12)]),
    _polygon(_ring(4, 0.4, outer=0.54)),
    _polygon([(x, y + 0.04) for x, y in _ring(5, 0.45, outer=0.53)]),
    _cross,
    _heart,
    _moon,
    _donut,
    _polygon([(0.04, 0.02), (0.96, 0.02), (0.5, 0.5), (0.96, 0.98), (0.04, 0.98), (0.5, 0.5)]),
    _drop,
)


def _marker(draw: Draw, w: int, h: int) -> None:
    """A little locomotive, on its way to the left: chimney, boiler, cab, two wheels."""
    draw.rectangle((w * 0.62, h * 0.02, w * 0.98, h * 0.12), fill=255)
    draw.rectangle((w * 0.66, h * 0.1, w * 0.94, h * 0.76), fill=255)
    draw.rectangle((w * 0.73, h * 0.2, w * 0.87, h * 0.4), fill=0)
    draw.rounded_rectangle((w * 0.06, h * 0.36, w * 0.7, h * 0.76), h * 0.12, fill=255)
    draw.polygon([(w * 0.13, h * 0.08), (w * 0.33, h * 0.08), (w * 0.28, h * 0.4), (w * 0.18, h * 0.4)], fill=255)
    draw.polygon([(0, h * 0.8), (w * 0.1, h * 0.62), (w * 0.94, h * 0.62), (w * 0.94, h * 0.8)], fill=255)
    for x in (0.28, 0.74):
        radius = h * 0.2
        draw.ellipse((w * x - radius * 1.25, h * 0.55, w * x + radius * 1.25, h * 0.55 + radius * 2.5), fill=0)
        draw.ellipse((w * x - radius, h - 2 * radius, w * x + radius, h - 1), fill=255)


def _padlock(draw: Draw, w: int, h: int) -> None:
    line = round(w * 0.15)
    draw.rounded_rectangle((w * 0.18, 0, w * 0.82, h * 0.9), w * 0.32, outline=255, width=line)
    draw.rounded_rectangle((0, h * 0.42, w - 1, h - 1), w * 0.1, fill=255)
    draw.ellipse((w * 0.4, h * 0.58, w * 0.6, h * 0.58 + w * 0.2), fill=0)
    draw.rectangle((w * 0.46, h * 0.66, w * 0.54, h * 0.84), fill=0)


def _exclamation(draw: Draw, w: int, h: int) -> None:
    draw.polygon([(w * 0.14, 0), (w * 0.86, 0), (w * 0.68, h * 0.66), (w * 0.32, h * 0.66)], fill=255)
    draw.ellipse((w * 0.18, h - w * 0.66, w * 0.82, h - 1), fill=255)


def _crown(draw: Draw, w: int, h: int) -> None:
    points = [(0, 0.2), (0.27, 0.56), (0.5, 0.02), (0.73, 0.56), (1, 0.2), (0.9, 0.78), (0.1, 0.78)]
    draw.polygon([(x * (w - 1), y * h) for x, y in points], fill=255)
    draw.rectangle((w * 0.1, h * 0.84, w * 0.9, h * 0.98), fill=255)


def _robot(draw: Draw, w: int, h: int) -> None:
    draw.rounded_rectangle((w * 0.08, h * 0.26, w * 0.92, h * 0.96), w * 0.14, fill=255)
    draw.rectangle((w * 0.45, h * 0.06, w * 0.55, h * 0.3), fill=255)
    draw.ellipse((w * 0.38, 0, w * 0.62, h * 0.22), fill=255)
    for x in (0.24, 0.58):
        draw.ellipse((w * x, h * 0.42, w * (x + 0.18), h * 0.62), fill=0)
    draw.rectangle((w * 0.28, h * 0.74, w * 0.72, h * 0.82), fill=0)


def _roof(draw: Draw, w: int, h: int) -> None:
    """A station's roof with a lantern on its ridge."""
    draw.rectangle((w * 0.4, 0, w * 0.6, h * 0.3), fill=255)
    draw.polygon([(w * 0.2, h * 0.2), (w * 0.8, h * 0.2), (w - 1, h * 0.8), (0, h * 0.8)], fill=255)
    draw.rectangle((0, h * 0.78, w, h), fill=255)


SIGNS: Final[dict[str, Callable[[Draw, int, int], None]]] = {
    "marker": _marker,
    "padlock": _padlock,
    "arrow": _polygon([(0.06, 0.02), (0.98, 0.5), (0.06, 0.98)]),
    "exclamation": _exclamation,
    "crown": _crown,
    "robot": _robot,
    "roof": _roof,
    "disc": _circle,
}


@lru_cache(maxsize=1 << 8)
def sign(name: str, width: int, height: int) -> Image.Image:
    """How much of each pixel a sign covers."""
    return shape(width, height, SIGNS[name])


@lru_cache(maxsize=1 << 8)
def seat_sign(seat: int, size: int) -> Image.Image:
    """How much of each pixel the symbol of a seat covers; seats beyond the fourteenth begin again."""
    return shape(size, size, SEAT_SYMBOLS[seat % len(SEAT_SYMBOLS)])


@lru_cache(maxsize=1 << 8)
def marker_sign(seat: int | None, width: int, height: int) -> Image.Image:
    """How much of each pixel a marker covers: a locomotive that bears its seat's symbol on the boiler."""
    plain = sign("marker", width, height)
    size = round(height * 0.32)
    if seat is None or size < _LEAST_BORNE:
        return plain
    marked = plain.copy()
    borne = seat_sign(seat, size)
    marked.paste(0, (round(width * 0.48) - size // 2, round(height * 0.55) - size // 2), borne)
    return marked


def seat_colour(look: Theme, seat: int | None) -> Colour:
    """The colour of a seat, or of what belongs to nobody."""
    return look.common if seat is None else look.seats[seat % len(look.seats)]
