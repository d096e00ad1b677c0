"""Appending steps to the database, each in a transaction that reaches the disk."""

from __future__ import annotations

import asyncio
from time import perf_counter, time
from typing import Any

from benchmarks.tables import a_store, seated
from benchmarks.timing import summary
from storage.models import LogRow, Status, Step

REACH = "p99 10 ms with synchronous=FULL"


def cases() -> list[dict[str, Any]]:
    return asyncio.run(_cases())


async def _cases() -> list[dict[str, Any]]:
    async with a_store() as store:
        table = await seated(store, 0)
        times = []
        revision = table.revision
        for _ in range(1000):
            step = Step((LogRow(0, 0, "draw", 1),), Status.PLAYING, table.game.snapshot, time())
            begun = perf_counter()
            revision = await store.append(table.id, revision, step)
            times.append(perf_counter() - begun)
        return [summary("append one move", times)]
