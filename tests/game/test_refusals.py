"""Every reason for a refusal, in a case where it is given, and what it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.refusals import MoveRefused, Refusal
from tests.game.tables import Table, deal, lap_two

CASES: dict[Refusal, tuple[Callable[[], Table], str]] = {
    Refusal.OVER: (lambda: lap_two("club", "5-1", "4-2 2-0", boneyard="1-1").play("5-1>1"), "4-2>2"),
    Refusal.NO_SUCH_PLACE: (lambda: lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "5-1>3"),
    Refusal.NOT_IN_HAND: (lambda: lap_two("club", "5-1 9-8", "5-2 2-0", boneyard="1-1"), "5-2>1"),
    Refusal.DOES_NOT_FIT: (lambda: lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "9-8>1"),
    Refusal.CLOSED: (lambda: lap_two("club", "5-4 9-8", "4-2 2-0", boneyard="1-1"), "5-4>2"),
    Refusal.COVER_FIRST: (
        lambda: lap_two("express", "5-5 9-8", "5-2 4-0", boneyard="1-1").play("5-5>1"),
        "4-0>2",
    ),
    Refusal.OLDEST_FIRST: (
        lambda: lap_two("classic", "12-6 5-5 6-6 9-8", "4-1 5-0 6-0", boneyard="1-1").play(
            "12-6>M1 4-1>2 6-6>M1 5-5>1 draw pass"
        ),
        "5-0>1",
    ),
    Refusal.HUB_FIRST: (lambda: deal("chicken", "9-4 9-5", "9-3 4-0", boneyard="1-1", moves="9-4>M1"), "4-0>M1"),
    Refusal.OWN_TRAIN_FIRST: (lambda: deal("club", "12-4 1-0", "12-5 2-0", boneyard="1-1"), "12-4>M1"),
    Refusal.TOO_EARLY: (
        lambda: deal("express", "12-4 1-0", "12-5 2-0", boneyard="1-1", mexican_from_turn=2),
        "12-4>M1",
    ),
    Refusal.MUST_PLAY: (lambda: lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "pass"),
    Refusal.LAY_OR_END: (lambda: deal("club", "12-4 1-0", "12-5 2-0", boneyard="1-1", moves="12-4>1"), "draw"),
    Refusal.MUST_DRAW: (lambda: lap_two("club", "9-8 7-7", "4-2 2-0", boneyard="1-1"), "pass"),
    Refusal.CANNOT_DRAW: (lambda: lap_two("club", "9-8 7-7", "4-2 2-0", boneyard="1-1 3-3").play("draw"), "draw"),
    Refusal.NO_DRAW_YET: (lambda: deal("club", "7-4 1-0", "12-5 2-0", boneyard="1-1"), "draw"),
    Refusal.BONEYARD_EMPTY: (lambda: lap_two("club", "9-8 7-7", "4-2 2-0"), "draw"),
    Refusal.NOT_OPENING: (lambda: lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "end"),
    Refusal.NO_KNOCK_OWED: (lambda: lap_two("station", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "knock>1"),
    Refusal.NOT_CATCHABLE: (lambda: lap_two("station", "5-1 9-8", "4-2 2-0", boneyard="1-1"), "catch>2"),
}


@pytest.mark.parametrize("reason", list(Refusal), ids=lambda reason: reason.name)
def test_each_reason_is_given_where_it_holds(reason: Refusal) -> None:
    table, move = CASES[reason]
    assert table().why_not(move) is reason


@pytest.mark.parametrize("reason", list(Refusal), ids=lambda reason: reason.name)
def test_a_refusal_is_a_sentence_for_the_player(reason: Refusal) -> None:
    assert reason.value[0].isupper()
    assert reason.value.endswith(".")
    assert str(MoveRefused(reason)) == reason.value


def test_a_refused_move_changes_nothing() -> None:
    table = lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1")
    before = table.state
    table.why_not("9-8>1")
    assert table.state == before
    assert table.legal == "5-1>1"


def test_a_tile_that_fits_elsewhere_is_refused_where_it_does_not() -> None:
    table = lap_two("club", "5-1 12-9", "4-2 2-0", boneyard="1-1")
    assert table.why_not("12-9>1") is Refusal.DOES_NOT_FIT
    assert table.why_not("5-1>M1") is Refusal.DOES_NOT_FIT
    assert table.why_not("5-1>2") is Refusal.DOES_NOT_FIT


def test_a_single_opening_on_the_own_train_says_so() -> None:
    table = deal("express", "12-4 9-9", "12-5 4-3", own_train_first=True, boneyard="1-1", moves="12-4>1")
    assert table.why_not("4-3>1") is Refusal.OWN_TRAIN_FIRST
    assert table.why_not("12-5>M1") is Refusal.OWN_TRAIN_FIRST
