"""A hand as a picture: every open end first, then the tiles: the planned train, or what can be laid now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from game.round import Phase
from game.tiles import Tile
from game.view import TrainView, View
from renderer import fonts, theme
from renderer.badge import badge_plane
from renderer.board import heading_band
from renderer.branches import chains_of
from renderer.canvas import Canvas, middle
from renderer.hand_plan import planned, playable, trains_for
from renderer.heading import SUBTITLE_LEAST, SYMBOL, TITLE_LEAST, Heading, heading_room
from renderer.lane import draw_node
from renderer.layout import EndState, state_of
from renderer.people import Person
from renderer.plate import drawn
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.text import owner_words
from renderer.tile import tile_plane
from renderer.wording import my_duty, my_headline

_HEADING: Final = 104
_FEW, _SOME, _MANY = 4, 6, 8
"""Chips side by side: at least, at most, and at most where there are more than two rows of them."""
_CHIP: Final = 88
_GAP: Final = 8
_LABEL: Final = 40
_LEFT: Final = 24
_SIGN: Final = 26
"""The room for the sign of a train."""


def draw_hand(view: View, people: Sequence[Person], words: NullTranslations) -> bytes:
    """PNG of the viewer's hand; equal views give equal bytes."""
    people = drawn(people, words)
    _ = words.gettext
    bands = [heading_band(_heading(view, people, words)), _strip(_chips(view, people, words), view.viewer)]
    plan, rest = planned(view)
    if plan:
        said = words.ngettext("Longest train: {count} tile", "Longest train: {count} tiles", len(plan))
        bands.append(_wagons(plan, said.format(count=len(plan)), view.viewer))
        if rest:
            bands.append(_tiles(rest, _("The rest"), False))
    else:
        now, later = playable(view)
        if now:
            mine = view.viewer == view.seat
            owners = tuple(_owners(view, tile) for tile in now)
            bands.append(_tiles(now, _("Can be laid now") if mine else _("Would fit now"), False, owners))
        if later and view.ended:
            bands.append(_tiles(later, _("Left in hand"), False))
        elif later:
            bands.append(_tiles(later, _("Does not fit now"), True))
    bands.append(_space(12))
    return join(bands)


def _heading(view: View, people: Sequence[Person], words: NullTranslations) -> Heading:
    """The duty in a few words, and below it the whole sentence where that says more."""
    _ = words.gettext
    count = len(view.hand)
    tiles = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
    pips = sum(tile.pips for tile in view.hand)
    below = words.ngettext("{count} pip", "{count} pips", pips).format(count=pips)
    mine = view.viewer == view.seat
    room = heading_room(tiles, below, left=_LEFT)
    title = fonts.sentence(lambda most: my_headline(view, people, words, most), TITLE_LEAST, fonts.BOLD, room - SYMBOL)
    subtitle = fonts.sentence(lambda most: my_duty(view, people, words, most), SUBTITLE_LEAST, fonts.REGULAR, room)
    if subtitle.rstrip(".") == title or (view.phase is Phase.OPENING_ON and subtitle.startswith(title)):
        subtitle = _("Filled badges: you may lay there") if mine else _("Filled badges: you could lay there")
    return Heading(title, subtitle, tiles, below, None, view.seat, _HEADING, room)


Chip = tuple[int | None, str, str, int | None, int, EndState]
"""Owner, letter, name, the double's number for a branch, the end's number, its state."""


def _chips(view: View, people: Sequence[Person], words: NullTranslations) -> tuple[Chip, ...]:
    return tuple(
        (
            train.owner,
            _letter(view, train),
            owner_words(view, train, people, words, 40),
            chain.value,
            chain.end.value,
            state_of(view, train, chain.end),
        )
        for train in view.trains
        for chain in chains_of(train)
    )


@lru_cache(maxsize=128)
def _strip(chips: tuple[Chip, ...], viewer: int | None) -> Band:
    """A chip for each end: whose it is above, the badge below."""
    rows = -(-len(chips) // (_SOME if len(chips) <= 2 * _SOME else _MANY))
    columns = max(-(-len(chips) // rows), _FEW)
    wide = (theme.WIDTH - 2 * theme.MARGIN - _GAP * (columns - 1)) // columns
    canvas = Canvas(theme.WIDTH, rows * (_CHIP + _GAP) + 4, theme.PAGE)
    for number, chip in enumerate(chips):
        row, column = divmod(number, columns)
        _chip(
            canvas,
            chip,
            theme.MARGIN + column * (wide + _GAP),
            row * (_CHIP + _GAP),
            wide,
            viewer is not None and chip[0] == viewer,
        )
    return pack(canvas.plane)


def _chip(canvas: Canvas, chip: Chip, left: int, top: int, wide: int, mine: bool) -> None:
    """One end; the viewer's own train is outlined."""
    owner, letter, name, branch, value, state = chip
    under, colour = theme.LANE, seat_colour(owner)
    box = (left, top, left + wide, top + _CHIP)
    if mine:
        under = theme.ACTIVE
        canvas.frame(box, 12, 3, colour, under, theme.PAGE)
    else:
        canvas.rounded(box, 12, under, theme.PAGE)
    x, room = left + 10, wide - 20
    if owner is not None:
        canvas.stamp(seat_sign(owner, 22), x, top + 9, colour, under)
        x, room = x + 30, room - 30
    elif wide > 150:
        canvas.text(x, top + 27, letter, 22, fonts.HEAVY, colour, under)
        beside = fonts.width(letter, 22, fonts.HEAVY) + 8
        x, room = x + beside, room - beside
    if branch is not None:
        draw_node(canvas, (left + wide - 34, top + 6, left + wide - 8, top + 32), branch, under)
        room -= 28
    size = 20 if wide > 150 else 18
    said = fonts.fitting(name, size, fonts.BOLD, room)
    if owner is None and said != name and wide > 150:
        said = ""  # its letter says it
    canvas.text(x, top + 27, said, size, fonts.BOLD, theme.WHITE, under)
    canvas.put(badge_plane(value, state, wide - 14, _CHIP - 46, 38, colour, under), left + 7, top + 39)


@lru_cache(maxsize=64)
def _wagons(plan: tuple[tuple[int, int], ...], label: str, seat: int | None) -> Band:
    """The planned train: a locomotive, then tiles coupled on a rail, on as few rows as can be."""
    joint = 6
    for unit in range(46, 25, -2):
        rows = _wrapped([_wide(pair, unit) for pair in plan], joint, _engine_width(unit) + 10)
        if len(rows) == 1:
            break
    pitch = 2 * unit + 42
    canvas = Canvas(theme.WIDTH, _LABEL + pitch * len(rows), theme.PAGE)
    canvas.text(_LEFT, 30, label, 24, fonts.BOLD, theme.MUTED, theme.PAGE)
    tiles = iter(plan)
    for number, row in enumerate(rows):
        centre = _LABEL + number * pitch + unit + 4
        rail = centre + unit // 2 + 5
        canvas.fill((theme.MARGIN, rail, theme.WIDTH - theme.MARGIN, rail + 3), theme.RAIL)
        for x in range(theme.MARGIN + 10, theme.WIDTH - theme.MARGIN, 28):
            canvas.fill((x, rail - 3, x + 3, rail + 6), theme.RAIL)
        x = _LEFT
        if number == 0:
            wide, high = _engine_width(unit), round(_engine_width(unit) * 0.72)
            canvas.lay(sign("marker", wide, high), x, rail - high + 3, seat_colour(seat), theme.PAGE)
            x += wide + 10
        for wide in row:
            first, second = next(tiles)
            across = first == second
            y = centre - (unit if across else unit // 2)
            canvas.put(tile_plane(first, second, unit, across, theme.PAGE), x, y)
            text = f"{first}-{second}"
            size = 22 if unit >= 34 else 19
            canvas.text(x + wide // 2, centre + unit + 26, text, size, fonts.BOLD, theme.WHITE, theme.PAGE, "m")
            x += wide + joint
    return pack(canvas.plane)


def _engine_width(unit: int) -> int:
    return round(unit * 1.5)


def _wide(pair: tuple[int, int], unit: int) -> int:
    return unit if pair[0] == pair[1] else 2 * unit


def _wrapped(widths: list[int], joint: int, before: int) -> list[list[int]]:
    """The widths in rows; `before` is taken off the first one."""
    rows: list[list[int]] = [[]]
    whole = theme.WIDTH - 2 * _LEFT
    room = whole - before
    for width in widths:
        if width > room:
            rows.append([])
            room = whole
        rows[-1].append(width)
        room -= width + joint
    return rows


Owners = tuple[tuple[int | None, str], ...]
"""Whose trains, each with the letter that stands where nobody's does."""


def _owners(view: View, tile: Tile) -> Owners:
    return tuple((train.owner, _letter(view, train)) for train in trains_for(view, tile))


def _letter(view: View, train: TrainView) -> str:
    return train.name if view.rules.mexican_trains > 1 else "M"


@lru_cache(maxsize=64)
def _tiles(tiles: tuple[Tile, ...], label: str, dimmed: bool, owners: tuple[Owners, ...] = ()) -> Band:
    """Tiles in rows, with their numbers below, and below those the signs of the trains where they fit."""
    columns, unit = (8, 54) if len(tiles) <= 16 else (10, 44)
    pitch = unit + (70 if owners else 44)
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
        if owners:
            _signs(canvas, owners[number], x + unit, y + unit + 34, 2 * unit // _SIGN)
    return pack(canvas.plane)


def _signs(canvas: Canvas, owners: Owners, centre: int, top: int, most: int) -> None:
    """The signs of some trains side by side; where there is no room for all, the last one is an ellipsis."""
    shown = owners if len(owners) <= most else owners[: most - 1]
    x = centre - _SIGN * (len(shown) + (len(shown) < len(owners))) // 2
    for owner, letter in shown:
        if owner is None:
            size = 20 if len(letter) == 1 else 15
            canvas.text(
                x + _SIGN // 2, middle(top, top + 18, size), letter, size, fonts.HEAVY, theme.WHITE, theme.PAGE, "m"
            )
        else:
            canvas.stamp(seat_sign(owner, 18), x + (_SIGN - 18) // 2, top, seat_colour(owner), theme.PAGE)
        x += _SIGN
    if len(shown) < len(owners):
        canvas.text(x + _SIGN // 2, top + 16, "…", 20, fonts.BOLD, theme.MUTED, theme.PAGE, "m")


@lru_cache(maxsize=8)
def _space(height: int) -> Band:
    return pack(Canvas(theme.WIDTH, height, theme.PAGE).plane)
