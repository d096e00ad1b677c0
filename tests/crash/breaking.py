"""Crash points: every call to the database and to Discord, before it is made and before its answer is seen."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiosqlite
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

DEAD = 70
"""The exit status of a process that ended itself."""


class Breaker:
    """Counts the calls once armed; at the n-th point it ends the process, or with `cancel` all that the bot does."""

    def __init__(self, *, cancel: bool = False) -> None:
        self.cancel = cancel
        self.at: int | None = None
        self.points: list[str] = []
        self.dead = False

    def arm(self, at: int) -> None:
        """End at the `at`-th point from now on, counted from 1."""
        self.at, self.points, self.dead = at, [], False

    def disarm(self) -> None:
        """Let everything pass, as in a process that has just begun."""
        self.at, self.dead = None, False

    async def point(self, what: str) -> None:
        """Something may end here."""
        if self.at is None or what.endswith("rollback"):  # which SQLite does without us
            return
        if not self.dead:
            self.points.append(what)
            self.dead = len(self.points) == self.at
        if self.dead and not self.cancel:
            os._exit(DEAD)
        if self.dead:
            raise asyncio.CancelledError


@contextmanager
def breaking(breaker: Breaker) -> Iterator[Breaker]:
    """Put the points in."""
    wrapped = [
        (aiosqlite.Connection, "_execute", _of_database),
        (FakeHTTPClient, "request", _of_route),
        (FakeWebhookAdapter, "request", _of_route),
    ]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in wrapped]
    for owner, name, describe in wrapped:
        setattr(owner, name, _with_points(breaker, getattr(owner, name), describe))
    try:
        yield breaker
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


def _with_points(breaker: Breaker, original: Callable[..., Any], describe: Callable[..., str]) -> Callable[..., Any]:
    @functools.wraps(original)
    async def call(self: Any, *args: Any, **options: Any) -> Any:
        what = describe(*args)
        await breaker.point(f"before {what}")
        result = await original(self, *args, **options)
        await breaker.point(f"after {what}")
        return result

    return call


def _of_database(function: Callable[..., Any], *args: Any) -> str:
    sql = str(args[0])[:40] if args else ""
    return f"{getattr(function, '__name__', 'call')} {sql}".strip()


def _of_route(route: Any, *_: Any) -> str:
    return f"{route.method} {route.path}"
