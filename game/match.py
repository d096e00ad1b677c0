"""A game of several rounds: its results so far, and the round that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.dealing import deal_round
from game.events import EngineLaid, Event
from game.moves import Move
from game.play import apply
from game.round import Ending, Round
from game.rules import Rules
from game.scoring import round_scores, totals, winners
from game.tiles import Tile


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished round ended."""

    engine: Tile
    starter: int
    ended: Ending
    scores: tuple[int, ...]
    out: tuple[int, ...]
    """Who went out: nobody in a stranded round, sometimes several in the first lap."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game: rules (resolved), seats, the finished rounds, and the latest round, ended or not."""

    rules: Rules
    seats: int
    results: tuple[Result, ...]
    round: Round

    @property
    def number(self) -> int:
        """The latest round, counted from 0."""
        return self.round.deal.number

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """The scores of the finished rounds: one tuple a round, one number a seat."""
        return tuple(result.scores for result in self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, by seat."""
        return totals(self.scores, self.seats)

    @property
    def is_over(self) -> bool:
        """Whether all the rules' rounds are finished."""
        return len(self.results) >= int(self.rules.rounds)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody before the game is over."""
        return winners(self.rules, self.scores, self.seats) if self.is_over else ()


def begin_match(rules: Rules, seats: int, order: Sequence[Tile]) -> tuple[Match, EngineLaid]:
    """Deal the first round. `order` comes from `dealing.shuffled(rules, 0, …)`; `rules` are resolved."""
    state, event = deal_round(rules, seats, 0, 0, order)
    return Match(rules, seats, (), state), event


def first_seat(last_starter: int, seats: int) -> int:
    """Who sits first in the round after one in which `last_starter` had the first turn."""
    return (last_starter + 1) % seats


def next_round(match: Match, order: Sequence[Tile]) -> tuple[Match, EngineLaid]:
    """Deal the round after an ended one.

    Raises:
        ValueError: if the round still runs, or was the last one.
    """
    if match.round.ended is None or match.is_over:
        raise ValueError("there is no next round")
    first = first_seat(match.round.deal.starter, match.seats)
    state, event = deal_round(match.rules, match.seats, match.number + 1, first, order)
    return replace(match, round=state), event


def play(match: Match, move: Move) -> tuple[Match, tuple[Event, ...]]:
    """Play a move in the current round; its result joins the others when it ends.

    Raises:
        MoveRefused: if the move is not legal.
    """
    state, events = apply(match.round, move)
    results = (*match.results, result_of(state)) if state.ended else match.results
    return replace(match, round=state, results=results), events


def result_of(state: Round) -> Result:
    """The result of an ended round."""
    assert state.ended is not None
    out = state.out if state.ended is Ending.OUT else ()
    return Result(state.deal.engine, state.deal.starter, state.ended, round_scores(state), out)
