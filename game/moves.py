"""Moves, and their text: `12-5>3`, `draw`, `pass`, `end`, `knock>2`, `catch>2`."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from game.tiles import TILES, Tile, tiles_in


class Play(NamedTuple):
    """Lay a tile on a place: a train's end (`3`, `M1`) or a toe of a double on it (`3.1`)."""

    tile: Tile
    place: str

    def __str__(self) -> str:
        return f"{self.tile}>{self.place}"


class Act(StrEnum):
    """The moves that name no tile."""

    DRAW = "draw"
    PASS = "pass"
    END = "end"
    """End an opening turn after at least one tile."""


# By names of their own: Python 3.11 looks enum members up slowly.
DRAW: Final = Act.DRAW
PASS: Final = Act.PASS


class Call(NamedTuple):
    """A knock, or the catching of somebody who forgot it; made between moves, by or against `seat`."""

    kind: str
    """`knock` or `catch`."""
    seat: int
    """Who knocks, or who is caught; counted from 0."""

    def __str__(self) -> str:
        return f"{self.kind}>{self.seat + 1}"


Move: TypeAlias = Play | Act | Call

MAX_TEXT: Final = 60
"""No move's text is longer than this many characters."""
_PLACE = r"(?:M[1-6]|1[0-4]|[1-9])(?:\.[123])*"
_PLAY: Final = re.compile(rf"((?:1[0-8]|[0-9])-(?:1[0-8]|[0-9]))>({_PLACE})")
_CALL: Final = re.compile(r"(knock|catch)>(1[0-4]|[1-9])")
_ACTS: Final = {act.value: act for act in Act}


def parse_move(text: str) -> Move:
    """Read a move's text; a tile's halves may come in either order.

    Raises:
        ValueError: if it is no move at all.
    """
    if act := _ACTS.get(text):
        return act
    if len(text) <= MAX_TEXT:
        if play := _PLAY.fullmatch(text):
            return Play(Tile.parse(play[1]), play[2])
        if call := _CALL.fullmatch(text):
            return Call(call[1], int(call[2]) - 1)
    raise ValueError(f"{text[:MAX_TEXT]!r} is not a move")


class _Plays(dict[int, tuple[Play, ...]]):
    """The plays on one place by the mask of their tiles, put together when they are first asked for."""

    def __init__(self, place: str) -> None:
        self.each = tuple(Play(tile, place) for tile in TILES)

    def __missing__(self, mask: int) -> tuple[Play, ...]:
        PLAYS_AT.make_room(1)
        plays = self[mask] = tuple(self.each[tile] for tile in tiles_in(mask))
        return plays


class _PlaysByPlace(dict[str, _Plays]):
    """Starts afresh beyond so many plays and masks of all places together; they take some 20 MB."""

    MOST = 1 << 16
    kept = 0

    def __missing__(self, place: str) -> _Plays:
        self.make_room(len(TILES))
        plays = self[place] = _Plays(place)
        return plays

    def make_room(self, count: int) -> None:
        if self.kept > self.MOST:
            self.clear()
            self.kept = 0
        self.kept += count


PLAYS_AT: Final = _PlaysByPlace()
"""`PLAYS_AT[place][mask]`: one play on `place` for each tile of the mask; nearly always the same objects."""


def in_order(moves: tuple[Move, ...]) -> list[Move]:
    """The moves sorted as text, `end` last: the order of records."""
    return sorted(moves, key=lambda move: (move is Act.END, str(move)))
