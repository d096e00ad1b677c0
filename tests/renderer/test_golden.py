"""Pictures as they were when somebody last looked at them: `pytest --rewrite-golden` draws them anew.

A small difference is allowed, since another version of a font or of Pillow moves an edge by a shade.
"""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from game.match import Match
from game.view import view_of
from renderer.board import draw_board
from renderer.gallery import OTHER_NAMES, Scene, moments, people
from renderer.hand import draw_hand
from renderer.hand_plan import Order
from renderer.scores import draw_chart, draw_podium, draw_round_end, draw_score_sheet
from renderer.theme import CONTRAST, LIGHT

FOLDER: Final = Path(__file__).with_name("golden")
TOLERANCE: Final = 1.5
"""How much a pixel may differ on average, of 255."""
WORDS: Final = NullTranslations()
CLUB: Final = Scene("", "club", 4, rounds=2, seed=33)
TOES: Final = Scene("", "express", 6, (("toes", 3),), 1, 3, "random")


def middle(scene: Scene) -> Match:
    played = list(moments(scene))
    return played[len(played) * 2 // 3]


def end(scene: Scene) -> Match:
    return list(moments(scene))[-1]


def board() -> bytes:
    return draw_board(view_of(middle(CLUB), None), people(4, faces=True), WORDS)


def branches() -> bytes:
    return draw_board(view_of(middle(TOES), None), people(6, OTHER_NAMES), WORDS, LIGHT)


def hand() -> bytes:
    match = middle(CLUB)
    return draw_hand(view_of(match, match.round.seat), people(4), WORDS)


def hand_by_number() -> bytes:
    match = middle(TOES)
    return draw_hand(view_of(match, match.round.seat), people(6), WORDS, CONTRAST, order=Order.NUMBER)


def round_end() -> bytes:
    return draw_round_end(view_of(end(CLUB), None), people(4, faces=True), WORDS)


def sheet() -> bytes:
    match = end(CLUB)
    return draw_score_sheet(people(4), match.scores, WORDS, out=[result.out for result in match.results])


def chart() -> bytes:
    return draw_chart(people(4), end(CLUB).scores, WORDS, LIGHT)


def podium() -> bytes:
    return draw_podium(people(4, faces=True), end(CLUB).scores, WORDS, winners=(0,))


PICTURES: Final[tuple[Callable[[], bytes], ...]] = (
    board, branches, hand, hand_by_number, round_end, sheet, chart, podium,
)  # fmt: skip


@pytest.mark.parametrize("draw", PICTURES, ids=lambda draw: draw.__name__)
def test_a_picture_looks_as_it_did(draw: Callable[[], bytes], request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{draw.__name__}.png"
    picture = draw()
    if request.config.getoption("--rewrite-golden"):
        FOLDER.mkdir(exist_ok=True)
        with Image.open(BytesIO(picture)) as drawn:
            drawn.save(path, optimize=True)
        return
    with Image.open(path) as known, Image.open(BytesIO(picture)) as drawn:
        assert drawn.size == known.size, "look at it, then run pytest --rewrite-golden"
        difference = ImageChops.difference(drawn.convert("RGB"), known.convert("RGB"))
    mean = sum(ImageStat.Stat(difference).mean) / 3
    assert mean <= TOLERANCE, "look at it, then run pytest --rewrite-golden"


def test_the_golden_pictures_are_few_and_small() -> None:
    files = list(FOLDER.iterdir())
    assert {path.stem for path in files} == {draw.__name__ for draw in PICTURES}
    assert sum(path.stat().st_size for path in files) < 1_000_000
