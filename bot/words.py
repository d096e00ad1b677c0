"""The message catalogues: what the bot says, in each language that somebody has translated it into."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALE: Final = Path(__file__).with_name("locale")
_CATALOGUE: Final = "LC_MESSAGES/caboose.po"


class BrokenCatalogue(Exception):
    """A message catalogue that cannot be read; the message says which, and why."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, in alphabetical order."""
    return tuple(sorted(path.parents[1].name for path in LOCALE.glob(f"*/{_CATALOGUE}")))


@cache
def words(language: str) -> NullTranslations:
    """The words of `language`; in English where it, or a single message of it, is not translated.

    Raises:
        BrokenCatalogue: if there is a catalogue that cannot be read.
    """
    if language not in languages():
        return NullTranslations()
    path = LOCALE / language / _CATALOGUE
    compiled = BytesIO()
    try:
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, abort_invalid=True))
        compiled.seek(0)
        return GNUTranslations(compiled)
    except (PoFileError, ValueError, LookupError) as error:
        raise BrokenCatalogue(f"{path} cannot be read: {error}") from error
