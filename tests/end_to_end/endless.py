"""A process that plays game 1 on and on through `Table`, and prints each move once it was accepted; it is killed."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from random import Random

from bot.kept import Services
from bot.table import Table
from game.record import dump_rules
from game.rules import Rules
from storage import SqliteStore
from storage.models import Seat, Status


async def main(path: str) -> None:
    store = await SqliteStore.open(path)
    random = Random()
    game = await store.load(1) or await store.create(
        guild_id=1,
        channel_id=1,
        host_id=1,
        rules=json.dumps(dump_rules(Rules.of(rounds=13))),
        seats=(Seat(1, "Alice"), Seat(2, "Bob")),
        wanted=2,
        language="en",
        at=0.0,
    )
    table = Table(game, Services(store, time.time, random, lambda _: None))
    if table.status is Status.LOBBY:
        await table.start(1)
        print(table.revision, "deal", flush=True)
    while True:
        if table.status is Status.BETWEEN:
            await table.next_round(1)
            print(table.revision, "deal", flush=True)
            continue
        assert table.match is not None
        state = table.match.round
        before = table.revision
        move = random.choice(state.legal)
        await table.play(state.seat + 1, before, move)
        print(before + 1, move, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
