"""What happened: frozen records, in the order of happening, and what each seat may see of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from game.tiles import Tile


@dataclass(frozen=True, slots=True)
class EngineLaid:
    """The engine lies in the middle; `seat` laid it, or nobody where it was set aside, after `draws` to find it."""

    seat: int | None
    tile: Tile
    draws: int


class Laid(NamedTuple):
    """A tile was laid."""

    seat: int
    tile: Tile
    place: str


class Drew(NamedTuple):
    """A tile was drawn; `tile` is None for who may not see it."""

    seat: int
    tile: Tile | None


class Passed(NamedTuple):
    """A turn ended without a tile that fits; `marked`: the own train has its marker now."""

    seat: int
    marked: bool


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """The owner played on the own train, so its marker came off."""

    seat: int
    place: str


@dataclass(frozen=True, slots=True)
class LastTile:
    """A turn ended with one tile left in the hand, and the rules have the table told."""

    seat: int


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat knocked for its last tile."""

    seat: int


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat forgot to knock and had to draw `count` tiles."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over; `out` are the seats that went out, nobody where it was stranded."""

    out: tuple[int, ...]


new_event: Final = tuple.__new__
"""`new_event(Drew, (seat, tile))`: twice as fast as `Drew(seat, tile)`, for the events of every move."""

Event: TypeAlias = EngineLaid | Laid | Drew | Passed | MarkerTaken | LastTile | Knocked | Caught | RoundEnded


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it (None: somebody at no seat): only who drew sees the tile."""
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, None)
    return event
