"""Charts, podiums and replays: where things stand, and that they open in every theme."""

from __future__ import annotations

from gettext import NullTranslations
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from game.match import Match
from game.view import view_of
from renderer import palette, theme
from renderer.alt import LIMIT, chart_alt, podium_alt, replay_alt
from renderer.board import draw_board
from renderer.chart import draw_chart, running, scale, spread
from renderer.gallery import OTHER_NAMES, Scene, moments, people
from renderer.podium import draw_podium, standings
from renderer.replay import draw_replay
from renderer.theme import DARK, THEMES, Theme

scores_of = st.integers(2, 14).flatmap(
    lambda seats: st.lists(st.tuples(*[st.integers(-20, 200)] * seats), min_size=1, max_size=19)
)


@given(st.lists(st.integers(-300, 3000), min_size=1))
def test_an_axis_holds_every_value_and_has_few_lines(values: list[int]) -> None:
    low, high, step = scale(values)
    assert low <= min(values)
    assert max(values) <= high
    assert low % step == high % step == 0
    assert 2 <= (high - low) // step + 1 <= 10


@given(st.lists(st.integers(0, 500), min_size=1, max_size=14))
def test_labels_keep_apart_and_inside(wanted: list[int]) -> None:
    found = spread(sorted(wanted, reverse=True), 30, 26, 520)
    assert all(lower - upper >= 30 for lower, upper in pairwise(found))
    assert max(found) <= 520
    assert min(found) >= 26


@given(scores_of)
def test_places_follow_the_totals_and_winners_come_first(scores: list[tuple[int, ...]]) -> None:
    seats = len(scores[0])
    totals = [line[-1] for line in running(scores, seats)]
    winners = [seat for seat in range(seats) if totals[seat] == min(totals)]
    ranks = standings(scores, seats, winners)
    assert sorted(one.seat for one in ranks) == list(range(seats))
    assert [one.total for one in ranks] == sorted(totals)
    assert {one.seat for one in ranks if one.place == 1} == set(winners)


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("seats", [2, 3, 14])
def test_charts_and_podiums_open_in_every_theme(seats: int, look: Theme, words: NullTranslations) -> None:
    scores = tuple(tuple(seat * 7 + number * 3 - 10 for seat in range(seats)) for number in range(5))
    table = people(seats, OTHER_NAMES, faces=True)
    for picture in (
        draw_chart(table, scores, words, look),
        draw_podium(table, scores, words, look, winners=(0,)),
        draw_podium(table, scores, words, look, winners=tuple(range(seats))),
    ):
        with Image.open(BytesIO(picture)) as image:
            assert image.width == theme.WIDTH
            assert image.height <= theme.TALLEST
        assert palette.packed(look) in picture


def test_the_alt_texts_say_who_leads_first_and_keep_within_the_limit(words: NullTranslations) -> None:
    scores = tuple(tuple(100 - seat + number for seat in range(14)) for number in range(19))
    table = people(14, OTHER_NAMES)
    chart, podium = chart_alt(table, scores, words), podium_alt(table, scores, words, winners=(13,))
    assert len(chart) <= LIMIT
    assert len(podium) <= LIMIT
    assert chart.index("Þórður") < chart.index("Bob")
    assert podium.startswith("Þórður has won. 1. Þórður: ")


def test_a_replay_shows_every_board_and_stays_at_the_last(words: NullTranslations) -> None:
    views = [view_of(match, None) for match in moments(Scene("", "club", 2, rounds=1))]
    table = people(2)
    moving = draw_replay(views, table, words)
    assert b"NETSCAPE2.0" not in moving, "it plays once"
    with Image.open(BytesIO(moving)) as image:
        assert getattr(image, "n_frames", 1) == len(views)
        for number in (0, len(views) // 2, len(views) - 1):
            image.seek(number)
            with Image.open(BytesIO(draw_board(views[number], table, words))) as board:
                shown = image.convert("RGB").crop((0, 0, *board.size))
                assert shown.tobytes() == board.convert("RGB").tobytes()
        assert image.info["duration"] >= 5000
    assert "replay of" in replay_alt(views, table, words)


def test_a_replay_that_would_be_too_large_leaves_boards_out(words: NullTranslations) -> None:
    views = [view_of(match, None) for match in moments(Scene("", "club", 2, rounds=1))]
    whole = draw_replay(views, people(2), words)
    small = draw_replay(views, people(2), words, limit=len(whole) // 2)
    assert len(small) <= len(whole) // 2
    with Image.open(BytesIO(small)) as image:
        image.seek(getattr(image, "n_frames", 1) - 1)
        with Image.open(BytesIO(draw_board(views[-1], people(2), words))) as board:
            assert image.convert("RGB").crop((0, 0, *board.size)).tobytes() == board.convert("RGB").tobytes()


def test_equal_scores_give_equal_bytes(played: tuple[Match, ...], words: NullTranslations) -> None:
    match = played[-1]
    table = people(match.seats)
    assert draw_chart(table, match.scores, words) == draw_chart(table, match.scores, words, DARK)
    assert draw_podium(table, match.scores, words, winners=(0,)) == draw_podium(
        table, match.scores, words, winners=(0,)
    )
