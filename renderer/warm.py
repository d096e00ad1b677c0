"""Drawing beforehand what every picture needs, so that the first board after a start comes as fast as the others."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.tiles import HIGHEST, TILES
from renderer import fonts, palette
from renderer.badge import badge_plane
from renderer.layout import BADGE_LEFT, BADGE_RIGHT, SIZES, EndState
from renderer.symbols import seat_colour, seat_sign
from renderer.theme import DARK, Theme
from renderer.tile import tile_plane

_USUAL: Final = 3
"""Of so many sizes, the largest ones, everything is drawn beforehand; the smaller ones are for crowded boards."""
_TEXTS: Final = ((34, fonts.BOLD), (30, fonts.BOLD), (25, fonts.REGULAR), (24, fonts.REGULAR), (22, fonts.REGULAR))
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789+-·:,.’"


def warm_up(look: Theme = DARK) -> None:
    """Draw the tiles, badges and signs of the usual boards; a third of a second of work at most."""
    palette.colours(look)
    for letters, weight in _TEXTS:
        fonts.width(_LETTERS, letters, weight)
    for seat in range(len(look.seats)):
        seat_sign(seat, 36)
        palette.ramp(look, look.lane, seat_colour(look, seat))
    for size in SIZES[:_USUAL]:
        across = partial(tile_plane, look, unit=size.unit, across=True)
        along = partial(tile_plane, look, unit=size.unit, across=False)
        for tile in TILES:
            if tile.is_double:
                across(tile.high, tile.low, under=look.lane)
            else:
                along(tile.high, tile.low, under=look.lane)
                along(tile.low, tile.high, under=look.lane)
        for value in range(HIGHEST + 1):
            for state in EndState:
                if state is not EndState.OWN:
                    badge_plane(
                        look, value, state, BADGE_RIGHT - BADGE_LEFT, size.badge, size.digits, look.common, look.lane
                    )
