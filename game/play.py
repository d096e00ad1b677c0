"""Playing a move: `apply` returns the round after it and what happened."""

from __future__ import annotations

from typing import TypeVar

from game.events import Caught, Drew, Event, Knocked, Laid, LastTile, MarkerTaken, Passed, RoundEnded
from game.explain import why_not
from game.law import is_stranded, legal, reachable
from game.moves import Act, Call, Move, Play
from game.refusals import MoveRefused
from game.round import (
    BOUND,
    OPENING,
    OPENING_ON,
    TURN,
    Deal,
    End,
    Ending,
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
    if move == Act.DRAW:
        return _draw(state)
    if move == Act.PASS:
        return _pass(state)
    return _turn_over(state, ())


def _play(state: Round, move: Play) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, phase, _, turns, owing, catchable, laid,
     _, _) = state  # fmt: skip
    tile, place = move
    rules = deal.rules
    toes = rules.toes

    index = deal.index_of[place if toes == 1 else train_of(place)]
    if index == len(trains):
        trains += (deal.starts[index : index + 1],)
    train = trains[index]
    at = 0 if len(train) == 1 else next(i for i, end in enumerate(train) if end.place == place)
    end = train[at]
    value = end.value
    other = PIPS[tile] - value
    ends = grow(end, other, toes)
    fresh = ends[0]
    if len(train) > 1:
        ends = train[:at] + ends + train[at + 1 :]
    changed = list(trains)
    changed[index] = ends
    trains = tuple(changed)

    bit = BIT[tile]
    hand = hands[seat] ^ bit
    hands = with_item(hands, seat, hand)
    loose ^= bit
    event = tuple.__new__(Laid, (seat, tile, place))
    events: tuple[Event, ...] = (event,)
    if markers and index == seat and markers >> seat & 1:
        markers ^= 1 << seat
        events += (MarkerTaken(seat, place),)

    opening = phase is OPENING or phase is OPENING_ON
    demand: Phase | None = None
    if opening:
        if hand:
            demand = OPENING_ON
    elif open_doubles or other == value:
        open_doubles = _doubles_after(rules, open_doubles, end, fresh, loose)
        if other == value and hand:
            demand = _demand(rules, fresh in open_doubles)

    if demand is None and (hand or opening):
        return _next_turn(
            deal, hands, drawn, loose, trains, started | 1 << index, markers, open_doubles, seat, turns, owing,
            catchable, laid + (event,), events,  # noqa: RUF005 - faster than unpacking
        )  # fmt: skip
    after = new_round((
        deal, hands, drawn, loose, trains, started | 1 << index, markers, open_doubles, seat, demand or phase, False,
        turns, owing, catchable, laid + (event,), None, (),  # noqa: RUF005
    ))  # fmt: skip
    return (begin(after), events) if demand else _over(after, Ending.OUT, events)


def _doubles_after(rules: Rules, open_doubles: tuple[End, ...], taken: End, fresh: End, loose: int) -> tuple[End, ...]:
    """The open doubles once a tile lies on `taken`, with `fresh` as its own end.

    A double with toes left offers its next one; a new double joins as the youngest; where dead doubles are released,
    those leave whose number no loose tile has.
    """
    if taken in open_doubles:
        following = next_toe(taken, rules.toes)
        at = open_doubles.index(taken)
        open_doubles = open_doubles[:at] + ((following,) if following else ()) + open_doubles[at + 1 :]
    if fresh.value == taken.value and rules.doubles != "free":
        open_doubles += (fresh,)
    if rules.release_dead_doubles:
        open_doubles = tuple(double for double in open_doubles if loose & FITS[double.value])
    return open_doubles


def _demand(rules: Rules, binds: bool) -> Phase | None:
    """What a double asks of who laid it; `binds`: somebody may still have its number."""
    if rules.doubles == "play_again":
        return Phase.AGAIN
    return Phase.COVER if rules.doubles == "cover_it" and binds else None


def _draw(state: Round) -> tuple[Round, tuple[Event, ...]]:
    tile = state.deal.boneyard[state.drawn]
    hands = with_item(state.hands, state.seat, state.hands[state.seat] | BIT[tile])
    after = new_round((state[0], hands, state.drawn + 1, *state[3:10], True, *state[11:]))
    return begin(after), (Drew(state.seat, tile),)


def _pass(state: Round) -> tuple[Round, tuple[Event, ...]]:
    marked = bool(state.deal.own)
    if marked:
        state = new_round((*state[:6], state.markers | 1 << state.seat, *state[7:]))
    return _turn_over(state, (Passed(state.seat, marked),))


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


def _turn_over(state: Round, events: tuple[Event, ...]) -> tuple[Round, tuple[Event, ...]]:
    """End the turn where nothing else has changed."""
    (deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, _, _, turns, owing, catchable, laid,
     _, _) = state  # fmt: skip
    return _next_turn(
        deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, turns, owing, catchable, laid, events
    )


def _next_turn(
    deal: Deal, hands: tuple[int, ...], drawn: int, loose: int, trains: tuple[tuple[End, ...], ...], started: int,
    markers: int, open_doubles: tuple[End, ...], seat: int, turns: int, owing: int, catchable: int,
    laid: tuple[Laid, ...], events: tuple[Event, ...],
) -> tuple[Round, tuple[Event, ...]]:  # fmt: skip
    """End the turn of `seat`: the round may be over by it, else the next seat begins.

    Takes the fields of a round one by one, since it is the way of nearly every move: a round in between would cost
    a tenth of all time.
    """
    rules = deal.rules
    seats = deal.seats
    turns += 1
    if hands[seat].bit_count() == 1:
        if rules.last_tile == "knock":
            owing |= 1 << seat  # telling the table would knock for them
        else:
            events += (LastTile(seat),)
    boneyard_left = drawn < len(deal.boneyard)
    ending: Ending | None = None
    phase = BOUND if open_doubles else TURN
    if turns <= seats and rules.opening == "train":
        if turns < seats:
            phase = OPENING
        if not all(hands):
            ending = Ending.OUT if turns == seats else None
        elif not boneyard_left and is_stranded(deal, loose, trains, open_doubles):
            ending = Ending.STRANDED
    elif not boneyard_left and is_stranded(deal, loose, trains, open_doubles):
        ending = Ending.STRANDED
    if ending:
        return _over(new_round((
            deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, phase, False, turns, owing,
            catchable, laid, None, (),
        )), ending, events)  # fmt: skip

    seat = (seat + 1) % seats
    ends = reachable(deal, trains, started, markers, open_doubles, seat, phase, turns)
    return new_round((
        deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, phase, False, turns, owing, catchable,
        laid, None, legal(deal, hands[seat], boneyard_left, ends, phase, False),
    )), events  # fmt: skip


def _over(state: Round, ending: Ending, events: tuple[Event, ...]) -> tuple[Round, tuple[Event, ...]]:
    after = state._replace(ended=ending, legal=(), owing=0, catchable=0)
    return after, (*events, RoundEnded(after.out if ending is Ending.OUT else ()))


def begin(state: Round) -> Round:
    """The same moment with its legal moves worked out: after dealing, loading, and moves that do not end the turn."""
    if state.ended:
        return state
    (deal, hands, drawn, _, trains, started, markers, open_doubles, seat, phase, drew, turns, *_) = state
    ends = reachable(deal, trains, started, markers, open_doubles, seat, phase, turns)
    moves = legal(deal, hands[seat], drawn < len(deal.boneyard), ends, phase, drew)
    return new_round((*state[:-1], moves))


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The tuple with another item at `index`; by way of a list, which is the fastest."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
