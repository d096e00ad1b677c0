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

from bot.screens.hand import hand_screen
from bot.screens.parts import Screen
from bot.table import Table

log = logging.getLogger(__name__)

LIFETIME: Final = 14 * 60
"""Seconds for which a handle is used; Discord's limit is 15 minutes."""


@dataclass(slots=True)
class Handle:
    """A hand's message that can be changed until `until` (Unix seconds); it shows `revision`."""

    interaction: discord.Interaction
    message_id: int | None
    """The follow-up message; None for the interaction's own answer."""
    until: float
    revision: int
    words: NullTranslations

    async def edit(self, screen: Screen) -> None:
        """Show something else in the same message."""
        if self.message_id is None:
            await self.interaction.edit_original_response(view=screen.view(), attachments=screen.files())
        else:
            await self.interaction.followup.edit_message(
                self.message_id, view=screen.view(), attachments=screen.files()
            )

    async def delete(self) -> None:
        """Take the message away."""
        if self.message_id is None:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.message_id)


class Hands:
    """The open hands of all tables, one for each person and table."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: dict[tuple[int, int], Handle] = {}

    def keep(
        self, table: Table, interaction: discord.Interaction, words: NullTranslations, message_id: int | None = None
    ) -> None:
        """Remember the interaction whose answer is this person's hand now."""
        handle = Handle(interaction, message_id, self._now() + LIFETIME, table.revision, words)
        self._open[table.id, interaction.user.id] = handle

    def take(self, table: Table, user_id: int) -> Handle | None:
        """Forget a person's hand and return it, if its message can still be changed."""
        handle = self._open.pop((table.id, user_id), None)
        return handle if handle and handle.until > self._now() else None

    async def replaced(self, handle: Handle | None) -> None:
        """Delete a hand in whose place a newer one stands."""
        if handle is None:
            return
        try:
            await handle.delete()
        except discord.HTTPException as error:
            log.debug("An old hand could not be deleted: %s", error.status)

    async def refresh(self, table: Table, user_id: int) -> bool:
        """Redraw a person's open hand; False if there is none that can be changed."""
        seat = table.seat_of(user_id)
        handle = self._open.get((table.id, user_id))
        if handle is None or seat is None or handle.until <= self._now():
            self._open.pop((table.id, user_id), None)
            return False
        if handle.revision == table.revision:
            return True
        revision = table.revision
        screen = await asyncio.to_thread(hand_screen, table, seat, handle.words)
        if self._open.get((table.id, user_id)) is not handle:
            return True  # its owner clicked meanwhile, and has been shown something newer
        try:
            await handle.edit(screen)
        except discord.HTTPException as error:
            log.info("A hand can no longer be redrawn (%s); its owner opens it anew.", error.status)
            self._open.pop((table.id, user_id), None)
            return False
        handle.revision = max(handle.revision, revision)
        return True

    def forget(self, table: Table) -> None:
        """Forget all hands of a table that is over."""
        for key in [key for key in self._open if key[0] == table.id]:
            del self._open[key]
