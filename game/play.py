"""Playing a move: `apply` returns the round after it and what happened."""

from __future__ import annotations

from typing import TypeVar

from game.events import Caught, Drew, Event, Knocked, Laid, LastTile, MarkerTaken, Passed, RoundEnded, new_event
from game.explain import why_not
from game.law import ONLY_PASS, is_stranded, legal, reachable
from game.moves import DRAW, PASS, Call, Move, Play
from game.refusals import MoveRefused
from game.round import (
    BOUND,
    OPENING,
    OPENING_ON,
    OUT,
    STRANDED,
    TURN,
    Deal,
    End,
    Ending,
    History,
    Phase,
    Round,
    grow,
    new_round,
    next_toe,
    train_of,
)
from game.rules import Rules
from game.tiles import BIT, FITS, PIPS, mask_of

CAUGHT_DRAWS = 2

Item = TypeVar("Item")


def apply(state: Round, move: Move) -> tuple[Round, tuple[Event, ...]]:
    """Return the round after `move`, and what happened, in order.

    Raises:
        MoveRefused: if `move` is not in `legal_moves(state)`; for a knock or a catch, if it is not owed or too early.
    """
    if move not in state.legal:
        if isinstance(move, Call):
            return _call(state, move)
        raise MoveRefused(why_not(state, move))
    if state.owing:
        state = _moved(state)
    if isinstance(move, Play):
        return _play(state, move)
    if move == DRAW:
        return _draw(state)
    return _pass(state) if move == PASS else _end_opening(state)


def _play(state: Round, move: Play) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, trains, started, markers, open_doubles, seat, phase, _, turns, owing, catchable,
     history, _, _) = state  # fmt: skip
    tile, place = move
    toes = deal.rules.toes

    index = deal.index_of[place if toes == 1 else train_of(place)]
    if index == len(trains):
        trains += (deal.starts[index : index + 1],)
    train = trains[index]
    at = 0 if len(train) == 1 else next(i for i, end in enumerate(train) if end.place == place)
    end = train[at]
    ends = grow(end, PIPS[tile] - end.value, toes)
    fresh = ends[0]
    if len(train) > 1:
        ends = train[:at] + ends + train[at + 1 :]
    trains = with_item(trains, index, ends)
    started |= 1 << index

    hand = hands[seat] ^ BIT[tile]
    hands = with_item(hands, seat, hand)
    event = new_event(Laid, (seat, tile, place))
    history = (history, event)
    events: tuple[Event, ...] = (event,)
    if markers and index == seat and markers >> seat & 1:
        markers ^= 1 << seat
        events += (MarkerTaken(seat, place),)

    opening = phase is OPENING or phase is OPENING_ON
    demand: Phase | None = None
    if opening:
        if hand:
            demand = OPENING_ON
    elif open_doubles or fresh.value == end.value:
        rules = deal.rules
        open_doubles = _doubles_after(rules, open_doubles, end, fresh)
        if rules.release_dead_doubles:
            loose = sum(hands) | mask_of(deal.boneyard[drawn:])
            open_doubles = tuple(double for double in open_doubles if loose & FITS[double.value])
        if fresh.value == end.value and hand:
            demand = _demand(rules, fresh in open_doubles)

    if demand is None and (hand or opening):
        return _next_turn(
            deal, hands, drawn, trains, started, markers, open_doubles, seat, turns, owing, catchable, history, events
        )
    after = new_round((
        deal, hands, drawn, trains, started, markers, open_doubles, seat, demand or phase, False, turns, owing,
        catchable, history, None, (),
    ))  # fmt: skip
    return (begin(after), events) if demand else _over(after, OUT, events)


def _doubles_after(rules: Rules, open_doubles: tuple[End, ...], taken: End, fresh: End) -> tuple[End, ...]:
    """The open doubles once a tile lies on `taken`, with `fresh` as its own end.

    A double with toes left offers its next one; a new double joins as the youngest.
    """
    if taken in open_doubles:
        following = next_toe(taken, rules.toes)
        at = open_doubles.index(taken)
        open_doubles = open_doubles[:at] + ((following,) if following else ()) + open_doubles[at + 1 :]
    if fresh.value == taken.value and rules.doubles != "free":
        open_doubles += (fresh,)
    return open_doubles


def _demand(rules: Rules, binds: bool) -> Phase | None:
    """What a double asks of who laid it; `binds`: somebody may still have its number."""
    if rules.doubles == "play_again":
        return Phase.AGAIN
    return Phase.COVER if rules.doubles == "cover_it" and binds else None


def _draw(state: Round) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, trains, started, markers, open_doubles, seat, phase, _, turns, owing, catchable,
     history, _, _) = state  # fmt: skip
    tile = deal.boneyard[drawn]
    drawn += 1
    hand = hands[seat] | BIT[tile]
    ends = reachable(deal, trains, started, markers, open_doubles, seat, phase, turns)
    return new_round((
        deal, with_item(hands, seat, hand), drawn, trains, started, markers, open_doubles, seat, phase, True, turns,
        owing, catchable, history, None, legal(deal, hand, drawn < len(deal.boneyard), ends, phase, True),
    )), (new_event(Drew, (seat, tile)),)  # fmt: skip


def _pass(state: Round) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, trains, started, markers, open_doubles, seat, _, _, turns, owing, catchable,
     history, _, _) = state  # fmt: skip
    marked = deal.own > 0
    if marked:
        markers |= 1 << seat
    events = (new_event(Passed, (seat, marked)),)
    return _next_turn(
        deal, hands, drawn, trains, started, markers, open_doubles, seat, turns, owing, catchable, history, events
    )


def _end_opening(state: Round) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, trains, started, markers, open_doubles, seat, _, _, turns, owing, catchable,
     history, _, _) = state  # fmt: skip
    return _next_turn(
        deal, hands, drawn, trains, started, markers, open_doubles, seat, turns, owing, catchable, history, ()
    )


def _call(state: Round, call: Call) -> tuple[Round, tuple[Event, ...]]:
    """A knock takes the debt away; a catch as well, for two tiles (as many as there are)."""
    kind, seat = call
    debt = 1 << seat
    if not (state.owing if kind == "knock" else state.catchable) & debt:
        raise MoveRefused(why_not(state, call))
    settled = state._replace(owing=state.owing & ~debt, catchable=state.catchable & ~debt)
    if kind == "knock":
        return settled, (Knocked(seat),)
    tiles = state.boneyard[:CAUGHT_DRAWS]
    hands = with_item(state.hands, seat, state.hands[seat] | mask_of(tiles))
    after = settled._replace(hands=hands, drawn=state.drawn + len(tiles))
    return begin(after), (Caught(seat, len(tiles)), *(Drew(seat, tile) for tile in tiles))


def _moved(state: Round) -> Round:
    """A move of the player to move: an own debt of a knock is past, those of others may be caught from now on."""
    owing = state.owing & ~(1 << state.seat)
    return state._replace(owing=owing, catchable=owing)


def _next_turn(
    deal: Deal, hands: tuple[int, ...], drawn: int, trains: tuple[tuple[End, ...], ...], started: int, markers: int,
    open_doubles: tuple[End, ...], seat: int, turns: int, owing: int, catchable: int, history: History,
    events: tuple[Event, ...],
) -> tuple[Round, tuple[Event, ...]]:  # fmt: skip
    """End the turn of `seat`: the next seat begins, unless the round is over by it.

    Takes the fields of a round one by one, since it is the way of nearly every move: a round in between would cost
    a tenth of all time.
    """
    turns += 1
    if hands[seat].bit_count() == 1:
        if deal.rules.last_tile == "knock":
            owing |= 1 << seat  # telling the table would knock for them
        else:
            events += (LastTile(seat),)
    phase = BOUND if open_doubles else TURN
    if turns < deal.opening_until:
        phase = OPENING
    out = turns == deal.opening_until and not all(hands)
    if not out:
        following = (seat + 1) % deal.seats
        boneyard_left = drawn < len(deal.boneyard)
        ends = reachable(deal, trains, started, markers, open_doubles, following, phase, turns)
        moves = legal(deal, hands[following], boneyard_left, ends, phase, False)
        # Only where the next player cannot play may it be that nobody ever can.
        may_strand = moves is ONLY_PASS and not boneyard_left and all(hands)
        if not may_strand or not is_stranded(deal, sum(hands), trains, open_doubles):
            return new_round((
                deal, hands, drawn, trains, started, markers, open_doubles, following, phase, False, turns, owing,
                catchable, history, None, moves,
            )), events  # fmt: skip
    return _over(new_round((
        deal, hands, drawn, trains, started, markers, open_doubles, seat, phase, False, turns, owing, catchable,
        history, None, (),
    )), OUT if out else STRANDED, events)  # fmt: skip


def _over(state: Round, ending: Ending, events: tuple[Event, ...]) -> tuple[Round, tuple[Event, ...]]:
    after = state._replace(ended=ending, legal=(), owing=0, catchable=0)
    return after, (*events, RoundEnded(after.out if ending is OUT else ()))


def begin(state: Round) -> Round:
    """The same moment with its legal moves worked out: after dealing, loading, and moves that do not end the turn."""
    if state.ended:
        return state
    (deal, hands, drawn, trains, started, markers, open_doubles, seat, phase, drew, turns, *_) = state
    ends = reachable(deal, trains, started, markers, open_doubles, seat, phase, turns)
    moves = legal(deal, hands[seat], drawn < len(deal.boneyard), ends, phase, drew)
    return new_round((*state[:-1], moves))


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The tuple with another item at `index`; by way of a list, which is the fastest."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
