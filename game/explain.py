"""Why a move is not legal: only asked once the law has said no."""

from __future__ import annotations

from game.moves import Act, Call, Move, Play
from game.refusals import Refusal
from game.round import Phase, Round, train_of
from game.tiles import BIT


def why_not(state: Round, move: Move) -> Refusal:
    """The reason for which a move that is not in `legal_moves(state)` is refused."""
    if state.ended:
        return Refusal.OVER
    if isinstance(move, Play):
        return _why_not_play(state, move)
    if isinstance(move, Call):
        return Refusal.NO_KNOCK_OWED if move.kind == "knock" else Refusal.NOT_CATCHABLE
    if move is Act.END:
        return Refusal.NOT_OPENING
    if state.phase is Phase.OPENING_ON:
        return Refusal.LAY_OR_END
    if isinstance(state.legal[0], Play):
        return Refusal.MUST_PLAY
    if move is Act.PASS:
        return Refusal.MUST_DRAW
    if state.phase is Phase.OPENING and not state.deal.rules.opening_draw:
        return Refusal.NO_DRAW_YET
    return Refusal.CANNOT_DRAW if state.drawn < len(state.deal.boneyard) else Refusal.BONEYARD_EMPTY


def _why_not_play(state: Round, move: Play) -> Refusal:
    deal, rules, seat = state.deal, state.deal.rules, state.seat
    if not state.hands[seat] & BIT[move.tile]:
        return Refusal.NOT_IN_HAND
    to_start = deal.starts[len(state.trains) : len(state.trains) + 1]
    end = next((end for train in (*state.trains, to_start) for end in train if end.place == move.place), None)
    if end is None:
        return Refusal.NO_SUCH_PLACE
    if any(isinstance(legal, Play) and legal.place == move.place for legal in state.legal):
        return Refusal.DOES_NOT_FIT
    if state.phase in (Phase.BOUND, Phase.COVER) and end not in state.open_doubles:
        return Refusal.COVER_FIRST
    if end.value not in (move.tile.high, move.tile.low):
        return Refusal.DOES_NOT_FIT
    if state.phase is Phase.BOUND:
        return Refusal.OLDEST_FIRST
    index = deal.index_of[train_of(move.place)]
    mexican = len(state.trains) - deal.own
    if state.phase in (Phase.TURN, Phase.AGAIN):
        if rules.hub_first and mexican < rules.mexican_trains:
            return Refusal.HUB_FIRST
        if rules.own_train_first and state.lap == 1 and index != seat:
            return Refusal.OWN_TRAIN_FIRST
        if index == len(state.trains):
            return Refusal.TOO_EARLY
    elif state.phase in (Phase.OPENING, Phase.OPENING_ON):
        return Refusal.OWN_TRAIN_FIRST
    return Refusal.CLOSED
