"""The score sheet of a game as a picture: a row for each seat, a column for each round, totals, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from renderer import fonts, theme
from renderer.board import heading_band
from renderer.canvas import Canvas, middle
from renderer.heading import TITLE_LEAST, Heading
from renderer.people import Person, name_of
from renderer.plate import drawn
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import Colour
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
    *,
    winners: Sequence[int] = (),
) -> bytes:
    """PNG of a game's scores: seats by rounds with totals; winners wear a crown, the lowest of a round is green."""
    people = drawn(people, words)
    rounds, seats = len(scores), len(people)
    wide = min(_WIDEST, (_RIGHT - _LEFT) // max(rounds, 1))
    columns = _Columns(rounds, wide, max(15, min(28, round(wide * 0.44))))
    totals = [sum(points[seat] for points in scores) for seat in range(seats)]
    bands = [heading_band(_heading(people, rounds, words, winners)), _head(columns, words)]
    bands += [_row(people, seat, scores, totals, columns, words, seat in winners) for seat in range(seats)]
    bands.append(pack(Canvas(theme.WIDTH, 8, theme.PAGE).plane))
    return join(bands)


def _heading(people: Sequence[Person], rounds: int, words: NullTranslations, winners: Sequence[int]) -> Heading:
    title = words.ngettext("Scores after {count} round", "Scores after {count} rounds", rounds).format(count=rounds)
    if winners:
        said = words.ngettext("{names} has won", "{names} have won", len(winners))

        def won(most: int) -> str:
            return said.format(names=both([name_of(people, seat, words, most) for seat in winners], words))

        title = fonts.sentence(won, TITLE_LEAST, fonts.BOLD, 880)
    first = winners[0] if len(winners) == 1 else None
    return Heading(title, words.gettext("The lowest total wins"), "", "", None, first, _HEADING, 900)


def _head(columns: _Columns, words: NullTranslations) -> Band:
    canvas = Canvas(theme.WIDTH, 34, theme.PAGE)
    for number in range(columns.count):
        text = str(number + 1)
        size = min(columns.size, 20)
        canvas.text(columns.right(number), 24, text, size, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    canvas.text(_TOTAL, 24, words.gettext("total"), 20, fonts.REGULAR, theme.MUTED, theme.PAGE, "r")
    return pack(canvas.plane)


def _row(
    people: Sequence[Person], seat: int, scores: Sequence[Sequence[int]], totals: Sequence[int], columns: _Columns,
    words: NullTranslations, won: bool,
) -> Band:  # fmt: skip
    canvas = Canvas(theme.WIDTH, _ROW, theme.PAGE)
    under, colour = (theme.ACTIVE if won else theme.LANE), seat_colour(seat)
    box = (theme.MARGIN, 3, theme.WIDTH - theme.MARGIN, _ROW - 3)
    if won:
        canvas.frame(box, 12, 4, colour, under, theme.PAGE)
    else:
        canvas.rounded(box, 12, under, theme.PAGE)
    canvas.stamp(seat_sign(seat, 28), 30, 18, colour, under)
    _name(canvas, people, seat, words, won, under)
    if columns.bar and max(totals) > 0:
        length = round(columns.bar * max(totals[seat], 0) / max(totals))
        canvas.fill((_LEFT, 22, _LEFT + max(length, 3), _ROW - 22), colour)
    for number, points in enumerate(scores):
        lowest = points[seat] == min(points)
        weight, ink = (fonts.BOLD, theme.OPEN_LINE) if lowest else (fonts.REGULAR, theme.MUTED)
        baseline = middle(0, _ROW, columns.size)
        canvas.text(columns.right(number), baseline, signed(points[seat]), columns.size, weight, ink, under, "r")
    ink = theme.OPEN_LINE if totals[seat] == min(totals) else theme.WHITE
    canvas.text(_TOTAL, middle(0, _ROW, 32), signed(totals[seat]), 32, fonts.HEAVY, ink, under, "r")
    return pack(canvas.plane)


def _name(
    canvas: Canvas, people: Sequence[Person], seat: int, words: NullTranslations, won: bool, under: Colour
) -> None:
    mark = ("crown", 30, 25, theme.BINDS) if won else ("robot", 20, 20, theme.MUTED)
    marked = won or people[seat].computer
    room = _LEFT - _NAME - (mark[1] + 20 if marked else 12)
    name = fonts.fitting(name_of(people, seat, words), 26, fonts.BOLD, room)
    canvas.text(_NAME, middle(0, _ROW, 26), name, 26, fonts.BOLD, theme.WHITE, under)
    if marked:
        beside = _NAME + fonts.width(name, 26, fonts.BOLD) + 8
        canvas.stamp(sign(mark[0], mark[1], mark[2]), beside, (_ROW - mark[2]) // 2, mark[3], under)


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", "−")
