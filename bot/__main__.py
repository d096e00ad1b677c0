"""The command line: `python -m bot` plays, in Discord with a token, otherwise in the sandbox."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

import click
import discord

from bot.client import Caboose
from bot.sandbox.run import SandboxError, run_sandbox
from bot.settings import Settings, SettingsError
from storage.errors import StorageError


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Caboose plays Mexican Train in Discord."""
    if context.invoked_subcommand is None:
        context.invoke(play)


@main.command()
def play() -> None:
    """Join Discord with the token in .env; without one, open the sandbox in a browser."""
    try:
        settings = Settings.load()
        logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        if settings.discord_token.get_secret_value():
            asyncio.run(_join_discord(settings))
        else:
            database = settings.database.with_stem(f"{settings.database.stem}-sandbox")
            asyncio.run(run_sandbox(lambda now: Caboose(database, now=now, shards=1), port=settings.sandbox_port))
    except KeyboardInterrupt:
        pass
    except discord.LoginFailure:
        _fail("Discord refused the token: copy it again from the page “Bot” of your application into DISCORD_TOKEN.")
    except discord.PrivilegedIntentsRequired as error:
        _fail(f"Discord refused the bot's intents: {error}")
    except (SettingsError, SandboxError, StorageError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"Discord could not be reached: {error.strerror or error}. Is the network there?")


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
