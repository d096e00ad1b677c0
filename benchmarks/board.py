"""How long the board takes after a move, with sprites and name plates warm."""

from __future__ import annotations

import gc
from gettext import NullTranslations
from math import inf
from statistics import quantiles
from time import perf_counter
from typing import Any

from game.view import View, view_of
from renderer import board
from renderer.gallery import Scene, moments, people

_MOVES = 400
_RUNS = 5
REACH = "3 / 5 / 7 ms at 4 / 8 / 14 players, p99 within twice that, at most 100 kB"


def cases() -> list[dict[str, Any]]:
    """One row each for 4, 8 and 14 players: milliseconds a board, and the largest file in kilobytes."""
    return [_case(seats) for seats in (4, 8, 14)]


def _case(seats: int) -> dict[str, Any]:
    """Boards after each move of a game whose sprites another game of the same table has warmed.

    The game is drawn a few times, and for each board the fastest counts: what else the machine does is not measured.
    """
    words, table = NullTranslations(), people(seats)
    before, views = _views(seats, seed=2), _views(seats, seed=3)
    gc.collect()
    gc.freeze()  # as the bot does once it is ready
    times, most = [inf] * len(views), 0
    for _ in range(_RUNS):
        board._lane_band.cache_clear()
        board.heading_band.cache_clear()
        for view in before:
            board.draw_board(view, table, words)
        for number, view in enumerate(views):
            begun = perf_counter()
            picture = board.draw_board(view, table, words)
            times[number] = min(times[number], (perf_counter() - begun) * 1000)
            most = max(most, len(picture))
    cut = quantiles(times, n=100)
    return {
        "case": f"{seats} players",
        "p50_ms": round(cut[49], 2),
        "p99_ms": round(cut[98], 2),
        "kb": round(most / 1000, 1),
    }


def _views(seats: int, seed: int) -> list[View]:
    """The public views of a game, move by move."""
    scene = Scene("", "club", seats, rounds=4, seed=seed)
    return [view_of(match, None) for match in moments(scene)][:_MOVES]
