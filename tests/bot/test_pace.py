"""How long a table waits before something happens by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.pace import AFTER_PERSON, FOLLOWING, GAME_IDLE, IN_A_ROW, KNOCK, LOBBY_IDLE, MOVE, NEXT_ROUND, Pace
from game.events import EngineLaid, Passed
from game.tiles import Tile
from storage.models import Seat, Status
from tests.bot.tables import match_of, table_of

ENGINE = EngineLaid(None, Tile.parse("12-12"), 0)


async def nobody(_: Any) -> None:
    raise AssertionError


def delay(now: float = 0.0, *, computer: bool = True, **changes: Any) -> float | None:
    """What a table waits whose first seat is to move, at `now`; it was last changed at 0."""
    match = match_of(2)
    table = table_of(match, **{key: value for key, value in changes.items() if key in ("status", "turn_limit")})
    if computer:
        seats = (Seat(None, "Diesel", "simple"), *table.seats[1:])
        table.game = replace(table.game, seats=seats)
    for key in ("events", "by_itself", "clicked", "asked"):
        if key in changes:
            setattr(table, key, changes[key])
    if "deadline" in changes:
        table.game = replace(table.game, deadline=changes["deadline"])
    if "owing" in changes:
        table.match = replace(match, round=match.round._replace(owing=changes["owing"]))
    return Pace(lambda: now, nobody).delay(table)


def test_a_computer_moves_soon_after_the_deal_and_later_after_a_person() -> None:
    assert delay() == MOVE
    assert delay(events=(ENGINE,)) == MOVE
    assert delay(events=(ENGINE, Passed(0, True))) == AFTER_PERSON


@pytest.mark.parametrize("computers", range(1, 30))
def test_computers_that_follow_one_another_never_take_more_than_ten_seconds(computers: int) -> None:
    spent = AFTER_PERSON
    for number in range(1, computers + 1):
        waited = delay(by_itself=number, events=(Passed(0, True),))
        assert waited in (FOLLOWING, 0.0)
        spent += waited or 0.0
    assert spent <= IN_A_ROW


def test_a_knock_that_is_owed_and_a_question_are_waited_for() -> None:
    assert delay(owing=2, by_itself=3) == KNOCK


def test_a_person_has_until_their_deadline_and_is_reminded_before() -> None:
    assert delay(0.0, computer=False, deadline=86400.0, turn_limit=86400) == 86400 * 3 / 4
    assert delay(70000.0, computer=False, deadline=86400.0, turn_limit=86400) == 16400
    assert delay(90000.0, computer=False, deadline=86400.0, turn_limit=86400) == 0.0
    assert delay(100.0, computer=False, turn_limit=0) == GAME_IDLE - 100


def test_the_next_round_waits_for_who_is_there() -> None:
    between: dict[str, Any] = {"status": Status.BETWEEN, "computer": False}
    assert delay(5.0, **between, clicked={1: 0.0}) == NEXT_ROUND - 5
    assert delay(100.0, **between, clicked={1: 0.0}) == 0.0
    assert delay(500.0, **between, clicked={1: 0.0}, turn_limit=3600) == 0.0
    assert delay(5.0, **between) == NEXT_ROUND - 5, "just after a start nobody knows who is there"


def test_a_lobby_waits_half_an_hour_and_a_game_that_is_over_for_nothing() -> None:
    assert delay(60.0, status=Status.LOBBY) == LOBBY_IDLE - 60
    assert delay(status=Status.FINISHED) is None
    assert delay(status=Status.STOPPED) is None
