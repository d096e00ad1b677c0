"""People's names: any text that Discord allows, made safe to print."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_NAME: Final = 32
_MAX_MARKS: Final = 2
_JOINER: Final = "\u200d"
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
_MEANS_SOMETHING: Final = re.compile(r"([\\*_~`|<>\[\]#@]|^[-+]|(?<=:)/(?=/))")
"""What begins or ends markdown, a mention, a link or a timestamp; Discord shows it as it is after a backslash."""


def clean(name: str) -> str:
    """A name as it is kept and drawn: on one line, at most 32 characters, few combining marks, never empty."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Cc", "Cs", "Co", "Cn") or (category == "Cf" and char != _JOINER):
            kept.append(" " if char in "\t\n\r" else "")
            continue
        if category in ("Mn", "Me"):
            marks += 1
        elif char != _JOINER:
            marks = 0
        if marks <= _MAX_MARKS:
            kept.append(" " if category.startswith("Z") or char in _BLANK else char)
    text = " ".join("".join(kept).split())[:MAX_NAME].strip()
    return text if any(unicodedata.category(char)[0] in "LNPS" for char in text) else "?"


def safe(name: str) -> str:
    """A clean name as it may stand in a message: no markdown, no mention, no link."""
    return _MEANS_SOMETHING.sub(r"\\\1", name)
