"""Playing a move: `apply` returns the round after it and what happened."""

from __future__ import annotations

from game.events import Caught, Drew, Event, Knocked, Laid, LastTile, MarkerTaken, Passed, RoundEnded
from game.explain import why_not
from game.law import is_stranded, legal, reachable
from game.moves import Act, Call, Move, Play
from game.refusals import MoveRefused, Refusal
from game.round import End, Ending, Phase, Round, grow, next_toe
from game.rules import Rules
from game.tiles import BIT, FITS, PIPS

CAUGHT_DRAWS = 2


def apply(state: Round, move: Move) -> tuple[Round, tuple[Event, ...]]:
    """Return the round after `move`, and what happened, in order.

    Raises:
        MoveRefused: if `move` is not in `legal_moves(state)`; for a knock or a catch, if it is not owed or too early.
    """
    if move not in state.legal:
        if isinstance(move, Call):
            return _call(state, move)
        raise MoveRefused(why_not(state, move))
    if isinstance(move, Play):
        return _play(state, move)
    if move is Act.DRAW:
        return _draw(state)
    if move is Act.PASS:
        return _pass(state)
    return _next_turn(_moved(state), ())


def _play(state: Round, move: Play) -> tuple[Round, tuple[Event, ...]]:
    (deal, hands, drawn, loose, trains, started, markers, open_doubles, seat, phase, _, turns, owing, _, laid, _, _) = (
        state
    )
    tile, place = move
    rules = deal.rules
    toes = rules.toes

    index = deal.index_of[place if toes == 1 else place.partition(".")[0]]
    if index == len(trains):
        trains += (deal.starts[index : index + 1],)
    train = trains[index]
    at = 0 if len(train) == 1 else next(i for i, end in enumerate(train) if end.place == place)
    end = train[at]
    other = PIPS[tile] - end.value
    ends = grow(end, other, toes)
    fresh = ends[0]
    if len(train) > 1:
        ends = train[:at] + ends + train[at + 1 :]
    trains = (*trains[:index], ends, *trains[index + 1 :])

    bit = BIT[tile]
    hand = hands[seat] ^ bit
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    loose ^= bit
    event = Laid(seat, tile, place)
    laid += (event,)
    events: tuple[Event, ...] = (event,)
    if markers >> seat & 1 and index == seat:
        markers ^= 1 << seat
        events += (MarkerTaken(seat, place),)

    opening = phase is Phase.OPENING or phase is Phase.OPENING_ON
    demand: Phase | None = None
    if opening:
        if hand:
            demand = Phase.OPENING_ON
    elif open_doubles or other == end.value:
        open_doubles = _doubles_after(rules, open_doubles, end, fresh, loose)
        if other == end.value and hand:
            demand = _demand(rules, fresh in open_doubles)

    if owing:
        owing &= ~(1 << seat)
    after = Round(
        deal,
        hands,
        drawn,
        loose,
        trains,
        started | 1 << index,
        markers,
        open_doubles,
        seat,
        demand or phase,
        False,
        turns,
        owing,
        owing,
        laid,
        None,
        (),
    )
    if demand is not None:
        return _with_legal(after), events
    if not hand and not opening:
        return _over(after, Ending.OUT, events)
    return _next_turn(after, events)


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
    hands = _given(state.hands, state.seat, BIT[tile])
    after = _moved(state)._replace(hands=hands, drawn=state.drawn + 1, drew=True)
    return _with_legal(after), (Drew(state.seat, tile),)


def _pass(state: Round) -> tuple[Round, tuple[Event, ...]]:
    after = _moved(state)
    marked = bool(state.deal.own)
    if marked:
        after = after._replace(markers=state.markers | 1 << state.seat)
    return _next_turn(after, (Passed(state.seat, marked),))


def _call(state: Round, call: Call) -> tuple[Round, tuple[Event, ...]]:
    """A knock takes the debt away; a catch as well, for two tiles (as many as there are)."""
    kind, seat = call
    if state.ended:
        raise MoveRefused(Refusal.OVER)
    if kind == "knock":
        if not state.owing >> seat & 1:
            raise MoveRefused(Refusal.NO_KNOCK_OWED)
        return state._replace(owing=state.owing & ~(1 << seat), catchable=state.catchable & ~(1 << seat)), (
            Knocked(seat),
        )
    if not state.catchable >> seat & 1:
        raise MoveRefused(Refusal.NOT_CATCHABLE)
    tiles = state.boneyard[:CAUGHT_DRAWS]
    after = state._replace(
        hands=_given(state.hands, seat, sum(BIT[tile] for tile in tiles)),
        drawn=state.drawn + len(tiles),
        owing=state.owing & ~(1 << seat),
        catchable=state.catchable & ~(1 << seat),
    )
    return _with_legal(after), (Caught(seat, len(tiles)), *(Drew(seat, tile) for tile in tiles))


def _moved(state: Round) -> Round:
    """A move of the player to move: an own debt of a knock is past, those of others may be caught from now on."""
    if not state.owing:
        return state
    owing = state.owing & ~(1 << state.seat)
    return state._replace(owing=owing, catchable=owing)


def _next_turn(state: Round, events: tuple[Event, ...]) -> tuple[Round, tuple[Event, ...]]:
    """End the turn: the round may be over by it, else the next seat begins."""
    (
        deal,
        hands,
        drawn,
        loose,
        trains,
        started,
        markers,
        open_doubles,
        seat,
        _,
        _,
        turns,
        owing,
        catchable,
        laid,
        _,
        _,
    ) = state
    rules = deal.rules
    turns += 1
    hand = hands[seat]
    if hand and not hand & (hand - 1):
        events += (LastTile(seat),)
        if rules.last_tile == "knock":
            owing |= 1 << seat
    opening = rules.opening == "train" and turns <= deal.seats
    if opening and not all(hands):
        if turns == deal.seats:
            return _over(state, Ending.OUT, events)
    elif drawn == len(deal.boneyard) and is_stranded(deal, loose, trains, open_doubles):
        return _over(state, Ending.STRANDED, events)

    seat = (seat + 1) % deal.seats
    if opening and turns < deal.seats:
        phase = Phase.OPENING
    else:
        phase = Phase.BOUND if open_doubles else Phase.TURN
    ends = reachable(deal, trains, started, markers, open_doubles, seat, phase, turns)
    moves = legal(deal, hands[seat], drawn < len(deal.boneyard), ends, phase, False)
    return Round(
        deal,
        hands,
        drawn,
        loose,
        trains,
        started,
        markers,
        open_doubles,
        seat,
        phase,
        False,
        turns,
        owing,
        catchable,
        laid,
        None,
        moves,
    ), events


def _over(state: Round, ending: Ending, events: tuple[Event, ...]) -> tuple[Round, tuple[Event, ...]]:
    after = state._replace(ended=ending, legal=(), owing=0, catchable=0)
    return after, (*events, RoundEnded(after.out if ending is Ending.OUT else ()))


def _with_legal(state: Round) -> Round:
    """The same moment with its legal moves worked out anew."""
    deal, seat = state.deal, state.seat
    ends = reachable(
        deal, state.trains, state.started, state.markers, state.open_doubles, seat, state.phase, state.turns
    )
    moves = legal(deal, state.hands[seat], state.drawn < len(deal.boneyard), ends, state.phase, state.drew)
    return state._replace(legal=moves)


def _given(hands: tuple[int, ...], seat: int, tiles: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] | tiles, *hands[seat + 1 :])


def begin(state: Round) -> Round:
    """A round whose legal moves are still to be found; for dealing and loading."""
    return state if state.ended else _with_legal(state)
