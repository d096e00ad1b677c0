"""A consistent copy of the database while games go on."""

import asyncio
import os
import sqlite3
from pathlib import Path

import aiosqlite

from storage.errors import StorageError, storage_error

_OF_SOURCE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY)
"""Errors that the database has, not the copy."""


async def backup(source: Path, target: Path | str) -> None:
    """See `SqliteStore.backup`. It reads over a connection of its own, so that no game waits."""
    try:
        file, part = _make_room(target)
        try:
            async with aiosqlite.connect(source) as db:
                await db.execute("VACUUM INTO ?", (str(part),))
            await asyncio.to_thread(_publish, part, file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"Cannot write the backup {target} ({error.strerror}): try elsewhere.") from error
    except sqlite3.Error as error:
        wrong = source if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_SOURCE else Path(target)
        raise storage_error(wrong, error) or error from error


def _make_room(target: Path | str) -> tuple[Path, Path]:
    """The backup's file and the one it is written to at first."""
    file = Path(target).absolute()
    part = file.with_name(file.name + ".part")
    if file.exists():
        raise StorageError(f"The backup {file} already exists: choose another name.")
    if not file.parent.is_dir():
        raise StorageError(f"The folder for the backup {file} is not there: create {file.parent} first.")
    part.unlink(missing_ok=True)  # left over where a process was killed
    return file, part


def _publish(part: Path, file: Path) -> None:
    """Give the copy its name only once it is on the disk, for which SQLite does not wait."""
    with part.open("rb") as copy:
        os.fsync(copy.fileno())
    part.replace(file)
