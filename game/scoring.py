"""Scores of a round, totals of a game, and who wins it."""

from __future__ import annotations

from collections.abc import Sequence

from game.round import Ending, Round
from game.rules import Rules
from game.tiles import TILES, pips_in, tiles_in

_DOUBLE_BLANK = TILES[0]


def hand_points(rules: Rules, hand: int) -> int:
    """What a hand (a mask) counts when it is left at a round's end: pips, and what the options add."""
    tiles = tiles_in(hand)
    blank = rules.double_blank if _DOUBLE_BLANK in tiles else 0
    return pips_in(hand) + blank + rules.double_penalty * sum(tile.is_double for tile in tiles)


def round_scores(state: Round) -> tuple[int, ...]:
    """The points of an ended round, by seat. Who went out takes the bonus; a stranded round has no bonus."""
    rules = state.deal.rules
    bonus = rules.winner_bonus if state.ended is Ending.OUT else 0
    return tuple(hand_points(rules, hand) if hand else -bonus for hand in state.hands)


def totals(rounds: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The sum of the rounds' scores, by seat."""
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(seats))


def winners(rules: Rules, rounds: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The seats that win: the lowest total, with equals parted as `tie_break` says."""
    sums = totals(rounds, seats)

    def rank(seat: int) -> tuple[float, ...]:
        if rules.tie_break == "shared":
            return (sums[seat],)
        mine = [scores[seat] for scores in rounds]
        good = sum(score <= 0 for score in mine)
        return (sums[seat], -good, min((score for score in mine if score > 0), default=float("inf")))

    best = min(rank(seat) for seat in range(seats))
    return tuple(seat for seat in range(seats) if rank(seat) == best)
