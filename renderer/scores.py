"""A round's end with all hands laid open, and the score sheet of a game."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from game.tiles import Tile
from game.view import View
from renderer import fonts, theme
from renderer.board import heading_band
from renderer.canvas import Canvas, middle
from renderer.heading import SUBTITLE, TEXT_LEFT, TITLE, Heading, aside_width
from renderer.people import Person, name_of
from renderer.plate import Plate, draw_plate
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.tile import tile_plane
from renderer.wording import both, headline, last_laid, went_out

_HEADING: Final = 104
_PLATE_RIGHT: Final = 230
_TILES_LEFT: Final = 244
_TILES_RIGHT: Final = 760
_POINTS: Final = 856
_TOTAL: Final = 966


def draw_round_end(view: View, people: Sequence[Person], words: NullTranslations) -> bytes:
    """PNG of an ended round: what everyone had left, the points of the round and the new totals."""
    _ = words.gettext
    aside = _("Round {number} of {rounds}").format(number=view.number + 1, rounds=view.rules.rounds)
    below = words.ngettext("{count} in the boneyard", "{count} in the boneyard", view.boneyard)
    below = below.format(count=view.boneyard)
    room = theme.WIDTH - 24 - TEXT_LEFT - aside_width(aside, below) - 24
    title = fonts.sentence(lambda most: headline(view, people, words, most), TITLE, fonts.BOLD, room)
    subtitle = fonts.sentence(lambda most: last_laid(view, people, words, most), SUBTITLE, fonts.REGULAR, room)
    out = went_out(view)
    bands = [heading_band(Heading(title, subtitle, aside, below, view.engine, out[0] if out else None, _HEADING))]
    unit, columns = _open_size([len(hand) for hand in view.shown])
    bands.append(_columns_band((_("left in hand"), _("points"), _("total"))))
    for seat in range(view.seats):
        name = name_of(people, seat, words)
        computer = seat < len(people) and people[seat].computer
        count = len(view.shown[seat])
        note = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
        if seat in out:
            note = _("went out")
        plate = Plate(seat, name, note, str(count), "", computer)
        total = view.totals[seat] + view.points[seat]
        bands.append(_rest_band(plate, view.shown[seat], unit, columns, view.points[seat], total, seat in out))
    bands.append(pack(Canvas(theme.WIDTH, 8, theme.PAGE).plane))
    return join(bands)


def _open_size(counts: list[int]) -> tuple[int, int]:
    """The largest tiles with which all hands fit: the side of a half, and how many stand side by side."""
    room = theme.TALLEST - _HEADING - 60
    unit = columns = 0
    for unit in (36, 32, 28, 24, 20, 17, 14):
        columns = (_TILES_RIGHT - _TILES_LEFT) // (2 * unit + 6)
        if sum(_rest_height(count, unit, columns) for count in counts) <= room:
            break
    return unit, columns


def _rest_height(count: int, unit: int, columns: int) -> int:
    rows = max(1, -(-count // columns))
    return max(rows * (unit + 6) + 22, 68) + 6


def _columns_band(titles: tuple[str, str, str]) -> Band:
    canvas = Canvas(theme.WIDTH, 34, theme.PAGE)
    canvas.text(_TILES_LEFT, 24, titles[0], 20, fonts.REGULAR, theme.MUTED, theme.PAGE)
    canvas.text(_POINTS, 24, titles[1], 20, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    canvas.text(_TOTAL, 24, titles[2], 20, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    return pack(canvas.plane)


def _rest_band(
    plate: Plate, rest: tuple[Tile, ...], unit: int, columns: int, points: int, total: int, out: bool
) -> Band:
    height = _rest_height(len(rest), unit, columns)
    canvas = Canvas(theme.WIDTH, height, theme.PAGE)
    box = (theme.MARGIN, 3, theme.WIDTH - theme.MARGIN, height - 3)
    under = theme.ACTIVE if out else theme.LANE
    if out:
        canvas.frame(box, 14, 4, seat_colour(plate.seat), under, theme.PAGE)
    else:
        canvas.rounded(box, 14, under, theme.PAGE)
    draw_plate(canvas, plate, (24, (height - 68) // 2, _PLATE_RIGHT, (height + 68) // 2), under)
    rows = max(1, -(-len(rest) // columns))
    top = (height - rows * (unit + 6) + 6) // 2
    for number, tile in enumerate(sorted(rest, reverse=True)):
        row, column = divmod(number, columns)
        canvas.put(
            tile_plane(tile.high, tile.low, unit, False, under),
            _TILES_LEFT + column * (2 * unit + 6),
            top + row * (unit + 6),
        )
    text = f"+{points}" if points > 0 else str(points).replace("-", "−")
    canvas.text(_POINTS, middle(0, height, 30), text, 30, fonts.REGULAR, theme.WHITE, under, "r")
    canvas.text(_TOTAL, middle(0, height, 36), str(total).replace("-", "−"), 36, fonts.HEAVY, theme.WHITE, under, "r")
    return pack(canvas.plane)


def draw_score_sheet(
    people: Sequence[Person],
    scores: Sequence[Sequence[int]],
    words: NullTranslations,
    *,
    winners: Sequence[int] = (),
) -> bytes:
    """PNG of a game's scores: a row for each seat, a column for each round, the totals; winners wear a crown."""
    _ = words.gettext
    rounds = len(scores)
    totals = [sum(points[seat] for points in scores) for seat in range(len(people))]
    title = words.ngettext("Scores after {count} round", "Scores after {count} rounds", rounds).format(count=rounds)
    if winners:
        said = words.ngettext("{names} has won", "{names} have won", len(winners))
        title = fonts.sentence(
            lambda most: said.format(names=both([name_of(people, seat, words, most) for seat in winners], words)),
            TITLE, fonts.BOLD, 800,
        )  # fmt: skip
    subtitle = _("The lowest total wins")
    bands = [heading_band(Heading(title, subtitle, "", "", None, winners[0] if winners else None, _HEADING))]
    left, right = 270, 880
    wide = min(96, (right - left) // max(rounds, 1))
    size = max(15, min(28, round(wide * 0.44)))
    head = Canvas(theme.WIDTH, 34, theme.PAGE)
    for number in range(rounds):
        x = right - (rounds - 1 - number) * wide
        head.text(x, 24, str(number + 1), min(size, 20), fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    head.text(_TOTAL, 24, _("total"), 20, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    bands.append(pack(head.plane))
    for seat in range(len(people)):
        height = 64
        canvas = Canvas(theme.WIDTH, height, theme.PAGE)
        won = seat in winners
        under = theme.ACTIVE if won else theme.LANE
        box = (theme.MARGIN, 3, theme.WIDTH - theme.MARGIN, height - 3)
        if won:
            canvas.frame(box, 12, 4, seat_colour(seat), under, theme.PAGE)
        else:
            canvas.rounded(box, 12, under, theme.PAGE)
        canvas.stamp(seat_sign(seat, 28), 30, 18, seat_colour(seat), under)
        room = left - 72 - (40 if won else 6)
        name = fonts.fitting(name_of(people, seat, words), 26, fonts.BOLD, room)
        canvas.text(72, middle(0, height, 26), name, 26, fonts.BOLD, theme.WHITE, under)
        if won:
            beside = 72 + fonts.width(name, 26, fonts.BOLD) + 8
            canvas.stamp(sign("crown", 28, 24), beside, 19, theme.BINDS, under)
        best = [min(points) for points in scores]
        for number, points in enumerate(scores):
            x = right - (rounds - 1 - number) * wide
            text = str(points[seat]).replace("-", "−")
            lowest = points[seat] == best[number]
            canvas.text(
                x, middle(0, height, size), text, size, fonts.BOLD if lowest else fonts.REGULAR,
                theme.OPEN_LINE if lowest else theme.MUTED, under, "r",
            )  # fmt: skip
        canvas.text(
            _TOTAL, middle(0, height, 32), str(totals[seat]).replace("-", "−"), 32, fonts.HEAVY, theme.WHITE, under, "r"
        )
        bands.append(pack(canvas.plane))
    bands.append(pack(Canvas(theme.WIDTH, 8, theme.PAGE).plane))
    return join(bands)
