"""A round as a moving picture: the board after each move, and the last one held."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from gettext import NullTranslations
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from game.round import Phase
from game.view import View
from renderer import palette, theme
from renderer.board import draw_board
from renderer.canvas import mapped
from renderer.layout import arrange
from renderer.people import Person
from renderer.theme import DARK, Theme

LIMIT: Final = 8 * 1024 * 1024 - 64 * 1024
"""Files below this size may be sent everywhere."""
MOST_FRAMES: Final = 400
"""Of a longer round only every second move is shown, or every third."""
_MOVE, _OPENING, _LAST = 900, 350, 6000
"""How long a board stands, in milliseconds."""
_SAME: Final = bytes([255]) + bytes(255)
"""A mask of all pixels that have not changed."""


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
    """The boards as a GIF; only two of them are in memory at a time, and of each only what changed is in the file."""
    height = max(arrange(view).height for view in views)
    parts = [_header(height, look)]
    before: Image.Image | None = None
    for number, view in enumerate(views):
        page = _page(draw_board(view, people, words, look), height, look)
        stands = _LAST if number == len(views) - 1 else _OPENING if view.phase is Phase.OPENING_ON else _MOVE
        parts += _frame(page, before, stands)
        before = page
    return b"".join((*parts, b";"))


def _header(height: int, look: Theme) -> bytes:
    """The size, and the palette that all frames share."""
    return b"GIF89a" + struct.pack("<HHBBB", theme.WIDTH, height, 0xF7, 0, 0) + palette.packed(look)


def _page(board: bytes, height: int, look: Theme) -> Image.Image:
    """A board on a page of this height, as a plane of indices."""
    page = Image.new("L", (theme.WIDTH, height), palette.index(look, look.page))
    with Image.open(BytesIO(board)) as opened:
        page.paste(Image.frombytes("L", opened.size, opened.tobytes()), (0, 0))
    return page


def _frame(page: Image.Image, before: Image.Image | None, stands: int) -> list[bytes]:
    """What changed of a page, packed; the rest lets shine through what was there before."""
    left = top = 0
    if before is not None:
        difference = ImageChops.difference(page, before)
        box = difference.getbbox() or (0, 0, 1, 1)
        left, top = box[:2]
        page = page.crop(box)
        page.paste(palette.NOTHING, (0, 0), mapped(difference.crop(box), _SAME))
    frame = Image.frombytes("P", page.size, page.tobytes())
    frame.putpalette(bytes(3 * palette.SIZE))
    return getdata(
        frame, (left, top), duration=stands, transparency=palette.NOTHING, disposal=1, include_color_table=False
    )
