"""Fonts: what cannot be drawn is left out, what is too long is cut, and without any font pictures still come."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from PIL import Image

from game.match import Match
from game.view import view_of
from renderer import board, canvas, emoji, fonts
from renderer.gallery import people
from renderer.people import Person
from renderer.plate import drawn
from renderer.theme import DARK


def forget() -> None:
    """Empty every cache through which a font may have gone."""
    for cached in (
        emoji._font, emoji.picture, fonts._source, fonts._face, fonts._has,
        fonts._font_for, fonts._runs, fonts.width, fonts.fitting,
        fonts.coverage, fonts.drawable, canvas.text_plane, board._lane_band, board.heading_band,
    ):  # fmt: skip
        cached.cache_clear()


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which neither packages nor the system have a font."""
    forget()
    monkeypatch.setattr(fonts, "_packaged", lambda family: None)
    monkeypatch.setattr(fonts, "_FILES", ())
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("no_fonts")
def test_without_fonts_pillows_own_draws_the_board(played: tuple[Match, ...], words: NullTranslations) -> None:
    assert fonts.width("Dagny must cover the 7", 30) > 100
    match = played[len(played) // 2]
    assert board.draw_board(view_of(match, None), people(match.seats), words).startswith(b"\x89PNG")


def test_characters_without_a_glyph_are_left_out() -> None:
    assert fonts.drawable("Ann \U0010fffd\ue000 Bo") == "Ann Bo"
    assert fonts.drawable("\U0010fffd") == ""
    assert fonts.drawable("𝓕𝓪𝓷𝓬𝔂") == "Fancy"


def test_a_name_without_any_glyph_is_the_number_of_its_seat(words: NullTranslations) -> None:
    table = drawn([Person("Ann"), Person("𒀀𒀁")], words)
    assert [person.name for person in table] == ["Ann", ""]


@pytest.mark.parametrize("room", [40, 60, 120, 300])
def test_text_is_cut_to_its_room(room: int) -> None:
    cut = fonts.fitting("Maximiliane von Hohenstein", 26, fonts.BOLD, room)
    assert fonts.width(cut, 26, fonts.BOLD) <= room
    assert cut.endswith("…")


def test_text_that_fits_is_not_cut() -> None:
    assert fonts.fitting("Bo", 26, fonts.BOLD, 100) == "Bo"


def test_a_sentence_gives_up_its_names_before_its_words() -> None:
    said = fonts.sentence(lambda most: f"{'Maximiliane'[:most]} must cover the 7", 20, fonts.BOLD, 260)
    assert said.endswith(" must cover the 7")


@pytest.mark.parametrize("name", [
    "מרדכי", "أحمد محمد", "नमस्ते", "বাংলা", "தமிழ்", "తెలుగు", "สวัสดี", "ភាសាខ្មែរ", "Ἀχιλλεύς", "Александр", "Þórður",
])  # fmt: skip
def test_names_in_many_scripts_are_drawn_whole(name: str) -> None:
    assert fonts.drawable(name) == name
    assert fonts.width(name, 30) > 30


@pytest.mark.parametrize(("name", "left"), [
    ("Bo 🎲", "Bo"), ("👨‍👩‍👧‍👦 Ann 🇳🇴", "Ann"), ("👍🏽", ""), ("1️⃣ Bo", "1 Bo"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", ""),
])  # fmt: skip
def test_emoji_go_without_a_trace_where_no_font_has_them(name: str, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji, "_FILES", ())
    monkeypatch.setattr(fonts, "_FILES", ())
    forget()
    try:
        assert fonts.drawable(name) == left
    finally:
        monkeypatch.undo()
        forget()


def test_an_emoji_in_colour_is_one_sign_as_wide_as_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def red(sequence: str, size: int) -> Image.Image:
        return Image.new("RGBA", (size, size), (200, 30, 30, 255))

    forget()
    monkeypatch.setattr(emoji, "picture", red)
    try:
        family = "👨‍👩‍👧‍👦"
        assert fonts.drawable(f"Bo {family}") == f"Bo {family}"
        assert fonts.width(family, 30) < 50
        found = fonts.coverage(f"Bo {family}", 30, fonts.BOLD)
        assert found is not None
        assert len(found.pictures) == 1
        cut = fonts.fitting(f"{family}{family}{family}", 30, fonts.BOLD, 80)
        assert cut in (f"{family}…", "…")
        assert canvas.text_plane(DARK, f"Bo {family}", 30, fonts.BOLD, DARK.text, DARK.lane) is not None
    finally:
        monkeypatch.undo()
        forget()


def test_names_from_right_to_left_stand_in_the_order_in_which_they_are_read() -> None:
    assert [run for _, run in fonts._runs("Bob אבג")] == ["Bob ", "אבג"]
    assert [run for _, run in fonts._runs("אבג Bob")] == ["אבג", " Bob"]
    assert [run.strip() for _, run in fonts._runs("אבג مرحبا")] == ["مرحبا", "אבג"]
