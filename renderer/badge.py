"""The badge of an end: its number, and by shape, colour and sign whether one may lay there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer import fonts
from renderer.canvas import Canvas, middle
from renderer.layout import EndState
from renderer.symbols import sign
from renderer.theme import Colour, Theme

_SIGNS: Final = {
    EndState.OPEN: "arrow",
    EndState.OWN: "arrow",
    EndState.LATER: "arrow",
    EndState.CLOSED: "padlock",
    EndState.BINDS: "exclamation",
    EndState.QUEUED: "exclamation",
}


def badge_plane(
    look: Theme, value: int, state: EndState, width: int, height: int, digits: int, own: Colour, under: Colour
) -> Image.Image:
    """A badge on a flat area; `own` is the colour of the seat that alone may lay there."""
    return _badge(look, value, state, width, height, digits, own if state is EndState.OWN else look.common, under)


@lru_cache(maxsize=1 << 11)
def _badge(
    look: Theme, value: int, state: EndState, width: int, height: int, digits: int, own: Colour, under: Colour
) -> Image.Image:
    canvas = Canvas(look, width, height, under)
    box = (0, 0, width, height)
    square, pill = max(6, height // 8), height // 2
    line = 4 if height >= 50 else 3
    match state:
        case EndState.OPEN:
            canvas.rounded(box, pill, look.open, under)
            face, ink, mark = look.open, look.open_ink, look.open_ink
        case EndState.OWN:
            canvas.rounded(box, pill, own, under)
            face, ink, mark = own, look.own_ink, look.own_ink
        case EndState.LATER:
            canvas.frame(box, pill, line, look.open_line, under, under)
            face, ink, mark = under, look.text, look.open_line
        case EndState.BINDS:
            canvas.rounded(box, square, look.binds, under)
            face, ink, mark = look.binds, look.binds_ink, look.alarm
        case EndState.QUEUED:
            canvas.frame(box, square, line, look.binds_line, under, under)
            face, ink, mark = under, look.text, look.binds_line
        case EndState.CLOSED | EndState.OVER:
            canvas.frame(box, square, line, look.slot, under, under)
            face, ink, mark = under, look.muted, look.slot
    text = str(value)
    if state not in _SIGNS:
        canvas.text(width // 2, middle(0, height, digits), text, digits, fonts.HEAVY, ink, face, "m")
        return canvas.plane
    name = _SIGNS[state]
    high = round(height * (0.5 if name == "padlock" else 0.44 if name == "arrow" else 0.56))
    wide = round(high * {"padlock": 0.72, "arrow": 0.86, "exclamation": 0.4}[name])
    needed = fonts.width(text, digits, fonts.HEAVY)
    space = max(6, width // 12)
    total = needed + space + wide
    x = max((width - total) // 2, line + 3)
    canvas.text(x, middle(0, height, digits), text, digits, fonts.HEAVY, ink, face)
    canvas.stamp(sign(name, wide, high), width - (x + wide), (height - high) // 2, mark, face)
    return canvas.plane
