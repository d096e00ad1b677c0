"""One SQLite connection, used by one transaction at a time, each of which happens wholly or not at all."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiosqlite

from storage.errors import StorageError, storage_error
from storage.schema import MIGRATIONS, check_owner, migrate

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[aiosqlite.Connection, P], Coroutine[Any, Any, T]]

OLDEST_SQLITE = (3, 37, 0)  # strict tables


class _Connection(sqlite3.Connection):
    """A connection that is done with the cursor of `executemany` when that ends, as it is with others by itself.

    aiosqlite hands a cursor from its thread to the event loop's. Whenever that lets go of it, maybe much later, the
    statement behind it would be reset there, while aiosqlite's thread may be running the same one again.
    """

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        cursor = super().executemany(*args)
        cursor.close()
        return cursor


class Database:
    """An open database file, of the newest version."""

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self.path = path
        self._connection = connection
        self._lock = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(
        cls, path: Path | str, *, busy_timeout: float = 5.0, migrations: Sequence[str] = MIGRATIONS
    ) -> "Database":
        """Open the file, or make it, and bring it to the newest version.

        `busy_timeout` is how many seconds to wait for another program's transaction.

        Raises:
            StorageError: if that cannot be done; nothing in the file was changed.
        """
        file = _look_at(path)
        connection = None
        try:
            await asyncio.to_thread(_try_to_open, file)
            connection = await aiosqlite.connect(file, timeout=busy_timeout, isolation_level=None, factory=_Connection)
            await _prepare(connection, file, busy_timeout, migrations)
        except BaseException as error:
            if connection is not None:
                await asyncio.shield(connection.close())
            if isinstance(error, sqlite3.Error) and (told := storage_error(file, error)):
                raise told from error
            raise
        return cls(file, connection)

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on one unchanging picture of the database.

        Raises:
            StorageError: if the database cannot be read.
        """
        return await self._transaction("BEGIN", work, *args, **kwargs)

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` and commit what it changed; if it raises, nothing has changed.

        A caller that is cancelled before its turn has changed nothing. Cancelled later, it gets
        `CancelledError` once the transaction has come to its end: the commit, unless something went wrong.

        Raises:
            StorageError: if the database cannot be written.
        """
        return await self._transaction("BEGIN IMMEDIATE", work, *args, **kwargs)

    async def close(self) -> None:
        """Wait for the transaction under way, then close; once is enough, twice does no harm."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await asyncio.shield(self._shut())

    async def _shut(self) -> None:
        try:
            if self._connection.in_transaction:  # a cursor that is still open would keep its locks
                await self._connection.rollback()
        finally:
            await self._connection.close()

    def check_open(self) -> None:
        """Do nothing.

        Raises:
            StorageError: if the database was closed.
        """
        if self._closed:
            raise StorageError(f"The database {self.path} has been closed: start the bot again.")

    async def _transaction(self, begin: str, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._lock:
            self.check_open()
            task = asyncio.create_task(self._atomically(begin, work, *args, **kwargs))
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                while not task.done():  # the lock is not given up before the connection is clean
                    with suppress(asyncio.CancelledError):
                        await asyncio.wait({task})
                raise

    async def _atomically(self, begin: str, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        db = self._connection
        try:
            if db.in_transaction:  # its end was cut off as well
                await db.rollback()
            await db.execute(begin)
            result = await work(db, *args, **kwargs)
            await db.commit()
            return result
        except BaseException as error:
            with suppress(sqlite3.Error):  # the first error is the one to tell
                await db.rollback()
            if isinstance(error, sqlite3.Error) and (told := storage_error(self.path, error)):
                raise told from error
            raise


def _look_at(path: Path | str) -> Path:
    """The whole path; what SQLite would only call “unable to open” is refused with a sentence of its own."""
    file = Path(path).absolute()
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StorageError(
            f"SQLite {sqlite3.sqlite_version} is too old for the database {file}: install a Python that"
            f" comes with {'.'.join(map(str, OLDEST_SQLITE))} or newer."
        )
    try:
        if file.is_dir():
            raise StorageError(f"The database {file} is a folder: choose a file, such as {file / 'games.db'}.")
        if not file.parent.is_dir():
            raise StorageError(f"The folder for the database {file} is not there: create {file.parent} first.")
    except OSError as error:
        raise StorageError(f"Cannot look at {file} ({error.strerror}): choose another path.") from error
    return file


def _try_to_open(file: Path) -> None:
    """Fail here if at all: aiosqlite's thread could outlive the loop for a moment, and print a traceback."""
    sqlite3.connect(file).close()


async def _prepare(db: aiosqlite.Connection, file: Path, busy_timeout: float, migrations: Sequence[str]) -> None:
    db.row_factory = sqlite3.Row
    await check_owner(db, file)
    await _use_wal(db, busy_timeout)
    await db.execute("PRAGMA synchronous = FULL")
    await migrate(db, file, migrations)
    await db.execute("PRAGMA foreign_keys = ON")


async def _use_wal(db: aiosqlite.Connection, busy_timeout: float) -> None:
    """Switch to the write-ahead log; SQLite does not wait by itself while another program switches too."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + busy_timeout
    while True:
        try:
            await db.execute_fetchall("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or loop.time() >= deadline:
                raise
            await asyncio.sleep(0.02)
