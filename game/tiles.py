"""Tiles, and sets of tiles as bit masks: the one module with bit tricks.

A tile is a small number, the same in every set of dominoes: 0-0 is 0, 1-0 is 1, 1-1 is 2, 2-0 is 3, and so on up to
18-18, which is 189. A *mask* is a set of tiles as an integer: bit `n` stands for tile `n`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeVar

Item = TypeVar("Item")

HIGHEST: Final = 18
SETS: Final = (6, 9, 12, 15, 18)


class Tile(int):
    """A domino.

    >>> Tile.of(5, 12), Tile.parse("12-5").low, Tile.parse("7-7").is_double
    (Tile(12-5), 5, True)
    """

    __slots__ = ()

    @classmethod
    def of(cls, a: int, b: int) -> Tile:
        """The tile with the halves `a` and `b`, each 0 to 18, in either order."""
        high, low = (a, b) if a >= b else (b, a)
        return TILES[high * (high + 1) // 2 + low]

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `12-5` or `5-12`.

        Raises:
            ValueError: if the text is no tile of a set up to double-eighteen.
        """
        tile = _BY_TEXT.get(text)
        if tile is None:
            raise ValueError(f"{text!r} is not a tile")
        return tile

    @property
    def high(self) -> int:
        """The larger number."""
        return _HIGH[self]

    @property
    def low(self) -> int:
        """The smaller number."""
        return self - _HIGH[self] * (_HIGH[self] + 1) // 2

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self in _DOUBLES

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return PIPS[self]

    def other(self, value: int) -> int:
        """The half that is not `value`; `value` itself for a double."""
        return PIPS[self] - value

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Tile({self})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


_PAIRS = [(high, low) for high in range(HIGHEST + 1) for low in range(high + 1)]
_HIGH: Final = [high for high, _ in _PAIRS]
_TEXT: Final = [f"{high}-{low}" for high, low in _PAIRS]
PIPS: Final = tuple(high + low for high, low in _PAIRS)
"""The pips of each tile: as both halves together, `PIPS[tile] - value` is the other half."""
TILES: Final = tuple(Tile(n) for n in range(len(_PAIRS)))
"""Every tile of a double-eighteen set; the first `size(n)` of them are a double-n set."""
_BY_TEXT: Final = {f"{a}-{b}": Tile.of(a, b) for a in range(HIGHEST + 1) for b in range(HIGHEST + 1)}
_DOUBLES: Final = frozenset(Tile.of(n, n) for n in range(HIGHEST + 1))

BIT: Final = tuple(1 << tile for tile in TILES)
"""The mask that holds one tile alone."""
FITS: Final = tuple(sum(BIT[tile] for tile in TILES if value in _PAIRS[tile]) for value in range(HIGHEST + 1))
"""The mask of all tiles with a half of that value."""
DOUBLES: Final = sum(BIT[tile] for tile in _DOUBLES)
"""The mask of all doubles."""


def size(highest: int) -> int:
    """The number of tiles of a set: 28 for double-six, 91 for double-twelve."""
    return (highest + 1) * (highest + 2) // 2


def full_set(highest: int) -> tuple[Tile, ...]:
    """The tiles of a set, from 0-0 to its highest double."""
    return TILES[: size(highest)]


def mask_of(tiles: Iterable[Tile]) -> int:
    """The mask that holds these tiles, each of which comes once."""
    return sum(map(BIT.__getitem__, tiles))


@lru_cache(maxsize=1 << 14)
def tiles_in(mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(TILES[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def items(mask: int) -> Callable[[tuple[Item, ...]], tuple[Item, ...]]:
    """A function that picks from a tuple the items at the bits of a mask, in one step of C.

    >>> items(0b101)(("a", "b", "c"))
    ('a', 'c')
    """
    indices = [index for index in range(mask.bit_length()) if mask >> index & 1]
    if len(indices) > 1:
        return itemgetter(*indices)
    return itemgetter(slice(indices[0], indices[0] + 1) if indices else slice(0))


def pips_in(mask: int) -> int:
    """The sum of the pips of a mask's tiles."""
    return sum(PIPS[tile] for tile in tiles_in(mask))
