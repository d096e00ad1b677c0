"""The command line: what it offers, and the one sentence for each thing that goes wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from socket import socket
from subprocess import run
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from click.testing import CliRunner, Result

from bot import __main__ as command_line
from bot import doctor as live
from bot.settings import Settings
from storage import SqliteStore, Status
from tests.storage.helpers import begin, step

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz-_0123456789"
Bot = Callable[..., Result]


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """`python -m bot` in an empty folder, with a token that is of the right form."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    def call(*words: str) -> Result:
        return CliRunner().invoke(command_line.main, words, prog_name="python -m bot")

    return call


def sentence(result: Result) -> str:
    """The one sentence that a failed command leaves."""
    assert result.exit_code == 1, result.output
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith((".\n", "?\n"))
    return result.stderr.strip()


# What there is


def test_help_lists_every_command_in_plain_words(bot: Bot) -> None:
    text = bot("--help").output
    for name, command in command_line.main.commands.items():
        assert f"  {name} " in text
        assert command.help
        assert command.help.partition("\n")[0] in bot(name, "--help").output.replace("\n  ", " ")


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in command_line.main.commands if f"python -m bot {name}" not in readme] == ["play"]


def test_caboose_is_the_same_command() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == {"caboose": "bot.__main__:main"}


# doctor


def test_doctor_needs_a_token_and_a_channel(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bot("doctor").exit_code == 2
    monkeypatch.delenv("DISCORD_TOKEN")
    assert sentence(bot("doctor", "--channel", "5")).startswith("The check needs the bot's token")


@pytest.mark.parametrize(("works", "status"), [(True, 0), (False, 1)])
def test_doctor_ends_with_what_it_found(bot: Bot, monkeypatch: pytest.MonkeyPatch, works: bool, status: int) -> None:
    async def examine(token: str, channel_id: int, say: Callable[[str], None]) -> bool:
        say(f"✓ {channel_id}")
        return works

    monkeypatch.setattr(live, "examine", examine)
    result = bot("doctor", "--channel", "123456789012345678")
    assert (result.exit_code, result.stdout, result.stderr) == (status, "✓ 123456789012345678\n", "")


def _like(**values: object) -> Any:
    return SimpleNamespace(**values)


TROUBLES = {
    "Discord refused the token: copy it again": discord.LoginFailure("no"),
    "Discord could not be reached": aiohttp.ClientConnectorError(
        _like(host="discord.com", port=443, is_ssl=True, ssl=True), OSError(101, "Network is unreachable")
    ),
    "Is the network there": aiohttp.ServerDisconnectedError(),
    "it answers 503": discord.HTTPException(_like(status=503, reason=""), ""),
    "Discord closed the connection": discord.ConnectionClosed(_like(close_code=4000), shard_id=None),
    "no such channel": live.DoctorError("There is no such channel."),
}


@pytest.mark.parametrize("words", TROUBLES)
@pytest.mark.parametrize("command", [("doctor", "--channel", "5"), ("play",)])
def test_trouble_at_login_is_one_sentence(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, words: str, command: tuple[str, ...]
) -> None:
    async def fail(self: discord.Client, token: str) -> None:
        raise TROUBLES[words]

    monkeypatch.setattr(discord.Client, "login", fail)
    assert words in sentence(bot(*command))


# play


@pytest.mark.parametrize(
    ("content", "words"), [(b"Dear diary, " * 1000, "is not a database"), (None, "DATABASE must be")]
)
def test_a_database_that_cannot_be_is_one_sentence(tmp_path: Path, content: bytes | None, words: str) -> None:
    """As a process of its own, so that nothing of a start that failed keeps it from ending."""
    file = tmp_path / "games-sandbox.db"
    if content is None:
        file = tmp_path / "nowhere" / "games-sandbox.db"
    else:
        file.write_bytes(content)
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    settings = {"DATABASE": str(file.with_name("games.db")), "SANDBOX_PORT": port, "LOG_LEVEL": "ERROR"}
    ended = run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={**settings, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1, ended
    assert words in ended.stderr
    assert ended.stderr.count("\n") == 1


# backup


async def _some_games(path: Path) -> None:
    store = await SqliteStore.open(path)
    game = await begin(store)
    await store.append(game.id, 0, step("draw", "pass"))
    await store.close()


def test_backup_copies_while_the_bot_writes(bot: Bot, tmp_path: Path) -> None:
    asyncio.run(_some_games(tmp_path / "caboose.sqlite3"))
    other = sqlite3.connect("caboose.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("DELETE FROM log")
    result = bot("backup", "copy.sqlite3")
    other.execute("ROLLBACK")
    other.close()
    assert result.output == "caboose.sqlite3 is copied to copy.sqlite3.\n"
    assert asyncio.run(_moves(tmp_path / "copy.sqlite3")) == ["draw", "pass"]


async def _moves(path: Path) -> list[str]:
    store = await SqliteStore.open(path)
    [game] = await store.unfinished()
    assert game.status is Status.PLAYING
    moves = [row.move for _, row in await store.log(game.id)]
    await store.close()
    return moves


def test_backup_leaves_the_database_as_it_is(bot: Bot, tmp_path: Path) -> None:
    """A newer program must not bring the database of a bot that is still running to its own version."""
    db = sqlite3.connect("caboose.sqlite3")
    db.execute("CREATE TABLE games (id)")
    db.close()
    before = Path("caboose.sqlite3").read_bytes()
    assert bot("backup", "copy.sqlite3").exit_code == 0
    assert Path("caboose.sqlite3").read_bytes() == before


def test_backup_says_what_is_wrong(bot: Bot, tmp_path: Path) -> None:
    assert "There is no database" in sentence(bot("backup", "copy.sqlite3"))
    assert not Path("caboose.sqlite3").exists()
    asyncio.run(_some_games(tmp_path / "caboose.sqlite3"))
    Path("there").write_text("")
    assert "already exists: choose another name" in sentence(bot("backup", "there"))
    assert "create" in sentence(bot("backup", "no/copy"))


def test_backup_of_a_damaged_database_names_that_one(bot: Bot, tmp_path: Path) -> None:
    asyncio.run(_some_games(tmp_path / "caboose.sqlite3"))
    whole = Path("caboose.sqlite3").read_bytes()
    Path("caboose.sqlite3").write_bytes(whole[:4196] + b"\xff" * 12000 + whole[16196:])
    told = sentence(bot("backup", "copy.sqlite3"))
    assert "caboose.sqlite3 is damaged" in told
    assert not list(Path().glob("copy*"))
    Path("caboose.sqlite3").write_bytes(b"Dear diary, " * 1000)
    assert "caboose.sqlite3 is not a database" in sentence(bot("backup", "copy.sqlite3"))
