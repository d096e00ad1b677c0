"""Branches: the toes of a double, their names, and what they ask for."""

from __future__ import annotations

from game.refusals import Refusal
from tests.game.tables import deal, lap_two


def test_a_double_ends_its_line_and_offers_one_toe_at_a_time() -> None:
    table = lap_two("cuban", "5-5 5-1 5-2 5-3", "4-1 2-0 3-0 7-0", toes=3).play("5-5>1")
    assert table.ends["1.1"] == 5
    assert "1" not in table.ends
    table = table.play("4-1>2")
    assert table.why_not("5-2>1") is Refusal.NO_SUCH_PLACE
    assert table.why_not("5-2>1.2") is Refusal.NO_SUCH_PLACE
    assert table.play("5-1>1.1").ends == {"1.1": 1, "1.2": 5, "2": 1}


def test_three_toes_are_laid_in_their_order() -> None:
    table = lap_two("cuban", "5-5 5-1 5-2 5-3 9-9", "4-1 1-0 10-0 10-7 11-7", toes=3)
    table = table.play("5-5>1 4-1>2 5-1>1.1 1-0>2 5-2>1.2 10-0>2 5-3>1.3")
    assert table.ends == {"1.1": 1, "1.2": 2, "1.3": 3, "2": 10}


def test_a_double_on_a_toe_branches_further() -> None:
    table = deal("club", "12-4 4-4 4-1 4-2 2-2 2-1 2-0 9-8", "12-5 7-0 8-0", boneyard="1-1", toes=3)
    table = table.play("12-4>1 4-4>1 4-1>1.1 4-2>1.2 2-2>1.2")
    assert table.ends == {"1.1": 1, "1.2.1": 2, "1.3": 4}
    table = table.play("2-1>1.2.1 2-0>1.2.2")
    assert table.ends == {"1.1": 1, "1.2.1": 1, "1.2.2": 0, "1.2.3": 2, "1.3": 4}


def test_with_two_toes_the_second_one_is_the_last() -> None:
    table = deal("club", "12-4 4-4 4-1 4-2 4-3", "12-5 7-0 8-0", boneyard="1-1", toes=2)
    table = table.play("12-4>1 4-4>1 4-1>1.1 4-2>1.2")
    assert table.ends == {"1.1": 1, "1.2": 2}
    assert table.why_not("4-3>1.3") is Refusal.NO_SUCH_PLACE


def test_a_double_far_along_a_line_branches_at_the_name_of_its_line() -> None:
    table = deal("club", "12-4 4-1 1-1 1-0 8-7", "12-5 7-0 8-0", boneyard="2-2", toes=2)
    table = table.play("12-4>1 4-1>1 1-1>1")
    assert table.ends == {"1.1": 1}
    table = table.play("1-0>1.1")
    assert table.ends == {"1.1": 0, "1.2": 1}


def test_a_branching_double_binds_until_all_its_toes_are_laid_one_a_turn() -> None:
    table = deal(
        "express", "12-5 5-5 5-1 9-9", "12-4 5-2 4-0 5-6", "12-3 5-3 3-0", boneyard="7-7", toes=3,
        moves="12-5>1 12-4>2 12-3>3 5-5>1",
    )  # fmt: skip
    assert table.legal == "5-2>1.1 6-5>1.1"
    table = table.play("5-2>1.1")
    assert table.player == 3
    assert table.binding == ["1.2"]
    table = table.play("5-3>1.2")
    assert table.player == 1
    assert table.legal == "5-1>1.3"
    table = table.play("5-1>1.3")
    assert table.binding == []
    assert table.legal == "4-0>2"


def test_who_lays_a_branching_double_covers_one_toe_at_once_where_the_rules_say_so() -> None:
    table = lap_two("station", "5-5 5-1 5-2 9-9", "4-1 5-0 5-3", boneyard="7-7", toes=3).play("5-5>1")
    assert table.legal == "5-1>1.1 5-2>1.1"
    table = table.play("5-1>1.1")
    assert table.player == 2
    assert table.legal == "5-0>1.2 5-3>1.2"
    table = table.play("5-0>1.2")
    assert table.player == 1
    assert table.legal == "5-2>1.3"


def test_the_tile_after_a_branching_double_may_be_its_first_toe_or_lie_elsewhere() -> None:
    table = lap_two("club", "5-5 5-1 12-7 9-9", "4-1 5-0 5-3", boneyard="7-7", toes=2).play("5-5>1")
    assert table.legal == "12-7>M1 5-1>1.1"
    assert table.play("5-1>1.1").legal == "5-0>1.2 5-3>1.2"
    assert table.play("12-7>M1").legal == "5-0>1.1 5-3>1.1"


def test_who_may_play_on_a_train_may_play_on_any_of_its_ends() -> None:
    table = deal(
        "cuban", "12-5 5-5 5-1 9-8", "12-4 5-2 1-0 9-9", boneyard="8-8 7-7",
        moves="12-5>1 12-4>2 5-5>1 draw pass 5-1>1.1",
    )  # fmt: skip
    assert table.why_not("1-0>1.1") is Refusal.CLOSED
    assert table.why_not("5-2>1.2") is Refusal.CLOSED
    marked = deal(
        "cuban", "12-5 5-5 9-8 9-7", "12-4 5-2 2-0 9-9", boneyard="8-8 7-7 10-9 10-8 10-7",
        moves="12-5>1 12-4>2 5-5>1 draw pass draw pass",
    )  # fmt: skip
    assert marked.markers == [1, 2]
    assert marked.legal == "5-2>1.1"


def test_the_marker_comes_off_by_a_tile_on_any_branch() -> None:
    table = deal(
        "cuban", "12-5 5-5 9-8 9-7", "12-4 9-9 6-6", boneyard="8-8 10-9 10-8 5-3",
        moves="12-5>1 12-4>2 5-5>1 draw pass draw pass draw pass draw 5-3>1.1",
    )  # fmt: skip
    assert table.markers == [2]


def test_a_branching_double_of_an_opening_train_asks_for_nothing_later() -> None:
    table = deal(
        "club", "12-4 4-4 4-2 9-8", "12-5 5-1 4-1 7-0", boneyard="1-1", toes=3,
        moves="12-4>1 4-4>1 end 12-5>2 end",
    )  # fmt: skip
    assert table.binding == []
    table = table.play("4-2>1.1")
    assert table.binding == []
    assert table.legal == "5-1>2"


def test_a_branching_double_is_released_once_no_tile_with_its_number_is_left() -> None:
    table = lap_two("express", "5-5 9-9 8-8", "4-1 5-0 7-0", boneyard="7-7", toes=3, release_dead_doubles=True)
    table = table.play("5-5>1")
    assert table.legal == "5-0>1.1"
    table = table.play("5-0>1.1")
    assert table.binding == []
    assert table.ends["1.2"] == 5


def test_several_branching_doubles_are_covered_from_the_oldest_toe_by_toe() -> None:
    table = lap_two(
        "classic", "12-6 5-5 6-6 9-8", "4-1 5-0 6-0 7-1", boneyard="10-10 5-3 6-3", toes=2
    )  # fmt: skip
    table = table.play("12-6>M1 4-1>2 5-5>1 6-6>M1 draw pass")
    assert table.binding == ["1.1", "M1.1"]
    table = table.play("5-0>1.1")
    assert table.binding == ["1.2", "M1.1"]
    assert table.play("draw").legal == "5-3>1.2"


def test_a_mexican_train_branches_under_its_own_name() -> None:
    table = lap_two("cuban", "12-3 3-3 9-9 9-8", "4-1 1-0 3-2", boneyard="7-7").play("12-3>M1 4-1>2 3-3>M1")
    assert table.legal == "1-0>2 3-2>M1.1"
