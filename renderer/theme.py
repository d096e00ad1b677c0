"""Colours and sizes: everything about the look that is a matter of taste."""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]

WIDTH: Final = 1000
TALLEST: Final = 1300
"""No board is taller than this, so that it still fits a screen."""
COMFORTABLE: Final = 960
"""Tiles grow only as far as the board stays below this height."""
MARGIN: Final = 12

PAGE: Final[Colour] = (19, 25, 32)
LANE: Final[Colour] = (36, 44, 54)
ACTIVE: Final[Colour] = (50, 60, 76)
"""The lane of the player to move."""
STATION: Final[Colour] = (64, 74, 90)
RAIL: Final[Colour] = (82, 94, 108)
SLOT: Final[Colour] = (118, 130, 144)
"""Outlines of what is not there yet, and of closed badges."""

WHITE: Final[Colour] = (244, 247, 250)
MUTED: Final[Colour] = (168, 179, 190)
INK: Final[Colour] = (26, 20, 8)

IVORY: Final[Colour] = (252, 247, 234)
EDGE: Final[Colour] = (196, 184, 156)
DIM: Final[Colour] = (128, 130, 130)
"""A tile that cannot be laid now."""
DIM_EDGE: Final[Colour] = (98, 101, 104)

OPEN: Final[Colour] = (33, 140, 80)
OPEN_LINE: Final[Colour] = (76, 196, 128)
BINDS: Final[Colour] = (255, 212, 74)
ALARM: Final[Colour] = (178, 18, 28)

PIPS: Final[tuple[Colour, ...]] = (
    INK,            # 0 has no pips; its digit is ink
    (32, 124, 224),
    (22, 140, 66),
    (206, 42, 46),
    (128, 76, 32),
    (26, 72, 178),
    (188, 142, 0),
    (204, 52, 152),
    (0, 134, 138),
    (112, 56, 176),
    (226, 104, 12),
    (84, 94, 108),
    (150, 14, 54),
    (96, 118, 16),
    (70, 60, 190),
    (176, 74, 60),
    (0, 100, 92),
    (142, 40, 130),
    (30, 34, 40),
)  # fmt: skip
"""A colour for each number, as in real sets."""

SEATS: Final[tuple[Colour, ...]] = (
    (96, 160, 255),
    (255, 168, 56),
    (94, 216, 138),
    (244, 122, 188),
    (178, 140, 255),
    (255, 228, 92),
    (86, 212, 226),
    (255, 116, 100),
    (184, 226, 84),
    (208, 214, 222),
    (216, 166, 108),
    (58, 194, 166),
    (230, 106, 244),
    (170, 202, 255),
)
"""A colour for each seat; its symbol tells it apart without colour."""
COMMON: Final[Colour] = WHITE
"""The colour of Mexican trains."""

BACKGROUNDS: Final = (PAGE, LANE, ACTIVE)
