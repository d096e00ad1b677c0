"""A path that cannot be used is refused with one sentence that names it and says what to do."""

import asyncio
import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from storage import SqliteStore, StorageError

NOBODY = 65534


async def open_and_close(path: Path | str) -> None:
    await (await SqliteStore.open(path, busy_timeout=0.05)).close()


def refused(path: Path, *words: str) -> None:
    """Assert that the path is refused with one sentence that names it and has these words."""
    threads = set(threading.enumerate())
    with pytest.raises(StorageError) as refusal:
        asyncio.run(open_and_close(path))
    text = str(refusal.value)
    assert "\n" not in text
    assert text.endswith(".")
    assert [word for word in (str(path), *words) if word not in text] == []
    for thread in set(threading.enumerate()) - threads:
        thread.join(5)
        assert not thread.is_alive()  # it would keep the process from ending


def test_a_folder_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, "is a folder", "choose a file")


def test_a_path_through_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "no" / "games.db", f"create {tmp_path / 'no'} first")
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file" / "games.db", f"create {tmp_path / 'file'} first")


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / ("x" * 300), "File name too long", "choose another path")


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    refused(path, "is not a database", "move it away")
    assert path.read_bytes() == b"Dear diary, " * 1000


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE theirs (a)")
    db.close()
    before = path.read_bytes()
    refused(path, "belongs to another program", "choose another path")
    assert path.read_bytes() == before


def test_a_damaged_database_is_refused(path: Path) -> None:
    asyncio.run(open_and_close(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    refused(path, "is damaged", "put a backup in its place")


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.write_bytes(b"")
    asyncio.run(open_and_close(str(path)))
    assert path.stat().st_size > 0


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """A folder with a database, neither of which this process may write: root is nobody for a while."""
    folder = Path(tempfile.mkdtemp())
    asyncio.run(open_and_close(folder / "games.db"))
    (folder / "games.db").chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    rmtree(folder)


def test_a_folder_without_permission_is_refused(locked_folder: Path) -> None:
    refused(locked_folder / "new.db", "check that its folder exists", "may read and write there")


def test_a_read_only_database_is_refused(locked_folder: Path) -> None:
    refused(locked_folder / "games.db", "cannot be written", "permission")
