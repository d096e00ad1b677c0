"""Answers to clicks and commands: sentences and hands, seen by who asked alone.

This is the one place that answers interactions with pictures. An answer is given directly; only what is not ready
after a second is deferred, and then comes as a message of its own (a new picture cannot be edited into a deferred
answer).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from gettext import NullTranslations
from typing import Final

import discord

from bot.hands import Hands
from bot.screens.hand import hand_screen
from bot.screens.parts import Screen, text
from bot.table import Table
from bot.tastes import Taste
from game.tiles import Tile

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds before an answer that is not ready is deferred."""
WEATHER: Final = (10062, 10015, 40060, 50027)
"""Codes of an interaction that has run out or was answered elsewhere: nothing to be done about."""


async def show(interaction: discord.Interaction, screen: Screen, *, public: bool = False) -> None:
    """Show a screen to who asked, or with `public` to the channel, in a new message."""
    if interaction.response.is_done():
        await interaction.followup.send(view=screen.view(), files=screen.files(), ephemeral=not public)
    else:
        await interaction.response.send_message(view=screen.view(), files=screen.files(), ephemeral=not public)


async def say(interaction: discord.Interaction, sentence: str) -> None:
    """Say one thing to who asked."""
    await show(interaction, Screen((text(sentence),)))


async def acknowledge(interaction: discord.Interaction) -> None:
    """Take a click whose effect will be seen in a public message."""
    if not interaction.response.is_done():
        await interaction.response.defer()


async def prepare(interaction: discord.Interaction, make: Callable[..., Screen], *values: object) -> Screen:
    """Make a screen in a worker; the interaction is deferred where that takes long."""
    task = asyncio.ensure_future(asyncio.to_thread(make, *values))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True)
    return await task


async def show_hand(
    interaction: discord.Interaction,
    hands: Hands,
    table: Table,
    words: NullTranslations,
    taste: Taste,
    *,
    in_place: bool,
    notice: str = "",
    tile: Tile | None = None,
) -> None:
    """Show a person their hand: in the hand that was clicked (`in_place`), or as a new message in place of the old.

    Raises:
        Refused: if they are not seated or nothing was dealt.
    """
    seat = table.my_seat(interaction.user.id)
    table.view(seat)
    old, shown = hands.take(table, interaction.user.id), table.still()
    screen = await prepare(interaction, lambda: hand_screen(shown, seat, words, taste, notice=notice, tile=tile))
    late = interaction.response.is_done()
    message_id = await _show_hand(interaction, screen, in_place=in_place)
    await hands.replaced(old, message_id)
    await hands.keep(table, shown.revision, interaction, words, taste, message_id, followup=late)


async def _show_hand(interaction: discord.Interaction, screen: Screen, *, in_place: bool) -> int:
    """Show a hand in the way that is open, and return its message's id."""
    if interaction.response.is_done():
        return (await interaction.followup.send(view=screen.view(), files=screen.files(), ephemeral=True, wait=True)).id
    if in_place:
        return await update(interaction, screen)
    return await _send(interaction, screen)


async def update(interaction: discord.Interaction, screen: Screen) -> int:
    """Show something else in the private message that was clicked, or where that cannot be in a new one.

    Returns the message's id.
    """
    clicked = interaction.message
    if clicked is not None and clicked.flags.ephemeral:  # what is for one person never goes into a public message
        try:
            await interaction.response.edit_message(view=screen.view(), attachments=screen.files())
            return clicked.id
        except discord.HTTPException as error:
            if error.status not in (400, 404) or error.code in WEATHER:
                raise
            log.warning("A private message takes no change (%s): there is a new one.", error.code)
    return await _send(interaction, screen)


async def _send(interaction: discord.Interaction, screen: Screen) -> int:
    sent = await interaction.response.send_message(view=screen.view(), files=screen.files(), ephemeral=True)
    assert sent.message_id is not None
    return sent.message_id
