"""Drawing one lane of the board: the plate, the rails, the tiles, the marker and the badges of the ends."""

from __future__ import annotations

from PIL import Image

from renderer import fonts, theme
from renderer.badge import badge_plane
from renderer.canvas import Box, Canvas, middle
from renderer.layout import BADGE_LEFT, PLATE_LEFT, PLATE_RIGHT, TRACK_LEFT, TRACK_RIGHT, Lane, Placed, Row
from renderer.plate import Plate, draw_plate
from renderer.symbols import seat_colour, sign
from renderer.theme import Colour
from renderer.tile import tile_plane

_PLATE: int = 104
"""A plate is at most this high."""
_RING: int = 4


def draw_lane(lane: Lane, plate: Plate) -> Image.Image:
    """The picture of a lane, as wide as the board."""
    canvas = Canvas(theme.WIDTH, lane.height, theme.PAGE)
    half = lane.gap // 2
    box = (theme.MARGIN, half, theme.WIDTH - theme.MARGIN, lane.height - (lane.gap - half))
    colour = seat_colour(lane.owner)
    under = theme.ACTIVE if lane.active else theme.LANE
    if lane.active:
        canvas.frame(box, 16, 4, colour, under, theme.PAGE)
    else:
        canvas.rounded(box, 14, under, theme.PAGE)
    draw_plate(canvas, plate, (PLATE_LEFT, box[1], PLATE_RIGHT, min(box[3], box[1] + _PLATE)), under)
    for row in lane.rows:
        _rails(canvas, row)
    for row in lane.rows:
        _row(canvas, row, colour, under)
    return canvas.plane


def _rails(canvas: Canvas, row: Row) -> None:
    """The rail under a row with its sleepers, and for a branch the line that leads down to it."""
    y = row.middle + row.size.unit // 2 + max(3, row.size.unit // 8)
    thick = 3 if row.size.unit >= 24 else 2
    left = TRACK_LEFT
    if row.elbow:
        left, begins, _ = row.elbow
        canvas.fill((left, begins, left + 3, y + thick), theme.RAIL)
    canvas.fill((left, y, TRACK_RIGHT, y + thick), theme.RAIL)
    if row.size.unit >= 24:
        step = row.size.unit * 2 // 3
        for x in range(left + step // 2, TRACK_RIGHT - 3, step):
            canvas.fill((x, y - 3, x + 3, y + thick + 3), theme.RAIL)


def _row(canvas: Canvas, row: Row, colour: Colour, under: Colour) -> None:
    size = row.size
    if row.elbow:
        _node(canvas, row, under)
    if row.hidden:
        text = f"+{row.hidden}"
        large = max(20, min(28, size.unit))
        y = middle(row.middle - size.unit // 2, row.middle + size.unit // 2, large)
        canvas.text(row.left + 20, y, text, large, fonts.BOLD, theme.MUTED, under, "m")
    if row.slot:
        draw_slot(canvas, row.slot, theme.SLOT)
    for tile in row.tiles:
        _tile(canvas, tile, size.unit, under)
    if row.marker:
        left, top, right, bottom = row.marker
        canvas.stamp(sign("marker", right - left, bottom - top), left, top, colour, under)
    left, top, right, bottom = row.badge
    canvas.put(badge_plane(row.value, row.state, right - left, bottom - top, size.digits, colour, under), left, top)


def _tile(canvas: Canvas, tile: Placed, unit: int, under: Colour) -> None:
    wide, high = (unit, 2 * unit) if tile.across else (2 * unit, unit)
    ground = under
    if tile.last:
        ring = (tile.x - _RING, tile.y - _RING, tile.x + wide + _RING, tile.y + high + _RING)
        canvas.rounded(ring, unit // 6 + _RING, theme.BINDS, under)
        ground = theme.BINDS
    canvas.put(tile_plane(tile.first, tile.second, unit, tile.across, ground), tile.x, tile.y)


def _node(canvas: Canvas, row: Row, under: Colour) -> None:
    """The double's number in a circle: where the branch leaves it."""
    assert row.elbow is not None
    x, _, value = row.elbow
    size = max(row.size.unit, 24)
    left, top = x + 10, row.middle - size // 2
    canvas.frame((left, top, left + size, top + size), size // 2, 2, theme.RAIL, under, under)
    digits = round(size * 0.56)
    canvas.text(
        left + size // 2, middle(top, top + size, digits), str(value), digits, fonts.BOLD, theme.MUTED, under, "m"
    )


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


assert BADGE_LEFT > TRACK_RIGHT
