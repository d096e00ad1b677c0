"""A full or failing disk, a database that is locked, read-only or damaged: nothing is lost, and it goes on later."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import resource
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from bot import client
from bot.client import Caboose
from storage import SqliteStore, StorageError
from storage.models import Status
from tests.crash.audit import all_games, audit
from tests.crash.scenes import component_for, good_move, newest_board, press, reach
from tests.end_to_end.group import Group
from tests.harness import World

UNSAVED = "could not be saved just now, so nothing was changed"
KNOWN = (
    "A change could not be saved",
    "No sign of life",
    "no room to write",
    "is locked",
    "cannot be written",
    "failed to read or write",
)
"""What the log says of such a time, and nothing else."""

Trouble = Callable[[SqliteStore], AbstractAsyncContextManager[None]]


def make(path: Path) -> Callable[[Callable[[], float]], Caboose]:
    return lambda now: Caboose(path, now=now, random=Random(1))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes of its own, where that can be made: by root."""
    disk = tmp_path / "disk"
    disk.mkdir()
    with suppress(OSError):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True, check=False)
    yield disk
    if disk.is_mount():
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest_asyncio.fixture
async def group(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Group]:
    """Alice and Bob in the middle of a round; in the end the database is as it should be."""
    assert 1 <= client.LOCKED <= 2, "a lock is waited for, but for no longer than an answer may take"
    monkeypatch.setattr(client, "LOCKED", 0.05)
    path = folder / "games"
    async with World(make(path), people=("Alice", "Bob", "Carol"), settle_timeout=60) as world:
        group = Group(world, "Alice", "Bob")
        await reach(group, "move")
        yield group
        store = group.bot.store
        await world.as_bot(audit(store, path, await world.as_bot(all_games(store, path))))


# What can be wrong


@asynccontextmanager
async def full(store: SqliteStore) -> AsyncIterator[None]:
    """There is no room left on the disk."""
    folder = store._database.path.parent
    if not folder.is_mount():
        pytest.skip("no file system can be made here")
    filler = folder / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    try:
        yield
    finally:
        filler.unlink()


@asynccontextmanager
async def failing(store: SqliteStore) -> AsyncIterator[None]:
    """The disk takes nothing more: no file may become larger than the write-ahead log is now."""
    size = os.stat(f"{store._database.path}-wal").st_size  # noqa: PTH116
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def locked(store: SqliteStore) -> AsyncIterator[None]:
    """Another program is in the middle of a change."""
    other = sqlite3.connect(store._database.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@asynccontextmanager
async def read_only(store: SqliteStore) -> AsyncIterator[None]:
    """Nothing may be written."""
    db = store._database._connection
    await db.execute_fetchall("PRAGMA query_only = ON")
    yield
    await db.execute_fetchall("PRAGMA query_only = OFF")


TROUBLES = (full, failing, locked, read_only)


def only_known_errors(world: World) -> None:
    """The log tells of the trouble, and of nothing that was not expected."""
    errors = [record.getMessage() for record in world.take_errors()]
    assert errors
    assert [error for error in errors if not any(known in error for known in KNOWN)] == []


# While the bot runs


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_click_is_answered_and_changes_nothing(group: Group, trouble: Trouble) -> None:
    world, table, store = group.world, group.table, group.bot.store
    name = group.to_move()
    assert name is not None
    assert table.match is not None
    hand = await group.open_hand(name)
    component = component_for(group, hand, good_move(table.match))
    before = table.game
    async with trouble(store):
        for _ in range(2):
            answer = await press(group, name, hand, component)
            assert UNSAVED in answer.text
            assert answer.ephemeral
        assert table.game == before
        assert (await group.open_hand(name)).pictures, "what only reads goes on"
    only_known_errors(world)
    saved = await world.as_bot(store.load(table.id))
    assert saved == before
    answer = await press(group, name, hand, component)
    assert UNSAVED not in answer.text
    assert table.revision > before.revision
    await world.advance(60)
    assert newest_board(group) is not None


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_computer_waits_and_moves_later(group: Group, trouble: Trouble) -> None:
    world, store = group.world, group.bot.store
    await world.as_bot(group.table.stop(world.people["Alice"].id))
    alone = Group(world, "Alice")
    await alone.start(computers=1, rounds=3)
    while not alone.table.moves_by_itself:
        await alone.move("Alice")
    table = alone.table
    revision = table.revision
    async with trouble(store):
        await world.advance(100)
        assert table.revision == revision
    only_known_errors(world)
    await world.advance(60)
    assert table.revision > revision
    assert newest_board(alone) is not None


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_the_next_round_comes_later(group: Group, trouble: Trouble) -> None:
    world, table = group.world, group.table
    await group.play_round()
    ended = table.revision
    async with trouble(group.bot.store):
        await world.advance(200)
        assert table.revision == ended
        answer = await world.click(world.people["Bob"], group.board, "Next round")
        assert UNSAVED in answer.text
    only_known_errors(world)
    await world.advance(60)
    assert table.status is Status.PLAYING
    assert newest_board(group) is not None


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_lobby_that_cannot_be_saved_is_not_opened(group: Group, trouble: Trouble) -> None:
    world = group.world
    channel = world.guild.create_text_channel("more-games")
    async with trouble(group.bot.store):
        answer = await world.slash(world.people["Carol"], "train new", channel=channel)
        assert UNSAVED in answer.text
        assert group.bot.tables.in_channel(channel.id) is None
    only_known_errors(world)
    answer = await world.slash(world.people["Carol"], "train new", channel=channel)
    assert "take a seat" in answer.text


async def test_a_board_is_shown_even_if_that_cannot_be_noted(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    world, store, table = group.world, group.bot.store, group.table
    shown, failures = store.shown, []

    async def fail(*values: Any) -> None:
        failures.append(values)
        raise StorageError("There is no room.")

    monkeypatch.setattr(store, "shown", fail)
    name = group.to_move()
    assert name is not None
    await group.move(name)
    assert newest_board(group) is not None
    await world.advance(600)
    assert len(failures) < 20, "it is not tried without end"
    boards = [message for message in world.bot_messages() if "My hand" in message.buttons and message.alt_texts]
    assert len(boards) == 1
    monkeypatch.setattr(store, "shown", shown)
    while table.moves_by_itself:
        await world.advance(5)
    await group.move(group.to_move() or "")
    saved = await world.as_bot(store.load(table.id))
    assert saved is not None
    assert saved.shown_revision == saved.revision


async def test_a_lobby_whose_message_cannot_be_noted_is_open_all_the_same(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, store = group.world, group.bot.store
    channel = world.guild.create_text_channel("more-games")
    shown = store.shown

    async def fail(*_: Any) -> None:
        raise StorageError("There is no room.")

    monkeypatch.setattr(store, "shown", fail)
    answer = await world.slash(world.people["Carol"], "train new", channel=channel)
    assert [UNSAVED in message.text for message in answer.messages] == [False]
    assert "take a seat" in answer.text
    monkeypatch.setattr(store, "shown", shown)
    await world.advance(60)
    [lobby] = world.bot_messages(channel)
    await world.click(world.people["Bob"], lobby, "Join")
    saved = await world.as_bot(store.game_in(channel.id))
    assert saved is not None
    assert (saved.message_id, saved.shown_revision) == (lobby.id, saved.revision)


async def until(done: Callable[[], bool]) -> None:
    """Give a worker that still draws its real time."""
    for _ in range(500):
        if done():
            return
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("what", ["move", "refusal", "error", "end"])
async def test_a_slow_disk_lets_discord_wait_for_the_answer(
    group: Group, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Discord takes no answer after three seconds, but for a click that it was told to wait for."""
    world, table, store = group.world, group.table, group.bot.store
    if what == "end":
        await reach(group, "round")
    name = group.to_move()
    assert name is not None
    assert table.match is not None
    hand = await group.open_hand(name)
    component = component_for(group, hand, good_move(table.match))
    append = store.append

    async def slow(*values: Any) -> int:
        await asyncio.sleep(8)
        if what == "error":
            raise StorageError("There is no room.")
        return await append(*values)

    monkeypatch.setattr(store, "append", slow)
    answer = await press(group, name, hand, component, answered=False)
    other = None
    if what == "refusal":  # waits for the table's lock, and is refused then
        other = await press(group, name, hand, component, answered=False)
    await world.advance(2.9)
    assert answer.kind == "deferred_update"
    await world.advance(10)
    monkeypatch.setattr(store, "append", append)
    if what != "refusal":  # else the other hand has taken its place
        [followup] = answer.result.followups
        assert followup.ephemeral
    if what == "error":
        assert UNSAVED in answer.messages[-1].text
        only_known_errors(world)
    elif what == "end":
        assert "The round is over" in answer.messages[-1].text
    elif what == "move":
        assert answer.messages[-1].pictures
    elif other is not None:
        assert other.kind == "deferred_update"
        await until(lambda: bool(other.messages))
        assert "moved on" in other.messages[-1].text
    await world.advance(5)
    assert newest_board(group) is not None


async def test_an_answer_that_is_ready_while_discord_is_told_to_wait_comes_after_that(group: Group) -> None:
    """Told to wait and answered at the same moment: one of both would be refused."""
    import discord

    world = group.world
    defer, begun = discord.InteractionResponse.defer, []

    async def slow_defer(self: Any, **options: Any) -> None:
        begun.append(world.now())
        await asyncio.sleep(1)
        await defer(self, **options)

    append = group.bot.store.append

    async def slow(*values: Any) -> int:
        await asyncio.sleep(1.5)
        return await append(*values)

    name = group.to_move()
    assert name is not None
    assert group.table.match is not None
    hand = await group.open_hand(name)
    component = component_for(group, hand, good_move(group.table.match))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "defer", slow_defer)
        patch.setattr(group.bot.store, "append", slow)
        answer = await press(group, name, hand, component, answered=False)
        await world.advance(5)
    assert begun
    assert answer.kind == "deferred_update"
    assert answer.messages[-1].pictures


async def test_a_database_that_is_damaged_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "games"
    async with World(make(path), people=("Alice", "Bob")) as world:
        group = Group(world, "Alice", "Bob")
        await reach(group, "move")
        name, before = group.to_move(), group.table.game
        assert name is not None
        await group.open_hand(name)
        db = group.bot.store._database._connection
        await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        await db.execute_fetchall("PRAGMA cache_size = 0")
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        assert UNSAVED in (await group.move(name)).text
        assert group.table.game == before
        assert any("is damaged" in record.getMessage() for record in world.take_errors())
        await world.advance(60)
        assert (await group.open_hand(name)).pictures
        world.take_errors()


# At the start


@pytest.mark.parametrize("trouble", [locked])
async def test_a_database_that_cannot_be_used_is_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr(client, "LOCKED", 0.05)
    path = tmp_path / "games"
    store = await SqliteStore.open(path)
    async with trouble(store):
        with pytest.raises(StorageError, match="locked by another program"):
            async with World(make(path)):
                pass
    await store.close()
    async with World(make(path)):
        pass


async def test_pages_that_are_damaged_are_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "games"
    async with World(make(path), people=("Alice", "Bob")) as world:
        await reach(Group(world, "Alice", "Bob"), "move")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StorageError, match="is damaged: stop the bot and put a backup in its place"):
        async with World(make(path)):
            pass


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"version": 99}', '{"rules": 5}', "\x00"])
@pytest.mark.parametrize("column", ["snapshot", "rules", "undo"])
async def test_a_game_that_cannot_be_read_keeps_no_other_from_going_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, column: str, text: str
) -> None:
    path = tmp_path / "games"
    async with World(make(path), people=("Alice", "Bob")) as world:
        await reach(Group(world, "Alice", "Bob"), "move")
        other = world.guild.create_text_channel("more-games")
        group = Group(world, "Alice", "Bob", channel=other)
        await group.start(rounds=1)
        with sqlite3.connect(path) as db:
            before = db.execute(f"SELECT {column} FROM games WHERE id = 1").fetchone()[0]
            db.execute(f"UPDATE games SET {column} = ? WHERE id = 1", (text,))
        db.close()
        with caplog.at_level(logging.ERROR):
            await world.restart()
        told = [record.getMessage() for record in caplog.records if record.name == "bot.tables"]
        assert set(told) <= {"Game 1 cannot be read by this version of the bot; it is left as it is."}
        name = group.to_move()
        assert name is not None
        await group.move(name)
        lobby = await world.slash(world.people["Alice"], "train new")
        hand = await world.slash(world.people["Alice"], "train hand")
        assert lobby.text
        assert hand.text
        secrets = re.findall(r'"([0-9a-f]{8,})"', before or "")
        assert secrets or column == "rules" or not before
        assert not any(secret in caplog.text for secret in secrets), "the log tells of hands"
        world.take_errors()


@pytest.mark.parametrize("command", ["train new", "train new, taken", "train verify", "leaderboard", "stats"])
async def test_a_slow_disk_lets_discord_wait_for_a_command(
    group: Group, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    world, store = group.world, group.bot.store
    free = world.guild.create_text_channel("free")
    for name in ("create", "latest_in", "leaderboard", "stats"):
        _slow_down(monkeypatch, store, name)
    channel = free if command == "train new" else world.channel
    name = command.partition(",")[0]
    answer = await world.slash(world.people["Alice"], name, channel=channel, answered=False)
    await world.advance(2.9)
    assert answer.kind == "deferred"
    await world.advance(10)
    [message] = answer.messages
    assert message.ephemeral == (command in ("train verify", "stats"))
    if command == "train new":
        monkeypatch.undo()
        assert group.bot.tables.in_channel(free.id) is not None
        await world.click(world.people["Bob"], message, "Join")
        assert "Bob" in message.text
    elif command == "train new, taken":
        assert "has a game already" in message.text


def _slow_down(monkeypatch: pytest.MonkeyPatch, store: SqliteStore, name: str) -> None:
    work = getattr(store, name)

    async def slow(*values: Any, **options: Any) -> Any:
        await asyncio.sleep(8)
        return await work(*values, **options)

    monkeypatch.setattr(store, name, slow)
