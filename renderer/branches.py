"""A train as rows: one for each of its ends, a branch below the row that its double lies on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from game.view import OpenEnd, TrainView


@dataclass(frozen=True, slots=True)
class Chain:
    """Tiles that lead to one end: a line, and what goes on from its doubles on their first toe."""

    end: OpenEnd
    tiles: tuple[tuple[int, int], ...]
    places: tuple[str, ...]
    """Where each tile lies."""
    parent: int | None
    """The index of the row that holds the double, for a branch."""
    depth: int
    value: int | None
    """The number of that double."""
    branch: str
    """The branch as in places: `2`, `1.3`; empty for the trunk."""
    pins: tuple[int, ...] = ()
    """The indices of its doubles that have branches of their own."""
    toe: int = 0
    """Which branch of its double this is, where that has several; else 0."""


def chains_of(train: TrainView) -> tuple[Chain, ...]:
    """The rows of a train from top to bottom; there are as many as it has ends."""
    lines = {line.place: line.tiles for line in train.lines}
    ends = {end.place: end for end in train.ends}
    found: list[Chain | None] = []

    def follow(start: str, parent: int | None, depth: int, value: int | None) -> None:
        number = len(found)
        found.append(None)
        tiles: list[tuple[int, int]] = []
        places: list[str] = []
        doubles: list[tuple[str, int]] = []
        pins: list[int] = []
        place = start
        while place in lines:
            tiles += lines[place]
            places += [place] * len(lines[place])
            onward = f"{place}.1"
            if onward not in lines and onward not in ends:
                break
            doubles.append((place, tiles[-1][1]))
            if f"{place}.2" in lines or f"{place}.2" in ends:
                pins.append(len(tiles) - 1)
            place = onward
        branch = start.partition(".")[2]
        found[number] = Chain(ends[place], tuple(tiles), tuple(places), parent, depth, value, branch, tuple(pins))
        for double, pips in doubles:
            toe = 2
            while (branch := f"{double}.{toe}") in lines or branch in ends:
                follow(branch, number, depth + 1, pips)
                toe += 1

    follow(train.name, None, 0, None)
    chains = [chain for chain in found if chain is not None]
    doubles = Counter((chain.parent, chain.value) for chain in chains)
    return tuple(
        replace(chain, toe=int(chain.branch.rpartition(".")[2]))
        if chain.branch and doubles[chain.parent, chain.value] > 1
        else chain
        for chain in chains
    )
