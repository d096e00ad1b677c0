"""Anybody does anything at a table, in any order: it is done or refused with a sentence, and no state breaks."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Refused
from bot.kept import Services
from bot.table import Table
from bot.tables import Tables
from game.moves import Call, Move, parse_move
from game.presets import PRESETS
from game.refusals import RulesError
from game.rules import Rules
from storage import SqliteStore, Status
from tests.crash.audit import all_games, audit
from tests.crash.effort import LENGTH, interactions

SEATED, OTHERS = (1, 2, 3), (4, 5)
NUMBER = 20_000
WILD = (
    "draw", "pass", "end", "knock>1", "knock>2", "catch>1", "catch>3", "catch>9", "0-0>1", "12-12>M1", "12-5>3",
    "4-3>2.1", "9-9>9", "18-18>M6", "5-5>1.2.3.1.2",
)  # fmt: skip

Act = Callable[["Try", Table], Coroutine[Any, Any, object]]


WILD_MOVES = tuple(map(parse_move, WILD))


class Try(NamedTuple):
    """Somebody tries something."""

    what: str
    user: int
    good: bool
    """Whether it is what the table waits for, as far as that can be said."""
    shift: int
    """How far the revision is from the table's."""
    pick: int

    def revision(self, table: Table) -> int:
        return table.revision + (0 if self.good else self.shift)

    def move(self, table: Table) -> Move:
        """A legal move, or any other."""
        legal = table.match.round.legal if table.match else ()
        if legal and (self.good or self.pick % 3):
            return legal[self.pick % len(legal)]
        return WILD_MOVES[self.pick % len(WILD_MOVES)]

    def call(self, table: Table) -> Call:
        """A knock for oneself, or any other call."""
        seat = table.seat_of(self.user)
        return Call("knock", seat) if self.good and seat is not None else Call("catch", self.pick % 5)

    def host(self, table: Table) -> int:
        return table.game.host_id if self.good else self.user

    def laid_last(self, table: Table) -> int:
        """Who may take something back, or anybody."""
        seat = table.undoable
        return table.seats[seat].user_id or self.user if self.good and seat is not None else self.user

    def maker(self, table: Table) -> int:
        """Who is to move, or anybody."""
        seat = table.to_move
        return seat.user_id if self.good and seat is not None and seat.user_id is not None else self.user


def _some_rules(one: Try, table: Table) -> Rules:
    return table.rules.changed(rounds=1 + one.pick % 3, hand_size=one.pick % 9)


DEEDS: dict[str, tuple[int, Act]] = {
    "play": (60, lambda one, table: table.play(one.maker(table), one.revision(table), one.move(table))),
    "train": (4, lambda one, table: table.lay_train(one.maker(table), one.revision(table))),
    "call": (6, lambda one, table: table.call(one.user, one.call(table))),
    "catch": (2, lambda one, table: table.catch(one.user)),
    "computer": (30, lambda one, table: table.computer_move(one.revision(table))),
    "late": (1, lambda one, table: table.computer_move(one.revision(table), late=True)),
    "next": (4, lambda one, table: table.next_round(one.user if one.good else None, one.revision(table))),
    "back": (6, lambda one, table: table.take_back(one.laid_last(table))),
    "agree": (8, lambda one, table: table.agree(one.user)),
    "leave": (1, lambda one, table: table.leave(one.user)),
    "return": (3, lambda one, table: table.come_back(one.user)),
    "over": (6, lambda one, table: table.take_over(one.user, f"Player {one.user}")),
    "kick": (1, lambda one, table: table.kick(one.host(table), 1 + one.pick % 5)),
    "gone": (1, lambda one, table: table.gone(one.user)),
    "vote": (1, lambda one, table: table.vote_stop(one.user)),
    "join": (6, lambda one, table: table.join(one.user, f"Player {one.user}")),
    "add": (2, lambda one, table: table.add_computer(one.user)),
    "remove": (1, lambda one, table: table.remove_computer(one.user)),
    "rules": (2, lambda one, table: table.set_rules(one.host(table), _some_rules(one, table))),
    "limit": (1, lambda one, table: table.set_turn_limit(one.user, one.pick * 60)),
    "late joining": (1, lambda one, table: table.set_late_joining(one.host(table), one.pick > 9)),
    "start": (4, lambda one, table: table.start(one.host(table))),
    "expire": (1, lambda one, table: table.expire(one.revision(table) + one.pick % 30)),
}
"""What can be tried, and how often it is."""

tries = st.builds(
    Try,
    st.sampled_from([name for name, (often, _) in DEEDS.items() for _ in range(often)]),
    st.sampled_from((*SEATED, *SEATED, *OTHERS)),
    st.sampled_from((True, True, True, False)),
    st.sampled_from((0, 0, -1, 1, -7, 10**12)),
    st.integers(0, 60),
)

seen: Counter[str] = Counter()


@pytest.mark.timeout(1800)
def test_anything_at_a_table_is_done_or_refused() -> None:
    seen.clear()
    fuzz()
    print(f"{seen['all']} deeds: {dict(sorted(seen.items()))}")
    assert seen["all"] >= NUMBER
    assert all(seen[name] for name in ("play", "computer", "next", "back", "rounds", "games finished"))


@interactions(NUMBER)
@given(
    preset=st.sampled_from(list(PRESETS)),
    rounds=st.sampled_from((1, 1, 2)),
    size=st.sampled_from((2, 2, 3, 5, 9)),
    last_tile=st.sampled_from(("announced", "knock", "knock")),
    deeds=st.lists(tries, min_size=LENGTH, max_size=LENGTH),
    seed=st.integers(0, 1000),
)
def fuzz(preset: str, rounds: int, size: int, last_tile: str, deeds: list[Try], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(
            _example(
                Path(folder) / "games",
                Rules.of(preset, rounds=rounds, hand_size=size, last_tile=last_tile),
                deeds,
                seed,
            )
        )


async def _example(path: Path, rules: Rules, deeds: list[Try], seed: int) -> None:
    store = await SqliteStore.open(path)
    changed: list[int] = []
    time = iter(range(10**9))
    tables = Tables(Services(store, lambda: float(next(time)), Random(seed), changed.append))
    try:
        table = await _open(tables, rules, seed % 4 > 0)
        for one in deeds:
            before, told = table.game, len(changed)
            try:
                await DEEDS[one.what][1](one, table)
                seen[one.what] += 1
            except (Refused, RulesError):
                seen[f"{one.what} refused"] += 1
                assert table.game == before, "refused, but changed"
                assert len(changed) == told
            seen["all"] += 1
            _check(table)
            assert (table.revision > before.revision) == (len(changed) > told), "a change of which nobody is told"
            if table.status.ended:
                assert await store.load(table.id) == table.game
                tables.let_go(table)
                table = await _open(tables, rules, seed % 4 > 0)
        assert await store.load(table.id) == table.game
        again = Tables(Services(store, lambda: 0.0, Random(seed), changed.append))
        await again.load()
        same = again.get(table.id)
        assert same is not None
        assert (same.game, same.match) == (table.game, table.match)
        found = await audit(store, path, await all_games(store, path))
        seen["rounds"] += found.rounds
        seen["games finished"] += found.finished
    finally:
        await store.close()


async def _open(tables: Tables, rules: Rules, begun: bool) -> Table:
    table = await tables.open(
        guild_id=7, channel_id=70, host_id=SEATED[0], host="Player 1", rules=rules, wanted=4, language="en"
    )
    for user in SEATED[1:]:
        await table.join(user, f"Player {user}")
    await table.add_computer(SEATED[0])
    await table.set_late_joining(SEATED[0], True)
    if begun:
        await table.start(SEATED[0])
    return table


def _check(table: Table) -> None:
    """What holds at any time."""
    if table.match is None:
        assert table.status in (Status.LOBBY, Status.STOPPED)
        return
    state = table.match.round
    assert (table.status is Status.PLAYING) <= bool(state.legal), "nobody can do anything"
    assert len(table.seats) == table.match.seats
    assert table.view(None).rules == table.match.rules
    if table.status is Status.PLAYING:
        assert table.to_move is table.seats[state.seat]
        assert len(table.view(state.seat).hand) == state.hands[state.seat].bit_count()
