"""Refusals of clicks and commands, one sentence for who clicked, and nothing changes; and trouble with Discord."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import aiohttp
import discord

from game.words import N_

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


NOT_SEATED: Final = N_("You are not at this table. Watch the board, or join the next game.")
NOT_YOUR_TURN: Final = N_("It is {name}'s turn. Your hand will be ready when yours comes.")
OVER: Final = N_("This game is over. Start a new one with /train new.")
NOT_STARTED: Final = N_("The game has not started yet: press Join, then the host presses Start.")
ROUND_OVER: Final = N_("This round is over. Press “Next round” to go on.")
STALE: Final = N_("The table has moved on since that button was drawn. Here is how things stand.")
