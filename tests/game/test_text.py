"""Tiles and moves as text, and back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.moves import MAX_TEXT, Act, Call, Play, in_order, parse_move
from game.tiles import DOUBLES, FITS, Tile, full_set, mask_of, pips_in, size, tiles_in
from tests.game.effort import tries
from tests.game.mixes import any_mix
from tests.game.twins import choose, deal_twins


@pytest.mark.parametrize(("highest", "count"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_has_every_pair_of_numbers_once(highest: int, count: int) -> None:
    tiles = full_set(highest)
    assert len(tiles) == size(highest) == count
    assert {(tile.high, tile.low) for tile in tiles} == {(a, b) for a in range(highest + 1) for b in range(a + 1)}


def test_every_tile_reads_back_from_its_text_in_either_order() -> None:
    for tile in full_set(18):
        assert Tile.parse(str(tile)) == Tile.parse(f"{tile.low}-{tile.high}") == Tile.of(tile.low, tile.high) == tile
        assert str(tile) == f"{tile.high}-{tile.low}" == f"{tile}"
        assert tile.pips == tile.high + tile.low
        assert tile.is_double == (tile.high == tile.low) == bool(DOUBLES >> tile & 1)
        assert (tile.other(tile.high), tile.other(tile.low)) == (tile.low, tile.high)
        assert [value for value in range(19) if FITS[value] >> tile & 1] == sorted({tile.low, tile.high})


@given(tiles=st.sets(st.sampled_from(full_set(18))))
@tries(100)
def test_a_mask_holds_its_tiles(tiles: set[Tile]) -> None:
    assert set(tiles_in(mask_of(tiles))) == tiles
    assert list(tiles_in(mask_of(tiles))) == sorted(tiles)
    assert pips_in(mask_of(tiles)) == sum(tile.pips for tile in tiles)


NO_TILES = [
    "",
    "5",
    "5-",
    "-5",
    "19-0",
    "0-19",
    "05-5",
    "5-05",
    " 5-5",
    "5-5 ",
    "5-5\n",
    "5--5",
    "+5-5",
    "٥-5",
    "5–5",
    "a-b",
]
NO_MOVES = [
    "", " ", "Draw", "draw ", "DRAW", "pass\n", "end>1", "draw>1", ">", "5-5", "5-5>", ">1", "5-5>0", "5-5>15",
    "5-5>01", "5-5>M", "5-5>M0", "5-5>M7", "5-5>m1", "5-5>1.", "5-5>1.0", "5-5>1.4", "5-5>.1", "5-5>1..1",
    "5-5 >1", "5-5> 1", "5-5>1\n", "\n5-5>1", "5-5>1;", "5-5>1>2", "19-0>1", "05-5>1", "5-5>١", "knock", "knock>",
    "knock>0", "knock>15", "knock>01", "Knock>1", "catch>M1", "catch>1.1", "catch>-1", "tap>1", "5-5>1" + ".1" * 40,
]  # fmt: skip


@pytest.mark.parametrize("text", NO_TILES)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a tile"):
        Tile.parse(text)


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_is_refused_on_one_short_line(text: str) -> None:
    with pytest.raises(ValueError, match="not a move") as error:
        parse_move(text)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 200


@given(text=st.text(max_size=12) | st.from_regex(r"[0-9]{1,3}-[0-9]{1,3}>M?[0-9]{1,2}(\.[0-9])*", fullmatch=True))
@tries(300)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert parse_move(str(move)) == move
    assert str(move) == text or isinstance(move, Play)


@given(
    move=st.builds(
        Play, st.sampled_from(full_set(18)), st.from_regex(r"(1[0-4]|[1-9]|M[1-6])(\.[123]){0,18}", fullmatch=True)
    )
    | st.sampled_from(Act)
    | st.builds(Call, st.sampled_from(["knock", "catch"]), st.integers(0, 13))
)
@tries(200)
def test_every_move_reads_back_from_its_text(move: Play | Act | Call) -> None:
    assert parse_move(str(move)) == move
    assert type(parse_move(str(move))) is type(move)
    assert len(str(move)) <= MAX_TEXT


@given(seed=st.integers(0, 2**48))
@tries(60)
def test_the_moves_of_real_rounds_read_back_and_are_sorted_as_text(seed: int) -> None:
    random = Random(seed)
    twins = deal_twins(any_mix(random), random)
    while not twins.story.ended:
        legal = twins.state.legal
        assert tuple(parse_move(str(move)) for move in legal) == legal
        assert len(set(legal)) == len(legal)
        texts = [str(move) for move in in_order(legal)]
        assert texts == sorted(texts, key=lambda text: (text == "end", text))
        twins.play(choose(twins.story.legal(), random))


def test_a_plays_tile_is_written_high_low() -> None:
    assert str(parse_move("5-12>M1.2")) == "12-5>M1.2"
    assert parse_move("5-12>1") == parse_move("12-5>1")


def test_end_stands_last_and_the_rest_is_sorted_as_text() -> None:
    moves = tuple(parse_move(text) for text in ("end", "9-5>1", "10-5>1", "5-0>1"))
    assert [str(move) for move in in_order(moves)] == ["10-5>1", "5-0>1", "9-5>1", "end"]
