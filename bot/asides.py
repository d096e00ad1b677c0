"""The small messages beside a table's own, a ping or a question, and the taking away of messages.

Of each kind at most one stands in a table's channel. The store remembers it, so that one from before a restart is
found and taken away, too.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import Final, NamedTuple

import discord

from bot.errors import TROUBLE
from bot.screens.parts import Screen
from bot.table import Table
from storage.sqlite import SqliteStore

log = logging.getLogger(__name__)

PING: Final = "ping"
"""Calls somebody to the table; it is about a turn."""
QUESTION: Final = "question"
"""Asks everybody at the table for something."""
NOBODY: Final = discord.AllowedMentions.none()


class _Aside(NamedTuple):
    about: str
    message_id: int


class Asides:
    """Puts such messages into channels and takes messages away."""

    def __init__(self, client: discord.Client, store: SqliteStore) -> None:
        self._client = client
        self._store = store
        self._standing: dict[tuple[int, str], _Aside | None] = {}
        self._locks: defaultdict[tuple[int, str], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._leftovers: defaultdict[int, list[int]] = defaultdict(list)
        """By table: messages that should be gone, and that Discord did not delete yet."""

    async def put(
        self, table: Table, kind: str, screen: Screen, *, about: str = "", allowed: discord.AllowedMentions = NOBODY
    ) -> None:
        """Post a message in place of the last one of its kind. `about` says what for, without spaces."""
        async with self._locks[table.id, kind]:
            before = await self._find(table, kind)
            message = await self.channel(table).send(view=screen.view(), allowed_mentions=allowed)
            self._leftovers[table.id] += [before.message_id] if before else []
            await self._note(table, kind, _Aside(about, message.id))
        await self.tidy(table)

    async def take_away(self, table: Table, kind: str) -> None:
        """Delete the message of a kind that stands in the channel, if one does."""
        async with self._locks[table.id, kind]:
            aside = await self._find(table, kind)
            if aside is not None:
                await self.tidy(table, aside.message_id)
                await self._note(table, kind, None)

    async def about(self, table: Table, kind: str) -> str | None:
        """What the message of a kind is about that stands in the channel; None without one."""
        aside = await self._find(table, kind)
        return None if aside is None else aside.about

    async def tidy(self, table: Table, *message_ids: int) -> bool:
        """Delete these messages of ours and what was left before; whether Discord has deleted them all."""
        self._leftovers[table.id] += message_ids
        channel = self.channel(table)
        for message_id in self._leftovers.pop(table.id, []):
            try:
                await channel.get_partial_message(message_id).delete()
            except (discord.Forbidden, discord.NotFound):
                pass
            except TROUBLE as error:
                log.info("Message %s could not be deleted: %s", message_id, type(error).__name__)
                self._leftovers[table.id].append(message_id)
        return table.id not in self._leftovers

    def forget(self, table: Table) -> None:
        """Keep nothing in memory of a table that is over."""
        self._leftovers.pop(table.id, None)
        for kind in (PING, QUESTION):
            self._standing.pop((table.id, kind), None)
            self._locks.pop((table.id, kind), None)

    def channel(self, table: Table) -> discord.PartialMessageable:
        """The table's channel, whatever is known of it."""
        return self._client.get_partial_messageable(table.game.channel_id, guild_id=table.game.guild_id)

    async def _find(self, table: Table, kind: str) -> _Aside | None:
        key = table.id, kind
        if key not in self._standing:  # after a start the store has to be asked
            known = await self._store.recall(_note_key(table, kind))
            about, _, message_id = (known or "").rpartition(" ")
            self._standing.setdefault(key, _Aside(about, int(message_id)) if message_id else None)
        return self._standing[key]

    async def _note(self, table: Table, kind: str, aside: _Aside | None) -> None:
        self._standing[table.id, kind] = aside
        await self._store.remember(_note_key(table, kind), f"{aside.about} {aside.message_id}" if aside else None)


def _note_key(table: Table, kind: str) -> str:
    """Under this key the store remembers the message."""
    return f"game:{table.id}:{kind}"
