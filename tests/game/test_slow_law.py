"""`game/` against the slow law: the same moves are legal, and do the same, in games of every kind of rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.refusals import RulesError
from tests.game.effort import THOROUGH, tries
from tests.game.mixes import Mix, any_mix, axes, can_be, name_of, pairwise, resolve
from tests.game.twins import Twins, choose, deal_twins

SEEDS = st.integers(0, 2**48)
GAMES = 100 if THOROUGH else 15


def play_out(twins: Twins, random: Random) -> None:
    """Play to the end, with knocks and catches in between, where they are allowed."""
    twins.compare()
    while not twins.story.ended:
        calls = [f"knock>{seat + 1}" for seat in sorted(twins.story.owing)]
        calls += [f"catch>{seat + 1}" for seat in sorted(twins.story.late)]
        if calls and random.random() < 0.3:
            twins.play(random.choice(calls))
        else:
            twins.play(choose(twins.story.legal(), random))


@pytest.mark.parametrize("mix", pairwise(), ids=name_of)
def test_every_pair_of_option_values_is_played_by_the_law(mix: Mix) -> None:
    random = Random(repr(mix))
    for _ in range(GAMES):
        play_out(deal_twins(mix, random), random)


@tries(600)
@given(seed=SEEDS)
def test_any_mix_of_rules_is_played_by_the_law(seed: int) -> None:
    random = Random(seed)
    play_out(deal_twins(any_mix(random), random), random)


@tries(250)
@given(seed=SEEDS)
def test_several_open_doubles_are_played_by_the_law(seed: int) -> None:
    random = Random(seed)
    mix = any_mix(random) | {
        "doubles": "play_again",
        "opening": "single",
        "mexican_trains": random.choice((0, 2, 4)),
        "own_trains": True,
        "hub_first": False,
    }
    play_out(deal_twins(mix, random), random)


@tries(250)
@given(seed=SEEDS)
def test_openings_and_last_tiles_are_played_by_the_law(seed: int) -> None:
    random = Random(seed)
    mix = any_mix(random) | {"opening": "train", "own_trains": True, "last_tile": "knock", "hand_size": 2}
    play_out(deal_twins(mix, random), random)


def test_the_mixes_hold_every_pair_of_values_that_can_go_together() -> None:
    values = axes()
    held = {pair for mix in pairwise() for pair in combinations(mix.items(), 2)}
    for one, two in combinations(values, 2):
        for a in values[one]:
            for b in values[two]:
                assert (((one, a), (two, b)) in held) == can_be({one: a, two: b}), (one, a, two, b)


@tries(1000)
@given(mix=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in axes().items()}))
def test_rules_are_refused_exactly_where_they_cannot_be_dealt_or_played(mix: Mapping[str, Any]) -> None:
    try:
        resolve(mix)
    except RulesError:
        assert not can_be(mix)
    else:
        assert can_be(mix)
