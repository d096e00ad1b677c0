"""The command line: `python -m bot` plays, in Discord with a token, otherwise in the sandbox."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiohttp
import click
import discord

from bot import doctor as live
from bot.client import Caboose
from bot.sandbox.run import SandboxError, run_sandbox
from bot.settings import Settings, SettingsError
from storage.backup import backup as copy_database
from storage.errors import StorageError

TALKATIVE: Final = ("discord", "aiohttp", "aiosqlite")
"""Libraries that log requests, events or statements with everything in them."""


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Caboose plays Mexican Train in Discord.

    Without a command it plays. What can be set stands in the file .env; .env.example explains it.
    """
    if context.invoked_subcommand is None:
        context.invoke(play)


@main.command()
def play() -> None:
    """Join Discord with the token in .env; without one, open the sandbox in a browser."""
    with _told():
        settings = Settings.load()
        log_to_console(settings.log_level)
        if settings.discord_token.get_secret_value():
            asyncio.run(_join_discord(settings))
        else:
            database = settings.database.with_stem(f"{settings.database.stem}-sandbox")
            bots = lambda now: Caboose(database, now=now, shards=1, registers=True)  # noqa: E731
            asyncio.run(run_sandbox(bots, port=settings.sandbox_port))


@main.command()
@click.option("--channel", type=int, required=True, metavar="ID", help="The id of a channel in your server.")
def doctor(channel: int) -> None:
    """Try every kind of message in a channel, and tell what works.

    It logs in with the token in .env, posts, edits and deletes messages in that channel, and asks you to press
    a button there. The bot may be running at the same time.
    """
    with _told():
        token = Settings.load().discord_token.get_secret_value()
        if not token:
            _fail("The check needs the bot's token: set DISCORD_TOKEN in the file .env.")
        if not asyncio.run(live.examine(token, channel, click.echo)):
            sys.exit(1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, which must not exist yet.

    The copy is the database as it is at one moment. The bot may be running; no game waits.
    """
    with _told():
        database = Settings.load().database
        if not database.is_file():
            _fail(f"There is no database {database.absolute()} to copy: set DATABASE to the bot's file.")
        asyncio.run(copy_database(database, file))
        click.echo(f"{database} is copied to {file}.")


@contextmanager
def _told() -> Iterator[None]:
    """What whoever started this can mend is one sentence, and the exit status is 1."""
    try:
        yield
    except KeyboardInterrupt:
        pass
    except discord.LoginFailure:
        _fail("Discord refused the token: copy it again from the page “Bot” of your application into DISCORD_TOKEN.")
    except discord.PrivilegedIntentsRequired as error:
        _fail(f"Discord refused the bot's intents: {error}")
    except (SettingsError, SandboxError, StorageError, live.DoctorError) as error:
        _fail(str(error))
    except discord.HTTPException as error:
        _fail(f"Discord does not work just now (it answers {error.status}): try again in a few minutes.")
    except (discord.ConnectionClosed, discord.GatewayNotFound):
        _fail("Discord closed the connection: try again in a few minutes.")
    except (aiohttp.ClientError, OSError) as error:
        _fail(f"Discord could not be reached: {getattr(error, 'strerror', None) or error}. Is the network there?")


def log_to_console(level: str) -> None:
    """Log from `level` on. What libraries say while they are debugged holds tokens and hands, so it is left out."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))


async def _join_discord(settings: Settings) -> None:
    bot = Caboose(settings.database)
    async with bot:
        loop = asyncio.get_running_loop()
        running = asyncio.ensure_future(bot.start(settings.discord_token.get_secret_value()))
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, lambda: asyncio.ensure_future(bot.close()))
        await running


def _fail(sentence: str) -> None:
    click.echo(sentence, err=True)
    sys.exit(1)


if __name__ == "__main__":
    main(prog_name="python -m bot")
