"""Every touch of simcord's private parts: what 3.2.1 lacks, one patch each, for sandbox and tests."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from discord.utils import snowflake_time
from simcord import _settlement, interactions
from simcord.backend import cdn, errors
from simcord.env import Env
from simcord.http.routes import messages

if TYPE_CHECKING:
    from simcord.backend.models import Message
    from simcord.http.router import RequestContext
    from simcord.preview import Preview

MAX_UPLOAD = 10 * 1024 * 1024
IDLE = 0.001  # seconds between two looks at work that is still under way
NONCES_KNOWN = timedelta(minutes=5)
AT_ONCE = 0.001  # a timer of at most this many seconds counts as "right away"

#: The language of a simulated person's Discord client, by user id; anyone else has en-US.
LOCALES: dict[int, str] = {}


@functools.cache
def install() -> None:
    """Apply the patches; calling it again does nothing."""
    _look_for_idle_more_often()
    _leave_time_to_the_clock()
    _let_tasks_wait_for_one_another()
    _tell_the_locale()
    _refuse_large_uploads()
    _know_nonces()


def _look_for_idle_more_often() -> None:
    """Each action polled for idleness every 50 ms; 1 ms makes a click 25 times as fast."""
    settle = Env._settle_internal

    async def patched(self: Env, *, idle: float = IDLE, **options: Any) -> None:
        await settle(self, idle=min(idle, IDLE), **options)

    Env._settle_internal = patched  # type: ignore[method-assign]


def _leave_time_to_the_clock() -> None:
    """A bot's timers also ran on the wall clock, and every action waited for those due within seconds.

    Now only `advance_time` fires them (in the sandbox the pump calls it all the time), so a click does not
    wait for a computer player's pause, and a test decides when a pause is over.
    """
    schedule: Callable[..., None] = Env._schedule_timer

    def patched(self: Env, record: Any, *rest: Any) -> None:
        if record.when - self._virtual_time <= AT_ONCE:
            schedule(self, record, *rest)

    Env._schedule_timer = patched  # type: ignore[method-assign, assignment]


def _let_tasks_wait_for_one_another() -> None:
    """A task waiting for a queue, event or lock kept every action from ending; now it counts as idle.

    Only the bot's other work can wake it, and that work is watched anyway.
    """
    park_reason = _settlement._park_reason
    waits = {
        function.__code__
        for function in (
            asyncio.Queue.get,
            asyncio.Queue.put,
            asyncio.Queue.join,
            asyncio.Event.wait,
            asyncio.Condition.wait,
            asyncio.Lock.acquire,
            asyncio.Semaphore.acquire,
        )
    }
    wait_for = asyncio.wait_for.__code__

    def patched(self: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None) -> str | None:
        reason = park_reason(self, task, deadline, seen)
        waiter = getattr(task, "_fut_waiter", None)
        if reason is not None or waiter is None or waiter.done():
            return reason
        innermost: Any = task.get_coro()
        while asyncio.iscoroutine(getattr(innermost, "cr_await", None)):
            innermost = innermost.cr_await
        code = getattr(innermost, "cr_code", None)
        if code in waits:
            return "queue, event or lock"
        if code is wait_for:  # up to Python 3.11 it runs what it waits for in a task of its own
            inner = innermost.cr_frame.f_locals.get("fut")
            if isinstance(inner, asyncio.Task) and not inner.done():
                return patched(self, inner, deadline)
        return None

    _settlement._park_reason = patched


def _tell_the_locale() -> None:
    """Every interaction said en-US, and allowed uploads of 25 MiB."""
    base_payload = interactions.base_payload

    def patched(backend: Any, *, user_id: int, guild_id: int | None, **rest: Any) -> Any:
        record, payload = base_payload(backend, user_id=user_id, guild_id=guild_id, **rest)
        payload["locale"] = LOCALES.get(user_id, "en-US")
        payload["attachment_size_limit"] = MAX_UPLOAD
        if guild_id is not None:
            payload["guild_locale"] = backend.get_guild(guild_id).preferred_locale
        return record, payload

    interactions.base_payload = patched


def _refuse_large_uploads() -> None:
    """Files of any size were taken; Discord answers 413 above 10 MiB."""
    store: Callable[..., dict[str, Any]] = cdn.CdnStore.store_attachment

    def patched(
        self: cdn.CdnStore,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> dict[str, Any]:
        if len(data) > MAX_UPLOAD:
            raise errors.BackendError(413, 40005, "Request entity too large")
        return store(self, attachment_id, channel_id, filename, data, description)

    cdn.CdnStore.store_attachment = patched  # type: ignore[method-assign]


def _know_nonces() -> None:
    """A nonce meant nothing; with `enforce_nonce` Discord makes no second message of the same one for some minutes."""
    make: Callable[..., Message] = messages.bot_message  # type: ignore[attr-defined]

    def patched(ctx: RequestContext, channel_id: int, **rest: Any) -> Message:
        backend = ctx.backend
        body = ctx.body()
        nonce = body.get("nonce") if body.get("enforce_nonce") else None
        known = backend.__dict__.setdefault("known_nonces", {})
        before: Message | None = known.get((channel_id, nonce))
        stands = before is not None and before.id in backend.messages.get(channel_id, {})
        if before is not None and stands and backend.clock.now() - snowflake_time(before.id) < NONCES_KNOWN:
            return before
        message = make(ctx, channel_id, **rest)
        if nonce is not None:
            known[channel_id, nonce] = message
        return message

    messages.bot_message = patched  # type: ignore[attr-defined]


def begin_as(env: Env, name: str, instant: datetime) -> None:
    """The bot was called TestBot, and time began on 2026-01-01; to be set before anything else happens."""
    env.backend.bot_user.name = name
    env.backend.clock._epoch = instant


def keep_pages(preview: Preview) -> None:
    """A page that was not looked at for ten minutes was closed, and stayed dead; keep it for a day."""
    preview._PAGE_LEASE_SECONDS = 86400.0  # type: ignore[misc]
