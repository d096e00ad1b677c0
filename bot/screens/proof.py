"""The proof of a fair deal: the salt, the tiles as they were dealt, and how to check them."""

from __future__ import annotations

from gettext import NullTranslations

from bot import fairness
from bot.screens.parts import Screen, small, text
from storage.models import Deal


def proof_screen(deal: Deal, words: NullTranslations) -> Screen:
    """Salt, deal and how to check them."""
    head = words.gettext("The deal of round {number}").format(number=deal.round + 1)
    told = words.gettext(
        "Before the round its board showed the SHA-256 of this line: a random salt and the tiles as they were dealt, "
        "hand by hand, then the boneyard. Put the line into any SHA-256 tool, without a line break at its end, and "
        "compare with what the board showed:"
    )
    line = f"{deal.salt} {deal.order}"
    digest = fairness.commitment(deal.salt, deal.order)
    how = words.gettext("On Linux or macOS: {command}").format(command="`printf '%s' 'LINE' | sha256sum`")
    return Screen((text(f"### {head}\n{told}\n`{digest}`"), text(f"```\n{line}\n```"), small([how])))
