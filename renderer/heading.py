"""The heading of a picture: the engine in its station, what has to be done, and where the game stands."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from game.tiles import Tile
from renderer import fonts, theme
from renderer.canvas import Canvas
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import Colour, Theme
from renderer.tile import tile_plane

_TITLES = (34, 31, 28)
"""The sizes of a title: the largest in which it fits."""
TITLE_LEAST: int = _TITLES[-1]
_SUBTITLES = (25, 23, 21, 19)
"""The sizes of a subtitle: the largest in which it fits."""
SUBTITLE_LEAST: int = _SUBTITLES[-1]
SYMBOL: int = 42
"""The room of the symbol before the title."""
TEXT_LEFT: int = 166
_ASIDE: int = 25
_ASIDE_ROOM: int = 330
"""Texts on the right are cut beyond this: the title says more."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says; its sentences are made for its room."""

    title: str
    subtitle: str
    aside: str
    below: str
    engine: Tile | None
    seat: int | None
    """Whose symbol stands before the title."""
    height: int
    room: int
    """How wide title and subtitle may be."""


def aside_width(*texts: str) -> int:
    """The room that the texts on the right take."""
    return min(max(fonts.width(text, _ASIDE, fonts.REGULAR) for text in texts), _ASIDE_ROOM)


def heading_room(*asides: str, left: int = TEXT_LEFT) -> int:
    """The room for the title beside these texts."""
    return theme.WIDTH - 24 - left - aside_width(*asides) - 24


def draw_heading(heading: Heading, look: Theme) -> Image.Image:
    """The picture of a heading."""
    canvas = Canvas(look, theme.WIDTH, heading.height, look.page)
    x = 24
    if heading.engine is not None:
        _station(canvas, heading.engine)
        x = TEXT_LEFT
    before = 0
    if heading.seat is not None:
        canvas.stamp(seat_sign(heading.seat, 30), x, 23, seat_colour(look, heading.seat), look.page)
        before = SYMBOL
    _line(canvas, (x + before, 50), heading.title, _TITLES, fonts.BOLD, look.text, heading.room - before)
    _line(canvas, (x, 86), heading.subtitle, _SUBTITLES, fonts.REGULAR, look.muted, heading.room)
    for text, baseline in ((heading.aside, 48), (heading.below, 86)):
        said = fonts.fitting(text, _ASIDE, fonts.REGULAR, _ASIDE_ROOM)
        canvas.text(theme.WIDTH - 24, baseline, said, _ASIDE, fonts.REGULAR, look.muted, look.page, "r")
    return canvas.plane


def _line(
    canvas: Canvas, at: tuple[int, int], text: str, sizes: tuple[int, ...], weight: int, colour: Colour, room: int
) -> None:
    """A text in the largest of these sizes in which it fits; cut where it fits in none."""
    size = next((size for size in sizes if fonts.width(text, size, weight) <= room), sizes[-1])
    canvas.text(*at, fonts.fitting(text, size, weight, room), size, weight, colour, canvas.look.page)


def _station(canvas: Canvas, engine: Tile) -> None:
    """A platform with a roof, and the engine under it."""
    look = canvas.look
    canvas.stamp(sign("roof", 136, 26), 12, 10, look.slot, look.page)
    canvas.fill((24, 36, 136, 98), look.station)
    canvas.fill((12, 94, 148, 98), look.slot)
    canvas.put(tile_plane(look, engine.high, engine.low, 46, False, look.station), 34, 43)
