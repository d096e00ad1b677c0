"""Playing many rounds among computers, for figures."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from game.dealing import deal_round, shuffled
from game.match import first_seat
from game.play import apply
from game.players import LEVELS, Player
from game.refusals import RulesError
from game.round import Ending, Round
from game.rules import Rules
from game.view import view_for


def simulate(preset: str, seats: int, rounds: int, seed: int, levels: Sequence[str] = ()) -> dict[str, Any]:
    """Play `rounds` rounds and count. Without levels all seats play any legal move at random.

    Raises:
        RulesError: if the preset is not for so many seats, or a level is unknown.
    """
    rules = Rules.of(preset).for_seats(seats)
    players = _players(levels, seats)
    random = Random(seed)
    wins = [0] * seats
    stranded = moves = first = 0
    begun = perf_counter()
    for played in range(rounds):
        number = played % rules.rounds
        state, _ = deal_round(rules, seats, number, first if number else 0, shuffled(rules, number, random))
        first = first_seat(state.deal.starter, seats)
        state, count = _play_out(state, players, random)
        moves += count
        stranded += state.ended is Ending.STRANDED
        for seat in state.out:
            wins[seat] += 1
    seconds = perf_counter() - begun
    return {
        "rounds": rounds,
        "seconds": round(seconds, 3),
        "rounds_per_s": round(rounds / seconds),
        "moves_per_s": round(moves / seconds),
        "stranded": stranded,
        "wins": wins,
    }


def _players(levels: Sequence[str], seats: int) -> list[Player] | None:
    for level in levels:
        if level not in LEVELS:
            raise RulesError(
                "There is no computer player {level}; there are: {known}.", level=level[:40], known=", ".join(LEVELS)
            )
    if levels and len(levels) not in (1, seats):
        raise RulesError(
            "{count} computer players for {seats} seats: name one for each, or one for all.",
            count=len(levels),
            seats=seats,
        )
    return [LEVELS[level] for level in (list(levels) * seats)[:seats]] if levels else None


def _play_out(state: Round, players: list[Player] | None, random: Random) -> tuple[Round, int]:
    moves = 0
    pick = random.random
    while legal := state.legal:
        if players:
            move = players[state.seat](view_for(state, state.seat), random)
        else:
            move = legal[int(pick() * len(legal))]
        state, _ = apply(state, move)
        moves += 1
    return state, moves
