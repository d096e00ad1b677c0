"""Who sits at the table, and how a name is said so that any name leaves the sentence around it whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Final

LONGEST: Final = 64
"""No name is said with more characters than this: Discord's 32, each of them escaped."""
_FSI, _PDI = "\u2068", "\u2069"
_ZERO_WIDTH_JOINER = "\u200d"
_MOST_MARKS = 3


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a seat, as they are shown."""

    name: str
    computer: bool = False
    avatar: bytes = field(default=b"", repr=False)
    """A small picture as it came, PNG or the like; empty where there is none."""


def name_of(people: Sequence[Person], seat: int, words: NullTranslations, most: int = LONGEST) -> str:
    """The name of a seat for pictures and for measuring: one line, no controls, never empty, cut with an ellipsis.

    >>> name_of([Person(" Bo\\n")], 0, NullTranslations()), name_of([Person("")], 0, NullTranslations())
    ('Bo', 'Seat 1')
    """
    name = _clean(people[seat].name) if seat < len(people) else ""
    return cut(name or words.gettext("Seat {number}").format(number=seat + 1), most)


def is_computer(people: Sequence[Person], seat: int) -> bool:
    """Whether a computer plays a seat."""
    return seat < len(people) and people[seat].computer


def avatar_of(people: Sequence[Person], seat: int) -> bytes:
    """The avatar of a seat; empty where there is none."""
    return people[seat].avatar if seat < len(people) else b""


def spoken(people: Sequence[Person], seat: int, words: NullTranslations, most: int = LONGEST) -> str:
    """The name of a seat for a sentence: a right-to-left name is isolated, so that it does not turn its neighbours."""
    name = name_of(people, seat, words, most)
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name):
        return f"{_FSI}{name}{_PDI}"
    return name


def cut(name: str, most: int) -> str:
    """At most `most` characters, the last of them an ellipsis where something is missing."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip(' ' + chr(92) + _ZERO_WIDTH_JOINER)}…"


def _clean(name: str) -> str:
    """The name without line breaks, controls, direction overrides and towers of accents."""
    kept: list[str] = []
    marks = 0
    for char in " ".join(name.split()):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or (category[0] == "C" and char != _ZERO_WIDTH_JOINER):
            continue
        kept.append(char)
    return "".join(kept).strip(" " + _ZERO_WIDTH_JOINER)
