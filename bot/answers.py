"""Answers to clicks and commands: sentences and hands, seen by who asked alone.

This is the one place that answers interactions with pictures. An answer is given directly; only what is not ready
after a second is deferred, and then comes as a message of its own (a new picture cannot be edited into a deferred
answer).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from gettext import NullTranslations
from typing import Final, NamedTuple

import aiohttp
import discord

from bot.errors import TROUBLE
from bot.hands import Hands
from bot.screens.hand import hand_screen
from bot.screens.parts import Screen, text
from bot.table import Table
from bot.tastes import Taste
from game.tiles import Tile

log = logging.getLogger(__name__)

SOON: Final = 1.0
"""Seconds before an answer that is not ready is deferred."""
DEFERRING: Final = "deferring"
"""Under this key an interaction keeps the task that defers it."""
WEATHER: Final = (10062, 10015, 40060, 50027)
"""Codes of an interaction that has run out or was answered elsewhere: nothing to be done about."""


class Sent(NamedTuple):
    """A private message that was shown."""

    message_id: int
    followup: bool
    """Whether it followed the interaction's own answer, instead of being it: what the answer is then, may be public."""


async def in_time(interaction: discord.Interaction, work: Awaitable[None], *, public: bool = False) -> None:
    """Do the work for an interaction; Discord is told to wait for the answer where the work takes long.

    `public`: the answer is for the whole channel; where it took long, a refusal is as public.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=SOON)
        if not done:
            await _defer(interaction, public=public)
        await task
    finally:
        task.cancel()


async def _defer(interaction: discord.Interaction, *, public: bool = False) -> None:
    """Tell Discord to wait. An answer that is ready meanwhile waits for that (see `_is_done`)."""
    if not await _is_done(interaction):
        deferring = asyncio.ensure_future(interaction.response.defer(ephemeral=not public))
        interaction.extras[DEFERRING] = deferring
        try:
            await deferring
        except (*TROUBLE, discord.InteractionResponded) as error:
            log.info("Discord could not be told to wait (%s).", type(error).__name__)


async def think(interaction: discord.Interaction) -> None:
    """Tell the channel that the answer will take a while."""
    await _defer(interaction, public=True)


async def _is_done(interaction: discord.Interaction) -> bool:
    """Whether the interaction was answered or deferred, so that only follow-ups are open."""
    deferring = interaction.extras.get(DEFERRING)
    if deferring is not None:
        await asyncio.wait({deferring})
    return interaction.response.is_done()


async def show(interaction: discord.Interaction, screen: Screen, *, public: bool = False) -> None:
    """Show a screen to who asked, or with `public` to the channel, in a new message."""
    if await _is_done(interaction):
        await interaction.followup.send(view=screen.view(), files=screen.files(), ephemeral=not public)
    else:
        await interaction.response.send_message(view=screen.view(), files=screen.files(), ephemeral=not public)


async def post(interaction: discord.Interaction, screen: Screen) -> int:
    """Show a screen to the channel as the answer, and return the message's id."""
    if await _is_done(interaction):
        return (await interaction.followup.send(view=screen.view(), files=screen.files(), wait=True)).id
    try:
        sent = await interaction.response.send_message(view=screen.view(), files=screen.files())
    except (discord.DiscordServerError, aiohttp.ClientError):  # it may have arrived all the same
        return (await interaction.original_response()).id
    assert sent.message_id is not None
    return sent.message_id


async def say(interaction: discord.Interaction, sentence: str) -> None:
    """Say one thing to who asked."""
    await show(interaction, Screen((text(sentence),)))


async def acknowledge(interaction: discord.Interaction) -> None:
    """Take a click whose effect will be seen in a public message."""
    if not await _is_done(interaction):
        await interaction.response.defer()


async def prepare(interaction: discord.Interaction, make: Callable[..., Screen], *values: object) -> Screen:
    """Make a screen in a worker; the interaction is deferred where that takes long."""
    task = asyncio.ensure_future(asyncio.to_thread(make, *values))
    done, _ = await asyncio.wait({task}, timeout=SOON)
    if not done:
        await _defer(interaction)
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
    sent = await (update(interaction, screen) if in_place else _send(interaction, screen))
    await hands.replaced(old, sent.message_id)
    await hands.keep(table, shown, interaction, words, taste, sent.message_id, followup=sent.followup)


async def update(interaction: discord.Interaction, screen: Screen) -> Sent:
    """Show something else in the private message that was clicked, or where that cannot be in a new one."""
    clicked = interaction.message
    late = await _is_done(interaction)
    if not late and clicked is not None and clicked.flags.ephemeral:  # a private thing never goes into a public message
        try:
            await interaction.response.edit_message(view=screen.view(), attachments=screen.files())
            return Sent(clicked.id, followup=False)
        except discord.HTTPException as error:
            if error.status not in (400, 404) or error.code in WEATHER:
                raise
            log.warning("A private message takes no change (%s): there is a new one.", error.code)
    return await _send(interaction, screen)


async def _send(interaction: discord.Interaction, screen: Screen) -> Sent:
    if await _is_done(interaction):
        message = await interaction.followup.send(view=screen.view(), files=screen.files(), ephemeral=True, wait=True)
        return Sent(message.id, followup=True)
    sent = await interaction.response.send_message(view=screen.view(), files=screen.files(), ephemeral=True)
    assert sent.message_id is not None
    return Sent(sent.message_id, followup=False)
