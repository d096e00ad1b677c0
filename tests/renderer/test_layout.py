"""Where things lie, checked without a pixel over whole games of every kind."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from game.match import Match
from game.options import Value
from game.presets import PRESETS
from game.view import view_of
from renderer import theme
from renderer.branches import chains_of
from renderer.canvas import Box
from renderer.gallery import Scene, moments
from renderer.layout import BADGE_LEFT, PLATE_RIGHT, TRACK_RIGHT, Board, Lane, Row, arrange
from renderer.theme import TALLEST

Games = tuple[Match, ...]
MOST_ENDS = 30
"""The tables for which a board promises to be no taller than its limit."""


def boards(played: Games) -> list[tuple[Match, Board]]:
    return [(match, arrange(view_of(match, None))) for match in played[::5] + played[-1:]]


def things(row: Row) -> list[Box]:
    """The boxes of all that lies on a row."""
    unit = row.size.unit
    found = [
        (tile.x, tile.y, tile.x + (unit if tile.across else 2 * unit), tile.y + (2 * unit if tile.across else unit))
        for tile in row.tiles
    ]
    return [*found, row.badge, *filter(None, (row.slot, row.marker))]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def lanes(played: Games) -> list[Lane]:
    return [lane for _, board in boards(played) for lane in board.lanes]


def test_nothing_overlaps_on_a_lane(played: Games) -> None:
    for lane in lanes(played):
        boxes = [box for row in lane.rows for box in things(row)]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


def test_everything_lies_inside_its_lane_and_right_of_the_plate(played: Games) -> None:
    for lane in lanes(played):
        for row in lane.rows:
            for left, top, right, bottom in things(row):
                assert PLATE_RIGHT < left < right <= theme.WIDTH - theme.MARGIN
                assert 0 <= top < bottom <= lane.height


def test_tiles_and_markers_end_before_the_badges(played: Games) -> None:
    for lane in lanes(played):
        for row in lane.rows:
            assert all(box[2] <= TRACK_RIGHT for box in things(row) if box != row.badge)
            assert row.badge[0] == BADGE_LEFT


def test_every_end_has_a_badge_with_its_number(played: Games) -> None:
    for match, board in boards(played):
        view = view_of(match, None)
        for train, lane in zip(view.trains, board.lanes, strict=True):
            assert sorted(row.value for row in lane.rows) == sorted(end.value for end in train.ends)


def test_every_tile_is_shown_or_counted(played: Games) -> None:
    for match, board in boards(played):
        shown = sum(sum(count for _, count in row.folds) + len(row.tiles) for lane in board.lanes for row in lane.rows)
        assert shown == len(view_of(match, None).laid)


def test_tiles_that_follow_one_another_match(played: Games) -> None:
    for lane in lanes(played):
        for row in lane.rows:
            for one, other in pairwise(row.tiles):
                apart = any(one.x < x < other.x for x, _ in row.folds)
                assert apart or one.second == other.first
            assert not row.tiles or row.tiles[-1].second == row.value


def test_the_last_tile_laid_is_shown_and_only_that_one_is_ringed(played: Games) -> None:
    for match, board in boards(played):
        ringed = [tile for lane in board.lanes for row in lane.rows for tile in row.tiles if tile.last]
        laid = view_of(match, None).laid
        assert len(ringed) == min(len(laid), 1)
        assert all({tile.first, tile.second} == {laid[-1][1].high, laid[-1][1].low} for tile in ringed)


def test_the_player_to_move_has_the_active_lane(played: Games) -> None:
    for match, board in boards(played):
        view = view_of(match, None)
        active = [lane.owner for lane in board.lanes if lane.active]
        assert active == ([view.seat] if view.seat is not None and view.rules.own_trains else [])
        assert len(board.roster) == (0 if view.rules.own_trains else view.seats)


def test_a_board_keeps_below_its_limit(played: Games) -> None:
    for match, board in boards(played):
        if sum(len(train.ends) for train in view_of(match, None).trains) <= MOST_ENDS:
            assert board.height <= TALLEST
        assert board.height == sum(lane.height for lane in board.lanes) + board.roster_height + 112


@settings(max_examples=20)
@given(data=st.data())
def test_any_game_lies_without_overlaps(data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(sorted(PRESETS)))
    low, high = PRESETS[preset].players
    seats = data.draw(st.integers(low, high))
    changes: dict[str, Value] = {"toes": data.draw(st.integers(1, 3)), "mexican_trains": data.draw(st.integers(1, 6))}
    scene = Scene("", preset, seats, tuple(changes.items()), 1, data.draw(st.integers(0, 999)), "random")
    played = tuple(moments(scene))
    some = played[:: max(1, len(played) // 4)]
    test_nothing_overlaps_on_a_lane(some)
    test_everything_lies_inside_its_lane_and_right_of_the_plate(some)
    test_every_end_has_a_badge_with_its_number(some)
    test_every_tile_is_shown_or_counted(some)
    test_a_board_keeps_below_its_limit(some)


def test_branches_stand_below_the_row_that_they_leave(played: Games) -> None:
    for match in played[::5]:
        for train in view_of(match, None).trains:
            for number, chain in enumerate(chains_of(train)):
                assert chain.parent is None or chain.parent < number
                assert (chain.parent is None) == (chain.depth == 0) == (number == 0)
