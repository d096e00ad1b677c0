"""The board as a picture: heading, roster, one lane a train.

Each band of the picture is drawn and packed once and kept, so after a move only the lanes that changed are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations

from game.view import View
from renderer import fonts, theme
from renderer.canvas import Box, Canvas
from renderer.heading import SUBTITLE_LEAST, SYMBOL, TITLE_LEAST, Heading, draw_heading, heading_room
from renderer.lane import draw_lane
from renderer.layout import FOOT, HEADING, Lane, arrange
from renderer.people import Person
from renderer.plate import Plate, draw_plate, drawn, mexican_plate, seat_plate
from renderer.png import Band, join, pack
from renderer.symbols import seat_colour
from renderer.theme import DARK, Theme
from renderer.wording import headline, latest


def draw_board(view: View, people: Sequence[Person], words: NullTranslations, look: Theme = DARK) -> bytes:
    """PNG of the table as `view` shows it; equal views give equal bytes."""
    people = drawn(people, words)
    board = arrange(view)
    bands = [heading_band(board_heading(view, people, words), look)]
    if board.roster:
        plates = tuple(seat_plate(view, seat, people, words) for seat in range(view.seats))
        bands.append(_roster_band(board.roster, plates, board.roster_height, view.seat, look))
    for train, lane in zip(view.trains, board.lanes, strict=True):
        if train.owner is None:
            plate = mexican_plate(view, train, words)
        else:
            plate = seat_plate(view, train.owner, people, words)
        bands.append(_lane_band(lane, plate, look))
    bands.append(space(FOOT, look))
    return join(bands, look)


def board_heading(view: View, people: Sequence[Person], words: NullTranslations) -> Heading:
    """What the heading of a board says."""
    aside, below = progress(view, words)
    room = heading_room(aside, below)
    title = fonts.sentence(lambda most: headline(view, people, words, most), TITLE_LEAST, fonts.BOLD, room - SYMBOL)
    subtitle = fonts.sentence(lambda most: latest(view, people, words, most), SUBTITLE_LEAST, fonts.REGULAR, room)
    return Heading(title, subtitle, aside, below, view.engine, view.seat, HEADING, room)


def progress(view: View, words: NullTranslations) -> tuple[str, str]:
    """Where the game stands: the round, and what is left in the boneyard."""
    aside = words.gettext("Round {number} of {rounds}").format(number=view.number + 1, rounds=view.rules.rounds)
    below = words.ngettext("{count} in the boneyard", "{count} in the boneyard", view.boneyard)
    return aside, below.format(count=view.boneyard)


@lru_cache(maxsize=256)
def heading_band(heading: Heading, look: Theme) -> Band:
    """A heading, packed."""
    return pack(draw_heading(heading, look))


@lru_cache(maxsize=1 << 11)
def _lane_band(lane: Lane, plate: Plate, look: Theme) -> Band:
    return pack(draw_lane(lane, plate, look))


@lru_cache(maxsize=128)
def _roster_band(boxes: tuple[Box, ...], plates: tuple[Plate, ...], height: int, seat: int | None, look: Theme) -> Band:
    canvas = Canvas(look, theme.WIDTH, height, look.page)
    for number, (box, plate) in enumerate(zip(boxes, plates, strict=True)):
        under = look.active if number == seat else look.lane
        if number == seat:
            canvas.frame(box, 14, 4, seat_colour(look, seat), under, look.page)
        else:
            canvas.rounded(box, 14, under, look.page)
        draw_plate(canvas, plate, (box[0] + 10, box[1], box[2] - 10, box[3]), under)
    return pack(canvas.plane)


@lru_cache(maxsize=32)
def space(height: int, look: Theme) -> Band:
    """Nothing but the page, so high."""
    return pack(Canvas(look, theme.WIDTH, height, look.page).plane)
