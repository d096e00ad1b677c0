"""A hand as a picture: every open end first, then the tiles: the planned train, or what can be laid now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from game.tiles import Tile
from game.view import TrainView, View
from renderer import fonts, theme
from renderer.badge import badge_plane
from renderer.board import heading_band
from renderer.branches import Chain, chains_of
from renderer.canvas import Canvas, middle
from renderer.hand_plan import planned, playable
from renderer.heading import SUBTITLE, TITLE, Heading, aside_width
from renderer.layout import EndState, state_of
from renderer.people import Person
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour, seat_sign
from renderer.text import owner_words
from renderer.tile import tile_plane
from renderer.wording import my_duty

_HEADING: Final = 104
_COLUMNS: Final = 6
_CHIP: Final = 64
_GAP: Final = 8
_LABEL: Final = 40
_LEFT: Final = 24


def draw_hand(view: View, people: Sequence[Person], words: NullTranslations) -> bytes:
    """PNG of the viewer's hand; equal views give equal bytes."""
    _ = words.gettext
    bands = [heading_band(_heading(view, people, words)), _strip(_chips(view, people, words))]
    plan, rest = planned(view)
    if plan:
        said = words.ngettext("Longest train: {count} tile", "Longest train: {count} tiles", len(plan))
        bands.append(_wagons(plan, said.format(count=len(plan))))
        if rest:
            bands.append(_tiles(rest, _("The rest"), False))
    else:
        now, later = playable(view)
        if now:
            mine = view.viewer == view.seat
            bands.append(_tiles(now, _("Can be laid now") if mine else _("Would fit now"), False))
        if later:
            bands.append(_tiles(later, _("Does not fit now"), True))
    bands.append(_space(12))
    return join(bands)


def _heading(view: View, people: Sequence[Person], words: NullTranslations) -> Heading:
    _ = words.gettext
    count = len(view.hand)
    tiles = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
    pips = sum(tile.pips for tile in view.hand)
    below = words.ngettext("{count} pip", "{count} pips", pips).format(count=pips)
    room = theme.WIDTH - 2 * _LEFT - aside_width(tiles, below) - 24
    title = fonts.sentence(lambda most: my_duty(view, people, words, most), TITLE, fonts.BOLD, room)
    subtitle = (
        _("Every open end: filled ones are yours to lay on")
        if any(end.allowed for train in view.trains for end in train.ends)
        else ""
    )
    return Heading(title, fonts.fitting(subtitle, SUBTITLE, fonts.REGULAR, room), tiles, below, None, None, _HEADING)


Chip = tuple[int | None, str, str, int, EndState]
"""Owner, name, branch, number, state."""


def _chips(view: View, people: Sequence[Person], words: NullTranslations) -> tuple[Chip, ...]:
    return tuple(
        (
            train.owner,
            owner_words(view, train, people, words, 40),
            _branch(chain),
            chain.end.value,
            _state(view, train, chain),
        )
        for train in view.trains
        for chain in chains_of(train)
    )


def _branch(chain: Chain) -> str:
    return f"{chain.value}·{chain.branch}" if chain.branch else ""


def _state(view: View, train: TrainView, chain: Chain) -> EndState:
    return state_of(view, train, chain.end)


@lru_cache(maxsize=128)
def _strip(chips: tuple[Chip, ...]) -> Band:
    """A chip for each end: whose it is on the left, the badge on the right."""
    columns = min(_COLUMNS, max(len(chips), 4))
    wide = (theme.WIDTH - 2 * theme.MARGIN - _GAP * (columns - 1)) // columns
    rows = -(-len(chips) // columns)
    canvas = Canvas(theme.WIDTH, rows * (_CHIP + _GAP) + 4, theme.PAGE)
    for number, (owner, name, branch, value, state) in enumerate(chips):
        row, column = divmod(number, columns)
        left, top = theme.MARGIN + column * (wide + _GAP), row * (_CHIP + _GAP)
        canvas.rounded((left, top, left + wide, top + _CHIP), 12, theme.LANE, theme.PAGE)
        colour = seat_colour(owner)
        badge = 92
        if owner is None:
            canvas.text(left + 22, top + 29, "M", 24, fonts.HEAVY, colour, theme.LANE, "m")
        else:
            canvas.stamp(seat_sign(owner, 22), left + 11, top + 9, colour, theme.LANE)
        if branch:
            canvas.text(left + 42, top + 29, branch, 18, fonts.REGULAR, theme.MUTED, theme.LANE)
        said = fonts.fitting(name, 18, fonts.BOLD, wide - badge - 22)
        canvas.text(left + 11, top + 54, said, 18, fonts.BOLD, theme.WHITE, theme.LANE)
        plane = badge_plane(value, state, badge, _CHIP - 12, 36, colour, theme.LANE)
        canvas.put(plane, left + wide - badge - 6, top + 6)
    return pack(canvas.plane)


@lru_cache(maxsize=64)
def _wagons(plan: tuple[tuple[int, int], ...], label: str) -> Band:
    """The planned train: tiles coupled to one another on a rail, on as few rows as can be."""
    joint = 6
    unit = 46
    rows = _wrapped([_wide(pair, unit) for pair in plan], joint)
    while len(rows) > 1 and unit > 26:
        unit -= 2
        rows = _wrapped([_wide(pair, unit) for pair in plan], joint)
    pitch = 2 * unit + 34
    canvas = Canvas(theme.WIDTH, _LABEL + pitch * len(rows), theme.PAGE)
    canvas.text(_LEFT, 30, label, 24, fonts.BOLD, theme.MUTED, theme.PAGE)
    first = 0
    for number, row in enumerate(rows):
        centre = _LABEL + number * pitch + unit + 2
        canvas.fill((_LEFT - 12, centre - 2, theme.WIDTH - _LEFT + 12, centre + 2), theme.RAIL)
        x = _LEFT
        for pair, wide in zip(plan[first : first + len(row)], row, strict=True):
            across = pair[0] == pair[1]
            y = centre - (unit if across else unit // 2)
            canvas.put(tile_plane(*pair, unit, across, theme.RAIL), x, y)
            canvas.text(
                x + wide // 2,
                centre + unit + 22,
                f"{pair[0]}-{pair[1]}",
                20,
                fonts.REGULAR,
                theme.WHITE,
                theme.PAGE,
                "m",
            )
            x += wide + joint
        first += len(row)
    return pack(canvas.plane)


def _wide(pair: tuple[int, int], unit: int) -> int:
    return unit if pair[0] == pair[1] else 2 * unit


def _wrapped(widths: list[int], joint: int) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    room = theme.WIDTH - 2 * _LEFT
    for width in widths:
        if rows[-1] and sum(rows[-1]) + joint * len(rows[-1]) + width > room:
            rows.append([])
        rows[-1].append(width)
    return rows


@lru_cache(maxsize=64)
def _tiles(tiles: tuple[Tile, ...], label: str, dimmed: bool) -> Band:
    """Tiles in rows, with their numbers below."""
    columns, unit = (8, 54) if len(tiles) <= 16 else (10, 44)
    pitch = unit + 44
    step = (theme.WIDTH - 2 * _LEFT + 12) // columns
    rows = -(-len(tiles) // columns)
    canvas = Canvas(theme.WIDTH, _LABEL + pitch * rows, theme.PAGE)
    canvas.text(_LEFT, 30, label, 24, fonts.BOLD, theme.MUTED, theme.PAGE)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        x, y = _LEFT + column * step, _LABEL + 6 + row * pitch
        canvas.put(tile_plane(tile.high, tile.low, unit, False, theme.PAGE, dimmed), x, y)
        colour = theme.MUTED if dimmed else theme.WHITE
        canvas.text(x + unit, y + unit + 26, str(tile), 24, fonts.BOLD, colour, theme.PAGE, "m")
    return pack(canvas.plane)


@lru_cache(maxsize=8)
def _space(height: int) -> Band:
    return pack(Canvas(theme.WIDTH, height, theme.PAGE).plane)


assert middle(0, 10, 10) > 0
