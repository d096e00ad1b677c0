"""A store in a real file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    yield store
    await store.close()
