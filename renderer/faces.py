"""Who a plate is about: the symbol of the seat, and the avatar where there is one."""

from __future__ import annotations

import warnings
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from renderer.canvas import Canvas, shape
from renderer.palette import index, quantised
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import Colour, Theme

LARGEST: Final = 512
"""An avatar with more pixels on a side is not decoded."""
_FORMATS: Final = ("PNG", "WEBP", "JPEG", "GIF")


@lru_cache(maxsize=256)
def _square(avatar: bytes, size: int) -> Image.Image | None:
    """An avatar, decoded and brought to a size; None where that cannot be done."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Pillow warns of pictures that are made to burst
            with Image.open(BytesIO(avatar), formats=_FORMATS) as picture:
                if max(picture.size) > LARGEST or min(picture.size) < 1:
                    return None
                return picture.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)
    except Exception:  # whatever somebody has uploaded: the symbol of the seat serves as well
        return None


@lru_cache(maxsize=512)
def face_plane(look: Theme, avatar: bytes, size: int, colour: Colour, under: Colour) -> Image.Image | None:
    """An avatar as a disc with a ring around it, on a flat area; None where it cannot be decoded."""
    picture = _square(avatar, size)
    if picture is None:
        return None
    ground = Image.new("RGBA", picture.size, (*under, 255))
    ground.alpha_composite(picture)
    plane = Image.new("L", picture.size, index(look, under))
    inside = Image.new("1", picture.size, 0)
    ImageDraw.Draw(inside).ellipse((1, 1, size - 2, size - 2), fill=1)
    plane.paste(quantised(ground, look), (0, 0), inside)
    canvas = Canvas(look, size, size, under)
    canvas.plane = plane
    line = max(2, size // 18)

    def ring(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
        draw.ellipse((0, 0, width - 1, height - 1), outline=255, width=line * width // size)

    canvas.lay(shape(size, size, ring), 0, 0, colour, under)
    return canvas.plane


def draw_face(canvas: Canvas, seat: int, avatar: bytes, centre: tuple[int, int], room: int, under: Colour) -> bool:
    """The avatar with the seat's symbol at its lower right, in a square of `room`; False where there is none."""
    look = canvas.look
    colour = seat_colour(look, seat)
    plane = face_plane(look, avatar, room, colour, under) if avatar else None
    if plane is None:
        return False
    left, top = centre[0] - room // 2, centre[1] - room // 2
    canvas.put(plane, left, top)
    symbol = round(room * 0.46)
    pad = max(2, room // 16)
    x, y = left + room - symbol + pad, top + room - symbol + pad
    canvas.lay(sign("disc", symbol + 2 * pad + 2, symbol + 2 * pad + 2), x - pad - 1, y - pad - 1, under, under)
    canvas.lay(seat_sign(seat, symbol), x, y, colour, under)
    return True
