"""Anything that people may try, at tables of any rules: what always holds, and what is refused for a true reason."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.events import Caught, Drew, Knocked, Laid, MarkerTaken, Passed, RoundEnded
from game.moves import parse_move
from game.perft import perft
from game.play import apply
from game.refusals import MoveRefused
from game.tiles import full_set
from tests.game.effort import tries
from tests.game.mixes import Mix, pairwise
from tests.game.reasons import is_true
from tests.game.slow_law import Story, train, written
from tests.game.twins import Twins, choose, deal_twins, everywhere, facts

NUMBERS = st.integers(0, 99)


def every_try(story: Story) -> list[str]:
    """Moves that somebody could try: what is in hand or not, on every place there is, was or will be, and the rest."""
    places = sorted({*everywhere(story), *story.started, "1", "14", "M1", "M2", "M6", "1.1", "2.3", "M1.1.1"})
    in_hand = sorted(story.hands[story.seat])
    others = sorted(tile for seat, hand in enumerate(story.hands) if seat != story.seat for tile in hand)[:4]
    plays = [f"{written(tile)}>{place}" for tile in (*in_hand, *others, (18, 18)) for place in places]
    calls = [f"{kind}>{seat + 1}" for kind in ("knock", "catch") for seat in (*range(story.seats), 13)]
    return [*plays, *calls, "draw", "pass", "end"]


def may(story: Story, move: str) -> bool:
    """Whether a move or a call is allowed now."""
    kind, _, seat = move.partition(">")
    if kind == "knock":
        return not story.ended and int(seat) - 1 in story.owing
    if kind == "catch":
        return not story.ended and int(seat) - 1 in story.late
    return move in story.legal()


def expect_refusal(twins: Twins, move: str) -> None:
    """See that a move is refused, changes nothing, and that what is said about it is true."""
    before = facts(twins.state)
    with pytest.raises(MoveRefused) as refused:
        apply(twins.state, parse_move(move))
    reason = refused.value.reason
    assert is_true(reason, twins.story, move), f"{move} is refused with “{reason}”\n{twins.as_record()}"
    assert facts(twins.state) == before


class AnyPlay(RuleBasedStateMachine):
    """A table where people try anything."""

    twins: Twins
    passes: int
    """How many turns were passed one after another, with an empty boneyard, after lap 1."""

    @initialize(mix=st.sampled_from(pairwise()), seed=st.integers(0, 2**32))
    def deal(self, mix: Mix, seed: int) -> None:
        self.twins = deal_twins(mix, Random(seed))
        self.passes = 0
        self.tiles = self.all_tiles()

    def all_tiles(self) -> list[str]:
        state = self.twins.state
        on_table = [str(laid.tile) for laid in state.laid]
        seen = facts(state)
        return sorted([*on_table, *seen["boneyard"], *(tile for hand in seen["hands"] for tile in hand)])

    def is_playing(self) -> bool:
        return not self.twins.story.ended

    @precondition(is_playing)
    @rule(number=NUMBERS)
    def play(self, number: int) -> None:
        story = self.twins.story
        legal = sorted(story.legal())
        move = legal[number % len(legal)]
        seat, marked, lap_one = story.seat, story.seat in story.markers, story.turns[story.seat] == 1
        events = self.twins.play(move)
        if move != "end":
            assert isinstance(events[0], {"draw": Drew, "pass": Passed}.get(move, Laid))
        on_own = ">" in move and train(move.split(">")[1]) == str(seat + 1)
        assert any(isinstance(event, MarkerTaken) for event in events) == (marked and on_own)
        assert isinstance(events[-1], RoundEnded) if story.ended else True
        if move == "pass" and not story.boneyard and not lap_one:
            self.passes += 1
        else:
            self.passes = 0

    @precondition(is_playing)
    @rule(seed=NUMBERS)
    def play_a_lap(self, seed: int) -> None:
        random = Random(seed)
        for _ in range(self.twins.story.seats):
            if self.is_playing():
                self.twins.play(choose(self.twins.story.legal(), random))
        self.passes = 0

    @rule(number=st.integers(0, 10**6))
    def try_anything(self, number: int) -> None:
        story = self.twins.story
        tries = every_try(story)
        move = tries[number % len(tries)]
        if not may(story, move):
            expect_refusal(self.twins, move)

    @precondition(lambda self: bool(self.twins.story.owing) and self.is_playing())
    @rule()
    def knock(self) -> None:
        seat = min(self.twins.story.owing)
        assert self.twins.play(f"knock>{seat + 1}") == (Knocked(seat),)

    @precondition(lambda self: bool(self.twins.story.late) and self.is_playing())
    @rule()
    def catch(self) -> None:
        seat = min(self.twins.story.late)
        left = min(2, len(self.twins.story.boneyard))
        events = self.twins.play(f"catch>{seat + 1}")
        assert events[0] == Caught(seat, left)
        assert [isinstance(event, Drew) for event in events[1:]] == [True] * left

    @invariant()
    def no_tile_is_lost_or_doubled(self) -> None:
        assert self.all_tiles() == self.tiles
        assert len(set(self.tiles)) == len(self.tiles)
        whole = {str(tile) for tile in full_set(self.twins.rules.tile_set)}
        assert set(self.tiles) < whole
        assert str(self.twins.state.deal.engine) not in self.tiles

    @invariant()
    def somebody_can_act_until_the_round_ends(self) -> None:
        assert bool(self.twins.state.legal) == self.is_playing()
        assert perft(self.twins.state, 1) == max(1, len(self.twins.state.legal))

    @invariant()
    def drawing_and_passing_are_for_who_cannot_play(self) -> None:
        legal = self.twins.story.legal()
        if any(">" in move for move in legal):
            assert not legal & {"draw", "pass"}
        assert len({move for move in legal if ">" not in move}) <= 1

    @invariant()
    def each_double_on_the_table_offers_the_places_that_are_left(self) -> None:
        state = self.twins.state
        toes = state.deal.rules.toes
        for index, ends in enumerate(state.trains):
            name = state.deal.starts[index].place
            doubles = sum(laid.tile.is_double for laid in state.laid if train(laid.place) == name)
            free = sum(toes - end.toe + 1 if end.toe else 1 for end in ends)
            assert free == 1 + (toes - 1) * doubles

    @invariant()
    def nobody_passes_for_ever(self) -> None:
        assert self.passes <= 2 * self.twins.story.seats


def test_whatever_people_try_at_a_table() -> None:
    run_state_machine_as_test(AnyPlay, settings=tries(120, stateful_step_count=40))


@pytest.mark.parametrize("mix", pairwise()[::2], ids=lambda mix: f"{mix['preset']}-{mix['seats']}")
def test_every_move_that_is_not_legal_is_refused_for_a_true_reason(mix: Mix) -> None:
    random = Random(repr(mix))
    twins = deal_twins(mix, random)
    while not twins.story.ended:
        for move in random.sample(every_try(twins.story), 12):
            if not may(twins.story, move):
                expect_refusal(twins, move)
        twins.play(choose(twins.story.legal(), random))
    for move in every_try(twins.story):
        expect_refusal(twins, move)
