"""The heading of a picture: the engine in its station, what has to be done, and where the game stands."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from game.tiles import Tile
from renderer import fonts, theme
from renderer.canvas import Canvas
from renderer.symbols import seat_colour, seat_sign
from renderer.tile import tile_plane

TITLE: int = 34
SUBTITLE: int = 25
TEXT_LEFT: int = 148
_ASIDE: int = 25


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says; every text is cut already."""

    title: str
    subtitle: str
    aside: str
    below: str
    engine: Tile | None
    seat: int | None
    """Whose symbol stands before the title."""
    height: int


def aside_width(*texts: str) -> int:
    """The room that the texts on the right take."""
    return max(fonts.width(text, _ASIDE, fonts.REGULAR) for text in texts)


def draw_heading(heading: Heading) -> Image.Image:
    """The picture of a heading."""
    canvas = Canvas(theme.WIDTH, heading.height, theme.PAGE)
    x = 24
    if heading.engine is not None:
        _station(canvas, heading.engine)
        x = TEXT_LEFT
    if heading.seat is not None:
        canvas.stamp(seat_sign(heading.seat, 30), x, 23, seat_colour(heading.seat), theme.PAGE)
        canvas.text(x + 42, 50, heading.title, TITLE, fonts.BOLD, theme.WHITE, theme.PAGE)
    else:
        canvas.text(x, 50, heading.title, TITLE, fonts.BOLD, theme.WHITE, theme.PAGE)
    canvas.text(x, 86, heading.subtitle, SUBTITLE, fonts.REGULAR, theme.MUTED, theme.PAGE)
    right = theme.WIDTH - 24
    canvas.text(right, 48, heading.aside, _ASIDE, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    canvas.text(right, 86, heading.below, _ASIDE, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    return canvas.plane


def _station(canvas: Canvas, engine: Tile) -> None:
    """A platform with a roof, and the engine under it."""
    canvas.rounded((18, 34, 130, 94), 8, theme.STATION, theme.PAGE)
    for step in range(10):
        inset = 44 - step * 5
        canvas.fill((12 + inset, 14 + 2 * step, 136 - inset, 16 + 2 * step), theme.STATION)
    canvas.fill((8, 34, 140, 40), theme.SLOT)
    canvas.put(tile_plane(engine.high, engine.low, 44, False, theme.STATION), 30, 45)
