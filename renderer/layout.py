"""Where everything lies on the board: pure geometry, no pixels.

A board is a heading, a roster where people have no trains of their own, and one lane a train. A lane is as many rows
as the train has ends. All coordinates inside a lane count from its top, so that equal lanes are equal values.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.view import OpenEnd, TrainView, View
from renderer import theme
from renderer.branches import Chain, chains_of
from renderer.canvas import Box

HEADING: Final = 104
ROSTER_ROW: Final = 76
ROSTER_COLUMNS: Final = 4
FOOT: Final = 8
PLATE_LEFT: Final = 24
PLATE_RIGHT: Final = 248
TRACK_LEFT: Final = 258
TRACK_RIGHT: Final = 850
BADGE_LEFT: Final = 860
BADGE_RIGHT: Final = 976
INDENT: Final = 30
NODE: Final = 24
"""The circle with the number of a branch's double is at least so wide."""
RING: Final = 4
"""How far the ring around the last tile laid reaches beyond it."""
COUNT_ROOM: Final = 58
"""The room for “+9”, the count of the tiles that are not shown."""


class EndState(StrEnum):
    """What an end says to the player to move."""

    OPEN = "open"
    """Open to all, and may be laid on now."""
    OWN = "own"
    """Only for its owner, who may lay on it now."""
    LATER = "later"
    """Open to all, but not now."""
    CLOSED = "closed"
    BINDS = "binds"
    """An open double that has to be covered now."""
    QUEUED = "queued"
    """An open double that comes after an older one."""
    OVER = "over"
    """The round has ended."""


@dataclass(frozen=True, slots=True)
class Size:
    """The measures of a row."""

    pitch: int
    unit: int
    """The side of half a tile."""
    badge: int
    digits: int
    """The size of an end's number."""


SIZES: Final = (
    Size(104, 46, 74, 48),
    Size(84, 38, 64, 44),
    Size(68, 30, 54, 40),
    Size(56, 24, 44, 34),
    Size(46, 19, 38, 30),
    Size(37, 14, 31, 26),
    Size(30, 11, 25, 22),
)
_STARTS: Final = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3))
"""The sizes that are tried for the first row of a train and for its branches."""
_SMALLEST_BRANCH: Final = 6


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the board; `first` is its left half, or its upper one where it lies across."""

    first: int
    second: int
    across: bool
    x: int
    y: int
    last: bool
    """The last tile laid at the table."""


@dataclass(frozen=True, slots=True)
class Row:
    """The way to one end."""

    size: Size
    top: int
    left: int
    """Where its tiles begin."""
    folds: tuple[tuple[int, int], ...]
    """Where tiles are only counted: the x of the middle of “+9”, and how many."""
    tiles: tuple[Placed, ...]
    slot: Box | None
    """Where the first tile will lie, on a line without any."""
    value: int
    state: EndState
    badge: Box
    elbow: tuple[int, int, int, int] | None
    """For a branch: x of the line down from the row that it leaves, where that begins, the double's number, its toe."""
    marker: Box | None

    @property
    def middle(self) -> int:
        """The y of the row's middle."""
        return self.top + self.size.pitch // 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A train: its plate on the left, its rows on the right."""

    name: str
    owner: int | None
    height: int
    gap: int
    """The space to the next lane, half of it above and half below."""
    active: bool
    started: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The whole picture, from top to bottom."""

    width: int
    height: int
    roster: tuple[Box, ...]
    """A box for each seat, within the roster; nothing where everyone has a train."""
    roster_height: int
    lanes: tuple[Lane, ...]


def state_of(view: View, train: TrainView, end: OpenEnd) -> EndState:
    """What an end says to the viewer, or without a viewer to the player to move."""
    if view.ended:
        return EndState.OVER
    actor = view.seat if view.viewer is None else view.viewer
    if end.binds:
        return EndState.BINDS if end.allowed else EndState.QUEUED
    unstarted = view.rules.unstarted_trains_open and not train.started
    is_open = train.is_open or unstarted
    if end.allowed:
        return EndState.OWN if train.owner == actor and not is_open else EndState.OPEN
    return EndState.LATER if is_open else EndState.CLOSED


def arrange(view: View) -> Board:
    """The geometry of a board."""
    chains = [chains_of(train) for train in view.trains]
    roster = () if view.rules.own_trains else _roster(view.seats)
    roster_height = -(-len(roster) // ROSTER_COLUMNS) * ROSTER_ROW
    sizes = _sizes(chains, theme.TALLEST - HEADING - FOOT - roster_height)
    last = view.laid[-1] if view.laid else None
    lanes = []
    for train, own, levels in zip(view.trains, chains, sizes, strict=True):
        lanes.append(_lane(view, train, own, levels, last[2] if last else None))
    height = HEADING + roster_height + sum(lane.height for lane in lanes) + FOOT
    return Board(theme.WIDTH, height, roster, roster_height, tuple(lanes))


def _roster(seats: int) -> tuple[Box, ...]:
    gap = 8
    columns = min(ROSTER_COLUMNS, seats)
    wide = (theme.WIDTH - 2 * theme.MARGIN - gap * (columns - 1)) // columns
    boxes = []
    for seat in range(seats):
        row, column = divmod(seat, ROSTER_COLUMNS)
        left = theme.MARGIN + column * (wide + gap)
        boxes.append((left, row * ROSTER_ROW + 4, left + wide, (row + 1) * ROSTER_ROW - 4))
    return tuple(boxes)


def _gap(levels: list[int]) -> int:
    return (8, 6, 5, 5, 4, 4)[levels[0]]


def _sizes(chains: list[tuple[Chain, ...]], room: int) -> list[list[int]]:
    """The size of each row: the largest that fit; rows where nothing can be laid now shrink first."""

    def height(levels: list[list[int]]) -> int:
        return sum(SIZES[level].pitch for own in levels for level in own) + sum(map(_gap, levels))

    levels: list[list[int]] = []
    for main, branch in _STARTS:
        levels = [[main if chain.parent is None else branch for chain in own] for own in chains]
        if height(levels) <= room - (theme.TALLEST - theme.COMFORTABLE):
            return levels
    for usable, main in ((False, 4), (True, 4), (False, 5), (True, 5)):
        for _ in SIZES:
            for branch in (True, False):
                smallest = _SMALLEST_BRANCH if branch else main
                for own, its in zip(chains, levels, strict=True):
                    for n, chain in enumerate(own):
                        may = chain.end.allowed or chain.end.binds
                        if (chain.parent is not None) is branch and may is usable and its[n] < smallest:
                            its[n] += 1
                if height(levels) <= room:
                    return levels
    return levels


def _lane(view: View, train: TrainView, chains: tuple[Chain, ...], levels: list[int], last: str | None) -> Lane:
    gap = _gap(levels)
    top = gap // 2
    rows: list[Row] = []
    for chain, level in zip(chains, levels, strict=True):
        parent = None if chain.parent is None else rows[chain.parent]
        row = _row(view, train, chain, SIZES[level], top, parent, last)
        rows.append(row)
        top += SIZES[level].pitch
    active = train.owner is not None and train.owner == view.seat
    return Lane(train.name, train.owner, top + gap - gap // 2, gap, active, train.started, tuple(rows))


def _row(view: View, train: TrainView, chain: Chain, size: Size, top: int, parent: Row | None, last: str | None) -> Row:
    unit = size.unit
    middle = top + size.pitch // 2
    left = TRACK_LEFT + 6
    elbow = None
    if parent is not None and chain.value is not None:
        x = TRACK_LEFT + 16 + INDENT * (chain.depth - 1)
        elbow = (x, parent.middle + parent.size.unit // 2 + 6, chain.value, chain.toe)
        left = x + 10 + max(unit, NODE) + (18 if chain.toe else 8)
    right = TRACK_RIGHT - 6
    marker = None
    room = right - left
    if train.marker and parent is None:
        room -= _marker_width(unit) + 10
    widths = [unit if inner == outer else 2 * unit for inner, outer in chain.tiles]
    hidden = _hidden(chain, widths, unit, room)
    x = left
    tiles = []
    folds: list[tuple[int, int]] = []
    for n, (inner, outer) in enumerate(chain.tiles):
        if n in hidden:
            if n - 1 in hidden:
                folds[-1] = (folds[-1][0], folds[-1][1] + 1)
            else:
                folds.append((x + (28 if n else 20), 1))
                x += COUNT_ROOM
            continue
        across = inner == outer
        y = middle - (unit if across else unit // 2)
        is_last = last == chain.places[n] and (n + 1 == len(chain.tiles) or chain.places[n + 1] != last)
        x += RING if is_last else 0
        tiles.append(Placed(inner, outer, across, x, y, is_last))
        x += widths[n] + _joint(unit) + (RING if is_last else 0)
    slot = None
    if not chain.tiles:
        slot = (x, middle - unit // 2, x + 2 * unit, middle + unit - unit // 2)
        x += 2 * unit + _joint(unit)
    if train.marker and parent is None:
        wide, high = _marker_width(unit), round(_marker_width(unit) * 0.72)
        bottom = middle + unit // 2 + 4
        marker = (x + 6, bottom - high, x + 6 + wide, bottom)
    badge = (BADGE_LEFT, middle - size.badge // 2, BADGE_RIGHT, middle + size.badge - size.badge // 2)
    return Row(
        size,
        top,
        left,
        tuple(folds),
        tuple(tiles),
        slot,
        chain.end.value,
        state_of(view, train, chain.end),
        badge,
        elbow,
        marker,
    )


def _joint(unit: int) -> int:
    """The space between two tiles."""
    return max(2, unit // 11)


def _marker_width(unit: int) -> int:
    return max(34, round(unit * 1.5))


def _hidden(chain: Chain, widths: list[int], unit: int, room: int) -> frozenset[int]:
    """Which tiles are only counted: the first ones, but doubles with branches stay while there is room for them."""
    joint = _joint(unit)
    room -= 2 * RING
    if sum(widths) + joint * len(widths) <= room:
        return frozenset()
    for skipped in range(len(chain.pins) + 1):
        pins = chain.pins[skipped:]
        left = room - COUNT_ROOM * (len(pins) + 1) - sum(widths[pin] + joint for pin in pins)
        first = len(widths)
        while first and (first - 1 in pins or left >= widths[first - 1] + joint):
            first -= 1
            left -= 0 if first in pins else widths[first] + joint
        if any(n not in pins for n in range(first, len(widths))):
            break
    hidden = set(range(min(first, len(widths) - 1))) - set(pins)
    for n in sorted(hidden):
        if not {n - 1, n + 1} & hidden and widths[n] + joint <= COUNT_ROOM:
            hidden.discard(n)  # “+1” would be wider than the tile
    return frozenset(hidden)
