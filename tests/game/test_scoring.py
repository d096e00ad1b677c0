"""Scores of a round, totals, ties, and who begins the next round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from game.dealing import shuffled
from game.match import Match, begin_match, first_seat, next_round, play
from game.presets import PRESETS
from game.rules import Rules
from game.scoring import totals, winners
from game.simulate import simulate
from tests.game.tables import deal, lap_two

Scores = Sequence[tuple[int, ...]]


def zero_rounds(scores: Scores) -> tuple[int, ...]:
    return winners(Rules.of("club").for_seats(len(scores[0])), scores, len(scores[0]))


def shared(scores: Scores) -> tuple[int, ...]:
    return winners(Rules.of("express").for_seats(len(scores[0])), scores, len(scores[0]))


def test_the_lowest_total_wins() -> None:
    scores = [(10, 0, 30), (0, 20, 0), (5, 5, 0)]
    assert totals(scores, 3) == (15, 25, 30)
    assert zero_rounds(scores) == shared(scores) == (0,)


def test_totals_may_be_negative() -> None:
    assert totals([(-10, 21), (-10, 0)], 2) == (-20, 21)


def test_nothing_is_the_total_before_the_first_round_ends() -> None:
    assert totals([], 3) == (0, 0, 0)


def test_among_equals_a_round_below_zero_counts_as_one_without_a_point() -> None:
    assert zero_rounds([(-10, 10), (30, 10)]) == (0,)


def test_among_equal_zero_rounds_the_lowest_round_above_zero_wins() -> None:
    assert zero_rounds([(0, 0), (30, 35), (20, 15)]) == (1,)
    assert zero_rounds([(3, 1), (3, 5)]) == (1,)


def test_equals_in_all_that_share_the_win() -> None:
    assert zero_rounds([(0, 20, 5), (20, 0, 5), (5, 5, 15)]) == (0, 1)
    assert zero_rounds([(0, 0), (0, 0)]) == (0, 1)


def test_who_is_not_among_the_lowest_does_not_win_by_zero_rounds() -> None:
    assert zero_rounds([(0, 10), (0, 5), (20, 4)]) == (1,)


def test_zero_rounds_part_nobody_where_equals_share() -> None:
    assert shared([(0, 0), (40, 0), (40, 80)]) == (0, 1)


def test_who_went_out_takes_the_bonus_and_the_others_score_their_hands() -> None:
    table = lap_two("express", "5-1", "6-4 3-3 0-0", boneyard="1-1", winner_bonus=50, double_blank=25, double_penalty=5)
    assert table.play("5-1>1").scores == [-50, 10 + 6 + 5 + 25 + 5]


def test_a_stranded_hand_of_nothing_but_the_double_blank_may_score_zero() -> None:
    table = deal("express", "12-5 0-0", "12-6 9-9", moves="12-5>1 12-6>2")
    assert table.ended == "stranded"
    assert table.scores == [0, 18]


@pytest.mark.parametrize("seats", [2, 5, 14])
def test_the_seat_after_the_last_starter_sits_first(seats: int) -> None:
    assert [first_seat(starter, seats) for starter in range(seats)] == [*range(1, seats), 0]


def full_match(preset: str, seats: int, seed: int, **options: int) -> list[Match]:
    """Every finished round of a random game."""
    random = Random(seed)
    rules = Rules.of(preset, **options).for_seats(seats)
    match, _ = begin_match(rules, seats, shuffled(rules, 0, random))
    seen = []
    while True:
        while not match.round.ended:
            assert match.winners == ()
            match, _ = play(match, random.choice(match.round.legal))
        seen.append(match)
        if match.is_over:
            return seen
        match, _ = next_round(match, shuffled(rules, match.number + 1, random))


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "station"])
def test_a_match_goes_from_round_to_round(preset: str) -> None:
    seen = full_match(preset, 3, 1, rounds=4)
    assert [match.number for match in seen] == [0, 1, 2, 3]
    assert [match.is_over for match in seen] == [False, False, False, True]
    last = seen[-1]
    highest = last.rules.tile_set
    assert [result.engine.high for result in last.results] == [highest - number for number in range(4)]
    assert last.totals == totals([result.scores for result in last.results], 3)
    assert last.winners == winners(last.rules, last.scores, 3)
    assert [match.totals for match in seen] == [totals(last.scores[: number + 1], 3) for number in range(4)]


def test_the_first_seat_moves_on_each_round_where_the_engine_is_set_aside() -> None:
    last = full_match("club", 3, 2, rounds=5)[-1]
    assert [result.starter for result in last.results] == [0, 1, 2, 0, 1]


def test_the_search_begins_after_who_had_the_last_first_turn() -> None:
    """Where the engine has to be searched, the first seat of a round decides who draws it."""
    for seed in range(30):
        seen = full_match("classic", 2, seed, rounds=3, hand_size=5)
        for before, match in pairwise(seen):
            deal = match.round.deal
            if deal.searched:
                first = first_seat(before.round.deal.starter, 2)
                assert deal.starter == (first + deal.searched - 1) % 2


def test_who_went_out_scores_nothing_and_nobody_in_a_stranded_round_went_out() -> None:
    for seed in range(20):
        for result in full_match("express", 4, seed, rounds=3, winner_bonus=10)[-1].results:
            if result.ended == "out":
                assert [result.scores[seat] for seat in result.out] == [-10] * len(result.out)
                assert result.out
            else:
                assert result.out == ()
                assert min(result.scores) >= 0


def test_no_seat_has_a_great_edge_among_equal_players() -> None:
    wins = simulate("club", 4, 2000, seed=11)["wins"]
    assert all(abs(count / sum(wins) - 1 / 4) < 0.04 for count in wins)
