"""The tables, as numbered migrations that are applied in one transaction with their number."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiosqlite

from storage.errors import StorageError

APPLICATION_ID = 0x43424F53  # "CBOS", in the file's header: tells our databases from other programs'

_GAMES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'between', 'finished', 'stopped')),
    rules TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    language TEXT,
    revision INTEGER NOT NULL DEFAULT 0,
    snapshot TEXT,
    message_id INTEGER,
    message_at REAL NOT NULL DEFAULT 0,
    shown_revision INTEGER NOT NULL DEFAULT -1,
    moved_at REAL NOT NULL,
    created_at REAL NOT NULL
) STRICT;
CREATE UNIQUE INDEX unfinished_game ON games (channel_id) WHERE status IN ('lobby', 'playing', 'between');
CREATE INDEX unshown_game ON games (id) WHERE status IN ('finished', 'stopped') AND shown_revision < revision;
CREATE INDEX games_of_channel ON games (channel_id);
CREATE INDEX games_of_guild ON games (guild_id);
CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER,
    move TEXT NOT NULL,
    user_id INTEGER,
    PRIMARY KEY (game_id, revision)
) STRICT, WITHOUT ROWID;
CREATE TABLE deals (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    dealt TEXT NOT NULL,
    PRIMARY KEY (game_id, round)
) STRICT, WITHOUT ROWID;
"""

# Results keep who sat there at that time, so that totals can be counted anew after seats have changed.
_RESULTS = """
CREATE TABLE round_results (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'solo')),
    engine TEXT NOT NULL,
    starter INTEGER NOT NULL,
    ended TEXT NOT NULL CHECK (ended IN ('out', 'stranded')),
    PRIMARY KEY (game_id, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE round_scores (
    game_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (game_id, round, seat),
    FOREIGN KEY (game_id, round) REFERENCES round_results (game_id, round) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE game_results (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'solo'))
) STRICT;
CREATE TABLE game_scores (
    game_id INTEGER NOT NULL REFERENCES game_results (game_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE totals (
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'solo')),
    user_id INTEGER NOT NULL,
    games INTEGER NOT NULL,
    games_won INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    rounds_won INTEGER NOT NULL,
    points INTEGER NOT NULL,
    best_round INTEGER,
    PRIMARY KEY (guild_id, kind, user_id)
) STRICT, WITHOUT ROWID;
"""

_SETTINGS = """
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

_CLOCK = """
ALTER TABLE games ADD COLUMN turn_limit INTEGER NOT NULL DEFAULT 86400;
ALTER TABLE games ADD COLUMN late_joining INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN deadline REAL;
ALTER TABLE games ADD COLUMN undo TEXT;
ALTER TABLE games ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN away TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deals ADD COLUMN salt TEXT NOT NULL DEFAULT '';
"""

MIGRATIONS: tuple[str, ...] = (_GAMES, _RESULTS, _SETTINGS, _CLOCK)
"""Script n, from 1, takes a database from version n-1 to n. Add to the end; never change one that shipped."""


async def check_owner(db: aiosqlite.Connection, path: Path) -> None:
    """Refuse a database that another program made, before anything in it is touched.

    Raises:
        StorageError: if it has tables, but not our mark.
    """
    tables = await _number(db, "SELECT count(*) FROM sqlite_schema")
    if tables and await _number(db, "PRAGMA application_id") != APPLICATION_ID:
        raise StorageError(f"The database {path} belongs to another program: choose another path.")


async def migrate(db: aiosqlite.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the database up to the last migration; all that are missing are applied, or none.

    Foreign keys must be off, so that a migration may rebuild a table; they are checked before the end.

    Raises:
        StorageError: if the database is newer than `migrations`.
    """
    await db.execute("BEGIN IMMEDIATE")
    try:
        version = await _number(db, "PRAGMA user_version")
        if version > len(migrations):
            raise StorageError(
                f"The database {path} was made by a newer program (it has version {version}, this program"
                f" knows {len(migrations)}): update the program, or use a backup from before."
            )
        if version < len(migrations):
            for script in migrations[version:]:
                for statement in _statements(script):
                    await db.execute(statement)
            if await db.execute_fetchall("PRAGMA foreign_key_check"):
                raise sqlite3.IntegrityError("a migration left rows that refer to nothing")
            await db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            await db.execute(f"PRAGMA user_version = {len(migrations)}")
        await db.commit()
    except BaseException:
        await db.rollback()
        raise


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit before it runs them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"a migration ends in the middle of a statement: {statement.strip()[:60]}")


async def _number(db: aiosqlite.Connection, query: str) -> int:
    [row] = await db.execute_fetchall(query)
    return int(row[0])
