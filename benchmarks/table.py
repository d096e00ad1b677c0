"""From a click to the committed move, and to the drawn board: everything but Discord's own time."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

from benchmarks.tables import a_store, seated
from benchmarks.timing import summary
from bot.screens.board import table_screen
from bot.table import Table
from bot.words import words
from storage.models import Status

REACH = (
    "committed p99 10 ms; drawn p99 40 ms, and 200 ms at 200 tables with 50 moves/s; the loop never held above 20 ms"
)


def cases() -> list[dict[str, Any]]:
    return asyncio.run(_cases())


async def _cases() -> list[dict[str, Any]]:
    async with a_store() as store:
        one = [await seated(store, 0)]
        committed, drawn, held = await _play(one, moves=150, pause=0.0)
        many = [await seated(store, number) for number in range(1, 201)]
        committed_many, drawn_many, held_many = await _play(many, moves=300, pause=1 / 50)
    return [
        summary("1 table, committed", committed),
        summary("1 table, board drawn", drawn),
        summary("1 table, loop held", held),
        summary("200 tables, committed", committed_many),
        summary("200 tables, board drawn", drawn_many),
        summary("200 tables, loop held", held_many),
    ]


async def _play(tables: list[Table], *, moves: int, pause: float) -> tuple[list[float], list[float], list[float]]:
    committed: list[float] = []
    drawn: list[float] = []
    held: list[float] = []
    watching = asyncio.create_task(_watch(held))
    clicks = []
    for number in range(moves):
        clicks.append(asyncio.create_task(_click(tables[number % len(tables)], committed, drawn)))
        if pause:
            await asyncio.sleep(pause)
        else:
            await clicks[-1]
    await asyncio.gather(*clicks)
    watching.cancel()
    return committed, drawn, held


async def _click(table: Table, committed: list[float], drawn: list[float]) -> None:
    begun = perf_counter()
    if table.status is Status.BETWEEN:
        await table.next_round(1)
    elif table.to_move is not None and table.match is not None:
        await table.play(table.to_move.user_id or 0, table.revision, table.match.round.legal[0])
    committed.append(perf_counter() - begun)
    if table.status is Status.PLAYING:
        await asyncio.to_thread(table_screen, table, words("en"))
        drawn.append(perf_counter() - begun)


async def _watch(held: list[float]) -> None:
    """How much later than wanted the loop comes back."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(0.005)
        held.append(max(0.0, perf_counter() - begun - 0.005))
