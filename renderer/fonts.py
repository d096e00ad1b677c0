"""Fonts: Noto Sans from its package, then what the system has, then Pillow's own; text measured, cut and drawn.

A text is drawn in runs, each in the first font that has its glyphs; characters that no font has are left out.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

REGULAR: Final = 440
BOLD: Final = 680
HEAVY: Final = 800
ELLIPSIS: Final = "…"
CAPITALS: Final = 0.714
"""The height of capitals and digits, as a share of the size."""
_FAMILIES: Final = (
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai",
    "Noto Sans JP", "Noto Sans KR", "Noto Sans SC",
)  # fmt: skip
_FILES: Final = (
    "NotoSans-Regular.ttf", "DejaVuSans.ttf", "NotoSansArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf",
    "NotoSansCJK-Regular.ttc", "LiberationSans-Regular.ttf", "Arial Unicode.ttf", "arial.ttf", "Arial.ttf",
    "msgothic.ttc", "malgun.ttf",
)  # fmt: skip
_NOTHING: Final = "\U0010fffd"
"""A character that no font has: it is drawn as the sign for a missing glyph."""

_NONE: Final = -1
"""The number of no font."""
_UNSEEN: Final = "\u200e\u200f\u2066\u2067\u2068\u2069"
"""Marks of direction: each run is drawn by itself, so they have nothing to do here."""
_MARKS: Final = re.compile("[\u0300-\u036f\u0483-\u0489\u200c-\u200f\u20d0-\u20ff]")

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def _packaged(family: str) -> str | None:
    try:
        import fontpkg  # noqa: PLC0415 - the package may be missing

        return str(fontpkg.path(family, nearest=True))
    except Exception:  # whatever is wrong with a font package, there are other fonts
        return None


@cache
def _source(number: int) -> str | None:
    """The file of the n-th font, or None where it is not there."""
    if number < len(_FAMILIES):
        return _packaged(_FAMILIES[number])
    name = _FILES[number - len(_FAMILIES)]
    try:
        ImageFont.truetype(name, 20)
    except OSError:
        return None
    return name


@lru_cache(maxsize=96)
def _face(number: int | None, size: int, weight: int, plain: bool) -> Font:
    """A font; `plain` lays its glyphs side by side, which spares the shaper's 8 ms and megabyte for each size."""
    path = None if number is None else _source(number)
    if path is None:
        return ImageFont.load_default(size)
    engine = ImageFont.Layout.BASIC if plain else None
    face = ImageFont.truetype(path, size, layout_engine=engine)
    try:
        axes = face.get_variation_axes()
        face.set_variation_by_axes([weight if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes])
    except (OSError, NotImplementedError):
        pass  # a font with one weight
    return face


@lru_cache(maxsize=1 << 13)
def _has(number: int | None, char: str) -> bool:
    """Whether a font has a glyph for a character."""
    if char.isspace():
        return char == " "
    face = _face(number, 24, REGULAR, True)
    try:
        drawn, missing = face.getmask(char), face.getmask(_NOTHING)
    except (UnicodeError, OSError, ValueError):
        return False
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@lru_cache(maxsize=1 << 13)
def _font_for(char: str) -> int | None:
    """The first font that has a character; `_NONE` where none has it."""
    for number in range(len(_FAMILIES) + len(_FILES)):
        if _source(number) is not None and _has(number, char):
            return number
    return None if _has(None, char) else _NONE


@lru_cache(maxsize=1 << 12)
def _runs(text: str) -> tuple[tuple[int | None, str], ...]:
    """A text in pieces, each in one font; a character that no font has is replaced by a plainer one, or left out."""
    runs: list[tuple[int | None, str]] = []
    for char in text:
        plain = char if _font_for(char) != _NONE else unicodedata.normalize("NFKC", char)
        for one in plain:
            number = _font_for(one)
            if number == _NONE or one in _UNSEEN:
                continue
            if runs and (number == runs[-1][0] or (not one.isalnum() and _has(runs[-1][0], one))):
                runs[-1] = (runs[-1][0], runs[-1][1] + one)
            else:
                spaces = ""
                if runs and runs[-1][1].endswith(" "):  # a space after a right-to-left run would go to its left
                    spaces = " "
                    runs[-1] = (runs[-1][0], runs[-1][1].rstrip(" "))
                runs.append((number, spaces + one))
    return tuple(runs)


def _plain(run: str) -> bool:
    """Whether glyphs side by side will do: in Latin, Greek and Cyrillic without combining marks."""
    return all(char < "\u0590" or "\u1e00" <= char < "\u2c00" for char in run) and not _MARKS.search(run)


def drawable(text: str) -> str:
    """The part of a text for which there are glyphs."""
    return " ".join("".join(run for _, run in _runs(text)).split())


@lru_cache(maxsize=1 << 13)
def width(text: str, size: int, weight: int = REGULAR) -> int:
    """How many pixels wide a text is."""
    return round(sum(_face(number, size, weight, _plain(run)).getlength(run) for number, run in _runs(text)))


@lru_cache(maxsize=1 << 12)
def fitting(text: str, size: int, weight: int, room: int) -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    text = drawable(text)
    if width(text, size, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def sentence(make: Callable[[int], str], size: int, weight: int, room: int) -> str:
    """What `make` says with names of at most so many characters, the most that the room has place for."""
    for most in (64, 32, 24, 18, 14, 10, 7):
        text = make(most)
        if width(text, size, weight) <= room:
            return text
    return fitting(make(7), size, weight, room)


@lru_cache(maxsize=1 << 10)
def coverage(text: str, size: int, weight: int) -> tuple[Image.Image, int, int] | None:
    """How much of each pixel a text covers, and where its origin on the baseline is in that picture."""
    pieces = []
    x = 0.0
    for number, run in _runs(text):
        face = _face(number, size, weight, _plain(run))
        anchor = "ls" if _scales(face) else None
        pieces.append((face, anchor, run, x, face.getbbox(run, anchor=anchor)))
        x += face.getlength(run)
    boxes = [(box[0] + x, box[1], box[2] + x, box[3]) for _, _, _, x, box in pieces if box[2] > box[0]]
    if not boxes:
        return None
    left, top = math.floor(min(box[0] for box in boxes)) - 1, math.floor(min(box[1] for box in boxes)) - 1
    right, bottom = math.ceil(max(box[2] for box in boxes)) + 1, math.ceil(max(box[3] for box in boxes)) + 1
    picture = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(picture)
    for face, anchor, run, x, _ in pieces:
        draw.text((x - left, -top), run, fill=255, font=face, anchor=anchor)
    return picture, -left, -top


def _scales(face: Font) -> bool:
    return isinstance(face, ImageFont.FreeTypeFont)
