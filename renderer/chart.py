"""A chart of the totals over the rounds: a line for each seat, with its symbol and its name at the end."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from PIL import Image, ImageDraw

from renderer import fonts, theme
from renderer.board import heading_band
from renderer.canvas import OVER, Canvas, middle
from renderer.heading import Heading
from renderer.people import Person, name_of
from renderer.plate import drawn
from renderer.png import join, pack
from renderer.sheet import signed
from renderer.symbols import seat_colour, seat_sign
from renderer.theme import DARK, Theme

_HEADING: Final = 104
_HEIGHT: Final = 520
_LEFT: Final = 86
_RIGHT: Final = 760
_TOP: Final = 26
_BOTTOM: Final = 56
_LABEL: Final = 30
"""The height of a name at the end of a line."""
_STEPS: Final = (1, 2, 5)


def draw_chart(
    people: Sequence[Person], scores: Sequence[Sequence[int]], words: NullTranslations, look: Theme = DARK
) -> bytes:
    """PNG of everyone's total after each round; equal scores give equal bytes."""
    people = drawn(people, words)
    seats, rounds = len(people), len(scores)
    lines = running(scores, seats)
    height = max(_HEIGHT, _TOP + _BOTTOM + _LABEL * seats)
    canvas = Canvas(look, theme.WIDTH, height, look.page)
    canvas.rounded((theme.MARGIN, 0, theme.WIDTH - theme.MARGIN, height - 8), 14, look.lane, look.page)
    low, high, step = scale([value for line in lines for value in line])
    bottom = height - _BOTTOM

    def y_of(value: int) -> int:
        return bottom - round((value - low) * (bottom - _TOP) / (high - low))

    def x_of(number: int) -> int:
        return _LEFT + round(number * (_RIGHT - _LEFT) / max(rounds, 1))

    for value in range(low, high + 1, step):
        canvas.fill((_LEFT, y_of(value), _RIGHT, y_of(value) + 2), look.rail if value else look.slot)
        baseline = middle(y_of(value) - 10, y_of(value) + 12, 20)
        canvas.text(_LEFT - 12, baseline, signed(value), 20, fonts.REGULAR, look.muted, look.lane, "r")
    for number in range(1, rounds + 1):
        canvas.text(x_of(number), bottom + 34, str(number), 20, fonts.REGULAR, look.muted, look.lane, "m")
    order = sorted(range(seats), key=lambda seat: lines[seat][-1])  # the best is drawn last, above the others
    for seat in reversed(order):
        points = [(x_of(number), y_of(value)) for number, value in enumerate(lines[seat])]
        _line(canvas, points, seat)
    for seat in reversed(order):
        size = 20 if rounds <= 10 else 16
        for number, value in enumerate(lines[seat][1:], 1):
            x, y = x_of(number), y_of(value)
            canvas.lay(seat_sign(seat, size), x - size // 2, y - size // 2, seat_colour(look, seat), look.lane)
    for seat, y in zip(
        order, spread([y_of(lines[seat][-1]) for seat in order], _LABEL, _TOP, bottom + 20), strict=True
    ):
        _label(canvas, people, seat, lines[seat][-1], y, words)
    title = words.gettext("Totals round by round")
    heading = Heading(title, words.gettext("The lowest line leads"), "", "", None, None, _HEADING, 900)
    return join([heading_band(heading, look), pack(canvas.plane)], look)


def running(scores: Sequence[Sequence[int]], seats: int) -> list[list[int]]:
    """For each seat, the total before the first round, after it, after the second, and so on."""
    lines = [[0] for _ in range(seats)]
    for points in scores:
        for seat, line in enumerate(lines):
            line.append(line[-1] + points[seat])
    return lines


def scale(values: Sequence[int]) -> tuple[int, int, int]:
    """Where the axis begins and ends, and the distance of its lines: four to eight of them.

    >>> scale([0, 128]), scale([0, 0]), scale([-20, 340])
    ((0, 140, 20), (0, 5, 1), (-50, 350, 50))
    """
    low, high = min(0, *values), max(5, *values)
    step, n = 1, 0
    while (high - low) / step > 7:
        n += 1
        step = _STEPS[n % 3] * 10 ** (n // 3)
    return low // step * step, -(-high // step) * step, step


def spread(wanted: Sequence[int], apart: int, top: int, bottom: int) -> list[int]:
    """Places near the wanted ones, which go from the bottom to the top, each `apart` from the next."""
    found: list[int] = []
    for n, y in enumerate(wanted):
        most = bottom if n == 0 else found[-1] - apart
        found.append(min(y, most))
    if found and found[-1] < top + apart // 2:  # pushed out at the top: let them sink again
        floor = top + apart // 2
        for n in reversed(range(len(found))):
            found[n] = max(found[n], floor)
            floor = found[n] + apart
    return found


def _line(canvas: Canvas, points: Sequence[tuple[int, int]], seat: int) -> None:
    left, top = min(x for x, _ in points) - 4, min(y for _, y in points) - 4
    right, bottom = max(x for x, _ in points) + 4, max(y for _, y in points) + 4
    large = Image.new("L", ((right - left) * OVER, (bottom - top) * OVER), 0)
    path = [((x - left) * OVER, (y - top) * OVER) for x, y in points]
    ImageDraw.Draw(large).line(path, fill=255, width=4 * OVER, joint="curve")
    canvas.lay(large.reduce(OVER), left, top, seat_colour(canvas.look, seat), canvas.look.lane)


def _label(canvas: Canvas, people: Sequence[Person], seat: int, total: int, y: int, words: NullTranslations) -> None:
    look = canvas.look
    canvas.stamp(seat_sign(seat, 18), _RIGHT + 20, y - 9, seat_colour(look, seat), look.lane)
    points = signed(total)
    right = theme.WIDTH - 30
    canvas.text(right, middle(y - 15, y + 15, 22), points, 22, fonts.BOLD, look.text, look.lane, "r")
    room = right - fonts.width(points, 22, fonts.BOLD) - 10 - (_RIGHT + 46)
    name = fonts.fitting(name_of(people, seat, words), 22, fonts.REGULAR, room)
    canvas.text(_RIGHT + 46, middle(y - 15, y + 15, 22), name, 22, fonts.REGULAR, look.text, look.lane)
