"""After a restart, clean or in mid-work, every unfinished game goes on, and no accepted move is lost or doubled."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from storage import SqliteStore
from storage.models import Status
from tests.end_to_end.group import Group
from tests.end_to_end.logs import check_log, moves
from tests.end_to_end.positions import dealt, put, start_short
from tests.harness import World

ROOT = Path(__file__).parents[2]
HANDS = ["12-1 1-2 2-3 5-6", "12-4 4-5 8-9 0-0"]
BONEYARD = "0-1 0-2 0-3 0-5"
crash = pytest.mark.parametrize("crash", [False, True], ids=["stop", "crash"])


@crash
async def test_a_lobby_goes_on(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    await world.restart(crash=crash)
    await world.click(world.people["Carol"], lobby, "Join")
    assert "3. Carol" in lobby.text
    await world.click(world.people["Alice"], lobby, "Start")
    assert group.table.status is Status.PLAYING
    assert len(world.bot_messages()) == 1


@crash
async def test_an_opening_goes_on_with_the_hand_that_was_open(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    hand = await group.open_hand("Alice")
    await world.choose(world.people["Alice"], hand, "12-1>1")
    await world.restart(crash=crash)
    await world.click(world.people["Alice"], hand, re.compile("^Lay train"))
    assert group.to_move() == "Bob"
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text
    assert await moves(group) == ["12-1>1", "2-1>1", "3-2>1", "end"]


@crash
async def test_a_game_goes_on_after_every_single_move(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=1)
    game = group.table.id
    for _ in range(25):
        if group.bot.tables.in_channel(world.channel.id) is None:
            break
        name = group.to_move()
        if name and group.table.has_choice:
            await group.move(name)
        else:
            await world.advance(5)
        before = await world.as_bot(group.bot.store.load(game))
        await world.restart(crash=crash)
        after = await world.as_bot(group.bot.store.load(game))
        assert after is not None
        assert before is not None
        assert (after.revision, after.snapshot, after.seats) == (before.revision, before.snapshot, before.seats)
    assert len([message for message in world.bot_messages() if message.alt_texts]) == 1
    await world.as_bot(check_log(group.bot.store, game))


@crash
async def test_a_table_between_rounds_goes_on(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    await group.move("Alice")
    await group.move("Bob")
    end = group.board
    await world.advance(20)
    await world.restart(crash=crash)
    assert group.table.status is Status.BETWEEN
    await world.advance(24)
    assert group.table.status is Status.BETWEEN
    await world.advance(22)  # the time for which the bot was down does not count
    assert group.table.status is Status.PLAYING  # type: ignore[comparison-overlap]
    assert not end.deleted
    assert "Next round" not in end.buttons
    assert len([message for message in world.bot_messages() if message.alt_texts]) == 2


@crash
async def test_next_round_is_pressed_after_a_restart(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    await group.move("Alice")
    await group.move("Bob")
    await world.restart(crash=crash)
    await world.click(world.people["Bob"], group.board, "Next round")
    assert "Round 2 of 2" in group.board.text


@crash
async def test_the_end_of_a_game_that_nobody_saw_is_shown_at_the_next_start(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=1)
    await group.move("Alice")
    world.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    world.inject_error("POST", "/channels/*/messages", status=500, times=None)
    game = group.table.id
    await group.move("Bob")
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.FINISHED
    assert saved.shown_revision < saved.revision
    await world.restart(crash=crash)
    world.heal()
    await world.restart(crash=crash)
    assert "wins the game" in group.world.bot_messages()[-1].text
    assert not any(message.mentions for message in world.bot_messages()), "nobody is called any more"
    await check_shown(group, game)
    sent = len(world.env.http_requests)
    await world.restart()
    assert not [r for r in world.env.http_requests[sent:] if "/messages" in r.path], "once is enough"
    await group.sit_down()


@crash
async def test_the_unseen_end_of_a_game_is_shown_above_the_game_that_came_after_it(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=1)
    await group.move("Alice")
    world.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    world.inject_error("POST", "/channels/*/messages", status=500, times=None)
    board = group.board
    await group.move("Bob")
    world.env.backend.delete_message(world.channel.id, board.id)
    await group.sit_down()
    world.heal()
    await world.restart(crash=crash)
    texts = [message.text for message in world.bot_messages()]
    assert "wins the game" in texts[-2]
    assert "take a seat" in texts[-1]
    assert sum("take a seat" in text for text in texts) == 1
    await world.click(world.people["Alice"], group.board, "Start")
    assert group.table.status is Status.PLAYING


async def test_why_a_game_was_stopped_is_told_after_a_crash_too(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    world.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    await world.as_bot(group.table.expire(group.table.revision))
    await world.restart(crash=True)
    world.heal()
    await world.restart(crash=True)
    assert "Nothing happened here for a week" in world.bot_messages()[-1].text


async def test_the_end_of_a_game_in_a_channel_that_is_gone_is_not_tried_at_every_start(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=1)
    await group.move("Alice")
    world.inject_error("*", "/channels/*/messages*", status=404, code=10003, times=None)
    game = group.table.id
    await group.move("Bob")
    await check_shown(group, game)


@crash
async def test_a_board_that_was_not_shown_is_shown_at_the_next_start(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    world.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    await group.move("Alice")
    old = group.board.as_sent().text
    assert f"board_{group.table.revision}.png" not in old
    world.heal()
    await world.restart(crash=crash)
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text
    assert len([message for message in world.bot_messages() if message.alt_texts]) == 1


async def test_a_crash_between_the_commit_and_the_board(world: World) -> None:
    """The move is stored, the answer and the board never leave."""
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    hand = await group.open_hand("Alice")
    bot = group.bot
    append = bot.store.append

    async def cut_off(*values: Any) -> int:
        await append(*values)
        await asyncio.sleep(3600)  # the process ends here
        raise AssertionError

    bot.store.append = cut_off  # type: ignore[method-assign, assignment]
    await world.click(world.people["Alice"], hand, re.compile("^Lay train"), answered=False)
    assert bot.tables.in_channel(world.channel.id).revision == 3  # type: ignore[union-attr]
    await world.restart(crash=True)
    assert await moves(group) == ["12-1>1", "2-1>1", "3-2>1", "end"]
    assert group.to_move() == "Bob"
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text
    answer = await world.click(world.people["Alice"], hand, re.compile("^Lay train"))
    assert "moved on" in answer.text
    assert len(await moves(group)) == 4


async def test_a_crash_between_posting_a_board_and_noting_it_leaves_one_board(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(31)
    shown = group.bot.store.shown

    async def cut_off(*values: Any) -> None:
        await asyncio.sleep(3600)  # the process ends here
        await shown(*values)

    group.bot.store.shown = cut_off  # type: ignore[method-assign, assignment]
    before = group.board
    await world.click(world.people["Alice"], before, "Move down")
    moved = [message for message in world.bot_messages() if message.alt_texts]
    assert moved[0] == before
    assert len(moved) == 2
    await world.restart(crash=True)
    await group.move("Bob" if group.to_move() == "Bob" else "Alice")
    assert [message for message in world.bot_messages() if message.alt_texts] == [moved[1]]


async def test_an_unclear_answer_to_a_new_board_makes_no_second_one(world: World) -> None:
    """Discord has posted the board, but its answer got lost on the way."""
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(31)
    answers = group.bot.http.send_message
    lost = 0

    async def send(*values: Any, **options: Any) -> Any:
        nonlocal lost
        answer = await answers(*values, **options)
        if not lost:
            lost += 1
            raise aiohttp.ServerDisconnectedError
        return answer

    group.bot.http.send_message = send  # type: ignore[method-assign]
    await world.click(world.people["Alice"], group.board, "Move down")
    await world.advance(60)
    assert lost
    assert len([message for message in world.bot_messages() if message.alt_texts]) == 1


async def test_a_stop_in_the_middle_of_a_computers_move(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    bot = group.bot
    append = bot.store.append

    async def slow(*values: Any) -> int:
        await asyncio.sleep(1)
        return await append(*values)

    bot.store.append = slow  # type: ignore[method-assign, assignment]
    await world.advance(4.5)
    await world.restart()
    await world.advance(10)
    assert (await moves(group))[4:] == ["12-4>2", "5-4>2", "end"]


async def test_two_games_of_which_one_cannot_be_read(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    broken = group.table.id
    other = world.guild.create_text_channel("other")
    sound = Group(world, "Alice", "Bob", channel=other)
    await sound.start(rounds=1)
    path = group.bot._database
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET snapshot = '{}' WHERE id = ?", (broken,))
    db.close()
    await world.restart()
    assert [record.name for record in world.take_errors()] == ["bot.tables"]
    await sound.move("Alice")
    for command in ("train new", "train board", "train hand"):
        answer = await world.slash(world.people["Alice"], command)
        assert answer.ephemeral
        assert "another version" in answer.text
    assert "Only the host or a moderator" in (await world.slash(world.people["Bob"], "train stop")).text
    assert "stopped" in (await world.slash(world.people["Alice"], "train stop")).text
    saved = await world.as_bot(group.bot.store.load(broken))
    assert saved is not None
    assert saved.status is Status.STOPPED
    await world.restart()
    await group.sit_down()
    await sound.move("Bob")


async def test_commands_are_registered_once(world: World) -> None:
    def puts() -> int:
        return sum(r.method == "PUT" and r.path.endswith("/commands") for r in world.env.http_requests)

    assert puts() == 1
    await world.restart()
    await world.restart(crash=True)
    assert puts() == 1


@pytest.mark.parametrize("lines", [1, 9, 40])
def test_every_acknowledged_move_is_there_once_after_a_kill(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "games.sqlite3"
    command = [sys.executable, "-m", "tests.end_to_end.endless", str(path)]
    known: list[tuple[int, str]] = []
    for _ in range(2):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            printed = [child.stdout.readline() for _ in range(lines)]
            child.kill()
            printed += child.stdout.read().splitlines(keepends=True)
        assert child.returncode == -9
        known += [(int(line.split()[0]), line.split()[1]) for line in printed if line.endswith("\n")]
    log = asyncio.run(reopened(path))
    assert all(log[number - 1] == (number, move) for number, move in known)
    assert len(log) - known[-1][0] <= 3, "at most the move under way, and what it forced"


async def reopened(path: Path) -> list[tuple[int, str]]:
    """The log of game 1, which fits its snapshot."""
    store = await SqliteStore.open(path)
    try:
        await check_log(store, 1)
        return [(number, row.move) for number, row in await store.log(1)]
    finally:
        await store.close()


async def check_shown(group: Group, game: int) -> None:
    saved = await group.world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.shown_revision == saved.revision
