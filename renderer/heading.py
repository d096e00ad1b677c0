"""The heading of a picture: the engine in its station, what has to be done, and where the game stands."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from game.tiles import Tile
from renderer import fonts, theme
from renderer.canvas import Canvas
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.tile import tile_plane

TITLE: int = 34
_SUBTITLES = (25, 23, 21, 19)
"""The sizes of a subtitle: the largest in which it fits."""
SUBTITLE_LEAST: int = _SUBTITLES[-1]
TEXT_LEFT: int = 166
_ASIDE: int = 25


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says; its title is cut already."""

    title: str
    subtitle: str
    aside: str
    below: str
    engine: Tile | None
    seat: int | None
    """Whose symbol stands before the title."""
    height: int
    room: int
    """How wide the subtitle may be."""


def aside_width(*texts: str) -> int:
    """The room that the texts on the right take."""
    return max(fonts.width(text, _ASIDE, fonts.REGULAR) for text in texts)


def heading_room(*asides: str, left: int = TEXT_LEFT) -> int:
    """The room for the title beside these texts."""
    return theme.WIDTH - 24 - left - aside_width(*asides) - 24


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
    size = next((size for size in _SUBTITLES if fonts.width(heading.subtitle, size, fonts.REGULAR) <= heading.room), 0)
    size = size or _SUBTITLES[-1]
    subtitle = fonts.fitting(heading.subtitle, size, fonts.REGULAR, heading.room)
    canvas.text(x, 86, subtitle, size, fonts.REGULAR, theme.MUTED, theme.PAGE)
    right = theme.WIDTH - 24
    canvas.text(right, 48, heading.aside, _ASIDE, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    canvas.text(right, 86, heading.below, _ASIDE, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    return canvas.plane


def _station(canvas: Canvas, engine: Tile) -> None:
    """A platform with a roof, and the engine under it."""
    canvas.stamp(sign("roof", 136, 26), 12, 10, theme.SLOT, theme.PAGE)
    canvas.fill((24, 36, 136, 98), theme.STATION)
    canvas.fill((12, 94, 148, 98), theme.SLOT)
    canvas.put(tile_plane(engine.high, engine.low, 46, False, theme.STATION), 34, 43)
