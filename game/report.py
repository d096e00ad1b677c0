"""What `replay` prints: every step of a record with what was legal, and the results."""

from __future__ import annotations

from typing import Any

from game.moves import Move, in_order
from game.record import Record, replay
from game.round import Round
from game.scoring import round_scores, totals, winners


def report(record: Record) -> dict[str, Any]:
    """The replay of a record as a JSON object; seats are counted from 1.

    Raises:
        RecordError: at a move that is not legal.
    """
    rounds: list[dict[str, Any]] = []
    scores: list[tuple[int, ...]] = []
    steps: list[dict[str, Any]] = []
    for state, move in replay(record):
        if move is not None:
            steps.append({**_to_move(state), "move": str(move)})
            continue
        rounds.append(_round(state, steps))
        steps = []
        if state.ended:
            scores.append(round_scores(state))
    result: dict[str, Any] = {"rounds": rounds}
    seats = len(record.players)
    if scores:
        result["totals"] = list(totals(scores, seats))
    if len(scores) == record.resolved.rounds:
        result["winners"] = [seat + 1 for seat in winners(record.resolved, scores, seats)]
    return result


def _round(state: Round, steps: list[dict[str, Any]]) -> dict[str, Any]:
    head = {"engine": str(state.deal.engine), "starter": state.deal.starter + 1, "steps": steps, "ended": state.ended}
    if state.ended:
        return {**head, "scores": list(round_scores(state))}
    return {**head, "to_move": _to_move(state)}


def _to_move(state: Round) -> dict[str, Any]:
    legal: list[Move] = in_order(state.legal)
    return {"player": state.seat + 1, "legal": [str(move) for move in legal]}
