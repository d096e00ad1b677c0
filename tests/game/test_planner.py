"""The longest train of a hand, against every train that there is."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.moves import Play
from game.planner import longest_train
from game.play import apply
from game.round import End
from game.tiles import Tile, full_set
from tests.game.effort import tries
from tests.game.tables import deal, tiles

Best = tuple[int, int]


def best_of_all(value: int, hand: frozenset[Tile]) -> Best:
    """The tiles and the pips of the longest train from a number, by trying all."""
    best = (0, 0)
    for tile in hand:
        if value in (tile.high, tile.low):
            count, pips = best_of_all(tile.other(value), hand - {tile})
            best = max(best, (count + 1, pips + tile.pips))
    return best


@tries(200)
@given(hand=st.frozensets(st.sampled_from(full_set(6)), max_size=9), value=st.integers(0, 6))
def test_no_train_is_longer_or_heavier_than_the_planned_one(hand: frozenset[Tile], value: int) -> None:
    plan = longest_train(sorted(hand), [End("1", value, 0)])
    assert (len(plan), sum(play.tile.pips for play in plan)) == best_of_all(value, hand)
    at = value
    for play in plan:
        assert play.place == "1"
        assert play.tile in hand
        at = play.tile.other(at) if at in (play.tile.high, play.tile.low) else -1
        assert at >= 0
    assert len({play.tile for play in plan}) == len(plan)


def test_the_plan_begins_at_the_better_of_two_ends() -> None:
    plan = longest_train(tiles("5-1 4-2 2-0"), [End("1.1", 5, 1), End("1.2", 4, 0)])
    assert [str(play) for play in plan] == ["4-2>1.2", "2-0>1.2"]


def test_nothing_is_planned_where_nothing_fits() -> None:
    assert longest_train(tiles("5-1 4-2"), [End("1", 12, 0)]) == ()
    assert longest_train((), [End("1", 12, 0)]) == ()
    assert longest_train(tiles("5-1"), []) == ()


@pytest.mark.parametrize("toes", [1, 2, 3])
def test_a_plan_can_be_laid_move_by_move(toes: int) -> None:
    table = deal("club", "12-4 4-4 4-1 1-1 1-0 9-8", "12-5 2-0", boneyard="3-3", toes=toes)
    state = table.state
    plan = longest_train(tiles("12-4 4-4 4-1 1-1 1-0 9-8"), state.trains[0], toes)
    assert len(plan) == 5
    for play in plan:
        assert isinstance(play, Play)
        state, _ = apply(state, play)


def test_many_tiles_are_planned_all_the_same() -> None:
    random = Random(1)
    for count in (20, 30, 45):
        hand = random.sample(full_set(12), count)
        plan = longest_train(hand, [End("1", 12, 0)])
        assert len({play.tile for play in plan}) == len(plan) <= count
