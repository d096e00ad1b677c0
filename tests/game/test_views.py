"""What a viewer may know: enough to play, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.events import Drew, Passed, seen_by
from game.match import begin_match, next_round, play
from game.moves import Act, Call, Move, Play
from game.play import apply, begin
from game.players import LEVELS
from game.refusals import MoveRefused
from game.round import Round
from game.rules import Rules
from game.tiles import Tile, mask_of, tiles_in
from game.view import view_for, view_of
from tests.game.effort import tries
from tests.game.mixes import any_mix
from tests.game.slow_law import train
from tests.game.tables import Table, deal, lap_two, tiles
from tests.game.twins import choose, deal_twins, facts

SEEDS = st.integers(0, 2**48)


def hidden_mixed(state: Round, viewer: int | None, random: Random) -> Round:
    """The same position with the tiles that `viewer` cannot see dealt anew among the other hands and the boneyard."""
    hidden = [tile for seat, hand in enumerate(state.hands) if seat != viewer for tile in tiles_in(hand)]
    hidden += state.boneyard
    random.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        count = len(tiles_in(hand))
        hands.append(hand if seat == viewer else mask_of(hidden[:count]))
        hidden = hidden if seat == viewer else hidden[count:]
    boneyard = (*state.deal.boneyard[: state.drawn], *hidden)
    return begin(state._replace(deal=replace(state.deal, boneyard=boneyard), hands=tuple(hands), legal=()))


def random_position(random: Random) -> Round:
    """A round of any rules, after some moves."""
    twins = deal_twins(any_mix(random), random)
    for _ in range(random.randrange(60)):
        if twins.story.ended:
            break
        calls = [f"catch>{seat + 1}" for seat in twins.story.late]
        twins.play(random.choice(calls) if calls and random.random() < 0.3 else choose(twins.story.legal(), random))
    return twins.state


def outcome(state: Round, move: Move, viewer: int | None) -> tuple[object, ...]:
    """What `viewer` sees of a move, and the view after it: none once the hands lie open."""
    try:
        after, events = apply(state, move)
    except MoveRefused as refused:
        return (refused.reason,)
    return tuple(seen_by(event, viewer) for event in events), None if after.ended else view_for(after, viewer)


@tries(500)
@given(seed=SEEDS)
def test_hidden_tiles_change_neither_what_is_seen_nor_what_is_told(seed: int) -> None:
    random = Random(seed)
    state = random_position(random)
    if state.ended:
        return
    viewer = random.choice((None, *range(state.deal.seats)))
    other = hidden_mixed(state, viewer, random)
    assert view_for(other, viewer) == view_for(state, viewer)
    calls = [Call(kind, seat) for kind in ("knock", "catch") for seat in range(state.deal.seats)]
    for move in (*state.legal, *calls):
        if (viewer is not None and move == Call("catch", viewer)) or (move is Act.DRAW and state.seat == viewer):
            continue  # who draws sees what
        if not isinstance(move, Call) and move not in other.legal:
            continue
        assert outcome(other, move, viewer) == outcome(state, move, viewer)


@tries(150)
@given(seed=SEEDS)
def test_a_viewer_sees_the_own_tiles_and_the_table_only(seed: int) -> None:
    random = Random(seed)
    state = random_position(random)
    on_table = {laid.tile for laid in state.laid} | {state.deal.engine}
    for viewer in (None, *range(state.deal.seats)):
        view = view_for(state, viewer)
        mine = set(tiles_in(state.hands[viewer])) if viewer is not None else set()
        assert set(view.hand) == mine
        assert {tile for _, tile, _ in view.laid} | {view.engine} == on_table
        assert list(view.counts) == [len(tiles_in(hand)) for hand in state.hands]
        assert view.boneyard == len(state.boneyard)
        if state.ended:
            assert view.shown == tuple(tiles_in(hand) for hand in state.hands)
            assert view.seat is None
            assert view.legal == ()
        else:
            assert (view.shown, view.points) == ((), ())
            assert view.legal == (state.legal if viewer == state.seat else ())
            assert all(move.tile in mine for move in view.legal if isinstance(move, Play))
            told = {tile for line in (line for one in view.trains for line in one.lines) for tile in line.tiles}
            assert {Tile.of(*halves) for halves in told} == on_table - {view.engine}


@tries(150)
@given(seed=SEEDS)
def test_a_view_shows_the_trains_as_they_lie(seed: int) -> None:
    state = random_position(Random(seed))
    view = view_for(state, None)
    names = facts(state)["started"]
    assert {one.name for one in view.trains if one.started} == names
    assert {one.owner for one in view.trains if one.marker} == facts(state)["markers"]
    for one in view.trains:
        assert bool(one.lines) == one.started
        values = {end.place: end.value for end in one.ends}
        for line in one.lines:
            assert train(line.place) == one.name
            for (_, outer), (inner, _) in pairwise(line.tiles):
                assert outer == inner
            last = line.tiles[-1]
            if view.rules.toes == 1 or last[0] != last[1]:
                assert values[line.place] == last[1]
        if one.lines:
            assert one.lines[0].tiles[0][0] == view.engine.high


@tries(300)
@given(seed=SEEDS)
def test_the_ends_that_are_allowed_are_those_where_a_tile_may_be_laid(seed: int) -> None:
    """With every tile there is in hand, the legal plays are on the allowed ends exactly."""
    random = Random(seed)
    state = random_position(random)
    if state.ended:
        return
    everything = mask_of([Tile(n) for n in range(190)])
    rich = begin(
        state._replace(hands=(*state.hands[: state.seat], everything, *state.hands[state.seat + 1 :]), legal=())
    )
    legal = {move.place for move in rich.legal if isinstance(move, Play)}
    for viewer in (None, state.seat):
        allowed = {end.place for one in view_for(state, viewer).trains for end in one.ends if end.allowed}
        assert allowed == legal


def test_who_draws_sees_the_tile_and_the_others_see_that_one_was_drawn() -> None:
    table = lap_two("club", "9-8 7-7", "4-1 2-0", boneyard="8-3 1-1").play("draw")
    (event,) = table.events
    assert seen_by(event, 0) == Drew(seat=0, tile=tiles("8-3")[0])
    assert seen_by(event, 1) == seen_by(event, None) == Drew(seat=0, tile=None)
    assert seen_by(Passed(seat=0, marked=True), 1) == Passed(seat=0, marked=True)


def test_a_debt_of_a_knock_is_shown_to_its_owner_only() -> None:
    table = lap_two("station", "5-1 9-9", "4-2 2-1 7-7", boneyard="8-3").play("5-1>1")
    assert [view_for(table.state, viewer).owes_knock for viewer in (0, 1, None)] == [True, False, False]


def test_everyones_rest_lies_open_once_the_round_has_ended() -> None:
    table = lap_two("club", "5-1", "4-2 2-0", boneyard="1-1").play("5-1>1")
    view = view_for(table.state, None)
    assert view.shown == ((), tiles("2-0 4-2"))
    assert view.points == (0, 8)


def test_the_ends_of_a_waiting_viewer_are_those_of_their_next_turn() -> None:
    table = lap_two("club", "9-8 5-1", "4-2 2-0", boneyard="1-1")
    waiting = {one.name: one.ends[0].allowed for one in view_for(table.state, 1).trains}
    assert waiting == {"1": False, "2": True, "M1": True}
    bound = deal("express", "12-5 5-5 9-9", "12-4 8-7", "12-3 8-6", boneyard="1-1 2-2",
                 moves="12-5>1 12-4>2 12-3>3 5-5>1")  # fmt: skip
    assert {one.name: one.ends[0].allowed for one in view_for(bound.state, 2).trains} == {
        "1": True, "2": False, "3": False, "M1": False,
    }  # fmt: skip


def allowed(table: Table, viewer: int | None) -> set[str]:
    view = view_for(table.state, viewer)
    return {end.place for one in view.trains for end in one.ends if end.allowed}


def test_who_has_had_an_opening_turn_waits_for_the_second_lap() -> None:
    table = deal("club", "12-4 1-0", "12-5 2-0", "12-6 3-0", boneyard="1-1", moves="12-4>1 end")
    assert [allowed(table, viewer) for viewer in (0, 1, 2, None)] == [{"1", "M1"}, {"2"}, {"3"}, {"2"}]


def test_a_mexican_train_is_for_who_will_have_had_a_turn() -> None:
    table = deal("express", "12-4 1-0", "12-5 2-0", "12-6 3-0", boneyard="1-1", mexican_from_turn=2, moves="12-4>1")
    assert [allowed(table, viewer) for viewer in (0, 1, 2)] == [{"1", "2", "3", "M1"}, {"2", "3"}, {"2", "3"}]


def test_who_waits_for_a_player_after_a_double_will_be_bound() -> None:
    table = lap_two("station", "5-5 5-1 9-9", "4-2 2-0", boneyard="1-1").play("5-5>1")
    assert (allowed(table, 0), allowed(table, 1)) == ({"1"}, {"1"})


def test_nothing_is_allowed_once_the_round_has_ended() -> None:
    assert allowed(lap_two("club", "5-1", "4-2 2-0", boneyard="1-1").play("5-1>1"), 1) == set()


def test_a_train_is_its_seats_or_nobodys() -> None:
    table = lap_two("club", "12-3 9-8", "4-2 2-0", boneyard="1-1 3-3", mexican_trains=2).play("12-3>M1 4-2>2 draw pass")
    trains = view_for(table.state, None).trains
    assert [(one.name, one.owner, one.started, one.is_open) for one in trains] == [
        ("1", 0, True, True), ("2", 1, True, False), ("M1", None, True, True), ("M2", None, False, True),
    ]  # fmt: skip


def test_a_plan_begins_at_the_ends_of_the_own_train() -> None:
    table = deal("club", "12-4 4-4 4-1 9-8", "12-5 2-0", boneyard="3-3", toes=2, moves="12-4>1 4-4>1 4-1>1.1")
    assert [end.place for end in view_for(table.state, 0).plan_starts] == ["1.1", "1.2"]
    assert [end.place for end in view_for(table.state, 1).plan_starts] == ["2"]
    assert view_for(table.state, None).plan_starts == ()
    assert view_for(deal("chicken", "9-4 8-8", "7-7 6-5", boneyard="9-1").state, 0).plan_starts == ()


def test_a_match_shows_the_totals_of_the_rounds_before() -> None:
    random = Random(5)
    rules = Rules.of("express", rounds=3).for_seats(3)
    order = [Tile(n) for n in range(90)]
    random.shuffle(order)
    match, _ = begin_match(rules, 3, order)
    while not match.round.ended:
        match, _ = play(match, random.choice(match.round.legal))
    assert view_of(match, None).totals == (0, 0, 0)
    points = view_of(match, 1).points
    match, _ = next_round(match, [Tile(n) for n in range(91) if n != Tile.of(11, 11)])
    assert view_of(match, None).totals == points
    assert view_of(match, 2).scores == (points,)
    assert view_of(match, 2).number == 1


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_computer_plays_legal_moves_to_the_end(level: str) -> None:
    for seed in range(25):
        random = Random(seed)
        state = deal_twins(any_mix(random), random).state
        while not state.ended:
            view = view_for(state, state.seat)
            move = LEVELS[level](view, random)
            assert move in view.legal
            state, _ = apply(state, move)
