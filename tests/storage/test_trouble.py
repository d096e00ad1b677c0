"""Cancelled tasks, full disks and locks leave the store usable, with nothing half done."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import aiosqlite
import pytest

from storage import SqliteStore, StorageError
from storage.connection import Database, _Connection
from tests.storage.helpers import begin, query, step


@pytest.mark.parametrize("moments", [*range(12), 20, 40])
async def test_a_cancelled_step_is_kept_whole_or_not_at_all(store: SqliteStore, moments: int) -> None:
    game = await begin(store)
    task = asyncio.create_task(store.append(game.id, 0, step("draw", "pass")))
    for _ in range(moments):
        await asyncio.sleep(0.0001)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    loaded = await store.load(game.id)
    assert loaded is not None
    assert loaded.revision in (0, 2)
    assert len(await store.log(game.id)) == loaded.revision
    assert await store.append(game.id, loaded.revision, step()) == loaded.revision + 1


async def test_a_transaction_under_way_ends_before_its_cancelled_caller(path: Path) -> None:
    database = await Database.open(path)
    written, go_on = asyncio.Event(), asyncio.Event()

    async def slow(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO settings VALUES ('a', 'b')")
        written.set()
        await go_on.wait()

    async def count(db: aiosqlite.Connection) -> int:
        return len(list(await db.execute_fetchall("SELECT * FROM settings")))

    task = asyncio.create_task(database.write(slow))
    await written.wait()
    waiting = asyncio.create_task(database.write(slow))
    for _ in range(3):  # a caller that is cancelled again and again waits all the same
        task.cancel()
        waiting.cancel()
        await asyncio.sleep(0.001)
    assert waiting.cancelled()  # its turn had not come: it changed nothing
    assert not task.done()
    reader = asyncio.create_task(database.read(count))
    await asyncio.sleep(0.001)
    assert not reader.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await reader == 1
    await database.close()


async def test_a_transaction_that_is_cancelled_itself_is_rolled_back(path: Path) -> None:
    """As when the event loop is torn down and cancels every task."""
    database = await Database.open(path)
    written = asyncio.Event()

    async def endless(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO settings VALUES ('a', 'b')")
        written.set()
        await asyncio.sleep(3600)

    before = asyncio.all_tasks()
    caller = asyncio.create_task(database.write(endless))
    await written.wait()
    for task in asyncio.all_tasks() - before:
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert query(path, "SELECT * FROM settings") == []
    await SqliteStore(database).remember("a", "c")
    await database.close()


async def test_a_full_disk_is_told_and_overcome(store: SqliteStore, path: Path) -> None:
    game = await begin(store)
    db = store._database._connection
    [[pages]] = await db.execute_fetchall("PRAGMA page_count")
    await db.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match=r"no room to write .* free some space") as full:
        await store.append(game.id, 0, step("draw", snapshot="x" * 100_000))
    assert str(path) in str(full.value)
    assert await store.load(game.id) == game
    assert await store.log(game.id) == ()
    await db.execute_fetchall("PRAGMA max_page_count = 100000")
    assert await store.append(game.id, 0, step("draw", snapshot="x" * 100_000)) == 1


async def test_another_programs_lock_is_told_and_overcome(path: Path) -> None:
    store = await SqliteStore.open(path, busy_timeout=0.05)
    game = await begin(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked by another program"):
        await store.append(game.id, 0, step())
    assert await store.load(game.id) == game  # reading goes on
    with pytest.raises(StorageError, match="locked by another program"):
        await SqliteStore.open(path, busy_timeout=0.05)
    other.execute("ROLLBACK")
    assert await store.append(game.id, 0, step()) == 1
    other.close()
    await store.close()


async def test_a_short_lock_is_waited_for(store: SqliteStore, path: Path) -> None:
    game = await begin(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    task = asyncio.create_task(store.append(game.id, 0, step()))
    await asyncio.sleep(0.2)
    assert not task.done()
    other.execute("ROLLBACK")
    assert await task == 1
    other.close()


async def test_an_error_in_the_code_is_no_storage_error(store: SqliteStore) -> None:
    async def wrong(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO settings VALUES ('a', 'b')")
        await db.execute("SELECT * FROM nowhere")

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await store._database.write(wrong)
    assert await store.recall("a") is None


async def test_a_transaction_whose_rollback_was_cut_off_holds_up_nobody(path: Path) -> None:
    database = await Database.open(path)
    connection = database._connection
    rollback = connection.rollback

    async def cut_off() -> None:
        raise asyncio.CancelledError

    async def wrong(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO settings VALUES ('a', 'b')")
        raise ValueError

    connection.rollback = cut_off  # type: ignore[method-assign]
    with pytest.raises(asyncio.CancelledError):
        await database.write(wrong)
    connection.rollback = rollback  # type: ignore[method-assign]
    store = SqliteStore(database)
    assert await store.recall("a") is None
    await store.remember("c", "d")

    connection.rollback = cut_off  # type: ignore[method-assign]
    with pytest.raises(asyncio.CancelledError):
        await database.write(wrong)
    connection.rollback = rollback  # type: ignore[method-assign]
    await store.close()
    other = await SqliteStore.open(path, busy_timeout=0.05)
    assert await other.recall("c") == "d"
    await other.close()


@pytest.mark.parametrize("method", ["execute", "executemany"])
def test_cursors_that_are_let_go_of_in_another_thread_do_no_harm(method: str) -> None:
    """Letting go of one would reset a statement that is being run again: “API misuse”, now and then."""
    db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None, factory=_Connection)
    db.execute("CREATE TABLE numbers (n)")
    cursors: SimpleQueue[sqlite3.Cursor | None] = SimpleQueue()

    def fill() -> None:
        try:
            for number in range(5000):
                values = [(number,)] * 3 if method == "executemany" else (number,)
                cursors.put(getattr(db, method)("INSERT INTO numbers VALUES (?)", values))
        finally:
            cursors.put(None)

    with ThreadPoolExecutor(1) as pool:
        filling = pool.submit(fill)
        while cursors.get() is not None:
            pass  # the cursor is gone here
        filling.result()
    assert db.execute("SELECT count(*) FROM numbers").fetchone() == (15000 if method == "executemany" else 5000,)
    db.close()
