"""A killed process loses no move that it acknowledged, and applies none twice."""

import asyncio
import subprocess
import sys
from pathlib import Path

from storage import LogRow, SqliteStore
from tests.storage.helpers import begin, query

ROOT = Path(__file__).parents[2]


def test_every_acknowledged_move_is_there_once_after_kill_9(path: Path) -> None:
    asyncio.run(make_game(path))
    for lines in (1, 17, 60):
        known = acknowledged_until_killed(path, lines)
        revision, log = asyncio.run(reopened(path))
        assert revision >= known
        assert [(n, row.move) for n, row in log] == [(n, f"m{n - 1}") for n in range(1, revision + 1)]
        assert query(path, "PRAGMA integrity_check") == [("ok",)]


async def make_game(path: Path) -> None:
    store = await SqliteStore.open(path)
    await begin(store)
    await store.close()


async def reopened(path: Path) -> tuple[int, tuple[tuple[int, LogRow], ...]]:
    """The game's revision and log."""
    store = await SqliteStore.open(path)
    game = await store.load(1)
    log = await store.log(1)
    await store.close()
    assert game is not None
    return game.revision, log


def acknowledged_until_killed(path: Path, lines: int) -> int:
    """Let a process append, kill it after some lines, and return the last revision that it printed."""
    command = [sys.executable, "-m", "tests.storage.appender", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        printed = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        printed += child.stdout.read().splitlines(keepends=True)
    return max(int(line) for line in printed if line.endswith("\n"))
