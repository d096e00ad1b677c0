"""Fonts: Noto Sans from its package, then what the system has, then Pillow's own; text measured, cut and drawn.

A run of text is drawn in the first font that has glyphs for most of it; characters that this font lacks are left out.
"""

from __future__ import annotations

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


@lru_cache(maxsize=256)
def _face(number: int | None, size: int, weight: int) -> Font:
    path = None if number is None else _source(number)
    if path is None:
        return ImageFont.load_default(size)
    face = ImageFont.truetype(path, size)
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
    face = _face(number, 24, REGULAR)
    try:
        drawn, missing = face.getmask(char), face.getmask(_NOTHING)
    except (UnicodeError, OSError, ValueError):
        return False
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@lru_cache(maxsize=1 << 12)
def _fitted(text: str) -> tuple[int | None, str]:
    """The font for a text, and the text without the characters that it lacks."""
    best: tuple[int, int | None] = (-1, None)
    for number in (*range(len(_FAMILIES) + len(_FILES)), None):
        if number is not None and _source(number) is None:
            continue
        count = sum(_has(number, char) for char in text)
        if count > best[0]:
            best = (count, number)
        if count == len(text):
            break
    number = best[1]
    kept = "".join(char for char in text if _has(number, char))
    return number, " ".join(kept.split())


def drawable(text: str) -> str:
    """The part of a text for which there are glyphs."""
    return _fitted(text)[1]


@lru_cache(maxsize=1 << 13)
def width(text: str, size: int, weight: int = REGULAR) -> int:
    """How many pixels wide a text is."""
    number, kept = _fitted(text)
    return round(_face(number, size, weight).getlength(kept)) if kept else 0


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


@lru_cache(maxsize=1 << 11)
def coverage(text: str, size: int, weight: int) -> tuple[Image.Image, int, int] | None:
    """How much of each pixel a text covers, and where its origin on the baseline is in that picture."""
    number, kept = _fitted(text)
    if not kept:
        return None
    face = _face(number, size, weight)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(kept, anchor="ls" if _scales(face) else None))
    if right <= left or bottom <= top:
        return None
    picture = Image.new("L", (right - left + 2, bottom - top + 2), 0)
    anchor = "ls" if _scales(face) else None
    ImageDraw.Draw(picture).text((1 - left, 1 - top), kept, fill=255, font=face, anchor=anchor)
    return picture, 1 - left, 1 - top


def _scales(face: Font) -> bool:
    return isinstance(face, ImageFont.FreeTypeFont)
