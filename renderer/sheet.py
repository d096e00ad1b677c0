"""The score sheet of a game as a picture: a row for each seat, a column for each round, totals, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from renderer import fonts, theme
from renderer.board import heading_band, space
from renderer.canvas import Canvas, middle
from renderer.faces import draw_face
from renderer.heading import TITLE_LEAST, Heading
from renderer.people import Person, avatar_of, is_computer, name_of
from renderer.plate import drawn
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import DARK, Colour, Theme
from renderer.wording import both

_HEADING: Final = 104
_ROW: Final = 64
_NAME: Final = 72
_LEFT: Final = 270
_RIGHT: Final = 880
_TOTAL: Final = 966
_WIDEST: Final = 84
_BAR: Final = 120
"""Bars are drawn where there is room for one of at least this length."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the rounds stand: the right edge of the last one, and how wide each is."""

    count: int
    wide: int
    size: int

    def right(self, number: int) -> int:
        return _RIGHT - (self.count - 1 - number) * self.wide

    @property
    def bar(self) -> int:
        """How long the longest bar is."""
        room = self.right(0) - self.wide - _LEFT
        return room if room >= _BAR else 0


def draw_score_sheet(
    people: Sequence[Person],
    scores: Sequence[Sequence[int]],
    words: NullTranslations,
    look: Theme = DARK,
    *,
    winners: Sequence[int] = (),
    out: Sequence[Sequence[int]] = (),
) -> bytes:
    """PNG of a game's scores: seats by rounds with totals; winners wear a crown, the lowest of a round is green.

    `out` says for each round who went out: their points are underlined.
    """
    people = drawn(people, words)
    rounds, seats = len(scores), len(people)
    wide = min(_WIDEST, (_RIGHT - _LEFT) // max(rounds, 1))
    columns = _Columns(rounds, wide, max(15, min(28, round(wide * 0.44))))
    sheet = _Sheet(people, scores, tuple(winners), out, totals_of(scores, seats), columns, words)
    bands = [heading_band(_heading(sheet), look), _head(columns, words, look)]
    bands += [_row(sheet, seat, look) for seat in range(seats)]
    bands.append(space(8, look))
    return join(bands, look)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What a sheet says."""

    people: Sequence[Person]
    scores: Sequence[Sequence[int]]
    winners: tuple[int, ...]
    out: Sequence[Sequence[int]]
    totals: list[int]
    columns: _Columns
    words: NullTranslations


def totals_of(scores: Sequence[Sequence[int]], seats: int) -> list[int]:
    """The sum of all rounds, by seat."""
    return [sum(points[seat] for points in scores) for seat in range(seats)]


def winners_title(people: Sequence[Person], winners: Sequence[int], words: NullTranslations, room: int) -> str:
    """“Ann has won”, in the room for a title."""
    said = words.ngettext("{names} has won", "{names} have won", len(winners))

    def won(most: int) -> str:
        return said.format(names=both([name_of(people, seat, words, most) for seat in winners], words))

    return fonts.sentence(won, TITLE_LEAST, fonts.BOLD, room)


def _heading(sheet: _Sheet) -> Heading:
    words, rounds = sheet.words, sheet.columns.count
    title = words.ngettext("Scores after {count} round", "Scores after {count} rounds", rounds).format(count=rounds)
    if sheet.winners:
        title = winners_title(sheet.people, sheet.winners, words, 880)
    first = sheet.winners[0] if len(sheet.winners) == 1 else None
    subtitle = words.gettext("The lowest total wins")
    if any(sheet.out):
        subtitle = words.gettext("The lowest total wins · underlined: went out")
    return Heading(title, subtitle, "", "", None, first, _HEADING, 900)


def _head(columns: _Columns, words: NullTranslations, look: Theme) -> Band:
    canvas = Canvas(look, theme.WIDTH, 34, look.page)
    for number in range(columns.count):
        text = str(number + 1)
        size = min(columns.size, 20)
        canvas.text(columns.right(number), 24, text, size, fonts.REGULAR, look.muted, look.page, "r")
    canvas.text(_TOTAL, 24, words.gettext("total"), 20, fonts.REGULAR, look.muted, look.page, "r")
    return pack(canvas.plane)


def _row(sheet: _Sheet, seat: int, look: Theme) -> Band:
    columns, totals, won = sheet.columns, sheet.totals, seat in sheet.winners
    canvas = Canvas(look, theme.WIDTH, _ROW, look.page)
    under, colour = (look.active if won else look.lane), seat_colour(look, seat)
    box = (theme.MARGIN, 3, theme.WIDTH - theme.MARGIN, _ROW - 3)
    if won:
        canvas.frame(box, 12, 4, colour, under, look.page)
    else:
        canvas.rounded(box, 12, under, look.page)
    if not draw_face(canvas, seat, avatar_of(sheet.people, seat), (44, _ROW // 2), 44, under):
        canvas.stamp(seat_sign(seat, 28), 30, 18, colour, under)
    _name(canvas, sheet, seat, under)
    if columns.bar and max(totals) > 0:
        length = round(columns.bar * max(totals[seat], 0) / max(totals))
        canvas.fill((_LEFT, 22, _LEFT + max(length, 3), _ROW - 22), colour)
    baseline = middle(0, _ROW, columns.size)
    for number, points in enumerate(sheet.scores):
        lowest = points[seat] == min(points)
        weight, ink = (fonts.BOLD, look.open_line) if lowest else (fonts.REGULAR, look.muted)
        text, right = signed(points[seat]), columns.right(number)
        canvas.text(right, baseline, text, columns.size, weight, ink, under, "r")
        if number < len(sheet.out) and seat in sheet.out[number]:
            canvas.fill((right - fonts.width(text, columns.size, weight), baseline + 5, right, baseline + 8), ink)
    ink = look.open_line if totals[seat] == min(totals) else look.text
    canvas.text(_TOTAL, middle(0, _ROW, 32), signed(totals[seat]), 32, fonts.HEAVY, ink, under, "r")
    return pack(canvas.plane)


def _name(canvas: Canvas, sheet: _Sheet, seat: int, under: Colour) -> None:
    look, won = canvas.look, seat in sheet.winners
    mark = ("crown", 30, 25, look.binds_line) if won else ("robot", 20, 20, look.muted)
    marked = won or is_computer(sheet.people, seat)
    room = _LEFT - _NAME - (mark[1] + 20 if marked else 12)
    name = fonts.fitting(name_of(sheet.people, seat, sheet.words), 26, fonts.BOLD, room)
    canvas.text(_NAME, middle(0, _ROW, 26), name, 26, fonts.BOLD, look.text, under)
    if marked:
        beside = _NAME + fonts.width(name, 26, fonts.BOLD) + 8
        canvas.stamp(sign(mark[0], mark[1], mark[2]), beside, (_ROW - mark[2]) // 2, mark[3], under)


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", "−")
