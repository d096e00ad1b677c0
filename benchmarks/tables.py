"""Tables to measure with: real stores in a temporary folder, with people who sit down and play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import time

from bot.kept import Services
from bot.table import Table
from bot.tables import Tables
from game.rules import Rules
from storage.sqlite import SqliteStore


@asynccontextmanager
async def a_store() -> AsyncIterator[SqliteStore]:
    """A store of its own, gone afterwards."""
    with TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "games.sqlite3")
        try:
            yield store
        finally:
            await store.close()


async def seated(store: SqliteStore, number: int, seats: int = 4) -> Table:
    """A started table in a channel of its own; its people have the ids 1 to `seats`."""
    tables = Tables(Services(store, time, Random(number), lambda table: None))
    table = await tables.open(
        guild_id=1 + number // 10,
        channel_id=1000 + number,
        host_id=1,
        host="One",
        rules=Rules.of("club"),
        wanted=seats,
        language="en",
    )
    for user in range(2, seats + 1):
        await table.join(user, f"Player {user}")
    await table.start(1)
    return table
