"""People on plates: avatars of any kind, the orders of a hand, and names that leave the picture whole."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from io import BytesIO

import pytest
from PIL import Image

from game.match import Match
from game.view import View, view_of
from renderer import faces
from renderer.alt import hand_alt
from renderer.board import draw_board
from renderer.gallery import OTHER_NAMES, avatar, people
from renderer.hand import draw_hand
from renderer.hand_plan import Order, in_order, is_opening, onward, playable
from renderer.people import Person
from renderer.text import hand_text
from renderer.theme import DARK, THEMES, Theme
from renderer.warm import warm_up


def as_file(image: Image.Image, kind: str) -> bytes:
    packed = BytesIO()
    image.save(packed, kind)
    return packed.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG", "GIF"])
@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA"])
def test_an_avatar_of_any_kind_is_drawn(
    kind: str, mode: str, played: tuple[Match, ...], words: NullTranslations
) -> None:
    image = Image.new("RGB", (64, 64), (200, 80, 40)).convert(mode if kind != "JPEG" or mode == "L" else "RGB")
    file = as_file(image, kind)
    assert faces.face_plane(DARK, file, 54, DARK.seats[0], DARK.lane) is not None
    view = view_of(played[0], None)
    plain = people(view.seats)
    assert draw_board(view, [replace(plain[0], avatar=file), *plain[1:]], words) != draw_board(view, plain, words)


@pytest.mark.parametrize("file", [
    b"", b"x", b"\x89PNG\r\n\x1a\n", avatar(1)[:200], b"GIF89a" + bytes(40),
    as_file(Image.new("1", (faces.LARGEST + 1, 4)), "PNG"), b"<svg xmlns='http://www.w3.org/2000/svg'/>",
], ids=["none", "junk", "head", "torn", "gif", "large", "svg"])  # fmt: skip
def test_an_avatar_that_is_none_leaves_the_symbol(
    file: bytes, played: tuple[Match, ...], words: NullTranslations
) -> None:
    view = view_of(played[0], None)
    plain = people(view.seats)
    assert draw_board(view, [replace(plain[0], avatar=file), *plain[1:]], words) == draw_board(view, plain, words)


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_any_names_and_faces_are_drawn_in_every_theme(
    look: Theme, played: tuple[Match, ...], words: NullTranslations
) -> None:
    match = played[len(played) // 2]
    table = people(match.seats, OTHER_NAMES, faces=True)
    table[0] = Person("\u202e" + "W" * 300, avatar=avatar(3))
    assert draw_board(view_of(match, None), table, words, look).startswith(b"\x89PNG")
    assert draw_hand(view_of(match, 0), table, words, look).startswith(b"\x89PNG")


def hands(played: tuple[Match, ...]) -> list[View]:
    some = played[:: max(1, len(played) // 8)]
    return [view_of(match, match.round.seat) for match in some if not match.round.ended]


def test_every_order_shows_the_same_tiles(played: tuple[Match, ...], words: NullTranslations) -> None:
    for view in hands(played):
        table = people(view.seats)
        now, later = playable(view)
        for order in Order:
            assert draw_hand(view, table, words, order=order).startswith(b"\x89PNG")
            said = hand_text(view, table, words, order)
            assert all(f"{tile.high}-{tile.low}" in said or f"{tile.low}-{tile.high}" in said for tile in view.hand)
            assert hand_alt(view, table, words, order)
        assert sorted((*now, *later)) == sorted(view.hand)


def test_the_heaviest_tile_comes_first_by_pips(played: tuple[Match, ...]) -> None:
    for view in hands(played):
        pips = [tile.pips for tile in in_order(view.hand, Order.PIPS)]
        assert pips == sorted(pips, reverse=True)


def test_the_train_that_goes_on_is_made_of_the_hand_and_begins_at_the_own_end(played: tuple[Match, ...]) -> None:
    for view in hands(played):
        train = onward(view)
        assert len(train) != 1
        if train and not is_opening(view):
            assert view.viewer is not None
            assert train[0][0] in {end.value for end in view.trains[view.viewer].ends}
            assert len({frozenset(pair) for pair in train}) == len(train)


def test_what_was_drawn_beforehand_changes_no_picture(played: tuple[Match, ...], words: NullTranslations) -> None:
    view = view_of(played[len(played) // 2], None)
    before = [draw_board(view, people(view.seats), words, look) for look in THEMES.values()]
    for look in THEMES.values():
        warm_up(look)
    assert [draw_board(view, people(view.seats), words, look) for look in THEMES.values()] == before
