"""A database of any earlier version is brought to the newest, whole or not at all."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from storage import SqliteStore, StorageError
from storage.connection import Database
from storage.models import Deal, LogRow, Seat, Status, Step
from storage.schema import APPLICATION_ID, MIGRATIONS
from tests.storage.helpers import query

EXTRA = "CREATE TABLE extra (a INTEGER) STRICT;\nINSERT INTO extra VALUES (1);\n"
BROKEN = "CREATE TABLE half (a INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n"


async def bring_to(path: Path, migrations: Sequence[str]) -> None:
    await (await Database.open(path, migrations=migrations)).close()


def everything(path: Path) -> list[object]:
    """The schema, the version and the mark."""
    return [
        query(path, "SELECT type, name, sql FROM sqlite_schema ORDER BY name"),
        query(path, "PRAGMA user_version"),
        query(path, "PRAGMA application_id"),
    ]


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
async def test_every_version_is_brought_to_the_newest(tmp_path: Path, version: int) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    await bring_to(old, MIGRATIONS[:version])
    assert query(old, "PRAGMA user_version") == [(version,)]
    await bring_to(old, MIGRATIONS)
    await bring_to(new, MIGRATIONS)
    assert everything(old) == everything(new)
    assert query(old, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert query(old, "PRAGMA application_id") == [(APPLICATION_ID,)]


async def test_rows_survive_a_migration(path: Path) -> None:
    await bring_to(path, MIGRATIONS)
    db = sqlite3.connect(path)
    db.execute("INSERT INTO settings VALUES ('key', 'kept')")
    db.commit()
    db.close()
    await bring_to(path, (*MIGRATIONS, EXTRA))
    assert query(path, "SELECT value FROM settings") == [("kept",)]
    assert query(path, "SELECT a FROM extra") == [(1,)]


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
async def test_a_game_of_an_earlier_version_goes_on(path: Path, version: int) -> None:
    await bring_to(path, MIGRATIONS[:version])
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO games (id, guild_id, channel_id, host_id, status, rules, wanted, moved_at, created_at)"
            " VALUES (7, 1, 2, 3, 'playing', '{}', 2, 50.0, 40.0)"
        )
        db.execute("INSERT INTO seats (game_id, seat, user_id, name) VALUES (7, 0, 3, 'Ann'), (7, 1, 4, 'Bo')")
        db.execute("INSERT INTO deals (game_id, round, dealt) VALUES (7, 0, '0-0')")
    db.close()
    store = await SqliteStore.open(path)
    try:
        game = await store.load(7)
        assert game is not None
        assert game.seats == (Seat(3, "Ann"), Seat(4, "Bo"))
        assert (game.status, game.turn_limit, game.late_joining) == (Status.PLAYING, 24 * 3600, False)
        assert (game.deadline, game.undo, game.salt) == (None, None, "")
        assert await store.deals(7) == (Deal(0, "0-0"),)
        assert await store.append(7, 0, Step((LogRow(0, 0, "draw", 3),), Status.PLAYING, "{}", 60.0)) == 1
    finally:
        await store.close()


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
async def test_a_migration_that_fails_half_way_leaves_everything_as_it_was(path: Path, version: int) -> None:
    await bring_to(path, MIGRATIONS[:version])
    before = everything(path)
    with pytest.raises(sqlite3.OperationalError, match="no such table: nowhere"):
        await bring_to(path, (*MIGRATIONS, EXTRA, BROKEN))
    assert everything(path) == before
    await bring_to(path, (*MIGRATIONS, EXTRA))


async def test_a_migration_that_breaks_references_is_undone(path: Path) -> None:
    await bring_to(path, MIGRATIONS)
    with pytest.raises(sqlite3.IntegrityError, match="refer to nothing"):
        await bring_to(path, (*MIGRATIONS, "INSERT INTO deals (game_id, round, dealt) VALUES (99, 0, '');"))
    assert query(path, "SELECT * FROM deals") == []


async def test_an_unfinished_statement_is_noticed(path: Path) -> None:
    with pytest.raises(ValueError, match="middle of a statement"):
        await bring_to(path, ("CREATE TABLE a (b INTEGER)",))


async def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    await bring_to(path, (*MIGRATIONS, EXTRA))
    before = everything(path)
    with pytest.raises(StorageError, match=r"newer program .* update the program") as refused:
        await bring_to(path, MIGRATIONS)
    assert str(path) in str(refused.value)
    assert everything(path) == before


async def test_the_file_is_kept_safely(path: Path) -> None:
    database = await Database.open(path)
    pragmas = {
        name: next(iter(await database._connection.execute_fetchall(f"PRAGMA {name}")))[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    plan = query(
        path,
        "EXPLAIN QUERY PLAN SELECT * FROM games WHERE channel_id = 1 AND status IN ('lobby', 'playing', 'between')",
    )
    assert "unfinished_game" in plan[0][3]
    await database.close()
