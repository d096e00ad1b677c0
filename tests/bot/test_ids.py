"""What stands in custom_ids is read back as it was written, and anything else is nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import MoveId, TableId, parse_id
from game.moves import MAX_TEXT, Play
from game.tiles import Tile

NUMBERS = st.integers(0, 10**18 - 1)
MOVES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=MAX_TEXT)


@given(NUMBERS, NUMBERS, MOVES)
def test_a_move_id_is_read_back_and_fits_into_a_custom_id(game: int, revision: int, move: str) -> None:
    written = MoveId(game, revision, move)
    assert parse_id(str(written)) == written
    assert len(str(written)) <= 100


@given(NUMBERS, st.from_regex("[a-z_]{1,20}", fullmatch=True))
def test_a_table_id_is_read_back(game: int, action: str) -> None:
    written = TableId(game, action)
    assert parse_id(str(written)) == written
    assert len(str(written)) <= 100


@given(st.text(max_size=110))
def test_any_other_text_is_no_id(text: str) -> None:
    found = parse_id(text)
    assert found is None or str(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ct1",
        "ct1::",
        "ct1:1:2:",
        "ct1:1:2",
        "ct1:-1:2:draw",
        "ct1:1:2:draw\n",
        "ct2:1:2:draw",
        "ct1:١:2:draw",
        "ct1:1234567890123456789:2:draw",
        "cg1:1:hand ",
        "cg1:1:HAND",
        "cg1:1",
        "x" * 100,
        "ct1:1:2:" + "9" * 61,
    ],
)
def test_a_malformed_id_is_no_id(text: str) -> None:
    assert parse_id(text) is None


def test_the_longest_move_there_can_be_fits() -> None:
    move = str(Play(Tile.parse("18-17"), "14" + ".3" * 20))
    assert len(str(MoveId(10**18 - 1, 10**18 - 1, move))) <= 100
