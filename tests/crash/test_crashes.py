"""A bot that is cut off at any call loses no move that it has told of, makes none twice, and shows all of it again."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import SavedGame, SqliteStore
from storage.models import Status
from tests.crash.audit import Notes, all_games, audit
from tests.crash.breaking import DEAD, Breaker, breaking
from tests.crash.effort import TORTURE
from tests.crash.processes import Nursery, nursery
from tests.crash.scenes import (
    SCENES,
    begin,
    component_for,
    good_move,
    move,
    prepare,
    press,
    reach,
    shown,
    world_on,
)
from tests.end_to_end.group import Group


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    with nursery() as found:
        yield found


def points() -> Iterator[int]:
    """Which points to crash at: all of them, or the 1st, 2nd, 4th, 8th and so on."""
    at = 1
    while True:
        yield at
        at += 1 if TORTURE else at


@pytest.mark.parametrize("scene", SCENES)
def test_a_process_that_ends_itself_at_any_call(tmp_path: Path, children: Nursery, scene: str) -> None:
    moment = tmp_path / "moment"
    asyncio.run(prepare(moment, scene))
    assert not moment.with_name("moment-wal").exists(), "a bot that was stopped leaves all in one file"
    tried = []
    for at in points():
        path = tmp_path / f"games-{at}"
        shutil.copyfile(moment, path)
        notes = tmp_path / f"notes-{at}"
        status = children.run("crash", path=str(path), notes=str(notes), at=at)
        assert status in (0, DEAD)
        asyncio.run(_look_after(path, Notes.read(notes), last=status == 0))
        tried.append(at)
        if status == 0:
            break
    print(f"{scene}: a process ended at each of the points {tried[:-1]}; {notes.read_text().splitlines()[-1]}")


async def _look_after(path: Path, notes: Notes, *, last: bool) -> None:
    """Open the database with the real bot in a new world: all is there, is shown, and the game goes on."""
    before = await _only_game(path)
    async with world_on(path) as world:
        group = Group(world, "Alice", "Bob")
        await _audit(group, path, notes)
        if before.shown_revision == before.revision:  # in a message of the other world: it is not missed by itself
            await world.advance(60)
            await world.slash(world.people["Alice"], "train board")
        assert shown(group)
        ended = group.bot.tables.in_channel(world.channel.id) is None
        assert ended or not last or group.table.status is not Status.LOBBY
        await go_on(group)
        await _audit(group, path, notes)


async def _only_game(path: Path) -> SavedGame:
    store = await SqliteStore.open(path)
    [game] = await all_games(store, path)
    await store.close()
    return game


async def _audit(group: Group, path: Path, notes: Notes) -> None:
    store: SqliteStore = group.bot.store
    await group.world.as_bot(audit(store, path, await group.world.as_bot(all_games(store, path)), notes))


async def go_on(group: Group) -> None:
    """Play on by clicking what is there: the next round or a new game, if this one is over, and two moves."""
    world = group.world
    table = group.bot.tables.in_channel(group.channel.id)
    if table is None:
        await begin(world, rounds=1)
    elif table.status is Status.BETWEEN:
        await world.click(world.people["Bob"], group.board, "Next round")
    table = group.table
    revision = table.revision
    for _ in range(2):
        while table.moves_by_itself:
            await world.advance(5)
        if table.status is Status.PLAYING:
            name = group.to_move()
            assert name is not None
            await move(group, name)
    assert table.revision > revision
    assert shown(group)


# In one world, where messages from before the crash are still there


@pytest.mark.parametrize("scene", SCENES)
async def test_old_buttons_work_after_a_crash_at_any_call(tmp_path: Path, scene: str) -> None:
    path = tmp_path / "games"
    breaker = Breaker(cancel=True)
    tried, done, doubled = [], False, 0
    with breaking(breaker):
        async with world_on(path) as world:
            group = Group(world, "Alice", "Bob")
            for at in points():
                await reach(group, scene)
                done = await _crash(group, path, breaker, at)
                boards = [m for m in world.bot_messages() if "My hand" in m.buttons and m.alt_texts]
                doubled += len(boards) > 1
                tried.append(at)
                if done:
                    break
            found = await world.as_bot(
                audit(group.bot.store, path, await world.as_bot(all_games(group.bot.store, path)))
            )
    print(f"{scene}: crashes at the points {tried[:-1]} of {len(breaker.points)}; {doubled} left two boards; {found}")


async def _crash(group: Group, path: Path, breaker: Breaker, at: int) -> bool:
    """Move, crash at that point, start again, press the same button again; True if there was no such point."""
    world, table = group.world, group.table
    name = group.to_move()
    assert name is not None
    assert table.match is not None
    hand = await group.open_hand(name)
    best, revision = good_move(table.match), table.revision
    component = component_for(group, hand, best)
    breaker.arm(at)
    try:
        await press(group, name, hand, component, answered=False)
        await world.advance(0.5)
    finally:
        reached = breaker.dead
        breaker.disarm()
    if not reached:
        return True
    await world.restart(crash=True)
    kept = await world.as_bot(group.bot.store.load(table.id))
    assert kept is not None
    assert kept.revision == revision or kept.revision > revision
    assert shown(group)
    answer = await press(group, name, hand, component)
    log = await world.as_bot(group.bot.store.log(table.id))
    assert [row.move for number, row in log if number == revision + 1] == [str(best)]
    if kept.revision > revision:
        after = await world.as_bot(group.bot.store.load(table.id))
        assert after is not None
        assert after.revision == kept.revision, "a move was made twice"
        assert answer.text
    assert shown(group)
    if not hand.deleted and group.bot.tables.in_channel(group.channel.id) is not None:
        await world.click(world.people["Bob"], group.board, "Rules")
    await world.as_bot(audit(group.bot.store, path, await world.as_bot(all_games(group.bot.store, path))))
    return False


async def test_the_harness_sees_a_move_that_is_lost(tmp_path: Path) -> None:
    """The audit itself: it fails on a log that lacks a move of which somebody was told, or has a refused one."""
    path = tmp_path / "games"
    async with world_on(path) as world:
        group = Group(world, "Alice", "Bob")
        await reach(group, "move")
        games = await world.as_bot(all_games(group.bot.store, path))
        last, row = (await world.as_bot(group.bot.store.log(group.table.id)))[-1]
        for kept, refused in (
            ({(1, last, row.user_id, "draw>9")}, set()),
            ({(1, last + 1, row.user_id, row.move)}, set()),
            (set(), {(1, last - 1, row.user_id, row.move)}),
        ):
            with pytest.raises(AssertionError):
                await audit(group.bot.store, path, games, Notes(kept, refused))
