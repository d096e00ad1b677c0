"""The avatars of people who play: each fetched once, in the background, and absent without harm."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

import discord

from bot.errors import TROUBLE

log = logging.getLogger(__name__)

SIZE: Final = 64
LARGEST: Final = 128 * 1024
"""A larger file is no avatar of this size."""
AT_HAND: Final = 2000
"""So many are kept: about 8 MB."""
PATIENCE: Final = 3.0
"""Seconds after which an avatar is given up."""
AT_ONCE: Final = 4


class Faces:
    """Avatars by user id. Whoever clicks is met; their avatar is there for the next picture, or never."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[str, bytes]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def of(self, user_id: int | None) -> bytes:
        """A person's avatar as PNG; empty while there is none."""
        found = self._known.get(user_id or 0)
        return found[1] if found else b""

    def meet(self, user: discord.User | discord.Member) -> None:
        """Fetch this person's avatar unless it is known; a person without one costs nothing."""
        asset = user.display_avatar
        if asset.key == user.default_avatar.key:
            self._known.pop(user.id, None)
            return
        known = self._known.get(user.id)
        if known and known[0] == asset.key:
            self._known.move_to_end(user.id)
            return
        self._keep(user.id, asset.key, known[1] if known else b"")
        task = asyncio.create_task(self._fetch(user.id, asset), name="an avatar")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Fetch nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _fetch(self, user_id: int, asset: discord.Asset) -> None:
        try:
            async with self._slots:
                small = asset.with_size(SIZE).with_static_format("png")
                picture = await asyncio.wait_for(small.read(), PATIENCE)
        except (*TROUBLE, discord.DiscordException, TimeoutError, ValueError) as error:
            log.info("An avatar could not be fetched: %s", type(error).__name__)
            return
        if len(picture) <= LARGEST:
            self._keep(user_id, asset.key, picture)

    def _keep(self, user_id: int, key: str, picture: bytes) -> None:
        self._known[user_id] = (key, picture)
        self._known.move_to_end(user_id)
        while len(self._known) > AT_HAND:
            self._known.popitem(last=False)
