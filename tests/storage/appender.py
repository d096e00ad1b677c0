"""A process that appends moves to game 1 until it is killed, and prints each acknowledged revision."""

import asyncio
import sys

from storage import SqliteStore
from tests.storage.helpers import step


async def main(path: str) -> None:
    store = await SqliteStore.open(path)
    game = await store.load(1)
    assert game is not None
    revision = game.revision
    while True:
        revision = await store.append(1, revision, step(f"m{revision}", f"m{revision + 1}"))
        print(revision, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
