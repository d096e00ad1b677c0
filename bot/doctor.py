"""The live check: each kind of message that the bot uses, tried once in a real channel by whoever installs it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Final, TypeVar

import discord
from discord import ui

from bot.client import intents
from bot.errors import TROUBLE
from bot.ids import DOCTOR, component_data
from bot.opening import NEEDED
from bot.screens.parts import Picture, Screen, gallery, row, text
from bot.words import words
from game.dealing import shuffled
from game.match import begin_match, play
from game.rules import Rules
from game.view import view_of
from renderer.board import draw_board
from renderer.people import Person

T = TypeVar("T")
Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread

WAIT: Final = 60.0
"""Seconds to wait for a click."""
HEARD: Final = 10.0
"""Seconds in which Discord should tell of a message that was posted."""
LOGIN: Final = 60.0
"""Seconds in which Discord should say that the bot is ready."""
CLICKS: Final = 3
"""A click can be answered in one way only, and three ways are to be tried."""


class DoctorError(Exception):
    """The check cannot be made; its text is a sentence that says why."""


class Doctor(discord.Client):
    """Tries everything in one channel, tells the result line by line, and tidies up."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self._say = say
        self._pictures = _pictures()
        self._attach = True
        self._well = True
        self._wanted = ""
        self._click: discord.Interaction | None = None
        self._clicked = asyncio.Event()
        self._heard = asyncio.Event()
        self._leftovers: list[Callable[[], Awaitable[object]]] = []

    async def examine(self, channel_id: int) -> bool:
        """Try everything; True if all that a game needs works.

        Raises:
            DoctorError: if there is no such channel to try it in.
        """
        channel = await self._find(channel_id)
        self._tell(True, f"Logged in as {self.user}, and found #{channel.name} in {channel.guild.name}.")
        may = channel.permissions_for(channel.guild.me)
        self._permissions(channel, may)
        await self._commands(channel)
        writes = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
        self._attach = may.attach_files
        if may.view_channel and writes:
            try:
                await self._messages(channel)
            finally:
                await self._tidy()
        self._say("All that a game needs works." if self._well else "A game needs more than works here: see each ✗.")
        return self._well

    async def on_message(self, message: discord.Message) -> None:
        """Notice that Discord tells of new messages."""
        if self.user and message.author.id == self.user.id:
            self._heard.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take the click that is waited for."""
        custom_id = component_data(interaction).custom_id
        if custom_id == self._wanted and not self._clicked.is_set():
            self._click = interaction
            self._clicked.set()
        elif custom_id.startswith(DOCTOR):
            with suppress(*TROUBLE):
                await interaction.response.defer()

    # What is looked at

    async def _find(self, channel_id: int) -> Channel:
        try:
            channel = self.get_channel(channel_id) or await self.fetch_channel(channel_id)
        except discord.NotFound:
            raise DoctorError(
                f"There is no channel {channel_id}: with Discord's Developer Mode on, right-click the channel and"
                " choose “Copy Channel ID”."
            ) from None
        except discord.Forbidden:
            raise DoctorError(f"The bot may not see channel {channel_id}: invite it to that server first.") from None
        if not isinstance(channel, Channel):
            raise DoctorError(f"Nobody can write in channel {channel_id}: choose a text channel of a server.")
        return channel

    def _permissions(self, channel: Channel, may: discord.Permissions) -> None:
        for name, title in (NEEDED | {"send_messages_in_threads": "Send Messages in Threads"}).items():
            elsewhere = "send_messages" if isinstance(channel, discord.Thread) else "send_messages_in_threads"
            needed, given = name != elsewhere, getattr(may, name)
            remark = "" if given else " is missing" if needed else " is missing, which is needed elsewhere only"
            self._tell(given, f"Permission {title}{remark}", needed=needed)

    async def _commands(self, channel: Channel) -> None:
        assert self.application_id is not None
        await self._try(
            "Slash commands are allowed (scope applications.commands)",
            self.http.get_guild_commands(self.application_id, channel.guild.id),
        )

    # What is tried

    async def _messages(self, channel: Channel) -> None:
        posted = await self._post(channel)
        if posted is None:
            return
        await self._hear()
        await self._edit(channel, posted)
        clicker = await self._answers(channel)
        if clicker is not None:
            await self._ping(channel, clicker)

    async def _post(self, channel: Channel) -> discord.Message | None:
        screen = self._screen(1)
        sending = channel.send(view=screen.view(), files=screen.files())
        posted = await self._try("A message with a picture is posted", sending)
        if posted:
            self._leftovers.append(posted.delete)
        return posted

    async def _hear(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard.wait(), HEARD)
        if self._heard.is_set():
            self._tell(True, "Discord tells of new messages (intent Guild Messages)")
        else:
            self._tell(False, "Discord tells of no new messages: the board will not move down by itself", needed=False)

    async def _edit(self, channel: Channel, posted: discord.Message) -> None:
        screen = self._screen(1)
        edit = channel.get_partial_message(posted.id).edit(view=screen.view(), attachments=screen.files())
        if await self._taken("It is edited with a new picture", edit):
            return
        if await self._post(channel):
            self._leftovers.remove(posted.delete)
            await self._try("In use instead: it is posted anew, and the old one deleted", posted.delete())

    async def _answers(self, channel: Channel) -> discord.abc.User | None:
        """Ask for clicks and answer each in another way; who clicked, if all were answered."""
        clicker = None
        for number, answer in enumerate((self._answer_click, self._update_click, self._defer_click), 1):
            click = await self._ask(channel, number)
            if click is None:
                self._tell(False, f"Nobody pressed the button in {WAIT:.0f} seconds: not all answers were tried")
                return None
            if not await answer(click):
                return None
            clicker = click.user
        return clicker

    async def _ask(self, channel: Channel, number: int) -> discord.Interaction | None:
        self._say(
            f"→ In #{channel.name}, please press “Press me ({number} of {CLICKS})” within {WAIT:.0f} seconds."
            if number == 1
            else "→ And the button below the answer, which only you can see."
        )
        self._click, self._wanted = None, _id(number)
        self._clicked.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._clicked.wait(), WAIT)
        return self._click

    async def _answer_click(self, click: discord.Interaction) -> bool:
        screen = self._screen(2)
        answer = click.response.send_message(view=screen.view(), files=screen.files(), ephemeral=True)
        if not await self._try("A click is answered with a picture for one person", answer):
            return False
        self._leftovers.append(click.delete_original_response)
        screen = self._screen(2)
        edit = click.edit_original_response(view=screen.view(), attachments=screen.files())
        await self._taken("That answer is edited with a new picture", edit, "hands are opened anew")
        return True

    async def _update_click(self, click: discord.Interaction) -> bool:
        screen = self._screen(3)
        update = click.response.edit_message(view=screen.view(), attachments=screen.files())
        if await self._taken("A click updates its message with a new picture", update):
            return True
        if click.response.is_done():
            return False
        screen = self._screen(3)
        answer = click.response.send_message(view=screen.view(), files=screen.files(), ephemeral=True)
        self._leftovers.append(click.delete_original_response)
        return bool(await self._try("In use instead: the click is answered in a new message", answer))

    async def _defer_click(self, click: discord.Interaction) -> bool:
        screen = self._screen()

        async def follow() -> discord.WebhookMessage:
            await click.response.defer(ephemeral=True)
            return await click.followup.send(view=screen.view(), files=screen.files(), ephemeral=True, wait=True)

        sent = await self._try("A late answer follows its click with a picture", follow())
        if sent is None:
            return False
        self._leftovers.append(lambda: click.followup.delete_message(sent.id))
        screen = self._screen()
        edit = click.followup.edit_message(sent.id, view=screen.view(), attachments=screen.files())
        await self._taken("That late answer is edited with a new picture", edit, "hands are opened anew")
        return True

    async def _ping(self, channel: Channel, user: discord.abc.User) -> None:
        screen = Screen((text(f"<@{user.id}>, thank you: this ping was the last try."),))
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user.id)])
        ping = await self._try("A player is pinged", channel.send(view=screen.view(), allowed_mentions=allowed))
        if ping:
            self._leftovers.append(ping.delete)

    async def _tidy(self) -> None:
        """Delete what was posted, the newest first."""
        if not self._leftovers:
            return
        reasons = []
        while self._leftovers:
            try:
                await self._leftovers.pop()()
            except discord.NotFound:
                pass  # somebody was faster
            except TROUBLE as error:
                reasons.append(_reason(error))
        self._tell(not reasons, f"Everything is deleted again{': ' if reasons else ''}{'; '.join(reasons)}")

    # How it is told

    async def _try(self, what: str, call: Awaitable[T], *, needed: bool = True) -> T | None:
        """Make a call and tell whether Discord took it; its result, or None."""
        try:
            result = await call
        except TROUBLE as error:
            self._tell(False, f"{what}: no, {_reason(error)}", needed=needed)
            return None
        self._tell(True, what)
        return result

    async def _taken(self, what: str, edit: Awaitable[object], fallback: str = "") -> bool:
        """Make an edit; a 400, for which the bot has a fallback, is no failure of the whole."""
        try:
            await edit
        except TROUBLE as error:
            refused = isinstance(error, discord.HTTPException) and error.status == 400
            instead = f"; in use instead: {fallback}" if fallback and refused else ""
            self._tell(False, f"{what}: no, {_reason(error)}{instead}", needed=not refused)
            return False
        self._tell(True, what)
        return True

    def _tell(self, works: bool, what: str, *, needed: bool = True) -> None:
        self._well &= works or not needed
        self._say(f"{'✓' if works else '✗'} {what}")

    def _screen(self, button: int | None = None) -> Screen:
        """A message like a table or a hand, with a picture that was not there before and a button."""
        told = text("### Caboose is being checked\nThis message goes away by itself.")
        press: list[ui.ActionRow[ui.LayoutView]] = []
        if button is not None:
            press = [row(ui.Button(label=f"Press me ({button} of {CLICKS})", custom_id=_id(button)))]
        if not self._attach:
            return Screen((told,), tuple(press))
        picture = next(self._pictures)
        return Screen((told, gallery(picture)), tuple(press), (picture,))


async def examine(token: str, channel_id: int, say: Callable[[str], None]) -> bool:
    """Log in, try everything in a channel, and log out; True if all that a game needs works.

    Raises:
        DoctorError: if there is no such channel, or Discord does not let the bot come online.
    """
    async with Doctor(say) as doctor:
        await doctor.login(token)
        connecting = asyncio.ensure_future(doctor.connect(reconnect=False))
        ready = asyncio.ensure_future(doctor.wait_until_ready())
        try:
            done, _ = await asyncio.wait({connecting, ready}, timeout=LOGIN, return_when=asyncio.FIRST_COMPLETED)
            if connecting in done:
                await connecting
            if ready not in done:
                raise DoctorError("Discord did not let the bot come online: try again in a few minutes.")
            return await doctor.examine(channel_id)
        finally:
            ready.cancel()
            connecting.cancel()
            await asyncio.gather(connecting, ready, return_exceptions=True)


def _id(number: int) -> str:
    return f"{DOCTOR}{number}"


def _reason(error: BaseException) -> str:
    if isinstance(error, discord.HTTPException):
        what = " ".join(error.text.split())[:120]
        return f"Discord answers {error.status} ({error.code}{': ' if what else ''}{what})"
    return "Discord could not be reached"


def _pictures() -> Iterator[Picture]:
    """Boards of a made-up game, a new one each time."""
    rules = Rules.of("club").for_seats(4)
    people = [Person(name, computer=False) for name in ("Ann", "Bo", "Cyprien", "Dagny")]
    match, _ = begin_match(rules, 4, shuffled(rules, 0, Random(1)))
    number = 0
    while True:
        number += 1
        board = draw_board(view_of(match, None), people, words("en"))
        yield Picture(f"check_{number}.png", board, "A board of a made-up game")
        match, _ = play(match, match.round.legal[0])
