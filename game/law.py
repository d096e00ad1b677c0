"""The law: where the player to move may lay, and so what is legal. Nobody else decides it.

Two steps: `reachable` finds the ends that are open to a seat, whatever it holds; a tile of the hand that fits one of
them must be played. Only where none fits may a tile be drawn, and only after that may the turn be passed.
"""

from __future__ import annotations

from game.moves import Act, Move, plays_at
from game.round import BOUND, COVER, OPENING, OPENING_ON, Deal, End, Phase, Round
from game.tiles import BIT, FITS

_DRAW: tuple[Move, ...] = (Act.DRAW,)
_PASS: tuple[Move, ...] = (Act.PASS,)
_END: tuple[Move, ...] = (Act.END,)


def legal_moves(state: Round) -> tuple[Move, ...]:
    """What the player to move may do; nothing once the round has ended."""
    return state.legal


def reachable(
    deal: Deal,
    trains: tuple[tuple[End, ...], ...],
    started: int,
    markers: int,
    open_doubles: tuple[End, ...],
    seat: int,
    phase: Phase,
    turns: int,
) -> tuple[End, ...] | list[End]:
    """The ends where `seat` may lay a tile in this phase, if it holds one that fits."""
    rules = deal.rules
    if phase is BOUND:
        return open_doubles if rules.double_order == "any" else open_doubles[:1]
    if phase is COVER:
        return open_doubles[-1:]
    if phase is OPENING or phase is OPENING_ON:
        return trains[seat]

    own = deal.own
    mexican = len(trains) - own
    may_start = mexican < rules.mexican_trains
    if may_start and rules.hub_first:
        return deal.starts[own + mexican : own + mexican + 1]
    if rules.own_train_first and turns < deal.seats:
        return trains[seat]

    closed = ~markers
    if rules.unstarted_trains_open:
        closed &= started
    closed &= (1 << own) - 1 & ~(1 << seat)
    ends: list[End] = []
    for bit, train in zip(BIT, trains, strict=False):
        if not closed & bit:
            ends += train
    if may_start and turns // deal.seats + 1 >= rules.mexican_from_turn:
        ends.append(deal.starts[own + mexican])
    return ends


def legal(
    deal: Deal, hand: int, boneyard_left: bool, ends: tuple[End, ...] | list[End], phase: Phase, drew: bool
) -> tuple[Move, ...]:
    """What a hand may do where these ends are reachable."""
    moves: tuple[Move, ...] = ()
    for place, value, _ in ends:
        fitting = hand & FITS[value]
        if fitting:
            moves += plays_at(place, fitting)
    if phase is OPENING_ON:
        return moves + _END
    if moves:
        return moves
    rules = deal.rules
    may_draw = (not drew or rules.draw == "until_playable") and (phase is not OPENING or rules.opening_draw)
    return _DRAW if may_draw and boneyard_left else _PASS


def is_stranded(deal: Deal, loose: int, trains: tuple[tuple[End, ...], ...], open_doubles: tuple[End, ...]) -> bool:
    """Whether no tile of any hand can ever be laid; asked when a turn has ended and the boneyard is empty.

    `loose` then holds the tiles of all hands. An open double that binds counts alone; so does the next Mexican train
    while `hub_first` holds; else every end does, open or not, and whatever may still be started.
    """
    rules = deal.rules
    if open_doubles:
        ends = open_doubles if rules.double_order == "any" else open_doubles[:1]
        return not any(loose & FITS[end.value] for end in ends)
    if len(trains) - deal.own < rules.mexican_trains:
        if loose & FITS[deal.engine.high]:
            return False
        if rules.hub_first:
            return True
    return not any(loose & FITS[end.value] for train in trains for end in train)
