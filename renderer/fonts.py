"""Fonts: those that come as packages, then what the system has, then Pillow's own; text measured, cut and drawn.

A text is drawn in runs, each in the first font that has its glyphs; characters that no font has are left out.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from renderer import emoji

REGULAR: Final = 440
BOLD: Final = 680
HEAVY: Final = 800
ELLIPSIS: Final = "…"
CAPITALS: Final = 0.714
"""The height of capitals and digits, as a share of the size."""
_FAMILIES: Final = (
    "Noto Sans", "Noto Sans Arabic", "Assistant", "Noto Sans Devanagari", "Hind Siliguri", "Noto Sans Tamil",
    "Noto Sans Telugu", "Noto Sans Thai", "Noto Sans Khmer", "Noto Sans JP", "Noto Sans KR", "Noto Sans SC",
)  # fmt: skip
_FILES: Final = (
    "NotoSans-Regular.ttf", "DejaVuSans.ttf", "NotoSansArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf",
    "NotoSansCJK-Regular.ttc", "NotoSansCJK-VF.otf.ttc", "DroidSansFallbackFull.ttf", "DroidSansFallback.ttf",
    "wqy-zenhei.ttc", "LiberationSans-Regular.ttf", "Arial Unicode.ttf", "Hiragino Sans GB.ttc", "arial.ttf",
    "Arial.ttf", "msyh.ttc", "msgothic.ttc", "malgun.ttf",
)  # fmt: skip
_NOTHING: Final = "\U0010fffd"
"""A character that no font has: it is drawn as the sign for a missing glyph."""

_NONE: Final = -1
"""The number of no font."""
_EMOJI: Final = -2
"""The number of the font for emoji in colour."""
_EMOJI_HIGH: Final = 1.08
_EMOJI_BELOW: Final = 0.18
"""An emoji's height, and how far it reaches below the baseline, as shares of the text's size."""
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


Run = tuple[int | None, str]
"""A piece of a text in one font."""


@lru_cache(maxsize=1 << 12)
def _runs(text: str) -> tuple[Run, ...]:
    """A text in pieces, each in one font, from left to right; each emoji in colour is a piece of its own.

    What no font has is replaced by a plainer sign, or left out.
    """
    runs: list[Run] = []
    for piece, is_emoji in emoji.pieces(text):
        if is_emoji and not (emoji.as_text(piece) and _font_for(piece) != _NONE):
            if emoji.picture(piece, 20) is not None:
                runs.append((_EMOJI, piece))
                continue
            piece = emoji.bare(piece)  # noqa: PLW2901 - what is left of it
        for char in piece:
            plain = char if _font_for(char) != _NONE else unicodedata.normalize("NFKC", char)
            for one in plain:
                _add(runs, one)
    return tuple(_from_left_to_right(runs))


def _add(runs: list[Run], char: str) -> None:
    """Put a character where it belongs: into the last run, or into a new one."""
    number = _font_for(char)
    if number == _NONE or char in _UNSEEN:
        return
    last, before = runs[-1] if runs else (_NONE, "")
    if runs and last != _EMOJI and (number == last or (not char.isalnum() and _has(last, char))):
        runs[-1] = (last, before + char)
        return
    spaces = ""
    if before.endswith(" ") and _turned(before):  # drawn from right to left, it would go to the wrong side
        spaces = " "
        runs[-1] = (last, before.rstrip(" "))
    runs.append((number, spaces + char))


def _turned(run: str) -> bool:
    """Whether a run is written from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in run)


def _from_left_to_right(runs: list[Run]) -> list[Run]:
    """The runs as they are drawn: of several from right to left, the last one comes first."""
    found: list[Run] = []
    turned: list[Run] = []
    for run in runs:
        if _turned(run[1]):
            turned.insert(0, run)
            continue
        found += [*turned, run]
        turned = []
    return [*found, *turned]


def _plain(run: str) -> bool:
    """Whether glyphs side by side will do: in Latin, Greek and Cyrillic without combining marks."""
    return all(char < "\u0590" or "\u1e00" <= char < "\u2c00" for char in run) and not _MARKS.search(run)


@lru_cache(maxsize=1 << 11)
def drawable(text: str) -> str:
    """The part of a text for which there are glyphs."""
    kept = []
    for piece, is_emoji in emoji.pieces(text):
        if is_emoji and emoji.picture(piece, 20) is not None:
            kept.append(piece)
            continue
        for char in emoji.bare(piece) if is_emoji else piece:
            plain = char if _font_for(char) != _NONE else unicodedata.normalize("NFKC", char)
            kept += [one for one in plain if _font_for(one) != _NONE and one not in _UNSEEN]
    return " ".join("".join(kept).split())


def _advance(run: Run, size: int, weight: int) -> float:
    number, text = run
    if number == _EMOJI:
        picture = emoji.picture(text, round(size * _EMOJI_HIGH))
        return 0.0 if picture is None else picture.width + size * 0.08
    return _face(number, size, weight, _plain(text)).getlength(text)


@lru_cache(maxsize=1 << 13)
def width(text: str, size: int, weight: int = REGULAR) -> int:
    """How many pixels wide a text is."""
    return round(sum(_advance(run, size, weight) for run in _runs(text)))


@lru_cache(maxsize=1 << 12)
def fitting(text: str, size: int, weight: int, room: int) -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    text = drawable(text)
    if width(text, size, weight) <= room:
        return text
    signs = _signs(text)
    low, high = 0, len(signs)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(signs[:middle]).rstrip() + ELLIPSIS, size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(signs[:low]).rstrip() + ELLIPSIS


def _signs(text: str) -> list[str]:
    """A text cut where a reader would: never within an emoji, nor before an accent."""
    found: list[str] = []
    for piece, is_emoji in emoji.pieces(text):
        if is_emoji:
            found.append(piece)
            continue
        for char in piece:
            if found and (unicodedata.category(char)[0] == "M" or char == "\u200d" or found[-1].endswith("\u200d")):
                found[-1] += char
            else:
                found.append(char)
    return found


def sentence(make: Callable[[int], str], size: int, weight: int, room: int) -> str:
    """What `make` says with names of at most so many characters, the most that the room has place for."""
    for most in (64, 32, 24, 18, 14, 10, 7):
        text = make(most)
        if width(text, size, weight) <= room:
            return text
    return fitting(make(7), size, weight, room)


class Drawn(NamedTuple):
    """A text that is ready to be coloured."""

    cover: Image.Image
    """How much of each pixel it covers."""
    x: int
    y: int
    """Where its origin on the baseline is."""
    pictures: tuple[tuple[Image.Image, int, int], ...]
    """The emoji in colour, and where they go."""


@lru_cache(maxsize=1 << 10)
def coverage(text: str, size: int, weight: int) -> Drawn | None:
    """A text, drawn; None where there is nothing to be seen of it."""
    pieces: list[tuple[Font, str, float]] = []
    pictures: list[tuple[Image.Image, float]] = []
    boxes: list[tuple[float, float, float, float]] = []
    x = 0.0
    for run in _runs(text):
        number, said = run
        if number == _EMOJI:
            picture = emoji.picture(said, round(size * _EMOJI_HIGH))
            if picture is not None:
                bottom = size * _EMOJI_BELOW
                pictures.append((picture, x + size * 0.04))
                boxes.append((x, bottom - picture.height, x + size * 0.08 + picture.width, bottom))
        else:
            face = _face(number, size, weight, _plain(said))
            pieces.append((face, said, x))
            left, top, right, bottom = face.getbbox(said, anchor=_anchor(face))
            if right > left:
                boxes.append((left + x, top, right + x, bottom))
        x += _advance(run, size, weight)
    if not boxes:
        return None
    left, top = math.floor(min(box[0] for box in boxes)) - 1, math.floor(min(box[1] for box in boxes)) - 1
    right, bottom = math.ceil(max(box[2] for box in boxes)) + 1, math.ceil(max(box[3] for box in boxes)) + 1
    cover = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(cover)
    for face, said, begins in pieces:
        draw.text((begins - left, -top), said, fill=255, font=face, anchor=_anchor(face))
    below = round(size * _EMOJI_BELOW)
    placed = tuple((picture, round(begins) - left, below - picture.height - top) for picture, begins in pictures)
    return Drawn(cover, -left, -top, placed)


def _anchor(face: Font) -> str | None:
    return "ls" if isinstance(face, ImageFont.FreeTypeFont) else None
