"""What a name plate says, and how it is drawn: symbol, name, points and tiles in hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations

from game.view import TrainView, View
from renderer import fonts
from renderer.canvas import Box, Canvas, middle
from renderer.faces import draw_face
from renderer.people import Person, avatar_of, is_computer, name_of
from renderer.symbols import seat_colour, seat_sign, sign
from renderer.theme import Colour
from renderer.wording import middle_first, total_of

_SMALLEST = 17
_FACE = 54
_TEXT = 56
"""Where the text begins."""


@dataclass(frozen=True, slots=True)
class Plate:
    """The words of a plate."""

    seat: int | None
    name: str
    note: str
    """Points and tiles, or what a Mexican train is."""
    short: str
    """What is left of the note where there is no second line."""
    letter: str
    """Stands where a seat has its symbol."""
    computer: bool
    alert: bool = False
    """One tile left."""
    avatar: bytes = field(default=b"", repr=False)


def drawn(people: Sequence[Person], words: NullTranslations) -> list[Person]:
    """The people with names for which there are glyphs: where a name has none, the number of the seat is left."""
    return [replace(person, name=fonts.drawable(name_of(people, seat, words))) for seat, person in enumerate(people)]


def seat_plate(view: View, seat: int, people: Sequence[Person], words: NullTranslations) -> Plate:
    """The plate of a seat."""
    count = view.counts[seat]
    tiles = words.ngettext("{count} tile", "{count} tiles", count).format(count=count)
    points = total_of(view, seat)
    note = tiles
    if view.number or points or view.ended:
        note = words.gettext("{points} pts · {tiles}").format(points=points, tiles=tiles)
    name, computer = name_of(people, seat, words), is_computer(people, seat)
    return Plate(seat, name, note, tiles, "", computer, count == 1 and not view.ended, avatar_of(people, seat))


def mexican_plate(view: View, train: TrainView, words: NullTranslations) -> Plate:
    """The plate of a Mexican train."""
    _ = words.gettext
    several = view.rules.mexican_trains > 1
    name = _("Mexican {number}").format(number=train.name[1:]) if several else _("Mexican")
    note = _("open to all") if train.started else _("not started yet")
    if train.started and middle_first(view):
        note = _("closed for now")
    if view.ended:
        note = ""
    return Plate(None, name, note, "", train.name if several else "M", False)


def draw_plate(canvas: Canvas, plate: Plate, box: Box, under: Colour) -> None:
    """Draw a plate; in a low box it has one line."""
    left, top, right, bottom = box
    height = bottom - top
    symbol = min(36, round(height * 0.5))
    look, centre = canvas.look, left + 20
    colour = seat_colour(look, plate.seat)
    face = min(_FACE, height - 12)
    if plate.seat is not None and draw_face(
        canvas, plate.seat, plate.avatar, (centre, (top + bottom) // 2), face, under
    ):
        pass
    elif plate.seat is None:
        size = round(symbol * (1.05 if len(plate.letter) == 1 else 0.8))
        canvas.text(centre, middle(top, bottom, size), plate.letter, size, fonts.HEAVY, colour, under, "m")
    else:
        canvas.stamp(seat_sign(plate.seat, symbol), centre - symbol // 2, (top + bottom - symbol) // 2, colour, under)
    x = left + _TEXT
    room = right - x - (28 if plate.computer else 0)
    two = height >= 54 and plate.note != ""
    large = min(30, round(height * (0.36 if two else 0.5)))
    small = min(24, max(18, round(height * 0.28)))
    ink, weight = (look.alert, fonts.BOLD) if plate.alert else (look.muted, fonts.REGULAR)
    if not two and plate.short:
        canvas.text(right - 4, middle(top, bottom, 18), plate.short, 18, weight, ink, under, "r")
        room -= fonts.width(plate.short, 18, weight) + 8
    if plate.computer and fonts.width(plate.name, large, fonts.BOLD) > room:
        plate = replace(plate, computer=False)  # the name says more than the robot
        room += 28
    name = fonts.fitting(plate.name, large, fonts.BOLD, room)
    baseline = top + height // 2 - max(2, height // 24) if two else middle(top, bottom, large)
    canvas.text(x, baseline, name, large, fonts.BOLD, look.text, under)
    if plate.computer:
        beside = x + fonts.width(name, large, fonts.BOLD) + 8
        canvas.stamp(sign("robot", 20, 20), beside, baseline - 18, look.muted, under)
    if two:
        while small > _SMALLEST and fonts.width(plate.note, small, weight) > right - x:
            small -= 1
        note = fonts.fitting(plate.note, small, weight, right - x)
        canvas.text(x, baseline + round(small * 1.16) + 2, note, small, weight, ink, under)
