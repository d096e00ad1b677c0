"""A process that plays many tables at once through `Table`, as fast as the disk lets it, until it is killed.

What somebody would have been told is written down before anything else happens.
"""

from __future__ import annotations

import asyncio
import os
import time
from random import Random

from bot.errors import Refused
from bot.kept import Services
from bot.table import Table
from bot.tables import Tables
from game.moves import Act, Play
from game.presets import PRESETS
from game.refusals import RulesError
from game.rules import Rules
from storage import SqliteStore, Status
from tests.crash.audit import note

RULES = {"hand_size": (2, 3, 5), "rounds": (1, 2, 3), "tile_set": (9, 12), "last_tile": ("announced", "knock")}


async def run(path: str, notes: str, seed: int, guild: int, channels: list[int], people: list[int]) -> None:
    """Play for ever."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    store = await SqliteStore.open(path)
    tables = Tables(Services(store, time.time, Random(seed), lambda game: None))
    await tables.load()
    players = [Player(file, tables, guild, channel, people, Random(f"{seed}-{channel}")) for channel in channels]
    await asyncio.gather(*(player.play_for_ever() for player in players))


class Player:
    """Everybody at one table."""

    def __init__(self, file: int, tables: Tables, guild: int, channel: int, people: list[int], random: Random) -> None:
        self._file = file
        self._tables = tables
        self._guild = guild
        self._channel = channel
        self._people = people
        self._random = random

    async def play_for_ever(self) -> None:
        """One thing after another; a new game once one is over."""
        while True:
            table = self._tables.in_channel(self._channel)
            try:
                if table is None:
                    await self._open()
                elif table.status is Status.LOBBY:
                    await self._sit_down(table)
                else:
                    await self._go_on(table)
            except (Refused, RulesError):
                pass
            if table is not None and table.status.ended:
                self._tables.let_go(table)

    def _tell(self, what: str, table: Table, revision: int, user: int | None = None, move: str = "") -> None:
        os.write(self._file, note(what, table.id, revision, user, move).encode())

    async def _open(self) -> None:
        choices = {name: self._random.choice(values) for name, values in RULES.items()}
        rules = Rules.of(self._random.choice(list(PRESETS))).changed(**choices)
        host = self._random.choice(self._people)
        table = await self._tables.open(
            guild_id=self._guild,
            channel_id=self._channel,
            host_id=host,
            host=f"Player {host}",
            rules=rules,
            wanted=4,
            language="en",
        )
        self._tell("lobby", table, table.revision)

    async def _sit_down(self, table: Table) -> None:
        user = self._random.choice(self._people)
        match self._random.randrange(6):
            case 0 | 1:
                await table.join(user, f"Player {user}")
            case 2:
                await table.add_computer(table.game.host_id)
            case 3:
                await table.leave(user)
            case 4:
                await table.set_rules(table.game.host_id, table.rules.changed(rounds=self._random.choice((1, 2))))
            case _:
                await table.start(table.game.host_id)
                self._tell("kept", table, table.revision, table.game.host_id, "deal")
                return
        self._tell("lobby", table, table.revision)

    async def _go_on(self, table: Table) -> None:
        before = table.revision
        if table.status is Status.BETWEEN:
            user = next(seat.user_id for seat in table.seats if seat.user_id is not None)
            await table.next_round(user)
            self._tell("kept", table, before + 1, user, "deal")
        elif table.moves_by_itself:
            await table.computer_move(before)
            self._tell("table", table, table.revision)
        elif self._random.random() < 0.003:
            user = table.game.host_id
            await table.stop(user)
            self._tell("kept", table, before + 1, user, "stop")
        else:
            await self._move(table)

    async def _move(self, table: Table) -> None:
        """Make a move, and often something beside it that must be refused."""
        assert table.match is not None
        assert table.to_move is not None
        assert table.to_move.user_id is not None
        before, user = table.revision, table.to_move.user_id
        legal = table.match.round.legal
        plays = [move for move in legal if isinstance(move, Play)]
        move = self._random.choice(plays or list(legal))
        if self._random.random() < 0.3:
            other = self._random.choice(self._people)
            wrong = Act.END if Act.END not in legal else Act.DRAW
            refused = move if other != user else wrong
            try:
                await table.play(other, before, refused)
            except Refused:
                self._tell("refused", table, before, other, str(refused))
            else:
                self._tell("kept", table, before + 1, other, str(refused))
                return
        twice = [table.play(user, before, move), table.play(user, before, move)]
        done = await asyncio.gather(*twice[: self._random.choice((1, 2))], return_exceptions=True)
        for one in twice[len(done) :]:
            one.close()
        errors = [one for one in done if isinstance(one, BaseException)]
        assert len(errors) == len(done) - 1, errors
        assert all(isinstance(error, Refused) for error in errors), errors
        self._tell("kept", table, before + 1, user, str(move))
