"""The law: where the player to move may lay, and so what is legal. Nobody else decides it.

Two steps: `reachable` finds the ends that are open to a seat, whatever it holds; a tile of the hand that fits one of
them must be played. Only where none fits may a tile be drawn, and only after that may the turn be passed.
"""

from __future__ import annotations

from game.moves import DRAW, PASS, PLAYS_AT, Act, Move
from game.round import AGAIN, BOUND, COVER, OPENING, OPENING_ON, TURN, Deal, End, Phase, Round
from game.tiles import FITS, items

_DRAW: tuple[Move, ...] = (DRAW,)
ONLY_PASS: tuple[Move, ...] = (PASS,)
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
) -> tuple[tuple[End, ...], ...]:
    """The ends where `seat` may lay a tile in this phase, if it holds one that fits; train by train."""
    if phase is not TURN and phase is not AGAIN:
        if phase is BOUND:
            return (open_doubles if deal.rules.double_order == "any" else open_doubles[:1],)
        return (open_doubles[-1:] if phase is COVER else trains[seat],)
    count = len(trains)
    may_start = count < len(deal.starts)
    if may_start and deal.rules.hub_first:
        return (deal.starts[count : count + 1],)
    if turns < deal.own_train_until:
        return trains[seat : seat + 1] if deal.own else ()
    if may_start and turns >= deal.mexican_from:
        trains += (deal.starts[count : count + 1],)
        count += 1
    open_trains = markers | deal.always_open[seat][count]
    if deal.rules.unstarted_trains_open:
        open_trains |= deal.owned & ~started
    return items(open_trains)(trains)


def legal(
    deal: Deal,
    hand: int,
    boneyard_left: bool,
    ends: tuple[tuple[End, ...], ...],
    phase: Phase,
    drew: bool,
) -> tuple[Move, ...]:
    """What a hand may do where these ends are reachable."""
    moves: tuple[Move, ...] = ()
    for train in ends:
        for end in train:
            fitting = hand & FITS[end.value]
            if fitting:
                moves += PLAYS_AT[end.place][fitting]
    if phase is OPENING_ON:
        return moves + _END
    if moves:
        return moves
    may_draw = (not drew or deal.rules.draw == "until_playable") and (phase is not OPENING or deal.rules.opening_draw)
    return _DRAW if may_draw and boneyard_left else ONLY_PASS


def is_stranded(deal: Deal, loose: int, trains: tuple[tuple[End, ...], ...], open_doubles: tuple[End, ...]) -> bool:
    """Whether no tile of any hand can ever be laid; asked when a turn has ended and the boneyard is empty.

    `loose` holds the tiles of all hands. An open double that binds counts alone; so does the next Mexican train
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
