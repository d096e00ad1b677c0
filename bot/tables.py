"""All live tables: found by game or channel, opened, loaded at start, and let go when they are over."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress

from bot.errors import Refused
from bot.kept import Services
from bot.names import clean
from bot.seating import with_computers
from bot.table import Table
from game.record import dump_rules
from game.refusals import RulesError
from game.rules import Rules
from game.snapshot import SnapshotError
from storage.errors import ChannelTaken, StaleRevision
from storage.models import LogRow, SavedGame, Seat, Status, Step

log = logging.getLogger(__name__)


class TableTaken(Refused):
    """The channel has a game already."""

    def __init__(self, table: Table | None) -> None:
        super().__init__("taken")
        self.table = table


class Tables:
    """The tables of this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._by_game: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._unreadable: dict[int, SavedGame] = {}

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._by_game.values()))

    async def load(self) -> None:
        """Take up every unfinished game, and those whose end nobody has seen yet."""
        for game in (*await self._services.store.unshown(), *await self._services.store.unfinished()):
            try:
                table = Table(game, self._services)
                if table.status is Status.STOPPED and table.match is not None:
                    table.stopped = (await self._services.store.log(game.id))[-1][1].move
                await table.recall_votes()
                self._add(table)
            except (SnapshotError, RulesError, ValueError):  # their texts may tell of hands
                log.error("Game %s cannot be read by this version of the bot; it is left as it is.", game.id)
                if not game.status.ended:
                    self._unreadable[game.channel_id] = game

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host: str,
        rules: Rules,
        wanted: int,
        language: str,
        computers: int = 0,
    ) -> Table:
        """Open a lobby in a channel, where the host is seated and some computer players are.

        Raises:
            TableTaken: if the channel has an unfinished game.
        """
        try:
            game = await self._services.store.create(
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                rules=json.dumps(dump_rules(rules)),
                seats=with_computers((Seat(host_id, clean(host)),), computers),
                wanted=wanted,
                language=language,
                at=self._services.now(),
            )
        except ChannelTaken as taken:
            raise TableTaken(self._by_game.get(taken.game.id)) from taken
        table = Table(game, self._services)
        self._add(table)
        return table

    def get(self, game_id: int) -> Table | None:
        """The live table of a game."""
        return self._by_game.get(game_id)

    def in_channel(self, channel_id: int) -> Table | None:
        """The unfinished game of a channel."""
        table = self._by_channel.get(channel_id)
        return table if table and not table.status.ended else None

    def unreadable_in(self, channel_id: int) -> SavedGame | None:
        """The unfinished game of a channel that this version of the bot cannot read, and so not play."""
        return self._unreadable.get(channel_id)

    async def end_unreadable(self, game: SavedGame, user_id: int) -> None:
        """Stop such a game, so that the channel is free; its finished rounds stay counted."""
        row = LogRow(0, None, "stop", user_id)
        step = Step((row,), Status.STOPPED, game.snapshot, self._services.now())
        with suppress(StaleRevision):  # somebody else has ended it
            revision = await self._services.store.append(game.id, game.revision, step)
            await self._services.store.shown(game.id, revision, game.message_id, game.message_at)
        self._unreadable.pop(game.channel_id, None)

    def let_go(self, table: Table) -> None:
        """Forget a table that is over."""
        self._by_game.pop(table.id, None)
        if self._by_channel.get(table.game.channel_id) is table:
            del self._by_channel[table.game.channel_id]

    def _add(self, table: Table) -> None:
        self._by_game[table.id] = table
        self._by_channel[table.game.channel_id] = table
