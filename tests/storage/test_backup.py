"""A backup is one moment of a running store, in a file of its own."""

import asyncio
from pathlib import Path

import pytest

from storage import SqliteStore, StorageError
from tests.storage.helpers import begin, query, step


async def test_a_backup_opens_as_a_store_with_the_same_games(store: SqliteStore, tmp_path: Path) -> None:
    game = await begin(store)
    await store.backup(tmp_path / "copy.db")
    await store.append(game.id, 0, step())
    copy = await SqliteStore.open(tmp_path / "copy.db")
    assert await copy.load(game.id) == game
    await copy.close()


async def test_a_backup_while_games_go_on_is_consistent(store: SqliteStore, tmp_path: Path) -> None:
    game = await begin(store)
    revision = 0
    backup = asyncio.create_task(store.backup(tmp_path / "copy.db"))
    while not backup.done() or revision < 20:
        revision = await store.append(game.id, revision, step("draw", "pass", snapshot="x" * 10_000))
    await backup
    copy = await SqliteStore.open(tmp_path / "copy.db")
    then = await copy.load(game.id)
    assert then is not None
    assert [n for n, _ in await copy.log(game.id)] == list(range(1, then.revision + 1))
    assert then.revision % 2 == 0
    await copy.close()
    assert query(tmp_path / "copy.db", "PRAGMA integrity_check") == [("ok",)]


async def test_a_backup_overwrites_nothing(store: SqliteStore, tmp_path: Path, path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StorageError, match="already exists: choose another name"):
        await store.backup(tmp_path / "copy.db")
    with pytest.raises(StorageError, match="already exists"):
        await store.backup(path)
    assert (tmp_path / "copy.db").read_text() == "precious"


async def test_a_backup_into_nowhere_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"create .*no first"):
        await store.backup(tmp_path / "no" / "copy.db")
    with pytest.raises(StorageError, match="try elsewhere"):
        await store.backup(tmp_path / ("x" * 300))


async def test_a_half_copy_of_a_killed_process_is_replaced(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "copy.db.part").write_text("half")
    await store.backup(str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db.part").exists()
