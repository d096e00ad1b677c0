"""Games as rows: created, found again, changed in the lobby, and which message shows them."""

import sqlite3
from collections.abc import Iterable

import aiosqlite

from storage.errors import ChannelTaken, StaleRevision
from storage.models import Away, SavedGame, Seat, Status

UNFINISHED = "status IN ('lobby', 'playing', 'between')"  # word for word as in the index, so that it is used
UNSHOWN = "status IN ('finished', 'stopped') AND shown_revision < revision"  # the same


async def create(
    db: aiosqlite.Connection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    rules: str,
    seats: tuple[Seat, ...],
    wanted: int,
    language: str | None,
    at: float,
) -> SavedGame:
    """See `SqliteStore.create`."""
    if taken := await game_in(db, channel_id):
        raise ChannelTaken(taken)
    [row] = await db.execute_fetchall(
        "INSERT INTO games (guild_id, channel_id, host_id, status, rules, wanted, language, moved_at,"
        " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
        (guild_id, channel_id, host_id, Status.LOBBY.value, rules, wanted, language, at, at),
    )
    await put_seats(db, row["id"], seats)
    return _game(row, seats)


async def save_lobby(db: aiosqlite.Connection, game: SavedGame, at: float) -> int:
    """See `SqliteStore.save_lobby`."""
    changed = await db.execute_fetchall(
        "UPDATE games SET revision = revision + 1, rules = ?, host_id = ?, wanted = ?, language = ?, turn_limit = ?,"
        " late_joining = ?, status = ?, moved_at = ?"
        " WHERE id = ? AND revision = ? AND status = 'lobby' RETURNING revision",
        (
            game.rules,
            game.host_id,
            game.wanted,
            game.language,
            game.turn_limit,
            game.late_joining,
            game.status.value,
            at,
            game.id,
            game.revision,
        ),
    )
    if not changed:
        raise StaleRevision(game.id, game.revision)
    await put_seats(db, game.id, game.seats)
    return game.revision + 1


async def shown(
    db: aiosqlite.Connection, game_id: int, revision: int, message_id: int | None, message_at: float
) -> None:
    """See `SqliteStore.shown`."""
    await db.execute(
        "UPDATE games SET message_id = :message, message_at = :at, shown_revision ="
        " CASE WHEN message_id IS :message THEN max(shown_revision, :revision) ELSE :revision END"
        " WHERE id = :game AND (message_id IS NOT NULL OR shown_revision < :revision)",
        {"game": game_id, "revision": revision, "message": message_id, "at": message_at},
    )


async def forget_message(db: aiosqlite.Connection, game_id: int, revision: int) -> None:
    """Leave the public message as it is and wait for a new one, which shows something later than `revision`."""
    await db.execute(
        "UPDATE games SET message_id = NULL, message_at = 0, shown_revision = ? WHERE id = ?", (revision, game_id)
    )


async def slept(db: aiosqlite.Connection, seconds: float) -> None:
    """See `SqliteStore.wake`."""
    await db.execute(
        f"UPDATE games SET moved_at = moved_at + :gap, deadline = deadline + :gap WHERE {UNFINISHED}", {"gap": seconds}
    )


async def load(db: aiosqlite.Connection, game_id: int) -> SavedGame | None:
    """See `SqliteStore.load`."""
    return _only(await _games(db, "id = ?", game_id))


async def game_in(db: aiosqlite.Connection, channel_id: int) -> SavedGame | None:
    """See `SqliteStore.game_in`."""
    return _only(await _games(db, f"channel_id = ? AND {UNFINISHED}", channel_id))


async def latest_in(db: aiosqlite.Connection, channel_id: int) -> SavedGame | None:
    """See `SqliteStore.latest_in`."""
    return _only(await _games(db, "id = (SELECT max(id) FROM games WHERE channel_id = ?)", channel_id))


async def unfinished(db: aiosqlite.Connection) -> tuple[SavedGame, ...]:
    """See `SqliteStore.unfinished`."""
    return await _games(db, UNFINISHED)


async def unshown(db: aiosqlite.Connection) -> tuple[SavedGame, ...]:
    """See `SqliteStore.unshown`."""
    return await _games(db, UNSHOWN)


async def put_seats(db: aiosqlite.Connection, game_id: int, seats: tuple[Seat, ...]) -> None:
    """Replace the game's seats."""
    await db.execute("DELETE FROM seats WHERE game_id = ?", (game_id,))
    await db.executemany(
        "INSERT INTO seats (game_id, seat, user_id, name, computer, away, missed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (game_id, number, seat.user_id, seat.name, seat.computer, seat.away.value, seat.missed)
            for number, seat in enumerate(seats)
        ],
    )


async def seats_of(db: aiosqlite.Connection, game_id: int) -> tuple[Seat, ...]:
    """Who sits there now, in the order of the seats."""
    rows = await db.execute_fetchall("SELECT * FROM seats WHERE game_id = ? ORDER BY seat", (game_id,))
    return tuple(_seat(row) for row in rows)


async def _games(db: aiosqlite.Connection, where: str, *values: int) -> tuple[SavedGame, ...]:
    """Games in the order of their ids, with their seats, in two queries however many they are."""
    games = await db.execute_fetchall(f"SELECT * FROM games WHERE {where} ORDER BY id", values)
    rows = await db.execute_fetchall(
        f"SELECT * FROM seats WHERE game_id IN (SELECT id FROM games WHERE {where}) ORDER BY game_id, seat",
        values,
    )
    seats: dict[int, list[Seat]] = {}
    for row in rows:
        seats.setdefault(row["game_id"], []).append(_seat(row))
    return tuple(_game(row, seats.get(row["id"], ())) for row in games)


def _only(games: tuple[SavedGame, ...]) -> SavedGame | None:
    return games[0] if games else None


def _seat(row: sqlite3.Row) -> Seat:
    return Seat(row["user_id"], row["name"], row["computer"], Away(row["away"]), row["missed"])


def _game(row: sqlite3.Row, seats: Iterable[Seat]) -> SavedGame:
    values = {key: row[key] for key in row.keys()}  # noqa: SIM118 (a Row iterates over its values)
    values |= {"status": Status(row["status"]), "seats": tuple(seats), "late_joining": bool(row["late_joining"])}
    return SavedGame(**values)
