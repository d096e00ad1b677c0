"""The bot itself: start, stop, and what comes in from Discord."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

import discord
from discord import app_commands

from bot.commands import add_commands
from bot.errors import TROUBLE, Refused
from bot.faces import Faces
from bot.hands import Hands
from bot.kept import Services
from bot.pace import Pace
from bot.publish import Publisher
from bot.replays import Replays
from bot.router import guarded, language_of, on_component
from bot.table import Table
from bot.tables import Tables
from bot.tastes import Tastes
from bot.words import words as words_of
from renderer.warm import warm_up
from storage.errors import StorageError
from storage.models import Status
from storage.sqlite import SqliteStore

log = logging.getLogger(__name__)

ALIVE_EVERY: Final = 30.0
"""Seconds between two signs of life."""
LOCKED = 1.5
"""Seconds to wait for another program's lock on the database: an answer is due after three."""
ENDS_FIRST: Final = 5.0
"""Seconds for which a start waits until ends of games are shown that nobody has seen yet."""
COMMANDS_NOTE = "commands"
"""Under this key the store remembers which commands were last registered."""


class Caboose(discord.AutoShardedClient):
    """Mexican Train in Discord. One object is one run: after a restart there is a fresh one."""

    store: SqliteStore
    tables: Tables
    publisher: Publisher
    tastes: Tastes

    def __init__(
        self,
        database: Path | str,
        *,
        now: Callable[[], float] = time.time,
        random: Random | None = None,
        shards: int | None = None,
        registers: bool = False,
    ) -> None:
        """`random` deals the tiles; without `shards` Discord says how many there are.

        `registers`: tell Discord about the commands at every start, as a Discord that is new each time needs it.
        """
        super().__init__(
            intents=intents(),
            shard_count=shards,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self.now = now
        self.tree = app_commands.CommandTree(self)
        add_commands(self.tree)
        self.tree.error(self._command_failed)
        self.hands = Hands(now)
        self.faces = Faces()
        self.replays = Replays()
        self.pace = Pace(now, self._remind)
        self._database = database
        self._random = random or SystemRandom()
        self._registers = registers
        self._resumed = False

    async def setup_hook(self) -> None:
        """Open the store and take up unfinished games before the first event arrives."""
        self.store = await SqliteStore.open(self._database, busy_timeout=LOCKED)
        self.tastes = Tastes(self.store)
        self.tables = Tables(Services(self.store, self.now, self._random, self._changed, self.faces.of))
        self.publisher = Publisher(self, self.store, self.hands, self.tastes, self.now, self._published)
        self._warming = asyncio.create_task(asyncio.to_thread(warm_up), name="first drawings")
        await self.store.wake(self.now())
        await self.tables.load()
        self._alive = asyncio.create_task(self._stay_alive(), name="signs of life")
        await self._register_commands()

    async def on_ready(self) -> None:
        """Show again what was not shown before the last stop, and let the others go on."""
        if self._resumed:
            return
        self._resumed = True
        log.info("Logged in as %s.", self.user)
        ended: list[Table] = []
        going_on: list[Table] = []
        for table in self.tables:
            (ended if table.status.ended else going_on).append(table)
        for table in ended:
            self.publisher.request(table)
        await self.publisher.settle(ENDS_FIRST)  # a game that came after it in the channel belongs below its end
        below = {table.game.channel_id for table in ended}
        for table in going_on:
            behind = table.game.shown_revision < table.revision or table.game.message_id is None
            anew = table.game.channel_id in below
            # The end of a round is drawn to lose its button later on.
            if await self._recalls(table) or behind or anew or table.status is Status.BETWEEN:
                self.publisher.request(table, anew=anew)
            else:
                self.pace.arrange(table)
        gc.collect()
        gc.freeze()  # what lives as long as the process is never looked at again

    async def _recalls(self, table: Table) -> bool:
        """Take up what was under way; whether the table has to be shown because of it, or because nobody knows."""
        try:
            return await self.publisher.recall(table)
        except StorageError as error:
            log.error("What was under way at table %s could not be read: %s", table.id, error)
            return True

    async def on_interaction(self, interaction: discord.Interaction[Caboose]) -> None:
        """Answer clicks and filled-in questions; commands go their own way."""
        self.faces.meet(interaction.user)
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await on_component(self, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what people write below a table."""
        table = self.tables.in_channel(message.channel.id)
        if table and not message.author.bot:
            self.publisher.human_message(table)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Somebody deleted a message: perhaps a table."""
        self._deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody cleared a channel: perhaps of its table."""
        self._deleted(payload.channel_id, payload.message_ids)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        table = self.tables.in_channel(channel_id)
        if table is not None and table.game.message_id in message_ids:
            self.publisher.message_deleted(table)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it its game."""
        await self._close_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, and with it its game."""
        await self._close_channel(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was asked to leave a server: its games stand still, and go on if it is let in again."""
        for table in self.tables:
            if table.game.guild_id == guild.id:
                self.pace.rest(table)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a server, perhaps again: games that stood still there are shown and go on."""
        for table in self.tables:
            if table.game.guild_id == guild.id:
                self.publisher.request(table)

    async def _close_channel(self, channel_id: int) -> None:
        table = self.tables.in_channel(channel_id)
        if table is not None:
            with suppress(Refused):
                await table.lose_channel()

    async def close(self) -> None:
        """Stop cleanly: nothing new begins, what is being saved is saved."""
        self.pace.close()
        self.faces.close()
        if hasattr(self, "_alive"):
            self._alive.cancel()
        if hasattr(self, "_warming"):
            self._warming.cancel()
        if hasattr(self, "publisher"):
            await self.publisher.close()
        await super().close()
        if hasattr(self, "store"):
            with suppress(StorageError):
                await self.store.alive(self.now())
            await self.store.close()

    def words_at(self, table: Table) -> NullTranslations:
        """The words for what everybody at a table reads."""
        return words_of(table.game.language or "en")

    def _changed(self, game_id: int) -> None:
        table = self.tables.get(game_id)
        if table is not None:
            self.pace.cancel(table)
            self.publisher.request(table)

    async def _remind(self, table: Table) -> None:
        """Tell who is to move that their time runs out; if they have left the server, a computer plays on."""
        seat, deadline = table.to_move, table.game.deadline
        if seat is None or seat.user_id is None or deadline is None:
            return
        if await self._is_gone(table.game.guild_id, seat.user_id):
            await table.gone(seat.user_id)
        else:
            said = self.words_at(table).gettext("{name}, a computer makes your move {when}.")
            await self.publisher.nudge(table, seat.user_id, said.replace("{when}", f"<t:{int(deadline)}:R>"))

    async def _is_gone(self, guild_id: int, user_id: int) -> bool:
        guild = self.get_guild(guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound:
            return True
        except TROUBLE:
            pass
        return False

    async def _stay_alive(self) -> None:
        """Leave a sign of life now and then: time for which the bot was down counts against nobody."""
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            try:
                await self.store.alive(self.now())
            except StorageError as error:
                log.error("No sign of life could be saved: %s", error)

    def _published(self, table: Table) -> None:
        if table.status.ended:
            self.tables.let_go(table)
        elif self.publisher.is_blocked(table):
            self.pace.rest(table)
        else:
            self.pace.arrange(table)

    async def _register_commands(self) -> None:
        """Tell Discord about the commands, but only when they have changed since the last time."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
        known = f"{self.application_id}:{digest}"
        if self._registers or await self.store.recall(COMMANDS_NOTE) != known:
            await self.tree.sync()
            await self.store.remember(COMMANDS_NOTE, known)

    async def _command_failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        async def fail() -> None:
            raise error

        await guarded(interaction, language_of(interaction), fail)


def intents() -> discord.Intents:
    """What Discord shall tell us of."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True  # only to count messages below a table; their content is never sent to us
    return wanted
