"""A hand as a picture: every open end first, then the tiles as their owner likes them, bright where they fit now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from game.round import Phase
from game.tiles import Tile
from game.view import TrainView, View
from renderer import fonts, theme
from renderer.badge import badge_plane
from renderer.board import heading_band, space
from renderer.branches import chains_of
from renderer.canvas import Canvas, middle
from renderer.hand_plan import Order, in_order, onward, planned, playable, trains_for
from renderer.heading import SUBTITLE_LEAST, SYMBOL, TITLE_LEAST, Heading, heading_room
from renderer.lane import draw_node
from renderer.layout import EndState, state_of
from renderer.people import Person
from renderer.plate import drawn
from renderer.png import Band, join, pack
from renderer.symbols import marker_sign, seat_colour, seat_sign
from renderer.text import owner_words
from renderer.theme import DARK, Theme
from renderer.tile import tile_plane
from renderer.wording import my_duty, my_headline, worth

_HEADING: Final = 104
_FEW, _SOME, _MANY = 4, 6, 8
"""Chips side by side: at least, at most, and at most where there are more than two rows of them."""
_CHIP: Final = 88
_GAP: Final = 8
_LABEL: Final = 40
_LEFT: Final = 24
_SIGN: Final = 26
"""The room for the sign of a train."""


def draw_hand(
    view: View,
    people: Sequence[Person],
    words: NullTranslations,
    look: Theme = DARK,
    *,
    order: Order = Order.TRAIN,
) -> bytes:
    """PNG of the viewer's hand; equal views give equal bytes."""
    people = drawn(people, words)
    bands = [
        heading_band(_heading(view, people, words), look),
        _strip(_chips(view, people, words), view.viewer, look),
        *_hand_bands(view, words, look, order),
        space(12, look),
    ]
    return join(bands, look)


def _hand_bands(view: View, words: NullTranslations, look: Theme, order: Order) -> list[Band]:
    _ = words.gettext
    plan, rest = planned(view)
    if plan:
        said = words.ngettext("Longest train: {count} tile", "Longest train: {count} tiles", len(plan))
        wagons = tuple(Wagon(first, second) for first, second in plan)
        bands = [_wagons(wagons, said.format(count=len(plan)), view.viewer, look)]
        if rest:
            shown = tuple(Shown(tile) for tile in in_order(rest, order))
            bands.append(_tiles(shown, _("The rest"), look))
        return bands
    now, later = (in_order(some, order) for some in playable(view))
    if view.ended:
        return [_tiles(tuple(Shown(tile) for tile in (*now, *later)), _("Left in hand"), look)] if view.hand else []
    if order is not Order.TRAIN:
        fits = {tile: Shown(tile, False, _owners(view, tile)) for tile in now}
        shown = tuple(fits.get(tile) or Shown(tile, True) for tile in in_order(view.hand, order))
        label = _("By number; bright: fits now") if order is Order.NUMBER else _("By pips; bright: fits now")
        return [_tiles(shown, label, look)] if shown else []
    train = onward(view)
    used = {Tile.of(*pair) for pair in train}
    ready = tuple(Shown(tile, False, _owners(view, tile)) for tile in now if tile not in used)
    waiting = tuple(Shown(tile, True) for tile in later if tile not in used)
    bands = []
    if train:
        said = words.ngettext("For your train: {count} tile", "For your train: {count} tiles", len(train))
        wagons = tuple(_wagon(view, pair, now) for pair in train)
        bands.append(_wagons(wagons, said.format(count=len(train)), view.viewer, look))
    if ready:
        label = _("Can be laid now") if view.viewer == view.seat else _("Would fit now")
        first = not any(tile in used for tile in now)  # nothing of the train can be laid: it is for later
        bands.insert(0 if first else len(bands), _tiles(ready, label, look))
    if waiting:
        bands.append(_tiles(waiting, _("Cannot be laid now"), look))
    return bands


def _heading(view: View, people: Sequence[Person], words: NullTranslations) -> Heading:
    """The duty in a few words, and below it the whole sentence where that says more."""
    _ = words.gettext
    count = len(view.hand)
    tiles = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
    below = worth(view, words)
    mine = view.viewer == view.seat
    room = heading_room(tiles, below, left=_LEFT)
    title = fonts.sentence(lambda most: my_headline(view, people, words, most), TITLE_LEAST, fonts.BOLD, room - SYMBOL)
    subtitle = fonts.sentence(lambda most: my_duty(view, people, words, most), SUBTITLE_LEAST, fonts.REGULAR, room)
    if subtitle.rstrip(".") == title or (view.phase is Phase.OPENING_ON and subtitle.startswith(title)):
        subtitle = _("Filled badges: you may lay there") if mine else _("Filled badges: you could lay there")
    return Heading(title, subtitle, tiles, below, None, view.seat, _HEADING, room)


Chip = tuple[int | None, str, str, tuple[int, int] | None, int, EndState]
"""Owner, letter, name, the double's number and toe for a branch, the end's number, its state."""


def _chips(view: View, people: Sequence[Person], words: NullTranslations) -> tuple[Chip, ...]:
    return tuple(
        (
            train.owner,
            _letter(view, train),
            owner_words(view, train, people, words, 40),
            None if chain.value is None else (chain.value, chain.toe),
            chain.end.value,
            state_of(view, train, chain.end),
        )
        for train in view.trains
        for chain in chains_of(train)
    )


@lru_cache(maxsize=128)
def _strip(chips: tuple[Chip, ...], viewer: int | None, look: Theme) -> Band:
    """A chip for each end: whose it is above, the badge below."""
    rows = -(-len(chips) // (_SOME if len(chips) <= 2 * _SOME else _MANY))
    columns = max(-(-len(chips) // rows), _FEW)
    wide = (theme.WIDTH - 2 * theme.MARGIN - _GAP * (columns - 1)) // columns
    canvas = Canvas(look, theme.WIDTH, rows * (_CHIP + _GAP) + 4, look.page)
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
    look = canvas.look
    owner, letter, name, branch, value, state = chip
    under, colour = look.lane, seat_colour(look, owner)
    box = (left, top, left + wide, top + _CHIP)
    if mine:
        under = look.active
        canvas.frame(box, 12, 3, colour, under, look.page)
    else:
        canvas.rounded(box, 12, under, look.page)
    x, room = left + 10, wide - 20
    if owner is not None:
        canvas.stamp(seat_sign(owner, 22), x, top + 9, colour, under)
        x, room = x + 30, room - 30
    elif wide > 150:
        canvas.text(x, top + 27, letter, 22, fonts.HEAVY, colour, under)
        beside = fonts.width(letter, 22, fonts.HEAVY) + 8
        x, room = x + beside, room - beside
    if branch is not None:
        draw_node(canvas, (left + wide - 44, top + 6, left + wide - 18, top + 32), *branch, under)
        room -= 38
    size = 20 if wide > 150 else 18
    said = fonts.fitting(name, size, fonts.BOLD, room)
    if owner is None and said != name:
        said = "" if wide > 150 else letter  # which says it
    canvas.text(x, top + 27, said, size, fonts.BOLD, look.text, under)
    canvas.put(badge_plane(look, value, state, wide - 14, _CHIP - 46, 38, colour, under), left + 7, top + 39)


Owners = tuple[tuple[int | None, str], ...]
"""Whose trains, each with the letter that stands where nobody's does."""


@dataclass(frozen=True, slots=True)
class Wagon:
    """A tile of a planned train, and where else it fits now."""

    first: int
    second: int
    dimmed: bool = False
    owners: Owners = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile of a hand, and on which trains it fits now."""

    tile: Tile
    dimmed: bool = False
    owners: Owners = ()


def _wagon(view: View, pair: tuple[int, int], now: tuple[Tile, ...]) -> Wagon:
    tile = Tile.of(*pair)
    return Wagon(*pair, False, _owners(view, tile)) if tile in now else Wagon(*pair, True)


@lru_cache(maxsize=128)
def _wagons(train: tuple[Wagon, ...], label: str, seat: int | None, look: Theme) -> Band:
    """The planned train: a locomotive, then tiles coupled on a rail, on as few rows as can be."""
    joint = 6
    for unit in range(46, 25, -2):
        rows = _wrapped([_wide(wagon, unit) for wagon in train], joint, _engine_width(unit) + 10)
        if len(rows) == 1:
            break
    pitch = 2 * unit + 42 + (26 if any(wagon.owners for wagon in train) else 0)
    canvas = Canvas(look, theme.WIDTH, _LABEL + pitch * len(rows), look.page)
    canvas.text(_LEFT, 30, label, 24, fonts.BOLD, look.muted, look.page)
    wagons = iter(train)
    for number, row in enumerate(rows):
        centre = _LABEL + number * pitch + unit + 4
        rail = centre + unit // 2 + 5
        canvas.fill((theme.MARGIN, rail, theme.WIDTH - theme.MARGIN, rail + 3), look.rail)
        for x in range(theme.MARGIN + 10, theme.WIDTH - theme.MARGIN, 28):
            canvas.fill((x, rail - 3, x + 3, rail + 6), look.rail)
        x = _LEFT
        if number == 0:
            wide, high = _engine_width(unit), round(_engine_width(unit) * 0.72)
            canvas.lay(marker_sign(seat, wide, high), x, rail - high + 3, seat_colour(look, seat), look.page)
            x += wide + 10
        for wide in row:
            wagon = next(wagons)
            first, second, dimmed = wagon.first, wagon.second, wagon.dimmed
            across = first == second
            y = centre - (unit if across else unit // 2)
            canvas.put(tile_plane(look, first, second, unit, across, look.page, dimmed), x, y)
            size, ink = 22 if unit >= 34 else 19, look.muted if dimmed else look.text
            below = centre + unit + 26
            canvas.text(x + wide // 2, below, f"{first}-{second}", size, fonts.BOLD, ink, look.page, "m")
            _signs(canvas, wagon.owners, x + wide // 2, below + 8, max(wide // _SIGN, 1))
            x += wide + joint
    return pack(canvas.plane)


def _engine_width(unit: int) -> int:
    return round(unit * 1.5)


def _wide(wagon: Wagon, unit: int) -> int:
    return unit if wagon.first == wagon.second else 2 * unit


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


def _owners(view: View, tile: Tile) -> Owners:
    return tuple((train.owner, _letter(view, train)) for train in trains_for(view, tile))


def _letter(view: View, train: TrainView) -> str:
    return train.name if view.rules.mexican_trains > 1 else "M"


@lru_cache(maxsize=128)
def _tiles(tiles: tuple[Shown, ...], label: str, look: Theme) -> Band:
    """Tiles in rows, with their numbers below, and below those the signs of the trains where they fit."""
    columns, unit = (8, 54) if len(tiles) <= 16 else (10, 44)
    signs = any(shown.owners for shown in tiles)
    pitch = unit + (70 if signs else 44)
    step = (theme.WIDTH - 2 * _LEFT + 12) // columns
    rows = -(-len(tiles) // columns)
    canvas = Canvas(look, theme.WIDTH, _LABEL + pitch * rows, look.page)
    canvas.text(_LEFT, 30, label, 24, fonts.BOLD, look.muted, look.page)
    for number, shown in enumerate(tiles):
        row, column = divmod(number, columns)
        x, y = _LEFT + column * step, _LABEL + 6 + row * pitch
        tile = shown.tile
        canvas.put(tile_plane(look, tile.high, tile.low, unit, False, look.page, shown.dimmed), x, y)
        ink = look.muted if shown.dimmed else look.text
        canvas.text(x + unit, y + unit + 26, str(tile), 24, fonts.BOLD, ink, look.page, "m")
        _signs(canvas, shown.owners, x + unit, y + unit + 34, 2 * unit // _SIGN)
    return pack(canvas.plane)


def _signs(canvas: Canvas, owners: Owners, centre: int, top: int, most: int) -> None:
    """The signs of some trains side by side; where there is no room for all, the last one is an ellipsis."""
    look = canvas.look
    shown = owners if len(owners) <= most else owners[: most - 1]
    x = centre - _SIGN * (len(shown) + (len(shown) < len(owners))) // 2
    for owner, letter in shown:
        if owner is None:
            size = 20 if len(letter) == 1 else 15
            canvas.text(
                x + _SIGN // 2, middle(top, top + 18, size), letter, size, fonts.HEAVY, look.text, look.page, "m"
            )
        else:
            canvas.stamp(seat_sign(owner, 18), x + (_SIGN - 18) // 2, top, seat_colour(look, owner), look.page)
        x += _SIGN
    if len(shown) < len(owners):
        canvas.text(x + _SIGN // 2, top + 16, "…", 20, fonts.BOLD, look.muted, look.page, "m")
