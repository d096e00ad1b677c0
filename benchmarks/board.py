"""How long the board takes after a move, with sprites and name plates warm."""

from __future__ import annotations

from gettext import NullTranslations
from statistics import quantiles
from time import perf_counter
from typing import Any

from game.view import View, view_of
from renderer.board import draw_board
from renderer.gallery import Scene, moments, people

_MOVES = 400


def cases() -> list[dict[str, Any]]:
    """One row each for 4, 8 and 14 players: milliseconds a board, and the largest file in kilobytes."""
    return [_case(seats) for seats in (4, 8, 14)]


def _case(seats: int) -> dict[str, Any]:
    """Boards after each move of a game whose sprites another game of the same table has warmed."""
    words, table = NullTranslations(), people(seats)
    for view in _views(seats, seed=2):
        draw_board(view, table, words)
    times, most = [], 0
    for view in _views(seats, seed=3):
        begun = perf_counter()
        picture = draw_board(view, table, words)
        times.append((perf_counter() - begun) * 1000)
        most = max(most, len(picture))
    cut = quantiles(times, n=100)
    return {
        "case": f"{seats} players",
        "p50_ms": round(cut[49], 2),
        "p99_ms": round(cut[98], 2),
        "kb": round(most / 1000, 1),
        "boards": len(times),
    }


def _views(seats: int, seed: int) -> list[View]:
    """The public views of a game, move by move."""
    scene = Scene("", "club", seats, rounds=4, seed=seed)
    return [view_of(match, None) for match in moments(scene)][:_MOVES]
