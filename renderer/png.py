"""PNG files joined from bands that are packed one by one, so that what did not change is never packed again."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from renderer import palette
from renderer.theme import Theme

_LEVEL: Final = 3
_ADLER_BASE: Final = 65521


class Band(NamedTuple):
    """A horizontal strip of a picture, packed: it ends on a whole byte and refers to nothing before it."""

    width: int
    height: int
    packed: bytes
    length: int
    """How many bytes it has unpacked."""
    check: int
    """Their Adler-32."""


def pack(plane: Image.Image) -> Band:
    """Pack a plane of palette indices."""
    width, height = plane.size
    rows = Image.new("L", (width + 1, height), 0)  # each row of a PNG begins with its filter: 0, none
    rows.paste(plane, (1, 0))
    raw = rows.tobytes()
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15)
    packed = packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)
    return Band(width, height, packed, len(raw), zlib.adler32(raw))


def join(bands: Iterable[Band], look: Theme) -> bytes:
    """The PNG of these bands below one another, in the colours of the theme that they were drawn in."""
    width = height = 0
    check = 1
    parts = [b"\x78\x01"]
    for band in bands:
        width = band.width
        height += band.height
        check = _combined(check, band.check, band.length)
        parts.append(band.packed)
    parts.append(b"\x03\x00" + check.to_bytes(4, "big"))  # an empty last block
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _palette(look),
            _chunk(b"IDAT", b"".join(parts)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return b"".join((len(body).to_bytes(4, "big"), kind, body, zlib.crc32(body, zlib.crc32(kind)).to_bytes(4, "big")))


@cache
def _palette(look: Theme) -> bytes:
    return _chunk(b"PLTE", palette.packed(look))


def _combined(one: int, other: int, length: int) -> int:
    """The Adler-32 of two pieces of data, from theirs and the second one's length."""
    low = (one & 0xFFFF) + (other & 0xFFFF) - 1
    high = (one >> 16) + (other >> 16) + length * ((one & 0xFFFF) - 1)
    return (high % _ADLER_BASE) << 16 | low % _ADLER_BASE
