"""The bot itself: start, stop, and what comes in from Discord."""

from __future__ import annotations

import gc
import hashlib
import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom

import discord
from discord import app_commands

from bot.commands import add_commands
from bot.hands import Hands
from bot.pace import Pace
from bot.publish import Publisher
from bot.router import guarded, language_of, on_component
from bot.table import Services, Table
from bot.tables import Tables
from storage.models import Status
from storage.sqlite import SqliteStore

log = logging.getLogger(__name__)

COMMANDS_NOTE = "commands"
"""Under this key the store remembers which commands were last registered."""


class Caboose(discord.AutoShardedClient):
    """Mexican Train in Discord. One object is one run: after a restart there is a fresh one."""

    store: SqliteStore
    tables: Tables
    publisher: Publisher

    def __init__(
        self,
        database: Path | str,
        *,
        now: Callable[[], float] = time.time,
        random: Random | None = None,
        shards: int | None = None,
    ) -> None:
        """`random` deals the tiles; without `shards` Discord says how many there are."""
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True  # only to count messages below a table; their content is never sent to us
        super().__init__(
            intents=intents,
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
        self.pace = Pace(now)
        self._database = database
        self._random = random or SystemRandom()
        self._resumed = False

    async def setup_hook(self) -> None:
        """Open the store and take up unfinished games before the first event arrives."""
        self.store = await SqliteStore.open(self._database)
        self.tables = Tables(Services(self.store, self.now, self._random, self._changed))
        self.publisher = Publisher(self, self.store, self.hands, self.now, self._published)
        await self.tables.load()
        await self._register_commands()

    async def on_ready(self) -> None:
        """Show again what was not shown before the last stop, and let the others go on."""
        if self._resumed:
            return
        self._resumed = True
        for table in self.tables:
            behind = table.game.shown_revision < table.revision or table.game.message_id is None
            if behind or table.status is Status.BETWEEN:  # the end of a round is drawn to lose its button later on
                self.publisher.request(table)
            else:
                self.pace.arrange(table)
        gc.collect()
        gc.freeze()  # what lives as long as the process is never looked at again

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer clicks and filled-in questions; commands go their own way."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await on_component(self, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what people write below a table."""
        table = self.tables.in_channel(message.channel.id)
        if table and not message.author.bot:
            self.publisher.human_message(table)

    async def close(self) -> None:
        """Stop cleanly: nothing new begins, what is being saved is saved."""
        self.pace.close()
        if hasattr(self, "publisher"):
            await self.publisher.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    def _changed(self, table: Table) -> None:
        self.pace.cancel(table)
        self.publisher.request(table)

    def _published(self, table: Table) -> None:
        if table.status.ended:
            self.tables.let_go(table)
        else:
            self.pace.arrange(table)

    async def _register_commands(self) -> None:
        """Tell Discord about the commands, but only when they have changed since the last time."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
        known = f"{self.application_id}:{digest}"
        if await self.store.recall(COMMANDS_NOTE) != known:
            await self.tree.sync()
            await self.store.remember(COMMANDS_NOTE, known)

    async def _command_failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        async def fail() -> None:
            raise error

        await guarded(interaction, language_of(interaction), fail)
