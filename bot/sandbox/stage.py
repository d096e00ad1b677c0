"""The sandbox's little Discord: a server, three people, the bot, time that flows, and pages that follow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.env import Env
from simcord.preview import Preview

from . import page, patches
from .run import MakeBot

PEOPLE = ("Alice", "Bob", "Carol")
TICK = 0.1  # seconds between two steps of time, and so the longest that a change waits for its way to the pages

_log = logging.getLogger(__name__)


class Stage:
    """One run of the sandbox."""

    def __init__(self, make_bot: MakeBot) -> None:
        patches.install()
        page.install()
        self._make_bot = make_bot
        self._began = datetime.now(UTC)
        self._env: Env | None = None
        self._preview: Preview | None = None
        self._pump: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()  # an action of a page, a step of time and a restart exclude one another
        self._errors = 0

    def now(self) -> float:
        """The sandbox's time in unix seconds; it began at the real time and flows as fast."""
        return (self._env.now() if self._env else self._began).timestamp()

    async def open(self, port: int) -> str:
        """Start the bot and the page; return the page's address."""
        env = Env(self._make_bot(self.now), check_errors=False)
        patches.begin_as(env, "Caboose", self._began)
        self._env = env
        await env.start()
        alice = env.create_user("alice", global_name="Alice")
        club = env.create_guild("Train Club", owner=alice)
        games = club.create_text_channel("games", topic="Type / to see what Caboose can do")
        club.create_text_channel("lounge")
        people = [MemberActor(env, club, alice)]
        people += [club.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE[1:]]
        await env.settle()
        preview = env.preview(games, viewers=people, layout="channel", port=port)
        patches.keep_pages(preview)
        self._preview = await preview.__aenter__()
        self._serve_one_at_a_time()
        self._pump = asyncio.create_task(self._keep_time())
        return f"http://127.0.0.1:{port}"

    async def closed(self) -> None:
        """Return once someone has pressed “Stop the sandbox”."""
        assert self._preview is not None
        await self._preview.wait_closed()

    async def restart(self) -> None:
        """Close the bot and start a fresh one; the messages stay."""
        env = self._env
        assert env is not None
        async with self._lock:
            await self._close_bot(env.bot)
            await env.restart_bot(self._make_bot(self.now))
            self._publish()

    async def close(self) -> None:
        """Close page, bot and server; also after a start that failed."""
        if self._pump is not None:
            self._pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pump
        env = self._env
        if env is None:
            return
        if self._preview is not None:
            await self._preview.close()
        await self._close_bot(env.bot)
        await env.shutdown()

    async def _close_bot(self, bot: discord.Client) -> None:
        assert self._env is not None
        with self._env.time_context():  # simcord itself never closes a bot
            try:
                await asyncio.wait_for(bot.close(), 10)
            except TimeoutError:
                _log.error("The bot has not closed within 10 seconds.")

    def _serve_one_at_a_time(self) -> None:
        preview: Any = self._preview
        act = preview._action

        async def action(context_id: str | None, body: Mapping[str, Any]) -> Any:
            async with self._lock:
                acting = preview._get_page(context_id)
                if isinstance(body, dict) and "published_revision" in body:
                    # The page may not have heard yet of a change that has nothing to do with the click.
                    body = {**body, "published_revision": acting.revision, "bot_generation": preview.env._generation}
                result = await act(context_id, body)
                self._publish(but=acting)
                return result

        preview._action = action

    async def _keep_time(self) -> None:
        env = self._env
        assert env is not None
        last = time.perf_counter()
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                now = time.perf_counter()
                try:
                    await env.advance_time(now - last)
                except TimeoutError as error:
                    _log.error("%s", error)
                last = now
                self._publish()

    def _publish(self, but: Any = None) -> None:
        """Bring every open page up to date, if anything has happened."""
        env: Any = self._env
        preview: Any = self._preview
        for error in env.errors_since(self._errors):
            _log.error("The bot raised an error.", exc_info=error)
        self._errors = env.error_cursor
        if not env.backend.transcript:
            return
        env.backend.transcript.clear()  # nobody reads it here, and it would grow for ever
        env.backend.http_requests.clear()
        preview._advance_presentation_time()
        for shown in tuple(preview._pages.values()):
            if shown is not but:
                preview._publish(shown, reason="refresh")
