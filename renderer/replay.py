"""A round as a moving picture: the board after each move, and the last one held."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from io import BytesIO
from typing import Final

from PIL import Image

from game.round import Phase
from game.view import View
from renderer import palette, theme
from renderer.board import draw_board
from renderer.people import Person
from renderer.theme import DARK, Theme

LIMIT: Final = 8 * 1024 * 1024 - 64 * 1024
"""Files below this size may be sent everywhere."""
MOST_FRAMES: Final = 400
"""Of a longer round only every second move is shown, or every third."""
_MOVE, _OPENING, _LAST = 900, 350, 6000
"""How long a board stands, in milliseconds."""


def draw_replay(
    views: Sequence[View],
    people: Sequence[Person],
    words: NullTranslations,
    look: Theme = DARK,
    *,
    limit: int = LIMIT,
) -> bytes:
    """GIF of these boards one after another, in at most `limit` bytes; it plays once and stays at the last board."""
    step = -(-len(views) // MOST_FRAMES)
    while True:
        chosen = [*views[:-1:step], views[-1]]
        moving = _gif(chosen, people, words, look)
        if len(moving) <= limit or len(chosen) <= 2:
            return moving
        step *= max(2, -(-len(moving) // limit))


def _gif(views: Sequence[View], people: Sequence[Person], words: NullTranslations, look: Theme) -> bytes:
    boards = []
    for view in views:
        with Image.open(BytesIO(draw_board(view, people, words, look))) as board:
            board.load()
            boards.append(board)
    height = max(board.height for board in boards)
    first, *others = [_padded(board, height, look) for board in boards]
    stands = [_OPENING if view.phase is Phase.OPENING_ON else _MOVE for view in views]
    moving = BytesIO()
    first.save(moving, "GIF", save_all=True, append_images=others, duration=[*stands[:-1], _LAST], optimize=True)
    return moving.getvalue()


def _padded(board: Image.Image, height: int, look: Theme) -> Image.Image:
    """A board on a page of this height, in the palette that all share."""
    page = Image.new("P", (theme.WIDTH, height), palette.index(look, look.page))
    page.putpalette(palette.packed(look))
    page.paste(board, (0, 0))
    return page
