"""Counting positions: a fingerprint of the whole law, one number for each depth."""

from __future__ import annotations

from game.law import legal_moves
from game.play import apply
from game.round import Round


def perft(state: Round, depth: int) -> int:
    """The number of different sequences of `depth` moves; shorter ones count where a round ends."""
    moves = legal_moves(state)
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(apply(state, move)[0], depth - 1) for move in moves)
