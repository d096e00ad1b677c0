"""A round's end as a picture: all hands laid open, the points and the new totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from game.tiles import Tile
from game.view import View
from renderer import fonts, theme
from renderer.board import heading_band, progress, space
from renderer.canvas import Canvas, middle
from renderer.chart import draw_chart
from renderer.heading import SYMBOL, TITLE_LEAST, Heading, heading_room
from renderer.people import Person, avatar_of, is_computer, name_of
from renderer.plate import Plate, draw_plate, drawn
from renderer.png import Band, join, pack
from renderer.podium import draw_podium
from renderer.sheet import draw_score_sheet, signed
from renderer.symbols import seat_colour
from renderer.theme import DARK, Theme
from renderer.tile import tile_plane
from renderer.wording import headline, last_laid, went_out

__all__ = ["draw_chart", "draw_podium", "draw_round_end", "draw_score_sheet"]

_HEADING: Final = 104
_ROOMY: Final = 420
"""The largest tiles are taken where all hands stay below this height."""
_PLATE_RIGHT: Final = 230
_TILES_LEFT: Final = 244
_TILES_RIGHT: Final = 760
_POINTS: Final = 856
_TOTAL: Final = 966


def draw_round_end(view: View, people: Sequence[Person], words: NullTranslations, look: Theme = DARK) -> bytes:
    """PNG of an ended round: what everyone had left, the points of the round and the new totals."""
    people = drawn(people, words)
    _ = words.gettext
    aside, below = progress(view, words)
    room = heading_room(aside, below)
    title = fonts.sentence(lambda most: headline(view, people, words, most), TITLE_LEAST, fonts.BOLD, room - SYMBOL)
    out = went_out(view)
    subtitle = last_laid(view, people, words, 20) if out else _("Nobody can play any more")
    first = out[0] if out else None
    bands = [heading_band(Heading(title, subtitle, aside, below, view.engine, first, _HEADING, room), look)]
    unit, columns = _open_size([len(hand) for hand in view.shown])
    bands.append(_columns_band((_("left in hand"), _("points"), _("total")), look))
    for seat in range(view.seats):
        name = name_of(people, seat, words)
        count = len(view.shown[seat])
        note = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
        if seat in out:
            note = _("went out")
        plate = Plate(seat, name, note, note, "", is_computer(people, seat), avatar=avatar_of(people, seat))
        total = view.totals[seat] + view.points[seat]
        bonus = -view.points[seat] if seat in out else 0
        said = _("a bonus of {points} for going out").format(points=bonus) if bonus else ""
        pips = sum(tile.pips for tile in view.shown[seat])
        more = view.points[seat] - pips
        extra = f"{pips} + {more}" if more > 0 else ""
        rest = _Rest(plate, view.shown[seat], view.points[seat], total, seat in out, said, extra)
        bands.append(_rest_band(rest, unit, columns, look))
    bands.append(space(8, look))
    return join(bands, look)


def _open_size(counts: list[int]) -> tuple[int, int]:
    """The largest tiles with which all hands fit: the side of a half, and how many stand side by side."""
    room = theme.TALLEST - _HEADING - 60
    unit = columns = 0
    for unit in (44, 36, 32, 28, 24, 20, 17, 14):
        columns = (_TILES_RIGHT - _TILES_LEFT) // (2 * unit + 6)
        limit = room if unit < 44 else _ROOMY
        if sum(_rest_height(count, unit, columns) for count in counts) <= limit:
            break
    return unit, columns


def _rest_height(count: int, unit: int, columns: int) -> int:
    rows = max(1, -(-count // columns))
    return max(rows * (unit + 6) + 22, 68) + 6


def _columns_band(titles: tuple[str, str, str], look: Theme) -> Band:
    canvas = Canvas(look, theme.WIDTH, 34, look.page)
    canvas.text(_TILES_LEFT, 24, titles[0], 20, fonts.REGULAR, look.muted, look.page)
    canvas.text(_POINTS, 24, titles[1], 20, fonts.REGULAR, look.muted, look.page, "r")
    canvas.text(_TOTAL, 24, titles[2], 20, fonts.REGULAR, look.muted, look.page, "r")
    return pack(canvas.plane)


@dataclass(frozen=True, slots=True)
class _Rest:
    """What somebody had left."""

    plate: Plate
    tiles: tuple[Tile, ...]
    points: int
    total: int
    out: bool
    bonus: str
    """What is said of it, where the tiles of the others are."""
    extra: str = ""
    """What the points are made of, where they are more than the pips."""


def _rest_band(rest: _Rest, unit: int, columns: int, look: Theme) -> Band:
    plate, out, tiles = rest.plate, rest.out, rest.tiles
    height = _rest_height(len(tiles), unit, columns)
    canvas = Canvas(look, theme.WIDTH, height, look.page)
    box = (theme.MARGIN, 3, theme.WIDTH - theme.MARGIN, height - 3)
    under = look.active if out else look.lane
    if out:
        canvas.frame(box, 14, 4, seat_colour(look, plate.seat), under, look.page)
    else:
        canvas.rounded(box, 14, under, look.page)
    draw_plate(canvas, plate, (24, (height - 68) // 2, _PLATE_RIGHT, (height + 68) // 2), under)
    rows = max(1, -(-len(tiles) // columns))
    top = (height - rows * (unit + 6) + 6) // 2
    if rest.bonus:
        said = fonts.fitting(rest.bonus, 22, fonts.REGULAR, _TILES_RIGHT - _TILES_LEFT)
        canvas.text(_TILES_LEFT, middle(0, height, 22), said, 22, fonts.REGULAR, look.muted, under)
    for number, tile in enumerate(sorted(tiles, reverse=True)):
        row, column = divmod(number, columns)
        canvas.put(
            tile_plane(look, tile.high, tile.low, unit, False, under),
            _TILES_LEFT + column * (2 * unit + 6),
            top + row * (unit + 6),
        )
    text = f"+{rest.points}" if rest.points > 0 else signed(rest.points)
    up = 12 if rest.extra else 0
    canvas.text(_POINTS, middle(0, height, 30) - up, text, 30, fonts.REGULAR, look.text, under, "r")
    canvas.text(_POINTS, middle(0, height, 30) + 12, rest.extra, 18, fonts.REGULAR, look.muted, under, "r")
    canvas.text(_TOTAL, middle(0, height, 36), signed(rest.total), 36, fonts.HEAVY, look.text, under, "r")
    return pack(canvas.plane)
