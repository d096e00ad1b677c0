"""What happens by itself, and when: computers, the next round, the end of a day."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.errors import Refused
from bot.pace import AFTER_PERSON, FOLLOWING, MOVE
from game.moves import parse_move
from storage.errors import StorageError
from storage.models import Status
from tests.end_to_end.group import Group
from tests.end_to_end.positions import dealt, put, start_short
from tests.harness import World

HANDS = [
    "12-1 1-2 2-3 5-6 7-7 8-8",
    "12-2 2-4 4-9 9-9 3-8 10-10",
    "12-3 3-6 6-7 7-9 5-8 11-11",
]
BONEYARD = "0-1 0-2 0-3 0-5"


async def alice_and(world: World, computers: int, **options: Any) -> Group:
    """Alice and computers, in the opening; it is Alice's turn."""
    group = Group(world, "Alice")
    await group.start(computers=computers, rounds=1)
    await put(group, dealt(HANDS[: computers + 1], BONEYARD, **options))
    return group


async def test_a_computer_moves_four_seconds_after_a_person_and_then_faster(world: World) -> None:
    group = await alice_and(world, 2)
    hand = await group.open_hand("Alice")
    await world.click(world.people["Alice"], hand, re.compile("^Lay train"))
    board, revision = group.board.pictures, group.table.revision
    await world.advance(AFTER_PERSON - 0.1)
    assert group.table.revision == revision
    await world.advance(0.2)
    assert group.table.revision > revision
    assert group.board.pictures != board, "each of its moves has its board"
    revision = group.table.revision
    await world.advance(FOLLOWING - 0.2)
    assert group.table.revision == revision
    await world.advance(0.2)
    assert group.table.revision > revision
    assert group.to_move() == "Alice"


async def test_a_computers_first_move_of_a_game_comes_sooner(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    match = dealt(HANDS[:2], BONEYARD)
    await put(group, match)
    await group.move("Alice")
    await world.restart()  # nobody knows any more who moved last
    revision = group.table.revision
    await world.advance(MOVE - 0.1)
    assert group.table.revision == revision
    await world.advance(0.2)
    assert group.table.revision > revision


async def test_an_opening_of_a_computer_is_one_step_and_one_board(world: World) -> None:
    group = await alice_and(world, 1)
    await group.move("Alice")
    boards = sum("board_" in sent.text for sent in world.sent)
    revision = group.table.revision
    await world.advance(AFTER_PERSON)
    assert group.table.revision == revision + 5, "four tiles and the end of the turn"
    assert sum("board_" in sent.text for sent in world.sent) == boards + 1


async def test_every_move_of_a_computer_has_its_board(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=3, rounds=1)
    seen: list[str] = []
    changed = group.bot._changed
    revisions: list[int] = []

    def note(game_id: int) -> None:
        revisions.append(table.revision)
        changed(game_id)

    table = group.table
    object.__setattr__(table._services, "changed", note)
    for _ in range(60):
        if group.bot.tables.in_channel(world.channel.id) is None:
            break
        if group.to_move() == "Alice" and group.table.has_choice:
            await group.move("Alice")
        else:
            await world.advance(0.7)
        seen = [sent.text for sent in world.sent if sent.audience is None]
    assert len(revisions) > 20
    for revision in revisions:
        assert any(f'board_{revision}.png"' in text for text in seen), revision


async def test_computers_hold_up_nobody_for_more_than_ten_seconds(world: World) -> None:
    """A table of fourteen with one person: thirteen computers play between their turns."""
    group = Group(world, "Alice")
    await group.start(computers=13, rounds=1)
    await group.move("Alice")
    waited = 0.0
    while group.to_move() != "Alice":
        await world.advance(0.5)
        waited += 0.5
        assert waited < 30
    assert waited <= 10.5


async def test_a_computer_waits_for_the_board_or_for_its_failure(world: World) -> None:
    group = await alice_and(world, 1)
    world.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    world.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await group.move("Alice")
    revision = group.table.revision
    await world.advance(AFTER_PERSON)
    assert group.table.revision == revision, "the board is still being tried"
    await world.advance(60)
    assert group.table.revision > revision, "the game goes on without it"
    assert group.to_move() == "Alice"
    world.heal()
    await world.advance(300)
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text, "it is shown once Discord is back"


async def test_a_click_while_a_computer_waits_does_not_disturb_it(world: World) -> None:
    group = await alice_and(world, 1)
    await group.move("Alice")
    revision = group.table.revision
    for _ in range(8):
        await world.advance(1)
        await world.click(world.people["Alice"], group.board, "My hand")
        await world.click(world.people["Alice"], group.board, "Rules")
        more = (await world.click(world.people["Alice"], group.board, "More")).message
        assert more is not None
        if group.to_move() != "Alice":
            assert "on the way" in (await world.click(world.people["Alice"], more, "Nudge")).text
    assert group.table.revision > revision, "nudging a computer does not make it wait again and again"


async def test_the_next_round_begins_by_itself_after_a_while(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=2)
    await group.play_round()
    end = group.board
    await world.advance(44)
    assert group.table.status is Status.BETWEEN
    await world.advance(2)
    assert group.table.match is not None
    assert group.table.match.number == 1
    assert not end.deleted
    assert "Next round" not in end.buttons
    assert "Round 1 of 2 is over" in end.text
    assert group.board.id != end.id
    assert "Round 2 of 2" in group.board.text


async def test_a_computer_moves_for_who_has_not_for_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.ALIVE_EVERY", 3600.0)  # signs of life take the test long
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    await world.advance(24 * 3600 - 60)
    assert group.to_move() == "Alice"
    await world.advance(120)
    assert group.to_move() == "Bob"
    rows = await world.as_bot(group.bot.store.log(group.table.id))
    assert all(row.user_id is None for _, row in rows[-2:])
    await world.restart()
    await world.advance(24 * 3600 - 600)
    assert group.to_move() == "Bob", "the day is counted from the last move, also over a restart"
    await world.advance(800)
    assert group.to_move() == "Alice"


async def test_a_disk_that_fails_holds_a_computer_up_and_no_longer(world: World) -> None:
    group = await alice_and(world, 1)
    await group.move("Alice")
    revision = group.table.revision
    store = group.bot.store
    append = store.append

    async def full(*_: Any) -> int:
        raise StorageError("There is no room.")

    store.append = full  # type: ignore[method-assign, assignment]
    await world.advance(10)
    assert [record.name for record in world.take_errors()] == ["bot.pace"]
    hand = await group.open_hand("Alice")
    assert hand.ephemeral
    store.append = append  # type: ignore[method-assign]
    await world.advance(40)
    assert group.table.revision > revision


async def test_a_fault_in_a_computers_head_is_reported_and_the_table_is_not_lost(world: World) -> None:
    group = await alice_and(world, 1)
    await group.move("Alice")
    table = group.table
    move = table.computer_move

    async def broken(revision: int) -> None:
        raise RuntimeError("a bug")

    table.computer_move = broken  # type: ignore[method-assign, assignment]
    await world.advance(10)
    assert [record.name for record in world.take_errors()] == ["bot.pace"]
    table.computer_move = move  # type: ignore[method-assign]
    more = (await world.click(world.people["Alice"], group.board, "More")).message
    assert more is not None
    await world.click(world.people["Alice"], more, "Nudge")
    revision = table.revision
    await world.advance(10)
    assert table.revision > revision


async def test_last_tiles_are_knocked_for_and_caught(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(preset="station")
    hands = ["12-1 3-4", "12-2 2-5 5-6 8-9"]
    await put(group, dealt(hands, BONEYARD, "station", opening="single"))
    await group.move("Alice")
    hand = await group.open_hand("Alice")
    assert "knock" in hand.text
    assert {"Knock", "Catch"} <= set(group.board.buttons)
    early = await world.click(world.people["Bob"], group.board, "Catch")
    assert early.ephemeral
    await group.move("Bob")
    revision = group.table.revision
    await world.click(world.people["Bob"], group.board, "Catch")
    assert group.table.revision == revision + 1
    assert "forgot to knock" in group.board.text
    assert group.table.match is not None
    assert group.table.match.round.hands[0].bit_count() == 3


async def test_who_knocks_in_time_is_not_caught_and_computers_always_knock(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(preset="station", computers=1)
    hands = ["12-1 3-4", "12-2 2-5"]
    await put(group, dealt(hands, BONEYARD, "station", opening="single"))
    await group.move("Alice")
    revision = group.table.revision
    await world.advance(9)
    assert group.table.revision == revision, "there is time to knock"
    await world.click(world.people["Alice"], group.board, "Knock")
    assert "Alice knocked" in group.board.text
    again = await world.click(world.people["Alice"], group.board, "Knock")
    assert again.ephemeral
    await world.advance(5)
    assert "knocked" in group.board.text
    assert "Diesel knocked" in group.board.text
    late = await world.click(world.people["Alice"], group.board, "Catch")
    assert late.ephemeral


async def test_the_clock_and_a_click_at_the_same_instant_deal_one_round(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    await group.play_round()
    table = group.table
    clock, click = await world.as_bot(
        _both(table.next_round(None, table.revision), table.next_round(world.people["Bob"].id))
    )
    assert clock is None
    assert isinstance(click, Refused)
    assert table.match is not None
    assert table.match.number == 1


@pytest.mark.parametrize("clock_first", [True, False])
async def test_a_move_and_the_end_of_its_time_at_the_same_instant(world: World, clock_first: bool) -> None:
    group = await alice_and(world, 1)
    await put(group, dealt(["12-1 1-2 5-6", "12-4 4-5 8-9"], "0-1 0-2 0-3"))
    table, alice = group.table, world.people["Alice"].id
    works = [table.computer_move(table.revision, late=True), table.play(alice, table.revision, parse_move("12-1>1"))]
    before = table.revision
    await world.as_bot(_both(*works if clock_first else works[::-1]))  # type: ignore[arg-type]
    log = [row.move for revision, row in await world.as_bot(group.bot.store.log(table.id)) if revision > before]
    assert log == (["12-1>1", "2-1>1", "end"] if clock_first else ["12-1>1"])
    assert table.seats[0].missed == int(clock_first)


async def test_a_computers_move_and_a_stop_at_the_same_instant(world: World) -> None:
    group = await alice_and(world, 1)
    await group.move("Alice")
    table = group.table
    results = await world.as_bot(_both(table.computer_move(table.revision), table.stop(world.people["Alice"].id)))
    assert results == [None, None]
    assert table.status is Status.STOPPED
    revision = table.revision
    await world.advance(60)
    assert table.revision == revision
    assert await world.as_bot(group.bot.store.unshown()) == ()


async def _both(*works: Coroutine[Any, Any, None]) -> list[BaseException | None]:
    return await asyncio.gather(*works, return_exceptions=True)
