"""Marks the sentences that players read, so that they can be translated where they are shown."""

from __future__ import annotations


def N_(message: str) -> str:
    """Return `message` unchanged; the mark alone brings it into the message catalogue.

    The rules know no language: they hand out message ids, and `bot/` and `renderer/` translate them.

    >>> N_("It is not your turn.")
    'It is not your turn.'
    """
    return message


def one_line(text: str) -> str:
    """The text on one line: what cannot be printed is written as an escape.

    >>> one_line("no such file: a\\nb")
    'no such file: a\\\\nb'
    """
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
