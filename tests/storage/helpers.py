"""Short ways to fill a store."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from storage import LogRow, RoundResult, SavedGame, Seat, SqliteStore, Status, Step

GUILD, CHANNEL, ANN, BO = 7, 70, 1001, 1002
SEATS = (Seat(ANN, "Ann"), Seat(BO, "Bo"), Seat(None, "Cy", "careful"))


async def begin(
    store: SqliteStore, seats: tuple[Seat, ...] = SEATS, channel: int = CHANNEL, guild: int = GUILD
) -> SavedGame:
    """A new game of Ann, Bo and a computer player, unless told otherwise."""
    return await store.create(
        guild_id=guild,
        channel_id=channel,
        host_id=ANN,
        rules='{"preset": "club"}',
        seats=seats,
        wanted=3,
        language="gl",
        at=100.0,
    )


def step(*moves: str, **fields: Any) -> Step:
    """A step of Ann's moves (`draw` unless told otherwise); other fields by name."""
    rows = tuple(LogRow(0, 0, move, ANN) for move in moves or ("draw",))
    return replace(Step(rows, Status.PLAYING, "{}", 200.0), **fields)


def round_result(number: int, scores: Sequence[int], out: Sequence[int]) -> RoundResult:
    """A round with these scores."""
    return RoundResult(number, "12-12", 0, "out" if out else "stranded", tuple(scores), tuple(out))


def query(path: Path, sql: str) -> list[Any]:
    """Rows read over a connection of their own."""
    db = sqlite3.connect(path)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()
