"""Any name that Discord allows is kept short, visible and harmless."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.names import MAX_NAME, clean, safe

MONSTER = "Z" + "\u0335\u0321\u0328" * 40


@given(st.text(max_size=80))
@example(MONSTER)
@example("a" + "\u0301\u200b" * 40)
@example("a" + "\u0301\u200d" * 40)
def test_a_clean_name_is_one_short_line_that_shows_something(name: str) -> None:
    cleaned = clean(name)
    assert 1 <= len(cleaned) <= MAX_NAME
    assert cleaned == cleaned.strip()
    assert cleaned == clean(cleaned)
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in cleaned)
    assert any(unicodedata.category(char)[0] in "LNPS" for char in cleaned)
    kinds = "".join(unicodedata.category(char) for char in cleaned.replace("\u200d", ""))
    assert not re.search("(Mn|Me){3}", kinds)


@pytest.mark.parametrize(
    "name", ["", " ", "\n", "\u200b\u200d", "\u3164", "\u2800\u2800", "\u202e", "\u0301", "\ufe0f", "\u115f\u1160"]
)
def test_a_name_of_which_nothing_can_be_seen_is_a_question_mark(name: str) -> None:
    assert clean(name) == "?"


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Alice", "Alice"),
        ("Al\nice\tB", "Al ice B"),
        ("\u202eevil", "evil"),
        ("שלום", "שלום"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("e\u0301", "é"),
        ("x" * 40, "x" * 32),
        (MONSTER, "Z\u0335\u0335"),
    ],
)
def test_a_name_is_cleaned(name: str, cleaned: str) -> None:
    assert clean(name) == unicodedata.normalize("NFC", cleaned)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("_a_ ~~b~~ `c` ||d||", r"\_a\_ \~\~b\~\~ \`c\` \|\|d\|\|"),
        ("# head", r"\# head"),
        ("- point", r"\- point"),
        ("> quote", r"\> quote"),
        ("<@123>", r"\<\@123\>"),
        ("<#1> <:x:2> <t:0:R>", r"\<#1\> \<:x:2\> \<t:0:R\>".replace("#", r"\#")),
        ("@everyone @here", r"\@everyone \@here"),
        ("[a](http://b)", r"\[a\](http:\//b)"),
        ("http://*a*", r"http:\//\*a\*"),
        ("Anne-Marie", "Anne-Marie"),
    ],
)
def test_a_name_is_shown_as_it_is_written_and_does_nothing(name: str, shown: str) -> None:
    assert safe(name) == shown
