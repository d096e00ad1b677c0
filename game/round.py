"""The state of a round: what was dealt, and where everything is now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from game.events import Laid
from game.moves import Move
from game.rules import Rules
from game.tiles import HIGHEST, Tile


class Phase(StrEnum):
    """What the player to move has to do."""

    OPENING = "opening"
    """Start the own train; nothing is laid yet."""
    OPENING_ON = "opening_on"
    """Go on with the opening train, or end it."""
    TURN = "turn"
    """Lay one tile."""
    AGAIN = "again"
    """Lay another tile, after a double."""
    COVER = "cover"
    """Cover the double just laid."""
    BOUND = "bound"
    """Cover a double that stands open since an earlier turn."""


# The members by names of their own: Python 3.11 looks enum members up slowly.
OPENING: Final = Phase.OPENING
OPENING_ON: Final = Phase.OPENING_ON
TURN: Final = Phase.TURN
AGAIN: Final = Phase.AGAIN
COVER: Final = Phase.COVER
BOUND: Final = Phase.BOUND


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    STRANDED = "stranded"


OUT: Final = Ending.OUT
STRANDED: Final = Ending.STRANDED


class End(NamedTuple):
    """A place where a tile may be laid: the end of a line, or the next free toe of a branching double."""

    place: str
    value: int
    toe: int
    """0 for the end of a line; k for the k-th toe of a double."""


History: TypeAlias = "tuple[History, Laid] | None"
"""Each tile laid, with the history before it: a new one copies nothing."""


def linked(laid: Iterable[Laid]) -> History:
    """The history of these tiles, laid in this order."""
    history: History = None
    for one in laid:
        history = (history, one)
    return history


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same during a round. Seats are counted from 0."""

    rules: Rules
    """Resolved: nothing on `auto`."""
    seats: int
    number: int
    """The round, counted from 0."""
    engine: Tile
    starter: int
    """Who has the first turn."""
    hands: tuple[tuple[Tile, ...], ...]
    """As dealt, before the search for the engine and before it is laid."""
    boneyard: tuple[Tile, ...]
    """As dealt, in drawing order."""
    searched: int
    """How many tiles were drawn in search of the engine."""
    own: int = field(init=False)
    """How many trains have an owner: the trains with an index below this one; the others are Mexican trains."""
    starts: tuple[End, ...] = field(init=False)
    """Where each train that there may be begins, by train index."""
    index_of: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)
    """Train index by train name."""

    # What the law asks of the rules for every move, worked out once:
    owned: int = field(init=False, repr=False, compare=False)
    """Bit t: train t has an owner."""
    always_open: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """`always_open[seat][n]`: of the first n trains the seat's own and the Mexican ones, as a mask."""
    opening_until: int = field(init=False, repr=False, compare=False)
    """Before so many turns were ended a turn is an opening."""
    own_train_until: int = field(init=False, repr=False, compare=False)
    """Before so many turns were ended only the own train counts."""
    mexican_from: int = field(init=False, repr=False, compare=False)
    """Once so many turns were ended a Mexican train may be started."""

    def __post_init__(self) -> None:
        rules = self.rules
        own = self.seats if rules.own_trains else 0
        names = _train_names(own, rules.mexican_trains)
        owned = (1 << own) - 1
        derived = {
            "own": own,
            "starts": tuple(End(name, self.engine.high, 0) for name in names),
            "index_of": {name: index for index, name in enumerate(names)},
            "owned": owned,
            "always_open": _always_open(self.seats, own, len(names)),
            "opening_until": self.seats if rules.opening == "train" else 0,
            "own_train_until": self.seats if rules.own_train_first else 0,
            "mexican_from": self.seats * (rules.mexican_from_turn - 1),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


@lru_cache(maxsize=256)
def _train_names(own: int, mexican: int) -> tuple[str, ...]:
    return (*(str(seat + 1) for seat in range(own)), *(f"M{n + 1}" for n in range(mexican)))


@lru_cache(maxsize=256)
def _always_open(seats: int, own: int, most: int) -> tuple[tuple[int, ...], ...]:
    owned = (1 << own) - 1
    mexican = [(1 << count) - 1 & ~owned for count in range(most + 1)]
    return tuple(tuple(1 << seat & owned | trains for trains in mexican) for seat in range(seats))


class Round(NamedTuple):
    """A round at one moment: an immutable value, made by `dealing.deal_round` and `play.apply`."""

    deal: Deal
    hands: tuple[int, ...]
    """A mask for each seat."""
    drawn: int
    """How many tiles of the boneyard are gone."""
    trains: tuple[tuple[End, ...], ...]
    """The ends of each train: first the own trains, started or not, then the Mexican trains that were started."""
    started: int
    """Bit t: a tile lies on train t."""
    markers: int
    """Bit s: the train of seat s has its marker."""
    open_doubles: tuple[End, ...]
    """Where the doubles that demand a tile are to be covered, the oldest first; each is an end of its train, too."""
    seat: int
    """Who is to move."""
    phase: Phase
    drew: bool
    """Whether the demand of this phase has had its draw."""
    turns: int
    """How many turns were ended; a lap is one turn of every seat."""
    owing: int
    """Bit s: seat s owes a knock."""
    catchable: int
    """Bit s: seat s owes a knock and may be caught."""
    history: History
    """What was laid, newest first."""
    ended: Ending | None
    legal: tuple[Move, ...]
    """What the player to move may do: derived from all else by `law.reachable` and `law.legal`."""

    @property
    def laid(self) -> tuple[Laid, ...]:
        """Every tile on the table but the engine, in the order of laying."""
        laid = []
        history = self.history
        while history:
            history, newest = history
            laid.append(newest)
        return tuple(reversed(laid))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles that are still to be drawn, the next one first."""
        return self.deal.boneyard[self.drawn :]

    @property
    def lap(self) -> int:
        """The lap, counted from 1."""
        return self.turns // self.deal.seats + 1

    @property
    def out(self) -> tuple[int, ...]:
        """The seats without tiles."""
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand)


def new_round(fields: tuple[Any, ...]) -> Round:
    """A round from all its fields in order; three times as fast as `Round(…)`, for the paths of every move."""
    return tuple.__new__(Round, fields)


def train_of(place: str) -> str:
    """The name of the train that a place belongs to: `3` for `3.1.2`."""
    return place.partition(".")[0]


def grow(end: End, other: int, toes: int) -> tuple[End, ...]:
    """The ends that stand where `end` was, once a tile whose far half is `other` lies there.

    The first is that tile's own end. A double ends its line and offers its toes one after another; a toe that is
    taken gives way to the next one.
    """
    return _branched(end, other, toes) if toes > 1 else _line_ends(end.place)[other]


@lru_cache(maxsize=256)
def _line_ends(place: str) -> tuple[tuple[End, ...], ...]:
    """The end of a line, alone, by its value."""
    return tuple((End(place, value, 0),) for value in range(HIGHEST + 1))


@lru_cache(maxsize=1 << 14)
def _branched(end: End, other: int, toes: int) -> tuple[End, ...]:
    own = End(f"{end.place}.1", other, 1) if other == end.value else End(end.place, other, 0)
    following = next_toe(end, toes)
    return (own, following) if following else (own,)


def next_toe(end: End, toes: int) -> End | None:
    """The toe after this one on the same double, if it has any left."""
    if not 0 < end.toe < toes:
        return None
    line = end.place.rpartition(".")[0]
    return End(f"{line}.{end.toe + 1}", end.value, end.toe + 1)
