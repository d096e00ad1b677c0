"""The last tile: knocking for it, and being caught without."""

from __future__ import annotations

import pytest

from game.events import Caught, Drew, Knocked, LastTile
from game.refusals import Refusal
from tests.game.tables import Table, deal, lap_two, tiles


def owing(boneyard: str = "8-3 9-3 10-3", b: str = "4-2 2-1 7-7") -> Table:
    """A has ended a turn with one tile, 9-9, and owes a knock; B is to move."""
    return lap_two("station", "5-1 9-9", b, boneyard=boneyard).play("5-1>1")


def test_a_knock_settles_the_debt() -> None:
    table = owing().play("knock>1")
    assert table.events == (Knocked(seat=0),)
    assert table.player == 2
    assert table.play("4-2>2").why_not("catch>1") is Refusal.NOT_CATCHABLE


def test_the_table_is_not_told_of_a_last_tile_where_it_has_to_be_knocked_for() -> None:
    assert not any(isinstance(event, LastTile) for event in owing().events)


def test_a_knock_is_made_once() -> None:
    assert owing().play("knock>1").why_not("knock>1") is Refusal.NO_KNOCK_OWED


def test_nobody_is_caught_before_the_next_player_has_moved() -> None:
    table = owing()
    assert table.why_not("catch>1") is Refusal.NOT_CATCHABLE
    assert table.play("4-2>2 catch>1").player == 1


def test_any_move_of_the_next_player_opens_the_catch() -> None:
    table = owing(b="7-7 6-6").play("draw")
    assert table.player == 2
    assert table.play("catch>1").player == 2


def test_who_is_caught_draws_two_tiles_and_owes_nothing_more() -> None:
    table = owing().play("4-2>2 catch>1")
    drew = tiles("8-3 9-3")
    assert table.events[-3:] == (Caught(seat=0, count=2), Drew(seat=0, tile=drew[0]), Drew(seat=0, tile=drew[1]))
    assert table.hand(1) == "8-3 9-3 9-9"
    assert table.boneyard == "10-3"
    assert table.why_not("catch>1") is Refusal.NOT_CATCHABLE
    assert table.why_not("knock>1") is Refusal.NO_KNOCK_OWED


@pytest.mark.parametrize(("boneyard", "hand"), [("8-3", "8-3 9-9"), ("", "9-9")])
def test_who_is_caught_draws_as_many_as_there_are(boneyard: str, hand: str) -> None:
    table = owing(boneyard=boneyard).play("4-2>2 catch>1")
    assert table.hand(1) == hand
    assert table.boneyard == ""


def test_who_is_caught_at_their_own_turn_may_play_the_tiles() -> None:
    table = owing(boneyard="3-1 9-3").play("4-2>2")
    assert table.player == 1
    assert table.legal == "draw"
    assert table.play("catch>1").legal == "3-1>1"


def test_a_catch_may_empty_the_boneyard_before_somebody_draws() -> None:
    table = deal(
        "station", "12-12 12-5 5-1 9-9", "12-4 4-2 7-7", "12-6 8-8 10-10", boneyard="8-3 9-3",
        moves="12-5>1 end 12-4>2 end 12-6>3 end 5-1>1 4-2>2",
    )  # fmt: skip
    assert table.legal == "draw"
    assert table.play("catch>1").legal == "pass"


def test_the_own_next_move_ends_the_debt() -> None:
    table = owing().play("4-2>2 draw")
    assert table.why_not("catch>1") is Refusal.NOT_CATCHABLE
    assert table.why_not("knock>1") is Refusal.NO_KNOCK_OWED


def test_the_knock_may_be_made_at_the_own_turn_before_moving() -> None:
    table = owing().play("4-2>2")
    assert table.player == 1
    assert table.play("knock>1").why_not("catch>1") is Refusal.NOT_CATCHABLE


def test_a_turn_that_was_passed_with_one_tile_owes_a_knock() -> None:
    table = lap_two("station", "9-9", "4-2 1-1 5-0", boneyard="").play("pass")
    assert table.play("knock>1").events == (Knocked(seat=0),)


def test_a_new_debt_waits_for_the_next_player_again() -> None:
    table = lap_two("station", "9-9", "4-2 2-1 7-7 5-0", boneyard="").play("pass 4-2>2 pass")
    assert table.why_not("catch>1") is Refusal.NOT_CATCHABLE
    assert table.play("2-1>2 catch>1").hand(1) == "9-9"


def test_an_opening_train_that_leaves_one_tile_owes_a_knock() -> None:
    table = deal("station", "12-12 12-5 9-9", "12-4 4-2 7-7", boneyard="8-3", moves="12-5>1 end")
    assert table.play("12-4>2 catch>1").hand(1) == "8-3 9-9"


def test_a_double_in_between_leaves_no_debt() -> None:
    table = lap_two("station", "5-5 9-9", "4-2 5-0 7-7", boneyard="8-3 9-3").play("5-5>1")
    assert table.player == 1
    assert table.why_not("knock>1") is Refusal.NO_KNOCK_OWED
    assert table.play("draw pass").why_not("knock>1") is Refusal.NO_KNOCK_OWED


def test_two_seats_may_owe_a_knock_at_the_same_time() -> None:
    table = lap_two("station", "5-1 9-9", "4-2 7-7", boneyard="8-3 9-3 10-3 11-3").play("5-1>1 4-2>2")
    assert table.why_not("catch>2") is Refusal.NOT_CATCHABLE
    table = table.play("catch>1 draw catch>2")
    assert table.hand(2) == "7-7 11-3"


def test_nobody_knocks_where_the_table_is_told() -> None:
    table = lap_two("club", "5-1 9-9", "4-2 7-7", boneyard="8-3").play("5-1>1")
    assert table.why_not("knock>1") is Refusal.NO_KNOCK_OWED
    assert table.play("4-2>2").why_not("catch>1") is Refusal.NOT_CATCHABLE


def test_a_seat_that_is_not_there_neither_knocks_nor_is_caught() -> None:
    assert owing().why_not("knock>14") is Refusal.NO_KNOCK_OWED
    assert owing().why_not("catch>14") is Refusal.NOT_CATCHABLE


def test_going_out_owes_nothing() -> None:
    table = deal("station", "12-12 12-5", "12-4 4-2", boneyard="8-3", moves="12-5>1 12-4>2")
    assert table.why_not("knock>1") is Refusal.NO_KNOCK_OWED
    assert table.why_not("catch>1") is Refusal.NOT_CATCHABLE


def test_knocks_and_catches_are_never_among_the_legal_moves() -> None:
    assert owing().legal == "4-2>2"
