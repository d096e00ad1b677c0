"""The end of a game as a picture: the best three on a podium, and everyone's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from renderer import fonts, theme
from renderer.board import heading_band
from renderer.canvas import Canvas, middle
from renderer.faces import draw_face
from renderer.heading import Heading
from renderer.people import Person, avatar_of, is_computer, name_of
from renderer.plate import drawn
from renderer.png import join, pack
from renderer.sheet import signed, totals_of, winners_title
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import DARK, Theme

_HEADING: Final = 104
_STAGE: Final = 470
_STEP: Final = 296
"""How wide a step of the podium is."""
_HEIGHTS: Final = (216, 156, 112)
_FACE: Final = 92
_ROW: Final = 56
_COLUMNS: Final = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody ended: equals share a place."""

    seat: int
    place: int
    total: int


def standings(scores: Sequence[Sequence[int]], seats: int, winners: Sequence[int]) -> tuple[Standing, ...]:
    """Everybody from the first to the last; the winners are first, whatever parted them from their equals.

    >>> [(one.seat, one.place) for one in standings([(5, 0, 5, 9)], 4, [1])]
    [(1, 1), (0, 2), (2, 2), (3, 4)]
    """
    totals = totals_of(scores, seats)
    order = sorted(range(seats), key=lambda seat: (seat not in winners, totals[seat], seat))
    found: list[Standing] = []
    for n, seat in enumerate(order):
        equal = n and totals[order[n - 1]] == totals[seat] and (order[n - 1] in winners) == (seat in winners)
        found.append(Standing(seat, found[-1].place if equal else n + 1, totals[seat]))
    return tuple(found)


def draw_podium(
    people: Sequence[Person],
    scores: Sequence[Sequence[int]],
    words: NullTranslations,
    look: Theme = DARK,
    *,
    winners: Sequence[int],
) -> bytes:
    """PNG of how a game ended; equal scores give equal bytes."""
    people = drawn(people, words)
    ranks = standings(scores, len(people), winners)
    subtitle = words.ngettext("after {count} round", "after {count} rounds", len(scores)).format(count=len(scores))
    title = winners_title(people, winners, words, 880)
    first = winners[0] if len(winners) == 1 else None
    bands = [heading_band(Heading(title, subtitle, "", "", None, first, _HEADING, 900), look)]
    canvas = Canvas(look, theme.WIDTH, _STAGE, look.page)
    canvas.fill((theme.MARGIN, _STAGE - 12, theme.WIDTH - theme.MARGIN, _STAGE - 8), look.slot)
    best = ranks[:3]
    places = (1, 0, 2) if len(best) == 3 else (0, 1)  # the first stands between the second and the third
    left = (theme.WIDTH - _STEP * len(best)) // 2
    for column, n in enumerate(places[: len(best)]):
        _stand(canvas, people, best[n], left + column * _STEP, words)
    bands.append(pack(canvas.plane))
    rest = ranks[3:]
    if rest:
        bands.append(pack(_others(people, rest, words, look).plane))
    return join(bands, look)


def _stand(canvas: Canvas, people: Sequence[Person], one: Standing, left: int, words: NullTranslations) -> None:
    """A step of the podium, and who stands on it."""
    look, centre = canvas.look, left + _STEP // 2
    colour = seat_colour(look, one.seat)
    bottom = _STAGE - 12
    top = bottom - _HEIGHTS[min(one.place, 3) - 1]
    under = look.active if one.place == 1 else look.lane
    canvas.fill((left + 6, top, left + _STEP - 6, bottom), under)
    canvas.fill((left + 6, top, left + _STEP - 6, top + 6), colour)
    canvas.text(centre, top + 66, str(one.place), 52, fonts.HEAVY, look.text, under, "m")
    points = words.ngettext("{points} point", "{points} points", one.total).format(points=signed(one.total))
    canvas.text(centre, top + 100, points, 24, fonts.REGULAR, look.muted, under, "m")
    name = fonts.fitting(name_of(people, one.seat, words), 30, fonts.BOLD, _STEP - 20 - 56)
    wide = fonts.width(name, 30, fonts.BOLD)
    canvas.text(centre, top - 22, name, 30, fonts.BOLD, look.text, look.page, "m")
    if is_computer(people, one.seat):
        canvas.stamp(sign("robot", 20, 20), centre + wide // 2 + 8, top - 40, look.muted, look.page)
    middle_y = top - 64 - _FACE // 2
    if not draw_face(canvas, one.seat, avatar_of(people, one.seat), (centre, middle_y), _FACE, look.page):
        size = 64
        canvas.stamp(seat_sign(one.seat, size), centre - size // 2, middle_y - size // 2 + 6, colour, look.page)
    if one.place == 1:
        canvas.stamp(sign("crown", 58, 46), centre - 29, middle_y - _FACE // 2 - 50, look.binds_line, look.page)


def _others(people: Sequence[Person], rest: Sequence[Standing], words: NullTranslations, look: Theme) -> Canvas:
    """Those who did not reach the podium, in two columns."""
    rows = -(-len(rest) // _COLUMNS)
    canvas = Canvas(look, theme.WIDTH, rows * _ROW + 12, look.page)
    wide = (theme.WIDTH - 2 * theme.MARGIN - 8) // _COLUMNS
    for n, one in enumerate(rest):
        column, row = divmod(n, rows)
        left, top = theme.MARGIN + column * (wide + 8), row * _ROW
        box = (left, top + 3, left + wide, top + _ROW - 3)
        canvas.rounded(box, 12, look.lane, look.page)
        baseline = middle(box[1], box[3], 26)
        canvas.text(left + 54, baseline, f"{one.place}.", 26, fonts.BOLD, look.muted, look.lane, "r")
        colour = seat_colour(look, one.seat)
        if not draw_face(canvas, one.seat, avatar_of(people, one.seat), (left + 84, top + _ROW // 2), 38, look.lane):
            canvas.stamp(seat_sign(one.seat, 26), left + 71, top + _ROW // 2 - 13, colour, look.lane)
        points = signed(one.total)
        canvas.text(left + wide - 18, baseline, points, 28, fonts.HEAVY, look.text, look.lane, "r")
        room = wide - 18 - fonts.width(points, 28, fonts.HEAVY) - 16 - 116
        name = fonts.fitting(name_of(people, one.seat, words), 26, fonts.BOLD, room)
        canvas.text(left + 116, baseline, name, 26, fonts.BOLD, look.text, look.lane)
    return canvas
