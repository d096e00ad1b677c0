"""The worked examples of the rules, by their numbers."""

from __future__ import annotations

from random import Random

import pytest

from game.dealing import deal_round, shuffled
from game.events import EngineLaid, Laid, MarkerTaken, Passed
from game.match import begin_match, next_round, play
from game.refusals import Refusal, RulesError
from game.rules import Rules
from game.scoring import hand_points, winners
from game.tiles import mask_of
from tests.game.tables import deal, lap_two, tiles

ALL = ["club", "classic", "express", "station"]


def left_after_the_deal(rules: Rules, seats: int) -> int:
    state, _ = deal_round(rules, seats, 0, 0, shuffled(rules, 0, Random(1)))
    assert all(len(hand) == rules.hand_size for hand in state.deal.hands)
    return len(state.deal.boneyard)


def points(preset: str, hand: str, **options: int) -> int:
    return hand_points(Rules.of(preset, **options).for_seats(3), mask_of(tiles(hand)))


# A setup


def test_classic_hands_leave_a_boneyard_for_every_number_of_players() -> None:
    """E01."""
    left = {seats: left_after_the_deal(Rules.of("classic").for_seats(seats), seats) for seats in range(2, 15)}
    assert left == {
        2: 25, 3: 10, 4: 31, 5: 31, 6: 19, 7: 14, 8: 3, 9: 37, 10: 26, 11: 15, 12: 4, 13: 47, 14: 36,
    }  # fmt: skip


def test_double_six_deals_seven_tiles_each() -> None:
    """E02."""
    rules = Rules.of("classic", tile_set=6)
    assert [left_after_the_deal(rules.for_seats(seats), seats) for seats in (2, 3, 4)] == [14, 7, 0]


def test_double_six_without_the_engine_is_too_small_for_four_hands_of_seven() -> None:
    """E02."""
    with pytest.raises(RulesError, match="at most 6 each would fit"):
        Rules.of("classic", tile_set=6, engine="set_aside", hand_size=7).for_seats(4)
    assert Rules.of("classic", tile_set=6, engine="set_aside").for_seats(4).hand_size == 6


def test_express_deals_from_the_ninety_tiles_beside_the_engine() -> None:
    """E03."""
    rules = Rules.of("express")
    left = [left_after_the_deal(rules.for_seats(seats), seats) for seats in range(2, 9)]
    assert left == [60, 45, 30, 30, 18, 20, 10]


def test_station_deals_eight_tiles_to_nine_or_ten() -> None:
    """E04."""
    rules = Rules.of("station")
    assert [left_after_the_deal(rules.for_seats(seats), seats) for seats in (9, 10)] == [19, 11]


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_every_double_of_the_set_is_the_engine_once_from_the_highest_down(highest: int) -> None:
    """E05."""
    random = Random(highest)
    rules = Rules.of("classic", tile_set=highest, hand_size=5).for_seats(4)
    match, _ = begin_match(rules, 4, shuffled(rules, 0, random))
    while True:
        while not match.round.ended:
            match, _ = play(match, random.choice(match.round.legal))
        if match.is_over:
            break
        match, _ = next_round(match, shuffled(rules, match.number + 1, random))
    engines = [str(result.engine) for result in match.results]
    assert engines == [f"{number}-{number}" for number in range(highest, -1, -1)]


def test_seats_draw_in_turn_until_the_engine_appears_and_keep_what_they_drew() -> None:
    """E06."""
    a = "0-0 1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 9-0 10-0 11-0 12-0 1-1 2-1"
    b = "4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1 2-2 3-2 4-2 5-2 6-2 7-2"
    c = "8-2 10-2 11-2 12-2 3-3 4-3 5-3 6-3 7-3 8-3 9-3 10-3 11-3 12-3 4-4"
    table = deal("classic", a, b, c, boneyard="3-1 9-2 11-11 12-12", number=1, tile_set=12)
    assert table.events == (EngineLaid(seat=2, tile=tiles("11-11")[0], draws=3),)
    assert table.player == 3
    assert "3-1" in table.hand(1).split()
    assert "9-2" in table.hand(2).split()
    assert [len(table.hand(seat).split()) for seat in (1, 2, 3)] == [16, 16, 15]
    assert table.boneyard == "12-12"


# B first turn


@pytest.mark.parametrize("preset", ["classic", "station"])
def test_an_opening_train_is_as_long_as_its_owner_likes(preset: str) -> None:
    """E07."""
    table = deal(preset, "9-9 9-4 8-4 11-8 11-7 2-2", "9-1 1-0", tile_set=12, number=3)
    table = table.play("9-4>1 8-4>1 11-8>1 11-7>1")
    assert table.player == 1
    table = table.play("end")
    assert table.ends == {"1": 7}
    assert table.hand(1) == "2-2"
    assert table.markers == []
    assert table.player == 2


def test_a_tile_must_share_the_number_at_the_end() -> None:
    """E08."""
    table = deal("classic", "12-12 12-5 7-3", "12-1 2-0", tile_set=12, moves="12-5>1")
    assert table.why_not("7-3>1") is Refusal.DOES_NOT_FIT
    assert table.legal == "end"


def test_nobody_draws_in_the_classic_opening() -> None:
    """E09."""
    table = deal("classic", "12-12 5-4 3-3", "12-1 2-0", boneyard="12-2 12-3", tile_set=12)
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.NO_DRAW_YET
    table = table.play("pass")
    assert table.events == (Passed(seat=0, marked=True),)
    assert table.markers == [1]
    assert table.ends == {}
    assert table.hand(1) == "3-3 5-4"
    assert table.player == 2


def test_a_double_in_an_opening_train_needs_no_tile_on_it() -> None:
    """E11."""
    table = deal("classic", "12-12 12-6 6-6 6-2 1-1", "12-1 2-0", tile_set=12)
    table = table.play("12-6>1 6-6>1")
    assert "end" in table.legal.split()
    assert table.play("6-2>1 end").ends == {"1": 2}


def test_a_bare_double_of_an_opening_train_binds_nobody_later() -> None:
    """E12."""
    table = deal(
        "classic", "12-12 12-6 6-6 12-3 5-0", "12-1 2-0", boneyard="9-9", tile_set=12,
        moves="12-6>1 6-6>1 end 12-1>2 end",
    )  # fmt: skip
    assert table.player == 1
    assert table.legal == "12-3>M1"
    assert table.binding == []


def test_the_first_lap_is_completed_when_somebody_lays_their_whole_hand() -> None:
    """E14."""
    table = deal("classic", "12-12 12-5", "12-4 4-3 9-9", "12-1", tile_set=12, moves="12-5>1")
    assert table.ended is None
    assert table.player == 2
    table = table.play("12-4>2 4-3>2 end 12-1>3")
    assert table.ended == "out"
    assert table.state.out == (0, 2)
    assert table.scores == [0, 18, 0]


def test_a_mexican_train_waits_for_the_second_turn_in_classic() -> None:
    """E15."""
    table = deal("classic", "12-12 12-6 1-1", "12-3 12-4 5-5", tile_set=12, moves="12-6>1 end")
    assert table.why_not("12-3>M1") is Refusal.OWN_TRAIN_FIRST
    table = table.play("12-4>2 end pass")
    assert "12-3>M1" in table.legal.split()


def test_a_mexican_train_may_be_started_at_once_in_express() -> None:
    """E15."""
    table = deal("express", "12-6 1-1", "12-3 5-5", moves="12-6>1")
    assert table.legal == "12-3>2 12-3>M1"


def test_an_unstarted_train_is_open_in_express() -> None:
    """E16."""
    table = deal("express", "12-1 3-3", "12-8 5-5", moves="12-1>M1")
    assert table.legal == "12-8>1 12-8>2"
    assert table.play("12-8>1").ends == {"1": 8, "M1": 1}


def test_an_unstarted_train_is_closed_in_classic_until_it_has_its_marker() -> None:
    """E16."""
    table = deal("classic", "12-12 3-3 5-4", "12-8 12-7 5-5", tile_set=12, moves="pass")
    assert table.why_not("12-8>1") is Refusal.OWN_TRAIN_FIRST
    table = table.play("12-7>2 end pass")
    assert "12-8>1" in table.legal.split()
    closed = deal("express", "12-1 3-3", "12-8 5-5", moves="12-1>M1", unstarted_trains_open=False)
    assert closed.why_not("12-8>1") is Refusal.CLOSED


# C markers


@pytest.mark.parametrize("preset", ALL)
def test_a_drawn_tile_that_fits_must_be_played(preset: str) -> None:
    """E17."""
    table = lap_two(preset, "7-7 9-8", "4-1 2-0", boneyard="5-2 1-1")
    assert table.legal == "draw"
    table = table.play("draw")
    assert table.legal == "5-2>1"
    assert table.why_not("pass") is Refusal.MUST_PLAY
    assert table.play("5-2>1").markers == []


@pytest.mark.parametrize("preset", ALL)
def test_a_drawn_tile_that_does_not_fit_is_kept_and_the_train_is_marked(preset: str) -> None:
    """E18."""
    table = lap_two(preset, "7-7 9-8", "4-1 2-0", boneyard="8-3 1-1").play("draw")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.CANNOT_DRAW
    table = table.play("pass")
    assert table.markers == [1]
    assert table.player == 2
    assert table.hand(1) == "7-7 8-3 9-8"


@pytest.mark.parametrize("preset", ALL)
def test_an_empty_boneyard_leaves_the_marker_alone(preset: str) -> None:
    """E19."""
    table = lap_two(preset, "7-7 9-8", "4-1 2-0")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.BONEYARD_EMPTY
    assert table.play("pass").markers == [1]


@pytest.mark.parametrize("preset", ALL)
def test_who_can_play_may_neither_draw_nor_pass(preset: str) -> None:
    """E20."""
    table = lap_two(preset, "5-1 9-8", "4-1 2-0", boneyard="8-3")
    assert table.legal == "5-1>1"
    assert table.why_not("draw") is Refusal.MUST_PLAY
    assert table.why_not("pass") is Refusal.MUST_PLAY


@pytest.mark.parametrize("preset", ALL)
def test_others_may_play_on_a_marked_train_and_the_marker_stays(preset: str) -> None:
    """E21."""
    table = lap_two(preset, "7-7 9-8", "5-3 4-2 1-1", boneyard="8-1").play("draw pass")
    assert table.legal == "4-2>2 5-3>1"
    table = table.play("5-3>1")
    assert table.markers == [1]
    assert table.ends["1"] == 3


@pytest.mark.parametrize("preset", ALL)
def test_the_owner_takes_the_marker_off_by_playing_on_the_own_train(preset: str) -> None:
    """E23."""
    table = lap_two(preset, "9-8 7-7 6-6", "4-2 2-1 11-1", boneyard="8-3 5-1").play("draw pass 4-2>2 draw")
    assert table.markers == [1]
    table = table.play("5-1>1")
    assert MarkerTaken(seat=0, place="1") in table.events
    assert table.markers == []
    assert table.legal == "2-1>2"
    assert table.why_not("11-1>1") is Refusal.CLOSED


@pytest.mark.parametrize("preset", ALL)
def test_there_is_one_mexican_train_unless_the_rules_allow_more(preset: str) -> None:
    """E24."""
    table = lap_two(preset, "12-3 12-2 1-1", "4-1 2-0").play("12-3>M1 4-1>2")
    assert table.why_not("12-2>M2") is Refusal.NO_SUCH_PLACE
    table = lap_two(preset, "12-3 12-2 1-1", "4-1 2-0", mexican_trains=2).play("12-3>M1 4-1>2")
    assert table.legal == "12-2>M2"


def test_drawing_until_playable_stops_at_the_first_tile_that_fits() -> None:
    """E25."""
    table = lap_two("club", "9-8", "4-1 2-0", boneyard="8-3 7-1 5-2 6-6", draw="until_playable")
    for _ in range(3):
        assert table.legal == "draw"
        table = table.play("draw")
    assert table.legal == "5-2>1"
    assert table.boneyard == "6-6"


# D doubles


def test_the_second_tile_after_a_double_may_go_anywhere() -> None:
    """E26."""
    table = lap_two("classic", "5-5 12-7 9-9", "5-0 4-1 7-0", boneyard="1-1").play("5-5>1")
    assert table.player == 1
    table = table.play("12-7>M1")
    assert table.player == 2
    assert table.binding == ["1"]
    assert table.legal == "5-0>1"


def test_next_player_must_cover_an_open_double_even_on_a_closed_train() -> None:
    """E27."""
    table = lap_two("classic", "5-5 12-7 9-9", "5-0 4-1 7-0", boneyard="1-1").play("5-5>1 12-7>M1")
    assert table.why_not("7-0>M1") is Refusal.COVER_FIRST
    table = table.play("5-0>1")
    assert table.events == (Laid(seat=1, tile=tiles("5-0")[0], place="1"),)
    assert table.markers == []
    assert table.binding == []


def test_that_very_double_must_be_covered_in_station() -> None:
    """E28."""
    table = lap_two("station", "5-5 12-7 9-9", "4-1 2-0", boneyard="5-3").play("5-5>1")
    assert table.why_not("12-7>M1") is Refusal.COVER_FIRST
    assert table.legal == "draw"
    assert table.play("draw").legal == "5-3>1"


def test_a_double_ends_the_turn_in_express_and_binds_the_next_player() -> None:
    """E30."""
    table = lap_two("express", "5-5 5-1 9-9", "5-0 4-1 2-0").play("5-5>1")
    assert table.player == 2
    assert table.legal == "5-0>1"


def test_doubles_can_follow_one_another_in_one_turn() -> None:
    """E31."""
    table = lap_two("classic", "12-8 5-5 8-8 8-2 9-9", "4-1 5-0 6-2", boneyard="1-1").play("12-8>M1 4-1>2")
    table = table.play("5-5>1 8-8>M1 8-2>M1")
    assert table.player == 2
    assert table.binding == ["1"]
    assert table.legal == "5-0>1"


def test_failing_after_a_double_marks_the_own_train_wherever_the_double_lies() -> None:
    """E33."""
    table = lap_two("classic", "12-3 3-3 9-8", "4-1 3-0 6-2", boneyard="9-7").play("12-3>M1 4-1>2 3-3>M1")
    assert table.legal == "draw"
    table = table.play("draw")
    assert table.legal == "pass"
    table = table.play("pass")
    assert table.markers == [1]
    assert table.legal == "3-0>M1"


@pytest.mark.parametrize("preset", ALL)
def test_the_last_tile_ends_the_round_even_when_it_is_a_double(preset: str) -> None:
    """E34."""
    table = lap_two(preset, "5-5", "4-1 2-0", boneyard="1-1").play("5-5>1")
    assert table.ended == "out"
    assert table.scores == [0, 7]


def test_a_double_and_its_second_tile_can_empty_the_hand() -> None:
    """E35."""
    table = lap_two("classic", "5-5 5-2", "4-1 2-0", boneyard="1-1").play("5-5>1 5-2>1")
    assert table.ended == "out"
    assert table.scores == [0, 7]


def test_a_dead_double_binds_nobody_in_club() -> None:
    """E37."""
    a = "12-5 5-0 1-0 5-1 5-2 3-2 5-3 5-4 6-4 6-5"
    b = "12-7 7-5 8-5 9-8 9-5 10-5 10-4"
    laid_by_a = " ".join(f"{tile}>1" for tile in a.split())
    laid_by_b = " ".join(f"{tile}>2" for tile in b.split())
    table = deal(
        "club", f"{a} 12-11 5-5 3-3", f"{b} 11-5 4-1 2-0", boneyard="1-1 2-2",
        moves=f"{laid_by_a} end {laid_by_b} end 12-11>M1 11-5>M1 5-5>1",
    )  # fmt: skip
    assert table.ends == {"1": 5, "2": 4, "M1": 5}
    table = table.play("draw pass")
    assert table.player == 2
    assert table.binding == []
    assert table.legal == "4-1>2"


# E scoring


def test_pips_left_in_hand_are_the_score() -> None:
    """E38."""
    assert points("express", "6-4 3-3 5-0") == 21


def test_a_penalty_for_doubles_comes_on_top_of_their_pips() -> None:
    """E39 and E40."""
    assert points("express", "6-6", double_penalty=50) == 62
    assert points("express", "6-4 3-3 5-0", double_penalty=50) == 71


@pytest.mark.parametrize(("blank", "penalty", "score"), [(0, 0, 0), (50, 0, 50), (50, 50, 100), (0, 50, 50)])
def test_the_double_blank_counts_by_both_options(blank: int, penalty: int, score: int) -> None:
    """E41."""
    assert points("express", "0-0", double_blank=blank, double_penalty=penalty) == score


def test_classic_counts_fifty_for_the_double_blank() -> None:
    """E42."""
    table = deal(
        "classic", "12-12 12-5 5-4", "12-2 12-11 7-7", "12-1 0-0 1-0", tile_set=12,
        moves="12-5>1 end 12-2>2 end 12-1>3 end 5-4>1",
    )  # fmt: skip
    assert table.scores == [0, 37, 51]


def test_other_doubles_count_their_pips_in_classic() -> None:
    """E43."""
    assert points("classic", "7-7") == 14


def test_the_winner_of_a_round_takes_the_bonus() -> None:
    """E44."""
    table = lap_two("express", "5-1", "6-4 3-3 5-0", boneyard="1-1", winner_bonus=10).play("5-1>1")
    assert table.scores == [-10, 21]


def test_nobody_takes_the_bonus_in_a_stranded_round() -> None:
    """E45."""
    table = deal(
        "express", "12-5 3-1", "12-6 9-9", "12-8 2-0", winner_bonus=10, moves="12-5>1 12-6>2 12-8>3"
    )  # fmt: skip
    assert table.ended == "stranded"
    assert table.scores == [4, 18, 2]


def test_most_rounds_without_a_point_win_among_equals_in_classic() -> None:
    """E46."""
    rules = Rules.of("classic", rounds=3).for_seats(2)
    assert winners(rules, [(0, 0), (40, 0), (40, 80)], 2) == (1,)


def test_equals_share_the_win_in_express() -> None:
    """E48."""
    rules = Rules.of("express", rounds=3).for_seats(3)
    assert winners(rules, [(0, 0, 15), (40, 0, 40), (40, 80, 40)], 3) == (0, 1)


def test_station_is_over_after_one_round() -> None:
    """E49."""
    rules = Rules.of("station").for_seats(2)
    random = Random(3)
    match, _ = begin_match(rules, 2, shuffled(rules, 0, random))
    while not match.round.ended:
        match, _ = play(match, random.choice(match.round.legal))
    assert match.is_over
    assert match.totals == match.results[0].scores
    table = lap_two("station", "5-1", "6-4 0-0", boneyard="1-1").play("5-1>1")
    assert table.scores == [0, 10]
    assert winners(rules, [(0, 10)], 2) == (0,)


# F variants


def test_a_cuban_double_branches_and_asks_for_nothing() -> None:
    """E50."""
    table = lap_two("cuban", "5-5 5-1 9-5 8-8", "4-3 3-2 2-1", boneyard="7-7").play("5-5>1")
    assert table.player == 2
    assert table.binding == []
    table = table.play("4-3>2 5-1>1.1 3-2>2")
    assert table.ends == {"1.1": 1, "1.2": 5, "2": 2}
    assert table.play("9-5>1.2").ends == {"1.1": 1, "1.2": 9, "2": 2}


def test_chicken_foot_fills_the_middle_first() -> None:
    """E52."""
    table = deal("chicken", "9-4 8-8", "7-7 6-5", boneyard="9-1 4-1").play("9-4>M1")
    assert table.legal == "draw"
    table = table.play("draw")
    assert table.legal == "9-1>M2"
    table = table.play("9-1>M2 draw")
    assert table.ends == {"M1": 4, "M2": 1}
    assert table.why_not("4-1>M1") is Refusal.HUB_FIRST
    assert table.why_not("4-1>M2") is Refusal.HUB_FIRST


@pytest.mark.parametrize(
    ("b", "bound"),
    [
        pytest.param("9-1 9-0 4-3 8-7", True, id="one 4 left"),
        pytest.param("9-1 9-0 6-3 8-7", False, id="no 4 left"),
    ],
)
def test_a_chicken_foot_is_complete_when_its_number_is_used_up(b: str, bound: bool) -> None:
    """E54."""
    table = deal("chicken", "9-4 9-2 4-4 6-1", b, boneyard="8-8", moves="9-4>M1 9-1>M2 9-2>M3 9-0>M4 4-4>M1")
    assert table.player == 2
    if not bound:
        assert table.binding == []
        return
    assert table.legal == "4-3>M1.1"
    table = table.play("4-3>M1.1")
    assert table.binding == []
    assert table.legal == "6-1>M2"


def test_chicken_foot_counts_fifty_for_the_double_blank() -> None:
    """E55."""
    table = deal(
        "chicken", "9-4 9-2 4-1", "9-1 9-0 0-0 5-2", moves="9-4>M1 9-1>M2 9-2>M3 9-0>M4 4-1>M1"
    )  # fmt: skip
    assert table.scores == [0, 57]
