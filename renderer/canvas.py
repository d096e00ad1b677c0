"""A plane of palette indices to draw on: flat areas, stamped shapes, text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderer import fonts
from renderer.palette import index, quantised, ramp
from renderer.theme import Colour, Theme

OVER: Final = 4
"""Shapes are drawn this many times larger, then reduced."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Painter = Callable[[ImageDraw.ImageDraw, int, int], None]
"""Draws a shape in white, on a canvas of this width and height."""


def mapped(plane: Image.Image, table: bytes) -> Image.Image:
    """A plane with each value replaced by the table's; much faster than `Image.point`, which looks at each entry."""
    return Image.frombytes("L", plane.size, plane.tobytes().translate(table))


def shape(width: int, height: int, paint: Painter) -> Image.Image:
    """How much of each pixel a shape covers."""
    large = Image.new("L", (width * OVER, height * OVER), 0)
    paint(ImageDraw.Draw(large), width * OVER, height * OVER)
    return large.reduce(OVER)


@lru_cache(maxsize=64)
def _disc(radius: int) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    """The four quarters of a disc: top left, top right, bottom left, bottom right."""
    size = 2 * radius
    disc = shape(size, size, lambda draw, w, h: draw.ellipse((0, 0, w - 1, h - 1), fill=255))
    return (
        disc.crop((0, 0, radius, radius)),
        disc.crop((radius, 0, size, radius)),
        disc.crop((0, radius, radius, size)),
        disc.crop((radius, radius, size, size)),
    )


@lru_cache(maxsize=1 << 10)
def text_plane(
    look: Theme, text: str, size: int, weight: int, over: Colour, under: Colour
) -> tuple[Image.Image, int, int] | None:
    """A text in its colours, and where its origin on the baseline is."""
    found = fonts.coverage(text, size, weight)
    if found is None:
        return None
    plane = mapped(found.cover, ramp(look, under, over))
    for picture, x, y in found.pictures:
        ground = Image.new("RGBA", picture.size, (*under, 255))
        ground.alpha_composite(picture)
        plane.paste(quantised(ground, look), (x, y), picture.getchannel("A").point(_SEEN, "1"))
    return plane, found.x, found.y


@lru_cache(maxsize=256)
def _corners(
    look: Theme, radius: int, line: int, over: Colour, inside: Colour, under: Colour
) -> tuple[Image.Image, ...]:
    """The four corners of a frame, in the order of `_disc`."""
    size = 2 * radius
    found = []
    inner = max(radius - line, 0)
    small = (
        shape(2 * inner, 2 * inner, lambda draw, w, h: draw.ellipse((0, 0, w - 1, h - 1), fill=255)) if inner else None
    )
    disc = Image.new("L", (size, size))
    for quarter, x, y in zip(_disc(radius), (0, radius, 0, radius), (0, 0, radius, radius), strict=True):
        disc.paste(mapped(quarter, ramp(look, under, over)), (x, y))
    if small:
        disc.paste(mapped(small, ramp(look, over, inside)), (line, line), mapped(small, COVERED))
    for x, y in ((0, 0), (radius, 0), (0, radius), (radius, radius)):
        found.append(disc.crop((x, y, x + radius, y + radius)))
    return tuple(found)


_SEEN: Final = [255 if coverage > 60 else 0 for coverage in range(256)]
"""What of an emoji is laid: its colours are blended with what is below, so it needs no soft edge."""
COVERED: Final = bytes(255 if coverage > 7 else 0 for coverage in range(256))
"""A mask of all pixels that are covered at all."""


class Canvas:
    """Where pictures are drawn; every colour is one of the palette, and every edge knows what it lies on."""

    def __init__(self, look: Theme, width: int, height: int, colour: Colour) -> None:
        self.look = look
        self.plane = Image.new("L", (width, height), index(look, colour))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle."""
        self.plane.paste(index(self.look, colour), box)

    def stamp(self, cover: Image.Image, x: int, y: int, over: Colour, under: Colour) -> None:
        """Lay a shape in one colour on a flat area of another."""
        self.plane.paste(mapped(cover, ramp(self.look, under, over)), (x, y))

    def lay(self, cover: Image.Image, x: int, y: int, over: Colour, under: Colour) -> None:
        """Lay a shape in one colour and leave what is around it as it is; its edges are blended with `under`."""
        self.plane.paste(mapped(cover, ramp(self.look, under, over)), (x, y), mapped(cover, COVERED))

    def put(self, plane: Image.Image, x: int, y: int) -> None:
        """Lay a picture that is made of indices already."""
        self.plane.paste(plane, (x, y))

    def rounded(self, box: Box, radius: int, over: Colour, under: Colour) -> None:
        """A rectangle with round corners on a flat area."""
        left, top, right, bottom = box
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        self.fill((left + radius, top, right - radius, bottom), over)
        self.fill((left, top + radius, right, bottom - radius), over)
        for quarter, x, y in zip(
            _disc(radius),
            (left, right - radius, left, right - radius),
            (top, top, bottom - radius, bottom - radius),
            strict=True,
        ):
            self.stamp(quarter, x, y, over, under)

    def frame(self, box: Box, radius: int, line: int, over: Colour, inside: Colour, under: Colour) -> None:
        """A rectangle with round corners, a line around it and another colour inside."""
        left, top, right, bottom = box
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        self.fill((left + radius, top, right - radius, bottom), over)
        self.fill((left, top + radius, right, bottom - radius), over)
        self.fill((left + radius, top + line, right - radius, bottom - line), inside)
        self.fill((left + line, top + radius, right - line, bottom - radius), inside)
        for corner, x, y in zip(
            _corners(self.look, radius, line, over, inside, under),
            (left, right - radius, left, right - radius),
            (top, top, bottom - radius, bottom - radius),
            strict=True,
        ):
            self.put(corner, x, y)

    def text(
        self, x: int, baseline: int, text: str, size: int, weight: int, over: Colour, under: Colour, align: str = "l"
    ) -> None:
        """A text on a flat area; `align` says whether `x` is its left, its middle or its right end (l, m, r)."""
        found = text_plane(self.look, text, size, weight, over, under)
        if found is None:
            return
        plane, dx, dy = found
        if align == "m":
            x -= (plane.width - 2) // 2 - (dx - 1)
        elif align == "r":
            x -= plane.width - 2 - (dx - 1)
        self.plane.paste(plane, (x - dx, baseline - dy))


def middle(top: int, bottom: int, size: int) -> int:
    """The baseline on which capitals and digits of this size stand in the middle."""
    return round((top + bottom + size * fonts.CAPITALS) / 2)
