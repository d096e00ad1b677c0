"""Doubles: what they ask for, whom they bind, and when they are dead."""

from __future__ import annotations

import pytest

from game.refusals import Refusal
from tests.game.tables import Table, deal, lap_two


def two_open_doubles(b: str = "5-0 6-0 7-1", boneyard: str = "1-1 2-2", **options: object) -> Table:
    """B is to move, with 5-5 open on train 1 and 6-6 open on train M1, in this order; A failed after them."""
    a = "12-6 5-5 6-6 9-8"
    table = lap_two("classic", a, f"4-1 {b}", boneyard=boneyard, **options)
    return table.play("12-6>M1 4-1>2 5-5>1 6-6>M1 draw pass")


def test_who_lays_a_double_must_lay_another_tile() -> None:
    table = lap_two("club", "5-5 12-7 9-9", "5-0 4-1", boneyard="1-1").play("5-5>1")
    assert table.player == 1
    assert table.legal == "12-7>M1"
    assert table.why_not("draw") is Refusal.MUST_PLAY
    assert table.why_not("pass") is Refusal.MUST_PLAY


def test_the_second_tile_may_cover_the_double_itself() -> None:
    table = lap_two("club", "5-5 5-2 9-9", "5-0 4-1", boneyard="1-1").play("5-5>1 5-2>1")
    assert table.player == 2
    assert table.binding == []


def test_the_second_tile_keeps_to_where_one_may_play() -> None:
    table = lap_two("club", "5-5 4-3 12-7 9-9", "5-0 4-1", boneyard="1-1").play("5-5>1")
    assert table.why_not("4-3>2") is Refusal.CLOSED


def test_each_demand_of_another_tile_allows_one_draw() -> None:
    table = lap_two("club", "9-8 7-7", "4-1 8-0", boneyard="5-5 8-8 3-2").play("draw 5-5>1")
    assert table.player == 1
    assert table.legal == "draw"
    table = table.play("draw")
    assert table.legal == "pass"
    assert table.why_not("draw") is Refusal.CANNOT_DRAW
    assert table.play("pass").markers == [1]


def test_a_double_drawn_after_a_double_asks_again() -> None:
    table = lap_two("club", "12-8 5-5 9-0", "4-1 1-0", boneyard="8-8 3-2", double_order="any")
    table = table.play("12-8>M1 4-1>2 5-5>1 draw 8-8>M1")
    assert table.player == 1
    assert table.legal == "draw"


def test_the_demand_is_met_by_one_tile() -> None:
    table = lap_two("club", "5-5 12-7 7-2 9-9", "4-1 5-0", boneyard="1-1").play("5-5>1 12-7>M1")
    assert table.player == 2


def test_an_empty_boneyard_lets_a_demand_fail_at_once() -> None:
    table = lap_two("club", "5-5 9-9", "5-0 4-1").play("5-5>1")
    assert table.legal == "pass"
    assert table.play("pass").markers == [1]


def test_the_oldest_of_several_open_doubles_is_covered_first() -> None:
    table = two_open_doubles()
    assert table.binding == ["1", "M1"]
    assert table.legal == "5-0>1"
    assert table.why_not("6-0>M1") is Refusal.OLDEST_FIRST
    assert table.why_not("7-1>2") is Refusal.COVER_FIRST
    table = table.play("5-0>1")
    assert table.binding == ["M1"]
    assert table.legal == "draw"


def test_any_of_several_open_doubles_is_covered_where_the_rules_say_so() -> None:
    table = two_open_doubles(double_order="any")
    assert table.legal == "5-0>1 6-0>M1"
    table = table.play("6-0>M1")
    assert table.binding == ["1"]


def test_a_younger_double_cannot_be_covered_by_who_lacks_the_oldest() -> None:
    table = two_open_doubles(b="6-0 7-1")
    assert table.legal == "draw"
    table = table.play("draw pass")
    assert table.markers == [1, 2]
    assert table.binding == ["1", "M1"]


def test_a_double_binds_one_player_after_another_until_it_is_covered() -> None:
    table = deal(
        "express", "12-1 1-1 9-9", "12-2 8-8", "12-3 7-7", "12-4 4-1 6-6", boneyard="10-7 10-8",
        moves="12-1>1 12-2>2 12-3>3 12-4>4 1-1>1",
    )  # fmt: skip
    table = table.play("draw pass")
    assert table.player == 3
    assert table.why_not("pass") is Refusal.MUST_DRAW
    table = table.play("draw pass")
    assert table.player == 4
    assert table.markers == [2, 3]
    assert table.legal == "4-1>1"
    assert table.play("4-1>1").binding == []


def test_a_drawn_tile_that_covers_must_be_laid() -> None:
    table = lap_two("express", "5-5 9-9", "4-1 7-7", boneyard="5-3").play("5-5>1 draw")
    assert table.legal == "5-3>1"
    assert table.play("5-3>1").markers == []


def test_a_bound_player_draws_until_playable_where_the_rules_say_so() -> None:
    table = lap_two("express", "5-5 9-9", "4-1 7-7", boneyard="8-3 4-2 5-3", draw="until_playable")
    table = table.play("5-5>1 draw draw")
    assert table.legal == "draw"
    assert table.play("draw").legal == "5-3>1"


def test_a_double_on_the_mexican_train_binds() -> None:
    table = lap_two("express", "12-3 3-3 9-9", "4-1 3-0 1-0", boneyard="7-7").play("12-3>M1 4-1>2 3-3>M1")
    assert table.legal == "3-0>M1"


def test_a_free_double_is_an_ordinary_tile() -> None:
    table = lap_two("express", "5-5 5-1 9-9", "5-0 4-1", boneyard="7-7", doubles="free").play("5-5>1")
    assert table.player == 2
    assert table.legal == "4-1>2"
    assert table.why_not("5-0>1") is Refusal.CLOSED


def test_the_own_double_is_covered_at_once_where_the_rules_say_so() -> None:
    table = lap_two("station", "5-5 5-2 12-7 9-9", "4-1 5-0", boneyard="1-1").play("5-5>1")
    assert table.player == 1
    assert table.legal == "5-2>1"
    assert table.why_not("12-7>M1") is Refusal.COVER_FIRST
    assert table.play("5-2>1").player == 2


def test_failing_to_cover_the_own_double_marks_the_train_and_binds_the_next_player() -> None:
    table = lap_two("station", "5-5 12-7 9-9", "4-1 5-0", boneyard="1-1 2-2").play("5-5>1 draw pass")
    assert table.markers == [1]
    assert table.player == 2
    assert table.legal == "5-0>1"


def test_covering_until_playable_draws_on() -> None:
    table = lap_two("station", "5-5 12-7 9-9", "4-1 5-0", boneyard="1-1 2-2 5-3", draw="until_playable")
    assert table.play("5-5>1 draw draw draw").legal == "5-3>1"


def test_a_dead_double_asks_nothing_of_who_must_cover_it() -> None:
    table = lap_two("station", "5-5 12-7 9-9", "4-1 6-0", boneyard="1-1", release_dead_doubles=True).play("5-5>1")
    assert table.player == 2
    assert table.binding == []
    assert table.legal == "4-1>2"


def test_a_dead_double_still_asks_for_another_tile_with_play_again() -> None:
    table = lap_two("club", "5-5 12-7 9-9", "4-1 6-0", boneyard="1-1").play("5-5>1")
    assert table.player == 1
    assert table.legal == "12-7>M1"
    assert table.play("12-7>M1").legal == "4-1>2"


def test_a_dead_double_binds_where_nothing_releases_it() -> None:
    table = lap_two("classic", "5-5 12-7 9-9", "4-1 6-0", boneyard="1-1 2-2").play("5-5>1 12-7>M1")
    assert table.binding == ["1"]
    assert table.legal == "draw"


@pytest.mark.parametrize(("boneyard", "bound"), [("5-3 1-1", True), ("1-1 5-3", True), ("1-1", False)])
def test_a_double_is_dead_once_its_number_is_in_no_hand_and_not_in_the_boneyard(boneyard: str, bound: bool) -> None:
    table = lap_two("express", "5-5 9-9", "4-1 6-0", boneyard=boneyard, release_dead_doubles=True).play("5-5>1")
    assert table.binding == (["1"] if bound else [])


def test_a_double_that_dies_while_an_older_one_binds_is_passed_over() -> None:
    table = two_open_doubles(b="5-0 7-1", release_dead_doubles=True)
    assert table.binding == ["1"]
    assert table.legal == "5-0>1"
    assert table.play("5-0>1").binding == []


def test_an_older_double_that_dies_leaves_the_younger_one_binding() -> None:
    table = two_open_doubles(b="6-0 7-1", release_dead_doubles=True)
    assert table.binding == ["M1"]
    assert table.legal == "6-0>M1"


def test_doubles_ask_from_the_second_lap_on_after_an_opening_train() -> None:
    table = deal("club", "12-6 6-6 6-1", "12-1 1-1 2-0", boneyard="9-9", moves="12-6>1 6-6>1 end 12-1>2 1-1>2 end")
    assert table.player == 1
    assert table.binding == []
    assert table.legal == "6-1>1"
