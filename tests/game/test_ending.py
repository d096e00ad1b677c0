"""How rounds end: out or stranded, when that is looked at, and which ends count."""

from __future__ import annotations

import pytest

from game.events import Laid, LastTile, Passed, RoundEnded
from game.refusals import Refusal
from tests.game.tables import deal, lap_two, tiles


def test_a_round_ends_when_a_player_lays_the_last_tile() -> None:
    table = lap_two("club", "5-1", "4-2 1-1", boneyard="3-3").play("5-1>1")
    assert table.ended == "out"
    assert table.events == (Laid(seat=0, tile=tiles("5-1")[0], place="1"), RoundEnded(out=(0,)))
    assert table.legal == ""
    assert table.why_not("4-2>2") is Refusal.OVER
    assert table.why_not("draw") is Refusal.OVER
    assert table.why_not("knock>1") is Refusal.OVER


def test_a_round_is_stranded_when_no_tile_fits_and_the_boneyard_is_empty() -> None:
    table = lap_two("club", "9-8 7-7", "4-1 2-0", boneyard="").play("pass 4-1>2")
    assert table.ended == "stranded"
    assert table.events[-1] == RoundEnded(out=())
    assert table.scores == [31, 2]


def test_a_round_is_not_stranded_while_there_is_a_boneyard() -> None:
    table = lap_two("club", "9-8 7-7", "4-1 2-0", boneyard="10-10").play("draw pass 4-1>2")
    assert table.ended == "stranded"
    assert lap_two("club", "9-8 7-7", "4-1 2-0", boneyard="10-10 11-11").play("draw pass 4-1>2").ended is None


def test_a_closed_train_keeps_a_round_alive() -> None:
    """A has nothing but a tile that fits B's closed train; B passes one day, and then A may lay it."""
    table = lap_two("club", "2-0 9-8", "4-2 7-7").play("pass 4-2>2")
    assert table.ended is None
    table = table.play("pass pass")
    assert table.legal == "2-0>2"


def test_a_train_that_may_still_be_started_keeps_a_round_alive() -> None:
    table = deal("club", "7-0 6-6", "12-5 12-1", "7-3 6-3", mexican_trains=0, moves="pass 12-5>2 end")
    assert table.ended is None
    table = deal("club", "7-0 6-6", "12-5 8-1", "7-3 6-3", mexican_trains=0, moves="pass 12-5>2 end")
    assert table.ended == "stranded"


def test_a_mexican_train_keeps_a_round_alive_before_anyone_may_start_it() -> None:
    table = deal("express", "12-5 7-0", "12-6 8-0", mexican_from_turn=2, unstarted_trains_open=False)
    assert table.play("12-5>1 12-6>2").ended == "stranded"
    table = deal("express", "12-5 7-0", "12-6 12-1", "9-8 8-0", mexican_from_turn=2, unstarted_trains_open=False)
    table = table.play("12-5>1 12-6>2")
    assert table.ended is None


def test_a_round_may_be_stranded_in_the_first_lap() -> None:
    table = deal("club", "12-5 7-0", "8-1 8-2", "9-3 9-4", moves="12-5>1 end")
    assert table.ended == "stranded"
    assert table.scores == [7, 19, 25]
    assert table.events[-1] == RoundEnded(out=())


def test_the_first_lap_is_completed_when_somebody_is_out_even_where_no_tile_fits() -> None:
    table = deal("club", "12-5", "8-1 8-2", "9-3 9-4", moves="12-5>1")
    assert table.ended is None
    table = table.play("pass")
    assert table.ended is None
    table = table.play("pass")
    assert table.ended == "out"
    assert table.scores == [0, 19, 25]


def test_a_round_may_be_stranded_by_a_pass() -> None:
    """B's draw takes the last tile; then nothing fits."""
    table = lap_two("club", "5-1 8-7", "9-8 6-6", boneyard="10-9").play("5-1>1 draw")
    assert table.ended is None
    table = table.play("pass")
    assert table.ended == "stranded"
    assert Passed(seat=1, marked=True) in table.events
    assert LastTile(seat=0) not in table.events


def test_a_double_that_binds_counts_alone() -> None:
    table = lap_two("classic", "5-5 12-7 9-9", "4-1 6-0").play("5-5>1 12-7>M1")
    assert table.ended == "stranded"
    assert table.scores == [18, 11]


def test_a_dead_double_does_not_strand_a_round_where_it_is_released() -> None:
    table = lap_two("club", "5-5 12-7 9-9", "4-1 6-0").play("5-5>1 12-7>M1")
    assert table.ended is None
    assert table.legal == "4-1>2"


@pytest.mark.parametrize(("order", "ended"), [("oldest", "stranded"), ("any", None)])
def test_the_oldest_double_counts_alone_where_it_must_be_covered_first(order: str, ended: str | None) -> None:
    table = lap_two("classic", "12-6 5-5 6-6 9-8", "4-1 6-0 7-1", double_order=order)
    table = table.play("12-6>M1 4-1>2 5-5>1 6-6>M1 pass")
    assert table.ended == ended


def test_the_middle_counts_alone_while_it_goes_first() -> None:
    table = lap_two("club", "5-1 9-8", "4-1 6-0", hub_first=True)
    assert table.ended == "stranded"
    assert table.scores == [23, 11]


def test_all_ends_count_once_the_middle_is_filled() -> None:
    table = lap_two("club", "5-1 9-8", "12-2 4-1 6-0", hub_first=True).play("pass 12-2>M1")
    assert table.ended is None
    assert table.legal == "5-1>1"


def test_chicken_foot_is_stranded_when_the_middle_cannot_be_filled() -> None:
    table = deal("chicken", "9-4 4-1", "4-3 6-5", moves="9-4>M1")
    assert table.ended == "stranded"


def test_a_turn_that_goes_on_after_a_double_is_not_looked_at() -> None:
    table = lap_two("classic", "5-5 9-9", "4-1 6-0").play("5-5>1")
    assert table.ended is None
    assert table.play("pass").ended == "stranded"


def test_an_end_of_a_branch_counts_like_any_other() -> None:
    table = lap_two("cuban", "5-5 9-9", "4-1 5-0").play("5-5>1 4-1>2")
    assert table.ended is None
    table = lap_two("cuban", "5-5 9-9", "4-1 6-0").play("5-5>1 4-1>2")
    assert table.ended == "stranded"
