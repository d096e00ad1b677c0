"""Fonts: what cannot be drawn is left out, what is too long is cut, and without any font pictures still come."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from game.match import Match
from game.view import view_of
from renderer import board, canvas, fonts
from renderer.gallery import people
from renderer.people import Person
from renderer.plate import drawn


def forget() -> None:
    """Empty every cache through which a font may have gone."""
    for cached in (
        fonts._source, fonts._face, fonts._has, fonts._font_for, fonts._runs, fonts.width, fonts.fitting,
        fonts.coverage, canvas.text_plane, board._lane_band, board.heading_band,
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
