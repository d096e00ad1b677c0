"""Emoji in names: found as whole sequences, drawn in colour where the system has a font for that, else left out."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_FILES: Final = (
    "NotoColorEmoji.ttf", "NotoColorEmoji-Regular.ttf", "Apple Color Emoji.ttc", "seguiemj.ttf", "TwemojiMozilla.ttf",
)  # fmt: skip
_SIZES: Final = (109, 160, 96)
"""Fonts of bitmaps have one size each: Noto's and Apple's; the others take any."""
_BASE: Final = (
    r"[\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff\u2600-\u27bf\u2300-\u23ff\u2b00-\u2bff"
    r"\u203c\u2049\u2122\u2139\u2190-\u21ff\u24c2\u25aa-\u25fe\u2934\u2935\u3030\u303d\u3297\u3299\u00a9\u00ae]"
)
_DRESSED: Final = rf"{_BASE}[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\u20e3]*"
_SEQUENCE: Final = re.compile(
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_DRESSED}(?:\u200d{_DRESSED})*|[\U0001f1e6-\U0001f1ff]"
)
_DRESS: Final = re.compile("[\u200d\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""What only changes the sign before it."""


def pieces(text: str) -> list[tuple[str, bool]]:
    """A text cut into emoji sequences and what is between them; each with whether it is an emoji.

    >>> pieces("Bo ♥\\N{VARIATION SELECTOR-16}!")
    [('Bo ', False), ('♥️', True), ('!', False)]
    """
    found: list[tuple[str, bool]] = []
    end = 0
    for match in _SEQUENCE.finditer(text):
        if match.start() > end:
            found.append((text[end : match.start()], False))
        found.append((match[0], True))
        end = match.end()
    if end < len(text):
        found.append((text[end:], False))
    return found


def bare(sequence: str) -> str:
    """The first sign of a sequence, without skin tones, joiners and the like: what a font without colour may have."""
    first = sequence.partition("\u200d")[0]
    return _DRESS.sub("", first)


def as_text(sequence: str) -> bool:
    """Whether a sequence is usually shown as a character of the text: a heart or star without the wish for colour."""
    return (
        "\ufe0f" not in sequence
        and len(sequence) == 1
        and unicodedata.category(sequence) in ("So", "Sm", "Po")
        and (sequence < "\U0001f000")
    )


@cache
def _font() -> ImageFont.FreeTypeFont | None:
    for name in _FILES:
        for size in _SIZES:
            try:
                return ImageFont.truetype(name, size)
            except OSError:
                continue
    return None


@lru_cache(maxsize=256)
def picture(sequence: str, size: int) -> Image.Image | None:
    """An emoji, so high, in colour on nothing; None where there is no font for it."""
    font = _font()
    if font is None:
        return None
    try:
        left, top, right, bottom = (round(edge) for edge in font.getbbox(sequence))
        if right <= left or bottom <= top or right - left > 1.7 * font.size:
            return None  # a sequence that the font does not know comes as several signs
        large = Image.new("RGBA", (right - left, bottom - top))
        ImageDraw.Draw(large).text((-left, -top), sequence, font=font, embedded_color=True)
    except (OSError, ValueError):
        return None
    box = large.getchannel("A").getbbox()
    if box is None:
        return None
    large = large.crop(box)
    return large.resize((max(1, round(large.width * size / large.height)), size), Image.Resampling.LANCZOS)
