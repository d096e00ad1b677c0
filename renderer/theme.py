"""Colours and sizes: everything about the look that is a matter of taste."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.words import N_

Colour = tuple[int, int, int]

WIDTH: Final = 1000
TALLEST: Final = 1300
"""No board is taller than this, so that it still fits a screen."""
COMFORTABLE: Final = 960
"""Tiles grow only as far as the board stays below this height."""
MARGIN: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of all pictures; a theme is only equal to itself, so it costs nothing as a part of a cache's key."""

    name: str
    title: str
    """Message id: how people call it."""
    page: Colour
    lane: Colour
    active: Colour
    """The lane of the player to move."""
    station: Colour
    rail: Colour
    slot: Colour
    """Outlines of what is not there yet, and of closed badges."""
    text: Colour
    muted: Colour
    face: Colour
    """The face of a tile."""
    edge: Colour
    dim: Colour
    """The face of a tile that cannot be laid now."""
    dim_edge: Colour
    open: Colour
    open_ink: Colour
    open_line: Colour
    """The outline of what will be open, and the best numbers on a score sheet."""
    binds: Colour
    binds_ink: Colour
    binds_line: Colour
    """The outline of what will bind."""
    alarm: Colour
    alert: Colour
    """Text that warns: one tile left."""
    ring: Colour
    """Around the last tile laid."""
    own_ink: Colour
    """On the colour of a seat."""
    pips: tuple[Colour, ...]
    """A colour for each number, as in real sets; 0 has no pips, its digit would be ink."""
    seats: tuple[Colour, ...]
    """A colour for each seat; its symbol tells it apart without colour."""
    common: Colour
    """The colour of Mexican trains."""

    @property
    def backgrounds(self) -> tuple[Colour, ...]:
        """What text lies on."""
        return (self.page, self.lane, self.active)


_INK: Final[Colour] = (26, 20, 8)
_IVORY: Final[Colour] = (252, 247, 234)
_PIPS: Final[tuple[Colour, ...]] = (
    _INK,
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
)

DARK: Final = Theme(
    name="dark",
    title=N_("Dark"),
    page=(19, 25, 32),
    lane=(36, 44, 54),
    active=(50, 60, 76),
    station=(64, 74, 90),
    rail=(82, 94, 108),
    slot=(132, 144, 158),
    text=(244, 247, 250),
    muted=(168, 179, 190),
    face=_IVORY,
    edge=(196, 184, 156),
    dim=(128, 130, 130),
    dim_edge=(98, 101, 104),
    open=(22, 122, 66),
    open_ink=(244, 247, 250),
    open_line=(76, 196, 128),
    binds=(255, 212, 74),
    binds_ink=_INK,
    binds_line=(255, 212, 74),
    alarm=(178, 18, 28),
    alert=(255, 212, 74),
    ring=(255, 212, 74),
    own_ink=_INK,
    pips=_PIPS,
    seats=(
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
    ),
    common=(244, 247, 250),
)

LIGHT: Final = Theme(
    name="light",
    title=N_("Light"),
    page=(222, 228, 235),
    lane=(244, 246, 249),
    active=(255, 255, 255),
    station=(184, 194, 206),
    rail=(176, 186, 196),
    slot=(112, 122, 134),
    text=(22, 28, 36),
    muted=(76, 86, 98),
    face=(255, 251, 240),
    edge=(150, 140, 116),
    dim=(206, 209, 212),
    dim_edge=(172, 177, 182),
    open=(20, 122, 66),
    open_ink=(255, 255, 255),
    open_line=(20, 122, 66),
    binds=(255, 205, 50),
    binds_ink=_INK,
    binds_line=(176, 118, 0),
    alarm=(178, 18, 28),
    alert=(158, 62, 0),
    ring=(214, 104, 0),
    own_ink=(255, 255, 255),
    pips=_PIPS,
    seats=(
        (26, 98, 214),
        (160, 78, 0),
        (14, 126, 62),
        (190, 38, 116),
        (112, 70, 220),
        (130, 106, 0),
        (0, 118, 136),
        (194, 42, 30),
        (84, 120, 0),
        (92, 100, 112),
        (138, 86, 36),
        (0, 114, 94),
        (172, 36, 186),
        (64, 94, 158),
    ),
    common=(22, 28, 36),
)

CONTRAST: Final = Theme(
    name="contrast",
    title=N_("High contrast"),
    page=(0, 0, 0),
    lane=(18, 20, 24),
    active=(0, 0, 0),
    station=(44, 48, 56),
    rail=(120, 128, 138),
    slot=(190, 198, 206),
    text=(255, 255, 255),
    muted=(222, 227, 232),
    face=(255, 255, 255),
    edge=(150, 150, 150),
    dim=(112, 114, 116),
    dim_edge=(150, 154, 158),
    open=(0, 96, 44),
    open_ink=(255, 255, 255),
    open_line=(92, 240, 152),
    binds=(255, 226, 60),
    binds_ink=(0, 0, 0),
    binds_line=(255, 226, 60),
    alarm=(170, 0, 12),
    alert=(255, 226, 60),
    ring=(255, 226, 60),
    own_ink=(0, 0, 0),
    pips=(
        (0, 0, 0), (0, 92, 200), (0, 110, 44), (190, 16, 24), (110, 58, 16), (8, 44, 150), (140, 100, 0),
        (180, 20, 128), (0, 106, 112), (92, 30, 160), (184, 74, 0), (64, 72, 86), (128, 0, 40), (74, 94, 0),
        (48, 36, 176), (150, 48, 36), (0, 80, 72), (118, 16, 108), (16, 18, 22),
    ),
    seats=(
        (120, 182, 255), (255, 176, 60), (98, 236, 150), (255, 140, 206), (200, 168, 255), (255, 240, 110),
        (96, 232, 246), (255, 138, 122), (200, 244, 96), (226, 232, 240), (236, 188, 132), (72, 220, 190),
        (244, 140, 255), (190, 216, 255),
    ),
    common=(255, 255, 255),
)  # fmt: skip

THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
"""The themes by name; the first is the default."""
