"""Start and stop the sandbox: signals, keys, and sentences for what goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from .stage import Stage

NEEDED = ("simcord", "aiohttp", "linkify_it", "markdown_it", "regex")

Now = Callable[[], float]
MakeBot = Callable[[Now], discord.Client]


class SandboxError(Exception):
    """The sandbox cannot run; the message is a sentence for whoever started it."""


async def run_sandbox(make_bot: MakeBot, *, port: int, announce: Callable[[str], None] = print) -> None:
    """Let people play in the browser until Ctrl+C, SIGTERM or the page's “Stop the sandbox”.

    `make_bot(now)` returns a fresh bot; `now()` is the sandbox's time in unix seconds. `r` and Enter (or
    SIGUSR1) restart the bot.

    Raises:
        SandboxError: if simcord is missing, or the port is taken.
    """
    _check_installed()
    _check_free(port)
    stage = _stage(make_bot)
    stop, restart = asyncio.Event(), asyncio.Event()
    with _listening(stop, restart):
        try:
            url = await stage.open(port)
            keys = "Ctrl+C ends it." if not sys.stdin.isatty() else "Ctrl+C ends it, r and Enter restart the bot."
            announce(f"Caboose is running in the sandbox: {url} … {keys}")
            ended = asyncio.create_task(stop.wait())
            closed = asyncio.create_task(stage.closed())
            while not (ended.done() or closed.done()):
                asked = asyncio.create_task(restart.wait())
                await asyncio.wait({ended, closed, asked}, return_when=asyncio.FIRST_COMPLETED)
                asked.cancel()
                if restart.is_set():
                    restart.clear()
                    await stage.restart()
                    announce("The bot has started afresh.")
            ended.cancel()
            closed.cancel()
        finally:
            await stage.close()


def _check_installed() -> None:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise SandboxError(f"The sandbox needs {', '.join(missing)}: run pip install -e '.[sandbox]' first.")


def _stage(make_bot: MakeBot) -> Stage:
    log = logging.getLogger("discord")
    level = log.level
    log.setLevel(logging.ERROR)  # simcord tries out discord.py while it is imported, which gives warnings
    try:
        from .stage import Stage  # noqa: PLC0415 - an extra, which need not be installed
    finally:
        log.setLevel(level)
    return Stage(make_bot)


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise SandboxError(
                f"Port {port} is taken: set SANDBOX_PORT to another number, such as {port % 65535 + 1}."
            ) from None


@contextlib.contextmanager
def _listening(stop: asyncio.Event, restart: asyncio.Event) -> Iterator[None]:
    """Turn signals and keys into events."""
    loop = asyncio.get_running_loop()

    def read_key() -> None:
        line = sys.stdin.readline()
        if not line:
            loop.remove_reader(sys.stdin)
        elif line.strip().lower() == "r":
            restart.set()

    wanted = {"SIGINT": stop, "SIGTERM": stop, "SIGHUP": stop, "SIGUSR1": restart}
    heard = []
    with contextlib.suppress(NotImplementedError):  # on Windows, Ctrl+C cancels the whole instead
        for name, event in wanted.items():
            loop.add_signal_handler(getattr(signal, name), event.set)
            heard.append(getattr(signal, name))
        if sys.stdin.isatty():
            loop.add_reader(sys.stdin, read_key)
    try:
        yield
    finally:
        for number in heard:
            loop.remove_signal_handler(number)
        with contextlib.suppress(NotImplementedError, ValueError):
            loop.remove_reader(sys.stdin)
