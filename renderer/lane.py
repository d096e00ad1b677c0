"""Drawing one lane of the board: the plate, the rails, the tiles, the marker and the badges of the ends."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer import fonts, theme
from renderer.badge import badge_plane
from renderer.canvas import Box, Canvas, middle
from renderer.layout import NODE, PLATE_LEFT, PLATE_RIGHT, RING, TRACK_LEFT, TRACK_RIGHT, Lane, Placed, Row
from renderer.plate import Plate, draw_plate
from renderer.symbols import marker_sign, seat_colour
from renderer.theme import Colour, Theme
from renderer.tile import tile_plane

_PLATE: int = 64
"""A plate is as high as its lane's first row, or this high where the lane is."""


def draw_lane(lane: Lane, plate: Plate, look: Theme) -> Image.Image:
    """The picture of a lane, as wide as the board."""
    canvas = Canvas(look, theme.WIDTH, lane.height, look.page)
    half = lane.gap // 2
    box = (theme.MARGIN, half, theme.WIDTH - theme.MARGIN, lane.height - (lane.gap - half))
    colour = seat_colour(look, lane.owner)
    under = look.active if lane.active else look.lane
    if lane.active:
        canvas.frame(box, 16, 4, colour, under, look.page)
    else:
        canvas.rounded(box, 14, under, look.page)
    high = max(_PLATE, lane.rows[0].size.pitch - lane.gap)
    draw_plate(canvas, plate, (PLATE_LEFT, box[1], PLATE_RIGHT, min(box[3], box[1] + high)), under)
    for row in lane.rows:
        _rails(canvas, row, under)
    for row in lane.rows:
        _row(canvas, row, lane.owner, under)
    return canvas.plane


def _rails(canvas: Canvas, row: Row, under: Colour) -> None:
    """The rail under a row with its sleepers, and for a branch the line that leads down to it."""
    unit = row.size.unit
    y = row.middle + unit // 2 + max(3, unit // 8)
    left = TRACK_LEFT
    if row.elbow:
        left, begins, *_ = row.elbow
        canvas.fill((left, begins, left + 3, y), canvas.look.rail)
    canvas.put(_rail(canvas.look, TRACK_RIGHT - left, unit, under), left, y - _SLEEPER)


_SLEEPER: int = 3
"""How far sleepers reach beyond the rail."""


@lru_cache(maxsize=256)
def _rail(look: Theme, width: int, unit: int, under: Colour) -> Image.Image:
    thick = 3 if unit >= 24 else 2
    canvas = Canvas(look, width, thick + 2 * _SLEEPER, under)
    canvas.fill((0, _SLEEPER, width, _SLEEPER + thick), look.rail)
    if unit >= 24:
        step = unit * 2 // 3
        for x in range(step // 2, width - 3, step):
            canvas.fill((x, 0, x + 3, thick + 2 * _SLEEPER), look.rail)
    return canvas.plane


def _row(canvas: Canvas, row: Row, owner: int | None, under: Colour) -> None:
    look, size = canvas.look, row.size
    colour = seat_colour(look, owner)
    if row.elbow:
        _node(canvas, row, under)
    large = max(20, min(28, size.unit))
    for x, count in row.folds:
        y = middle(row.middle - size.unit // 2, row.middle + size.unit // 2, large)
        canvas.text(x, y, f"+{count}", large, fonts.BOLD, look.muted, under, "m")
    if row.slot:
        draw_slot(canvas, row.slot, look.slot)
    for tile in row.tiles:
        _tile(canvas, tile, size.unit, under)
    if row.marker:
        left, top, right, bottom = row.marker
        canvas.lay(marker_sign(owner, right - left, bottom - top), left, top, colour, under)
    left, top, right, bottom = row.badge
    canvas.put(
        badge_plane(look, row.value, row.state, right - left, bottom - top, size.digits, colour, under), left, top
    )


def _tile(canvas: Canvas, tile: Placed, unit: int, under: Colour) -> None:
    look = canvas.look
    wide, high = (unit, 2 * unit) if tile.across else (2 * unit, unit)
    ground = under
    if tile.last:
        ring = (tile.x - RING, tile.y - RING, tile.x + wide + RING, tile.y + high + RING)
        canvas.rounded(ring, unit // 6 + RING, look.ring, under)
        ground = look.ring
    canvas.put(tile_plane(look, tile.first, tile.second, unit, tile.across, ground), tile.x, tile.y)


def _node(canvas: Canvas, row: Row, under: Colour) -> None:
    """Where a branch leaves its double."""
    assert row.elbow is not None
    x, _, value, toe = row.elbow
    size = max(row.size.unit, NODE)
    left, top = x + 10, row.middle - size // 2
    draw_node(canvas, (left, top, left + size, top + size), value, toe, under)


def draw_node(canvas: Canvas, box: Box, value: int, toe: int, under: Colour) -> None:
    """The number of the double that a branch leaves, in a circle; below it, which branch of several this is."""
    left, top, right, bottom = box
    look = canvas.look
    canvas.frame(box, (right - left) // 2, 2, look.slot, under, under)
    digits = round((right - left) * 0.56)
    x, y = (left + right) // 2, middle(top, bottom, digits)
    canvas.text(x, y, str(value), digits, fonts.BOLD, look.muted, under, "m")
    if toe:
        small = max(14, round(digits * 0.9))
        canvas.text(right, bottom + 1, str(toe), small, fonts.HEAVY, look.text, under)


def draw_slot(canvas: Canvas, box: Box, colour: Colour) -> None:
    """A dashed outline where a tile may come to lie."""
    left, top, right, bottom = box
    dash = 8 if bottom - top >= 24 else 5
    for x in range(left, right - dash + 1, 2 * dash):
        canvas.fill((x, top, x + dash, top + 2), colour)
        canvas.fill((x, bottom - 2, x + dash, bottom), colour)
    for y in range(top, bottom - dash + 1, 2 * dash):
        canvas.fill((left, y, left + 2, y + dash), colour)
        canvas.fill((right - 2, y, right, y + dash), colour)
