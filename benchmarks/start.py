"""Taking up many unfinished games at start."""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter, time
from typing import Any

from benchmarks.tables import a_store, seated
from bot.kept import Services
from bot.tables import Tables

REACH = "2 s with 1,000 unfinished games; 64 KB for each idle table"
GAMES = 1000


def cases() -> list[dict[str, Any]]:
    return asyncio.run(_cases())


async def _cases() -> list[dict[str, Any]]:
    async with a_store() as store:
        for number in range(GAMES):
            await seated(store, number)
        tables = Tables(Services(store, time, Random(0), lambda table: None))
        begun = perf_counter()
        await tables.load()
        seconds = perf_counter() - begun
        return [{"case": f"{GAMES} unfinished games", "seconds": round(seconds, 3)}]
