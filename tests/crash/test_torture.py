"""Processes that play many tables on one database are killed at random times; what they told of is always there."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from storage import SqliteStore
from storage.models import Status
from tests.crash.audit import Found, Notes, all_games, audit
from tests.crash.effort import TORTURE
from tests.crash.processes import nursery
from tests.crash.scenes import channels_of, move, shown, world_on
from tests.end_to_end.group import Group

KILLS = 250 if TORTURE else 8
TABLES = 12
LOOK = 25 if TORTURE else 8
"""After so many kills the real bot opens the database, too."""


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [1, 2] if TORTURE else [1])
def test_every_move_that_was_told_of_survives_kill_9(tmp_path: Path, seed: int) -> None:
    path, random = tmp_path / "games", Random(seed)
    place = asyncio.run(_place(tmp_path / "place"))
    seen: Counter[str] = Counter()
    begun = time.monotonic()
    with nursery() as children:
        for number in range(1, KILLS + 1):
            notes = tmp_path / f"notes-{number}"
            status = children.kill(
                "load",
                random.expovariate(4),
                path=str(path),
                notes=str(notes),
                seed=seed * 1000 + number,
                **place,
            )
            assert status == -9, f"it ended by itself with {status}"
            told = Notes.read(notes)
            asyncio.run(_reopen(path, told, everything=number % LOOK == 0))
            seen["moves told of"] += len(told.kept)
            seen["refusals"] += len(told.refused)
            if number % LOOK == 0:
                copy = tmp_path / "copy"
                for file in tmp_path.glob("copy*"):
                    file.unlink()
                shutil.copyfile(path, copy)
                _call_shown(copy)
                seen["boards shown"] += asyncio.run(_show_and_play(copy))
    found = asyncio.run(_reopen(path, Notes(), everything=True))
    print(f"seed {seed}: killed {KILLS} times in {time.monotonic() - begun:.0f} s; {dict(seen)}; {found}")
    assert found.finished > 0
    assert seen["moves told of"] > KILLS


async def _place(path: Path) -> dict[str, object]:
    """The ids of a world's server, channels and people, which are the same in each such world."""
    async with world_on(path, channels=TABLES) as world:
        channels = channels_of(world)
        people = [person.id for person in world.people.values()]
        return {"guild": world.guild.id, "channels": [channel.id for channel in channels], "people": people}


def _call_shown(path: Path) -> None:
    """Let the ends of old games pass for shown: nobody has published them."""
    with closing(sqlite3.connect(path)) as db, db:
        newest = "(SELECT max(id) FROM games)"
        db.execute(f"UPDATE games SET shown_revision = revision WHERE id < {newest} - 20")


async def _reopen(path: Path, notes: Notes, *, everything: bool) -> Found:
    """Check the games that the process played, or all that there are."""
    store = await SqliteStore.open(path)
    try:
        if everything:
            games = await all_games(store, path)
        else:
            games = [game for number in notes.reached if (game := await store.load(number)) is not None]
            assert len(games) == len(notes.reached)
        return await audit(store, path, games, notes)
    finally:
        await store.close()


async def _show_and_play(path: Path) -> int:
    """The real bot shows each game that goes on, and its people can move."""
    boards = 0
    async with world_on(path, channels=TABLES) as world:
        for channel in channels_of(world):
            group = Group(world, "Alice", "Bob", "Carol", channel=channel)
            table = group.bot.tables.in_channel(channel.id)
            if table is None or table.status is Status.LOBBY:
                continue
            assert shown(group)
            boards += 1
            name = group.to_move()
            if name is not None and not table.moves_by_itself:
                await move(group, name)
                assert shown(group)
        await world.as_bot(audit(group.bot.store, path, await world.as_bot(all_games(group.bot.store, path))))
    return boards
