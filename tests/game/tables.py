"""Rounds that are set up and played in text, so that a test reads like an example on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.dealing import lay_engine
from game.events import Event
from game.moves import in_order, parse_move
from game.play import apply
from game.refusals import MoveRefused, Refusal
from game.round import Round
from game.rules import Rules
from game.scoring import round_scores
from game.tiles import Tile, tiles_in


@dataclass(frozen=True)
class Table:
    """A round at one moment. Seats are counted from 1, as people and records do."""

    state: Round
    events: tuple[Event, ...] = ()
    """What the last moves did."""

    def play(self, moves: str) -> Table:
        """The table after these moves, one after another."""
        state, events = self.state, list[Event]()
        for text in moves.split():
            state, more = apply(state, parse_move(text))
            events += more
        return Table(state, tuple(events))

    def why_not(self, move: str) -> Refusal:
        """The reason for which a move is refused."""
        try:
            self.play(move)
        except MoveRefused as refused:
            return refused.reason
        raise AssertionError(f"{move} is legal")

    @property
    def player(self) -> int:
        """Who is to move."""
        return self.state.seat + 1

    @property
    def legal(self) -> str:
        """What is legal, in the order of records."""
        return " ".join(str(move) for move in in_order(self.state.legal))

    @property
    def markers(self) -> list[int]:
        """The seats whose trains have their markers."""
        return [seat + 1 for seat in range(self.state.deal.seats) if self.state.markers >> seat & 1]

    @property
    def ends(self) -> dict[str, int]:
        """Where a tile can be laid next, with the numbers there; a train that was not started is left out."""
        started = [train for index, train in enumerate(self.state.trains) if self.state.started >> index & 1]
        return {end.place: end.value for train in started for end in train}

    @property
    def binding(self) -> list[str]:
        """Where open doubles demand a tile, the oldest first."""
        return [end.place for end in self.state.open_doubles]

    def hand(self, seat: int) -> str:
        """A seat's tiles, the lowest first."""
        return " ".join(str(tile) for tile in tiles_in(self.state.hands[seat - 1]))

    @property
    def boneyard(self) -> str:
        """What is left to draw, the next tile first."""
        return " ".join(str(tile) for tile in self.state.boneyard)

    @property
    def ended(self) -> str | None:
        """How the round ended."""
        return self.state.ended

    @property
    def scores(self) -> list[int]:
        """The points of the ended round."""
        return list(round_scores(self.state))


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles from text, in that order."""
    return tuple(Tile.parse(one) for one in text.split())


def deal(
    preset: str, *hands: str, boneyard: str = "", moves: str = "", number: int = 0, first: int = 1, **options: Any
) -> Table:
    """A round of these hands, and some moves of it. `number` counts rounds from 0, `first` is the first seat."""
    rules = Rules.of(preset, **options).for_seats(len(hands))
    state, event = lay_engine(rules, number, first - 1, tuple(map(tiles, hands)), tiles(boneyard))
    table = Table(state, (event,))
    return table.play(moves) if moves else table


def lap_two(preset: str, a: str, b: str, boneyard: str = "", **options: Any) -> Table:
    """Two seats in lap 2 with a double-twelve set: A's train ends in 5, B's in 4, A holds `a` and B holds `b`."""
    options = {"tile_set": 12, **options}
    rules = Rules.of(preset, **options)
    engine = "" if rules.engine == "set_aside" else "12-12 "
    moves = "12-5>1 end 12-4>2 end" if rules.opening == "train" else "12-5>1 12-4>2"
    return deal(preset, f"{engine}12-5 {a}", f"12-4 {b}", boneyard=boneyard, moves=moves, **options)
