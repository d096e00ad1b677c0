"""Refusals of clicks and commands, one sentence for who clicked, and nothing changes; and trouble with Discord."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import aiohttp
import discord

TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised when Discord cannot be reached or does not take something."""


class Refused(Exception):
    """A click or command that cannot be done; `sentence` is a message id to be formatted with `values`."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values

    def said(self, words: NullTranslations) -> str:
        """The sentence in the reader's language."""
        return words.gettext(self.sentence).format(**self.values)


class Stale(Refused):
    """A move from a hand that was drawn before the table moved on: the hand is drawn again instead."""
