"""One accepted action, written as a whole; and the log, deals and results read back."""

import aiosqlite

from storage import games, totals
from storage.errors import StaleRevision
from storage.models import Deal, GameResult, LogRow, RoundResult, Step


async def append(db: aiosqlite.Connection, game_id: int, revision: int, step: Step) -> int:
    """See `SqliteStore.append`."""
    after = revision + len(step.rows)
    changed = await db.execute_fetchall(
        "UPDATE games SET revision = :after, status = :status, snapshot = :snapshot, moved_at = :moved_at,"
        " host_id = coalesce(:host_id, host_id), deadline = :deadline, undo = :undo, salt = coalesce(:salt, salt)"
        f" WHERE id = :id AND revision = :revision AND {games.UNFINISHED} RETURNING guild_id",
        {
            "id": game_id,
            "revision": revision,
            "after": after,
            "status": step.status.value,
            "snapshot": step.snapshot,
            "moved_at": step.moved_at,
            "host_id": step.host_id,
            "deadline": step.deadline,
            "undo": step.undo,
            "salt": step.deal.salt if step.deal else None,
        },
    )
    if not changed:
        raise StaleRevision(game_id, revision)
    await db.executemany(
        "INSERT INTO log (game_id, revision, round, seat, move, user_id) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (game_id, number, row.round, row.seat, row.move, row.user_id)
            for number, row in enumerate(step.rows, revision + 1)
        ],
    )
    if step.new_message:
        await games.forget_message(db, game_id, revision)
    if step.seats is not None:
        await games.put_seats(db, game_id, step.seats)
    if step.deal:
        await db.execute(
            "INSERT INTO deals VALUES (?, ?, ?, ?)", (game_id, step.deal.round, step.deal.order, step.deal.salt)
        )
    if step.round_result or step.game_result:
        [row] = changed
        await totals.count(db, row["guild_id"], game_id, step.round_result, step.game_result)
    return after


async def log(db: aiosqlite.Connection, game_id: int) -> tuple[tuple[int, LogRow], ...]:
    """See `SqliteStore.log`."""
    rows = await db.execute_fetchall(
        "SELECT revision, round, seat, move, user_id FROM log WHERE game_id = ? ORDER BY revision", (game_id,)
    )
    return tuple((revision, LogRow(*rest)) for revision, *rest in rows)


async def deals(db: aiosqlite.Connection, game_id: int) -> tuple[Deal, ...]:
    """See `SqliteStore.deals`."""
    rows = await db.execute_fetchall(
        "SELECT round, dealt, salt FROM deals WHERE game_id = ? ORDER BY round", (game_id,)
    )
    return tuple(Deal(*row) for row in rows)


async def rounds(db: aiosqlite.Connection, game_id: int) -> tuple[RoundResult, ...]:
    """See `SqliteStore.rounds`."""
    results = await db.execute_fetchall(
        "SELECT round, engine, starter, ended FROM round_results WHERE game_id = ? ORDER BY round", (game_id,)
    )
    scores: dict[int, list[int]] = {row["round"]: [] for row in results}
    out: dict[int, list[int]] = {row["round"]: [] for row in results}
    for row in await db.execute_fetchall(
        "SELECT round, seat, score, won FROM round_scores WHERE game_id = ? ORDER BY round, seat", (game_id,)
    ):
        scores[row["round"]].append(row["score"])
        if row["won"]:
            out[row["round"]].append(row["seat"])
    return tuple(
        RoundResult(number, engine, starter, ended, tuple(scores[number]), tuple(out[number]))
        for number, engine, starter, ended in results
    )


async def result(db: aiosqlite.Connection, game_id: int) -> GameResult | None:
    """See `SqliteStore.result`."""
    rows = list(
        await db.execute_fetchall(
            "SELECT seat, score, won FROM game_scores WHERE game_id = ? ORDER BY seat", (game_id,)
        )
    )
    if not rows:
        return None
    return GameResult(tuple(row["seat"] for row in rows if row["won"]), tuple(row["score"] for row in rows))
