"""The catalogues hold what the code says, and nothing in them is broken."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot import words as module
from bot.words import LOCALE, BrokenCatalogue, languages, words

ROOT = Path(__file__).parents[2]


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def catalogue_of(language: str) -> Catalog:
    return catalogue(LOCALE / language / "LC_MESSAGES" / "caboose.po")


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def ids(catalog: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in messages(catalog)}


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for catalogues of the test's own."""

    def forget() -> None:
        languages.cache_clear()
        words.cache_clear()

    monkeypatch.setattr(module, "LOCALE", tmp_path)
    forget()
    yield tmp_path
    forget()


def write(locale: Path, language: str, text: str, encoding: str = "utf-8") -> None:
    folder = locale / language / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "caboose.po").write_text(header + text, encoding)


def test_the_template_holds_every_message_of_the_code() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["babel"]["extract_messages"]
    fresh = Catalog()
    for room in config["input-paths"]:
        for _, _, message, _, context in extract_from_dir(ROOT / room):
            fresh.add(message, context=context)
    assert ids(catalogue(LOCALE / "caboose.pot")) == ids(fresh), "run `make words`"


@pytest.mark.parametrize("language", languages())
def test_every_catalogue_holds_the_messages_of_the_template(language: str) -> None:
    assert ids(catalogue_of(language)) == ids(catalogue(LOCALE / "caboose.pot")), "run `make words`"


@pytest.mark.parametrize("language", languages())
def test_translations_keep_the_placeholders(language: str) -> None:
    for message in messages(catalogue_of(language)):
        allowed = {placeholders(form) for form in forms(message.id)}
        for translation in filter(None, forms(message.string)):
            assert placeholders(translation) in allowed, f"{message.id!r} became {translation!r}"


def test_english_is_the_ids_themselves() -> None:
    assert words("en").gettext("It is not your turn.") == "It is not your turn."
    assert not any(any(forms(message.string)) for message in messages(catalogue_of("en")))


def test_an_unknown_language_speaks_english() -> None:
    assert words("../xx").ngettext("{n} tile", "{n} tiles", 2) == "{n} tiles"


def test_a_message_without_a_translation_stays_english(locale: Path) -> None:
    write(locale, "nb", 'msgid "train"\nmsgstr "tog"\n\nmsgid "tile"\nmsgstr ""\n')
    assert languages() == ("nb",)
    assert words("nb").gettext("train") == "tog"
    assert words("nb").gettext("tile") == "tile"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("train = tog\n", "utf-8"), ('msgid "pass"\nmsgstr "stå over"\n', "latin-1")],
)
def test_a_broken_catalogue_is_named(locale: Path, text: str, encoding: str) -> None:
    write(locale, "nb", text, encoding)
    with pytest.raises(BrokenCatalogue, match=r"nb.LC_MESSAGES.caboose\.po cannot be read: "):
        words("nb")
