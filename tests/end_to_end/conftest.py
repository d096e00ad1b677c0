"""The real bot in a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest_asyncio

from bot.client import Caboose
from tests.harness import World


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server with four people and the bot, whose deals are the same in every run."""
    async with World(
        lambda now: Caboose(tmp_path / "games.sqlite3", now=now, random=Random(1)),
        people=("Alice", "Bob", "Carol", "Dave"),
    ) as world:
        yield world
