"""The store over SQLite: every method is one transaction, safe to call from many tasks at once."""

from pathlib import Path

import aiosqlite

from storage import games, notes, steps, totals
from storage.backup import backup
from storage.connection import Database
from storage.models import (
    Deal,
    GameResult,
    LogRow,
    RoundResult,
    SavedGame,
    Seat,
    Standing,
    Stats,
    Step,
)

ALIVE = "alive"
"""Under this key stands when the program last gave a sign of life."""


class SqliteStore:
    """Games, moves and totals in one SQLite file. Any method raises `StorageError` where the disk fails.

    A task that is cancelled while it writes cannot know whether the change was kept: load the game again.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout: float = 5.0) -> "SqliteStore":
        """Open the file, or make it; `busy_timeout` is how many seconds to wait for another program's change.

        Raises:
            StorageError: if the path cannot be used, naming it and saying what to do.
        """
        return cls(await Database.open(path, busy_timeout=busy_timeout))

    async def close(self) -> None:
        """Let the change under way finish, then close. The process ends only after this."""
        await self._database.close()

    async def backup(self, path: Path | str) -> None:
        """Copy the database, as it is at one moment, to a new file; games go on meanwhile.

        Raises:
            StorageError: if the file exists or cannot be written; no half copy is left under that name.
        """
        self._database.check_open()
        await backup(self._database.path, path)

    async def create(
        self,
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
        """Begin a game in its lobby, at revision 0; `at` is now, in Unix seconds.

        Raises:
            ChannelTaken: if the channel has an unfinished game, which the error holds.
        """
        return await self._database.write(
            games.create,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            rules=rules,
            seats=seats,
            wanted=wanted,
            language=language,
            at=at,
        )

    async def save_lobby(self, game: SavedGame, *, at: float) -> int:
        """Save a lobby as it is in `game`, whose revision is still that of the saved one; return its new revision.

        With `Status.STOPPED` the lobby is given up; a game starts with `append`.

        Raises:
            StaleRevision: if the game is not in its lobby at that revision.
        """
        return await self._database.write(games.save_lobby, game, at)

    async def append(self, game_id: int, revision: int, step: Step) -> int:
        """Commit one action and return the new revision, which is `revision` plus the number of rows.

        The rows of the log get the numbers `revision` + 1 and on. A round's result adds to the totals of the
        people seated: a round, its points, a round won for who went out, their best round. A game's result
        adds a game, and a game won for the winners. They count as `tables` where two or more different people
        sit at that moment, else as `solo`; computer players have no totals.

        Raises:
            StaleRevision: if the game is not at `revision`, has ended or does not exist.
            ValueError: if a result does not fit the seats.
        """
        return await self._database.write(steps.append, game_id, revision, step)

    async def shown(self, game_id: int, revision: int, message_id: int | None, message_at: float) -> None:
        """Note that the public message shows `revision`; `message_at` is when it was posted, in Unix seconds.

        For the same message the revision only rises; a new message starts afresh. Where a new one is waited for, one
        that shows what was before comes too late and is not noted. The game does not change.
        """
        await self._database.write(games.shown, game_id, revision, message_id, message_at)

    async def load(self, game_id: int) -> SavedGame | None:
        """The game, ended or not; None if there is none."""
        return await self._database.read(games.load, game_id)

    async def game_in(self, channel_id: int) -> SavedGame | None:
        """The channel's unfinished game; None if there is none."""
        return await self._database.read(games.game_in, channel_id)

    async def latest_in(self, channel_id: int) -> SavedGame | None:
        """The game that was opened last in the channel, ended or not; None if there never was one."""
        return await self._database.read(games.latest_in, channel_id)

    async def unfinished(self) -> tuple[SavedGame, ...]:
        """All games that have not ended, lobbies included, oldest first."""
        return await self._database.read(games.unfinished)

    async def wake(self, now: float) -> None:
        """Begin a run: the time since the last sign of life does not count against anybody.

        `now` is in Unix seconds, here and in `alive`.
        """
        await self._database.write(_wake, now)

    async def alive(self, now: float) -> None:
        """Leave a sign of life, for the next run's `wake`."""
        await self._database.write(notes.remember, ALIVE, str(now))

    async def unshown(self) -> tuple[SavedGame, ...]:
        """Games that have ended without their end being known to be shown, oldest first."""
        return await self._database.read(games.unshown)

    async def log(self, game_id: int) -> tuple[tuple[int, LogRow], ...]:
        """The game's moves in order, each with the revision it made."""
        return await self._database.read(steps.log, game_id)

    async def deals(self, game_id: int) -> tuple[Deal, ...]:
        """How each round was dealt, in order. Never show the running round's."""
        return await self._database.read(steps.deals, game_id)

    async def rounds(self, game_id: int) -> tuple[RoundResult, ...]:
        """The results of the rounds that have ended, in order; `out` is in the order of the seats."""
        return await self._database.read(steps.rounds, game_id)

    async def result(self, game_id: int) -> GameResult | None:
        """Who won the game; None unless it is finished."""
        return await self._database.read(steps.result, game_id)

    async def leaderboard(self, guild_id: int, *, limit: int = 10, offset: int = 0) -> tuple[Standing, ...]:
        """A page of the server's ranking, from games at tables only.

        Most games won come first, then most rounds won, then fewest points a round; equals share a rank and
        stand in the order of their user ids.
        """
        return await self._database.read(totals.leaderboard, guild_id, limit, offset)

    async def leaderboard_size(self, guild_id: int) -> int:
        """How many people the server's ranking has."""
        return await self._database.read(totals.leaderboard_size, guild_id)

    async def stats(self, guild_id: int, user_id: int) -> Stats:
        """A person's totals in a server; zeros for who has not played there."""
        return await self._database.read(totals.stats, guild_id, user_id)

    async def recount(self, guild_id: int) -> dict[int, Stats]:
        """Everybody's totals, by user id, counted anew from the results: always equal to `stats`."""
        return await self._database.read(totals.recount, guild_id)

    async def remember(self, key: str, value: str | None) -> None:
        """Keep a text under a key, such as `guild:123:language`; None forgets it."""
        await self._database.write(notes.remember, key, value)

    async def recall(self, key: str) -> str | None:
        """The text kept under a key; None if there is none."""
        return await self._database.read(notes.recall, key)


async def _wake(db: aiosqlite.Connection, now: float) -> None:
    last = await notes.recall(db, ALIVE)
    if last is not None and now > float(last):
        await games.slept(db, now - float(last))
    await notes.remember(db, ALIVE, str(now))
