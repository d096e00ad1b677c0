"""Open hands: through which interaction each can still be reached, and nothing else.

A hand is an ephemeral message: only an interaction whose answer sent or updated that very message can change it, and
only for 15 minutes. So a handle is kept for such interactions alone; when one stops working it is forgotten, and its
owner opens the hand anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

import discord

from bot.errors import TROUBLE
from bot.screens.hand import hand_screen, over_screen
from bot.screens.parts import Screen
from bot.table import Table
from bot.tastes import Taste

log = logging.getLogger(__name__)

LIFETIME: Final = 14 * 60
"""Seconds for which a handle is used; Discord's limit is 15 minutes."""


@dataclass(slots=True)
class Handle:
    """A hand's message that can be changed until `until` (Unix seconds); it shows `revision`."""

    interaction: discord.Interaction
    message_id: int
    followup: bool
    """Whether the message followed the interaction's own answer, instead of being it."""
    until: float
    revision: int
    words: NullTranslations
    taste: Taste
    tiles: int
    """How many tiles it shows."""

    async def edit(self, screen: Screen) -> None:
        """Show something else in the same message."""
        if self.followup:
            await self.interaction.followup.edit_message(
                self.message_id, view=screen.view(), attachments=screen.files()
            )
        else:
            await self.interaction.edit_original_response(view=screen.view(), attachments=screen.files())

    async def delete(self) -> None:
        """Take the message away."""
        if self.followup:
            await self.interaction.followup.delete_message(self.message_id)
        else:
            await self.interaction.delete_original_response()


class Hands:
    """The open hands of all tables, one for each person and table."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: dict[tuple[int, int], Handle] = {}

    async def keep(
        self,
        table: Table,
        shown: Table,
        interaction: discord.Interaction,
        words: NullTranslations,
        taste: Taste,
        message_id: int,
        *,
        followup: bool = False,
    ) -> None:
        """Remember the interaction whose answer is this person's hand, as of `shown`; an older one goes."""
        user_id = interaction.user.id
        until, tiles = self._now() + LIFETIME, _tiles_of(shown, user_id)
        handle = Handle(interaction, message_id, followup, until, shown.revision, words, taste, tiles)
        old = self.take(table, interaction.user.id)
        self._open[table.id, interaction.user.id] = handle
        await self.replaced(old, message_id)
        seat = table.to_move
        if (seat and seat.user_id == user_id) or tiles != _tiles_of(table, user_id):  # while this was being sent
            await self.refresh(table, user_id)

    def take(self, table: Table, user_id: int) -> Handle | None:
        """Forget a person's hand and return it, if its message can still be changed."""
        handle = self._open.pop((table.id, user_id), None)
        return handle if handle and handle.until > self._now() else None

    async def replaced(self, handle: Handle | None, message_id: int) -> None:
        """Delete a hand in whose place a newer one stands, unless that is the same message."""
        if handle is None or handle.message_id == message_id:
            return
        try:
            await handle.delete()
        except TROUBLE as error:
            log.debug("An old hand could not be deleted: %s", type(error).__name__)

    async def refresh(self, table: Table, user_id: int) -> bool:
        """Redraw a person's open hand; False if there is none that can be changed."""
        seat = table.seat_of(user_id)
        handle = self._open.get((table.id, user_id))
        if handle is None or seat is None or handle.until <= self._now():
            self._open.pop((table.id, user_id), None)
            return False
        if handle.revision == table.revision:
            return True
        shown = table.still()
        screen = await asyncio.to_thread(hand_screen, shown, seat, handle.words, handle.taste)
        if self._open.get((table.id, user_id)) is not handle:
            return True  # its owner clicked meanwhile, and has been shown something newer
        try:
            await handle.edit(screen)
        except TROUBLE as error:
            log.info("A hand can no longer be redrawn (%s); its owner opens it anew.", type(error).__name__)
            self._open.pop((table.id, user_id), None)
            return False
        if handle.revision < shown.revision:
            handle.revision, handle.tiles = shown.revision, _tiles_of(shown, user_id)
        return True

    async def refresh_changed(self, table: Table) -> None:
        """Redraw the open hands that hold other tiles than they show: somebody else's doing, such as a catch."""
        for (game, user_id), handle in list(self._open.items()):
            if game == table.id and handle.tiles != _tiles_of(table, user_id):
                await self.refresh(table, user_id)

    async def put_down(self, table: Table) -> None:
        """Replace all hands of a table whose round or game is over by a word about that, and forget them."""
        keys = [key for key, hand in self._open.items() if key[0] == table.id and hand.revision <= table.revision]
        handles = [handle for key in keys if (handle := self._open.pop(key)).until > self._now()]
        await asyncio.gather(*(self._end(handle, over_screen(table, handle.words)) for handle in handles))

    async def _end(self, handle: Handle, screen: Screen) -> None:
        try:
            await handle.edit(screen)
        except TROUBLE as error:
            log.debug("A hand could not be put down: %s", type(error).__name__)


def _tiles_of(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    return 0 if seat is None or table.match is None else table.match.round.hands[seat].bit_count()
