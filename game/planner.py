"""The longest train that a hand can lay from an end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.moves import Play
from game.round import End, grow
from game.tiles import BIT, DOUBLES, FITS, PIPS, Tile, mask_of, tiles_in

BUDGET: Final = 12_000
"""How many positions the search looks at before it settles for the best train found so far."""


def longest_train(hand: Sequence[Tile], starts: Sequence[End], toes: int = 1) -> tuple[Play, ...]:
    """The plays of a longest train: most tiles, then most pips.

    It is found exactly within `BUDGET` positions, as it is for every hand that is dealt with up to 15 tiles; beyond
    that it is the best of the trains looked at.
    """
    mask = mask_of(hand)
    best: tuple[int, int, tuple[Tile, ...]] = (0, 0, ())
    start: End | None = None
    for end in starts:
        found = _Search(end.value).run(mask)
        if start is None or found[:2] > best[:2]:
            best, start = found, end
    plays = []
    for tile in best[2]:
        assert start is not None
        plays.append(Play(tile, start.place))
        start = grow(start, PIPS[tile] - start.value, toes)[0]
    return tuple(plays)


class _Search:
    """A depth-first search with a memo over (end, tiles left); a double that fits is always laid at once."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.left = BUDGET
        self.memo: dict[tuple[int, int], tuple[int, int, tuple[Tile, ...]]] = {}

    def run(self, mask: int) -> tuple[int, int, tuple[Tile, ...]]:
        """The best train from the start: its tiles, its pips, and itself."""
        return self._best(self.value, mask)

    def _best(self, value: int, mask: int) -> tuple[int, int, tuple[Tile, ...]]:
        fitting = mask & FITS[value]
        if not fitting:
            return (0, 0, ())
        key = (value, mask)
        known = self.memo.get(key)
        if known is not None:
            return known
        self.left -= 1
        best: tuple[int, int, tuple[Tile, ...]] = (0, 0, ())
        for tile in tiles_in(fitting & DOUBLES or fitting):
            count, pips, tiles = self._best(PIPS[tile] - value, mask ^ BIT[tile])
            if (count + 1, pips + PIPS[tile]) > best[:2]:
                best = (count + 1, pips + PIPS[tile], (tile, *tiles))
            if self.left < 0:
                return best
        self.memo[key] = best
        return best
