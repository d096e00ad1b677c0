"""What people have reached in a server: counted as results come in, ranked, and counted anew."""

from collections.abc import Iterable, Mapping

import aiosqlite

from storage.games import seats_of
from storage.models import GameResult, RoundResult, Seat, Standing, Stats, Totals

_FIELDS = "games, games_won, rounds, rounds_won, points, best_round"


async def count(
    db: aiosqlite.Connection, guild_id: int, game_id: int, round_: RoundResult | None, game: GameResult | None
) -> None:
    """Write down the results and add them to the totals of the people who sit there now.

    Raises:
        ValueError: if there are not as many scores as seats, or a seat that won does not exist.
    """
    seats = await seats_of(db, game_id)
    kind = kind_of(seats)
    if round_:
        rows = _scored(seats, round_.scores, round_.out)
        await db.execute(
            "INSERT INTO round_results VALUES (?, ?, ?, ?, ?, ?)",
            (game_id, round_.round, kind, round_.engine, round_.starter, round_.ended),
        )
        await db.executemany(
            "INSERT INTO round_scores VALUES (?, ?, ?, ?, ?, ?)",
            [(game_id, round_.round, *row) for row in rows],
        )
        for _, user_id, score, won in rows:
            await _add(db, guild_id, kind, user_id, Totals(0, 0, 1, won, score, score))
    if game:
        rows = _scored(seats, game.totals, game.winners)
        await db.execute("INSERT INTO game_results VALUES (?, ?)", (game_id, kind))
        await db.executemany("INSERT INTO game_scores VALUES (?, ?, ?, ?, ?)", [(game_id, *row) for row in rows])
        for _, user_id, _, won in rows:
            await _add(db, guild_id, kind, user_id, Totals(games=1, games_won=won))


def kind_of(seats: Iterable[Seat]) -> str:
    """`table` where two or more different people play, `solo` otherwise."""
    return "table" if len({seat.credited for seat in seats} - {None}) > 1 else "solo"


async def leaderboard(db: aiosqlite.Connection, guild_id: int, limit: int, offset: int) -> tuple[Standing, ...]:
    """See `SqliteStore.leaderboard`."""
    rows = await db.execute_fetchall(
        f"SELECT rank() OVER (ORDER BY games_won DESC, rounds_won DESC, average) AS place, user_id, {_FIELDS}"
        " FROM (SELECT *, CASE rounds WHEN 0 THEN 9e999 ELSE points * 1.0 / rounds END AS average FROM totals"
        " WHERE guild_id = ? AND kind = 'table') ORDER BY place, user_id LIMIT ? OFFSET ?",
        (guild_id, limit, offset),
    )
    return tuple(Standing(rank, user_id, Totals(*rest)) for rank, user_id, *rest in rows)


async def leaderboard_size(db: aiosqlite.Connection, guild_id: int) -> int:
    """See `SqliteStore.leaderboard_size`."""
    [row] = await db.execute_fetchall("SELECT count(*) FROM totals WHERE guild_id = ? AND kind = 'table'", (guild_id,))
    return int(row[0])


async def stats(db: aiosqlite.Connection, guild_id: int, user_id: int) -> Stats:
    """See `SqliteStore.stats`."""
    rows = await db.execute_fetchall(
        f"SELECT kind, {_FIELDS} FROM totals WHERE guild_id = ? AND kind IN ('table', 'solo') AND user_id = ?",
        (guild_id, user_id),
    )
    return _stats({kind: Totals(*rest) for kind, *rest in rows})


async def recount(db: aiosqlite.Connection, guild_id: int) -> dict[int, Stats]:
    """See `SqliteStore.recount`."""
    rows = await db.execute_fetchall(
        "SELECT user_id, kind, sum(games), sum(games_won), sum(rounds), sum(rounds_won), sum(points),"
        " min(best) FROM ("
        "  SELECT guild_id, user_id, kind, 0 AS games, 0 AS games_won, 1 AS rounds, won AS rounds_won,"
        "         score AS points, score AS best"
        "  FROM round_scores JOIN round_results USING (game_id, round) JOIN games ON games.id = game_id"
        "  UNION ALL"
        "  SELECT guild_id, user_id, kind, 1, won, 0, 0, 0, NULL"
        "  FROM game_scores JOIN game_results USING (game_id) JOIN games ON games.id = game_id"
        ") WHERE guild_id = ? AND user_id IS NOT NULL GROUP BY user_id, kind",
        (guild_id,),
    )
    kinds: dict[int, dict[str, Totals]] = {}
    for user_id, kind, *rest in rows:
        kinds.setdefault(user_id, {})[kind] = Totals(*rest)
    return {user_id: _stats(each) for user_id, each in kinds.items()}


def _stats(kinds: Mapping[str, Totals]) -> Stats:
    return Stats(kinds.get("table", Totals()), kinds.get("solo", Totals()))


def _scored(
    seats: tuple[Seat, ...], scores: tuple[int, ...], winners: tuple[int, ...]
) -> list[tuple[int, int | None, int, int]]:
    """(seat, user id, score, 1 if they won) for every seat."""
    if len(scores) != len(seats) or not set(winners) <= set(range(len(seats))):
        raise ValueError(f"{len(seats)} seats, but scores {scores} and winners {winners}")
    return [(n, seat.credited, scores[n], int(n in winners)) for n, seat in enumerate(seats)]


async def _add(db: aiosqlite.Connection, guild_id: int, kind: str, user_id: int | None, more: Totals) -> None:
    """Add to a person's totals; computer players (no user id) have none."""
    if user_id is None:
        return
    await db.execute(
        f"INSERT INTO totals (guild_id, kind, user_id, {_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET games = games + excluded.games,"
        " games_won = games_won + excluded.games_won,"
        " rounds = rounds + excluded.rounds, rounds_won = rounds_won + excluded.rounds_won,"
        " points = points + excluded.points,"
        " best_round = coalesce(min(best_round, excluded.best_round), best_round, excluded.best_round)",
        (
            guild_id,
            kind,
            user_id,
            more.games,
            more.games_won,
            more.rounds,
            more.rounds_won,
            more.points,
            more.best_round,
        ),
    )
