"""Pictures: they open, have the right size, and depend on nothing but the view."""

from __future__ import annotations

import zlib
from gettext import NullTranslations
from io import BytesIO

import pytest
from PIL import Image

from game.match import Match
from game.moves import Play
from game.round import train_of
from game.view import view_of
from renderer import board as board_module
from renderer import png, theme
from renderer.board import draw_board
from renderer.canvas import Canvas
from renderer.gallery import people
from renderer.hand import draw_hand
from renderer.hand_plan import is_opening, playable, trains_for
from renderer.layout import arrange
from renderer.scores import draw_round_end, draw_score_sheet
from renderer.theme import DARK

Games = tuple[Match, ...]
LARGEST = 100_000


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image


def test_a_board_opens_with_the_size_of_its_layout(played: Games, words: NullTranslations) -> None:
    for match in (played[0], played[len(played) // 2], played[-1]):
        view = view_of(match, None)
        picture = draw_board(view, people(match.seats), words)
        image = opened(picture)
        assert (image.format, image.mode) == ("PNG", "P")
        assert image.size == (theme.WIDTH, arrange(view).height)
        assert len(picture) <= LARGEST


def test_equal_views_give_equal_bytes_whatever_was_drawn_before(played: Games, words: NullTranslations) -> None:
    match = played[len(played) // 2]
    table = people(match.seats)
    first = draw_board(view_of(match, None), table, words)
    draw_board(view_of(played[-1], None), table, words)
    board_module._lane_band.cache_clear()
    board_module.heading_band.cache_clear()
    assert draw_board(view_of(match, None), table, words) == first


def test_every_hand_of_a_game_opens(played: Games, words: NullTranslations) -> None:
    for match in played[:: max(1, len(played) // 6)]:
        for seat in (match.round.seat, (match.round.seat + 1) % match.seats):
            image = opened(draw_hand(view_of(match, seat), people(match.seats), words))
            assert image.width == theme.WIDTH
            assert 200 < image.height < 1400


def test_a_hand_of_forty_tiles_fits(words: NullTranslations) -> None:
    from random import Random

    from game.dealing import shuffled
    from game.match import begin_match
    from game.rules import Rules

    rules = Rules.of("club", tile_set=18, hand_size=40).for_seats(4)
    match, _ = begin_match(rules, 4, shuffled(rules, 0, Random(1)))
    assert opened(draw_hand(view_of(match, 0), people(4), words)).height < 1300


def test_round_ends_and_score_sheets_open(played: Games, words: NullTranslations) -> None:
    match = played[-1]
    assert match.round.ended
    table = people(match.seats)
    assert opened(draw_round_end(view_of(match, None), table, words)).width == theme.WIDTH
    assert opened(draw_score_sheet(table, match.scores, words, winners=(1,))).width == theme.WIDTH


@pytest.mark.parametrize("rounds", [0, 1, 5, 19])
def test_a_score_sheet_takes_any_number_of_rounds(rounds: int, words: NullTranslations) -> None:
    scores = tuple(tuple(seat * 9 + number - 10 for seat in range(14)) for number in range(rounds))
    assert opened(draw_score_sheet(people(14), scores, words)).height < 1300


def test_another_language_changes_words_but_not_where_things_lie(played: Games) -> None:
    class Long(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"Donaudampfschifffahrt {message}"

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return f"Donaudampfschifffahrt {msgid2}"

    match = played[len(played) // 2]
    view, table = view_of(match, None), people(match.seats)
    assert opened(draw_board(view, table, Long())).height == arrange(view).height
    assert draw_hand(view_of(match, match.round.seat), table, Long())
    assert draw_score_sheet(table, match.scores, Long(), winners=(0, 1))


def test_bands_joined_are_the_picture_drawn_at_once() -> None:
    colours = (DARK.page, DARK.lane, DARK.binds)
    bands = []
    for number, colour in enumerate(colours):
        canvas = Canvas(DARK, 50, 20 + number, colour)
        canvas.text(5, 15, "7-7", 14, 600, DARK.text, colour)
        bands.append(canvas.plane)
    picture = png.join((png.pack(band) for band in bands), DARK)
    image = opened(picture)
    assert image.size == (50, 63)
    start = picture.index(b"IDAT")
    length = int.from_bytes(picture[start - 4 : start], "big")
    assert len(zlib.decompress(picture[start + 4 : start + 4 + length])) == 63 * 51  # this checks the checksum, too
    assert image.tobytes() == b"".join(band.tobytes() for band in bands)
    assert [image.convert("RGB").getpixel((1, y)) for y in (1, 21, 42)] == list(colours)


def test_a_hand_says_on_which_trains_its_tiles_fit(played: Games) -> None:
    for match in played[:: max(1, len(played) // 8)]:
        view = view_of(match, match.round.seat)
        if not is_opening(view):
            fitting = {play.tile: set[str]() for play in view.legal if isinstance(play, Play)}
            for play in view.legal:
                if isinstance(play, Play):
                    fitting[play.tile].add(train_of(play.place))
            now, _ = playable(view)
            assert {tile: {train.name for train in trains_for(view, tile)} for tile in now} == fitting
