"""Turns after the opening: where a tile may go, drawing, passing, markers."""

from __future__ import annotations

from game.events import Drew, LastTile, MarkerTaken, Passed
from game.refusals import Refusal
from tests.game.tables import deal, lap_two, tiles

UNDECIDED = "9-8 7-7"


def test_others_trains_are_closed_without_a_marker() -> None:
    table = lap_two("club", "4-1 5-0 9-8", "2-0 1-1", boneyard="3-3")
    assert table.legal == "5-0>1"
    assert table.why_not("4-1>2") is Refusal.CLOSED


def test_everyone_may_play_on_the_mexican_train() -> None:
    table = lap_two("club", "12-3 9-8", "3-1 1-1", boneyard="3-3").play("12-3>M1")
    assert table.legal == "3-1>M1"
    assert table.play("3-1>M1").ends["M1"] == 1


def test_a_mexican_train_starts_with_the_number_of_the_engine() -> None:
    table = lap_two("club", "12-3 5-3", "3-1 1-1", boneyard="3-3")
    assert table.legal == "12-3>M1 5-3>1"
    assert table.why_not("5-3>M1") is Refusal.DOES_NOT_FIT


def test_mexican_trains_are_started_in_order() -> None:
    table = lap_two("club", "12-3 9-8", "12-1 1-1", boneyard="3-3", mexican_trains=3)
    assert table.why_not("12-3>M2") is Refusal.NO_SUCH_PLACE
    table = table.play("12-3>M1")
    assert table.legal == "12-1>M2"


def test_a_mexican_train_counts_the_players_own_turns() -> None:
    table = deal("express", "12-4 12-0 1-0", "12-5 5-1", boneyard="1-1", mexican_from_turn=2)
    assert table.why_not("12-0>M1") is Refusal.TOO_EARLY
    table = table.play("12-4>1")
    assert table.why_not("12-5>M1") is Refusal.TOO_EARLY
    assert table.play("12-5>2").legal == "12-0>M1"


def test_a_first_turn_that_was_passed_counts_for_the_mexican_train() -> None:
    table = deal("club", "7-0 1-0", "12-5 12-2 5-1", boneyard="12-9", moves="pass 12-5>2 end draw")
    assert table.legal == "12-9>1 12-9>M1"


def test_rules_may_allow_no_mexican_train() -> None:
    table = lap_two("club", "12-3 9-8", "12-1 1-1", boneyard="3-3", mexican_trains=0)
    assert table.legal == "draw"
    assert table.why_not("12-3>M1") is Refusal.NO_SUCH_PLACE


def test_an_unstarted_train_that_was_started_by_another_is_closed_again() -> None:
    table = deal("express", "12-1 9-9", "12-8 5-5", "12-2 8-7", moves="12-1>M1 12-8>1")
    assert table.why_not("8-7>1") is Refusal.CLOSED


def test_the_owner_of_a_train_that_another_started_goes_on_at_its_end() -> None:
    table = deal("express", "12-1 8-2 9-9", "12-8 5-5", moves="12-1>M1 12-8>1")
    assert table.legal == "8-2>1"


def test_a_marked_unstarted_train_may_be_started_by_another_and_stays_marked() -> None:
    table = deal("club", "7-0 9-9", "12-8 12-7 5-5", boneyard="1-1 2-2", moves="pass 12-7>2 end draw pass 12-8>1")
    assert table.markers == [1]
    assert table.ends["1"] == 8


def test_playing_elsewhere_leaves_the_own_marker() -> None:
    table = lap_two("club", UNDECIDED, "12-3 4-0 1-1", boneyard="3-2").play("draw pass 12-3>M1 3-2>M1")
    assert table.markers == [1]


def test_covering_a_double_on_the_own_train_takes_the_marker_off() -> None:
    table = lap_two("club", "9-8 2-1", "5-5 8-0 1-1", boneyard="8-3 7-7 5-2").play("draw pass 5-5>1 draw pass draw")
    assert table.markers == [1, 2]
    assert table.binding == ["1"]
    table = table.play("5-2>1")
    assert MarkerTaken(seat=0, place="1") in table.events
    assert table.markers == [2]


def test_the_first_tile_of_the_own_train_takes_the_marker_off() -> None:
    table = deal("club", "7-0 9-9", "12-8 8-1 5-5", boneyard="12-2", moves="pass 12-8>2 end draw 12-2>1")
    assert table.markers == []


def test_without_own_trains_there_are_no_markers() -> None:
    table = deal("chicken", "9-4 8-8", "7-7 6-5", boneyard="3-2 9-1", moves="9-4>M1 draw pass")
    assert table.events[-1] == Passed(seat=1, marked=False)
    assert table.markers == []


def test_a_tile_must_be_drawn_before_passing_while_there_are_any() -> None:
    table = lap_two("club", UNDECIDED, "4-0 1-1", boneyard="8-3 3-3")
    assert table.legal == "draw"
    assert table.why_not("pass") is Refusal.MUST_DRAW
    assert table.why_not("end") is Refusal.NOT_OPENING


def test_one_tile_is_drawn_a_turn() -> None:
    table = lap_two("club", UNDECIDED, "4-0 1-1", boneyard="8-3 5-5").play("draw")
    assert table.events == (Drew(seat=0, tile=tiles("8-3")[0]),)
    assert table.why_not("draw") is Refusal.CANNOT_DRAW


def test_drawing_until_playable_ends_with_the_boneyard() -> None:
    table = lap_two("club", UNDECIDED, "4-0 1-1", boneyard="8-3 3-3", draw="until_playable").play("draw draw")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.BONEYARD_EMPTY
    assert table.play("pass").markers == [1]


def test_the_turn_goes_round_the_table() -> None:
    table = deal("express", "12-1 1-0 9-9", "12-2 8-8", "12-3 7-7", moves="12-1>1")
    assert table.player == 2
    assert table.play("12-2>2").player == 3
    assert table.play("12-2>2 12-3>3").player == 1


def test_a_tile_of_another_hand_cannot_be_laid() -> None:
    table = lap_two("club", "5-1 9-8", "5-2 1-1", boneyard="3-3")
    assert table.why_not("5-2>1") is Refusal.NOT_IN_HAND


def test_either_order_of_a_tiles_halves_is_read() -> None:
    table = lap_two("club", "5-1 9-8", "4-2 1-1", boneyard="3-3")
    assert table.play("1-5>1").ends["1"] == 1


def test_the_middle_goes_before_everything_until_all_its_trains_are_started() -> None:
    table = lap_two("club", "5-1 9-8", "12-2 4-1 2-2", boneyard="3-3 12-3", hub_first=True, mexican_trains=2)
    assert table.why_not("5-1>1") is Refusal.HUB_FIRST
    table = table.play("draw pass")
    assert table.legal == "12-2>M1"
    assert table.why_not("4-1>2") is Refusal.HUB_FIRST
    table = table.play("12-2>M1 draw")
    assert table.legal == "12-3>M2"
    assert table.play("12-3>M2").legal == "2-2>M1 4-1>2"


def test_the_table_is_told_when_a_turn_ends_with_one_tile() -> None:
    table = lap_two("club", "5-1 9-8", "4-2 1-1", boneyard="3-3").play("5-1>1")
    assert table.events[-1] == LastTile(seat=0)
    assert LastTile(seat=0) not in lap_two("club", "5-1 9-8 8-8", "4-2 1-1", boneyard="3-3").play("5-1>1").events
