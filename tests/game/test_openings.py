"""The first lap: opening trains, and what else the first turn may be."""

from __future__ import annotations

import pytest

from game.events import EngineLaid, LastTile, Passed
from game.refusals import Refusal
from tests.game.tables import deal, tiles


def test_who_holds_the_engine_lays_it_and_has_the_first_turn() -> None:
    table = deal("classic", "9-4 1-0", "9-9 9-5 2-0", "9-6 3-0")
    assert table.events == (EngineLaid(seat=1, tile=tiles("9-9")[0], draws=0),)
    assert table.player == 2
    assert table.hand(2) == "2-0 9-5"


def test_a_set_aside_engine_is_laid_by_nobody_and_the_first_seat_begins() -> None:
    table = deal("club", "12-4 1-0", "12-5 2-0", first=2)
    assert table.events == (EngineLaid(seat=None, tile=tiles("12-12")[0], draws=0),)
    assert table.player == 2


def test_the_highest_double_in_any_hand_is_the_engine_in_station() -> None:
    table = deal("station", "3-3 8-1", "8-8 7-7", boneyard="12-12")
    assert str(table.state.deal.engine) == "8-8"
    assert table.player == 2
    assert table.hand(2) == "7-7"


def test_seats_draw_until_somebody_draws_a_double_where_no_hand_has_one() -> None:
    table = deal("station", "5-3 8-1", "8-0 7-2", "1-0", boneyard="9-1 6-6 7-7 12-12", first=3)
    assert str(table.state.deal.engine) == "6-6"
    assert table.player == 1
    assert table.hand(1) == "5-3 8-1"
    assert table.hand(3) == "1-0 9-1"
    assert table.boneyard == "7-7 12-12"


def test_the_search_for_the_engine_begins_with_the_first_seat() -> None:
    table = deal("classic", "5-3 8-1", "8-0 7-2", boneyard="2-1 9-9", first=2)
    assert table.hand(2) == "2-1 7-2 8-0"
    assert table.player == 1


def test_a_first_tile_must_be_laid_by_who_can() -> None:
    table = deal("club", "12-4 1-0", "12-5 2-0", boneyard="1-1")
    assert table.legal == "12-4>1"
    assert table.why_not("end") is Refusal.NOT_OPENING
    assert table.why_not("pass") is Refusal.MUST_PLAY


def test_an_opening_train_may_end_after_its_first_tile() -> None:
    table = deal("club", "12-4 4-1 7-0", "12-5 2-0", boneyard="1-1", moves="12-4>1")
    assert table.legal == "4-1>1 end"
    assert table.why_not("draw") is Refusal.LAY_OR_END
    assert table.why_not("pass") is Refusal.LAY_OR_END
    assert table.play("end").player == 2


def test_an_opening_train_that_cannot_go_on_is_ended_by_hand() -> None:
    table = deal("club", "12-4 7-0", "12-5 2-0", boneyard="1-1", moves="12-4>1")
    assert table.legal == "end"
    assert table.why_not("pass") is Refusal.LAY_OR_END


def test_the_last_tile_of_the_hand_ends_the_opening_by_itself() -> None:
    table = deal("club", "12-4 4-1", "12-5 2-0", boneyard="1-1", moves="12-4>1 4-1>1")
    assert table.player == 2
    assert table.ended is None


def test_only_the_own_train_counts_in_the_opening_whatever_own_train_first_says() -> None:
    table = deal("club", "12-4 1-0", "12-5 2-0", boneyard="1-1", own_train_first=False, mexican_from_turn=1)
    assert table.legal == "12-4>1"
    assert table.why_not("12-4>M1") is Refusal.OWN_TRAIN_FIRST


def test_an_opening_train_goes_before_the_middle() -> None:
    table = deal("club", "12-4 4-1 1-0", "12-5 12-6 2-0", boneyard="1-1", hub_first=True)
    table = table.play("12-4>1")
    assert table.legal == "4-1>1 end"
    table = table.play("end 12-5>2 end draw")
    assert table.legal == "pass"
    assert table.play("pass").legal == "12-6>M1"


def test_who_cannot_start_draws_one_tile_where_the_opening_allows_it() -> None:
    table = deal("club", "12-4 1-0", "7-5 2-0", boneyard="12-7 3-3", opening_draw=True, moves="12-4>1 end")
    assert table.legal == "draw"
    assert table.why_not("pass") is Refusal.MUST_DRAW
    table = table.play("draw 12-7>2")
    assert table.legal == "7-5>2 end"
    assert table.markers == []


def test_who_draws_in_vain_in_the_opening_passes_and_is_marked() -> None:
    table = deal("club", "12-4 1-0", "7-5 2-0", boneyard="3-3 12-7", opening_draw=True, moves="12-4>1 end draw")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.CANNOT_DRAW
    assert table.play("pass").markers == [2]


def test_drawing_until_playable_goes_on_in_the_opening() -> None:
    table = deal(
        "club", "12-4 1-0", "7-5 2-0", boneyard="3-3 4-4 12-7 9-9", opening_draw=True, draw="until_playable",
        moves="12-4>1 end draw draw draw",
    )  # fmt: skip
    assert table.legal == "12-7>2"
    assert table.boneyard == "9-9"


def test_no_draw_in_the_opening_means_none_until_playable_either() -> None:
    table = deal("club", "12-4 1-0", "7-5 2-0", boneyard="12-7", draw="until_playable", moves="12-4>1 end")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.NO_DRAW_YET


def test_all_may_go_out_in_the_first_lap() -> None:
    table = deal("club", "12-4", "12-5 5-2", "12-6", boneyard="1-1", winner_bonus=10)
    table = table.play("12-4>1 12-5>2 5-2>2 12-6>3")
    assert table.ended == "out"
    assert table.state.out == (0, 1, 2)
    assert table.scores == [-10, -10, -10]


def test_the_last_seat_of_the_first_lap_ends_the_round_by_going_out_alone() -> None:
    table = deal("club", "12-4 1-0", "12-5", boneyard="1-1", moves="12-4>1 end 12-5>2")
    assert table.ended == "out"
    assert table.state.out == (1,)
    assert table.scores == [1, 0]


def test_who_passes_after_somebody_went_out_ends_the_round_too() -> None:
    table = deal("club", "12-4", "7-5 2-0", boneyard="1-1", moves="12-4>1")
    assert table.legal == "pass"
    table = table.play("pass")
    assert table.ended == "out"
    assert table.scores == [0, 14]


def test_going_out_in_a_single_opening_ends_the_round_at_once() -> None:
    table = deal("express", "12-4", "12-5 2-0", "12-6 3-0", boneyard="1-1", moves="12-4>1")
    assert table.ended == "out"
    assert table.scores == [0, 19, 21]


def test_own_train_first_keeps_a_single_opening_on_the_own_train() -> None:
    table = deal("express", "12-4 12-1", "12-5 4-3 2-0", boneyard="1-1", own_train_first=True, moves="12-4>1")
    assert table.legal == "12-5>2"
    assert table.why_not("12-5>M1") is Refusal.OWN_TRAIN_FIRST
    table = table.play("12-5>2")
    assert table.legal == "12-1>M1"


def test_a_double_binds_in_the_first_lap_of_a_single_opening() -> None:
    table = deal("express", "12-4 1-0", "4-4 2-0", "12-6 4-3 3-0", boneyard="1-1", moves="12-4>M1 4-4>M1")
    assert table.player == 3
    assert table.legal == "4-3>M1"


def test_the_middle_goes_before_own_train_first_and_before_the_second_turn() -> None:
    table = deal(
        "express", "12-4 1-0", "12-5 2-0", boneyard="1-1", hub_first=True, own_train_first=True, mexican_from_turn=2
    )  # fmt: skip
    assert table.legal == "12-4>M1"
    assert table.why_not("12-4>1") is Refusal.HUB_FIRST
    assert table.play("12-4>M1").legal == "12-5>2"


def test_a_first_pass_marks_the_own_place() -> None:
    table = deal("club", "7-4 1-0", "12-5 2-0", boneyard="1-1", moves="pass")
    assert table.events == (Passed(seat=0, marked=True),)
    assert table.markers == [1]


def test_the_table_is_told_of_a_last_tile_in_the_first_lap_too() -> None:
    table = deal("club", "12-4 1-0", "12-5 2-0 3-0", boneyard="1-1", moves="12-4>1 end")
    assert LastTile(seat=0) in table.events


@pytest.mark.parametrize("toes", [1, 2, 3])
def test_a_double_in_an_opening_train_branches_but_asks_for_nothing(toes: int) -> None:
    table = deal("club", "12-4 4-4 4-1 4-2 7-0", "12-5 2-0 9-8", boneyard="1-1", toes=toes, moves="12-4>1 4-4>1")
    on = "1" if toes == 1 else "1.1"
    assert table.legal == f"4-1>{on} 4-2>{on} end"
    table = table.play(f"4-1>{on}")
    assert table.legal == ("end" if toes == 1 else "4-2>1.2 end")
    table = table.play("end 12-5>2 end")
    assert table.binding == []
