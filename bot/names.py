"""People's names: any text that Discord allows, made safe to print."""

from __future__ import annotations

import unicodedata
from typing import Final

import discord

MAX_NAME: Final = 32
_MAX_MARKS: Final = 2


def clean(name: str) -> str:
    """A name as it is kept and drawn: on one line, at most 32 characters, few combining marks, never empty."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MAX_MARKS or category in ("Cc", "Cs", "Co", "Cn") or (category == "Cf" and char != "\u200d"):
            continue
        kept.append(" " if category.startswith("Z") else char)
    text = " ".join("".join(kept).split())[:MAX_NAME].strip()
    return text if any(char.isprintable() and not char.isspace() for char in text) else "?"


def safe(name: str) -> str:
    """A clean name as it may stand in a message: no markdown, no mention, no link."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name)).replace("://", ":\u200b//")
