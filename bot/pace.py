"""The pace of a table: when the next thing happens by itself.

After each publication (or its failure) the table has at most one appointment: a computer's move, a turn that can only
be passed, a reminder, the end of somebody's time, the next round, or the end after a long silence. A change cancels it,
and the next publication makes the next one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.errors import Refused
from bot.table import Table
from game.events import EngineLaid
from storage.errors import StorageError
from storage.models import HOUR, Status

log = logging.getLogger(__name__)

MOVE: Final = 1.5
"""Seconds before a computer moves."""
FOLLOWING: Final = 0.7
"""Seconds before a computer moves after another computer."""
AFTER_PERSON: Final = 4.0
"""Seconds before a computer moves after a person, who may want to take the move back."""
IN_A_ROW: Final = 10.0
"""Seconds that computers take together at most before a person is to move again."""
KNOCK: Final = 10.0
"""Seconds before a computer moves while somebody owes a knock."""
ASKED: Final = 20.0
"""Seconds before a computer moves while somebody asks to take a move back."""
LOBBY_IDLE: Final = 30 * 60
"""Seconds after which a lobby in which nothing happens is closed."""
GAME_IDLE: Final = 7 * 24 * 3600
"""Seconds after which a game in which nothing happens ends."""
LIVE: Final = 120
"""Seconds after a click for which somebody counts as being at the table."""
NEXT_ROUND: Final = 45.0
"""Seconds before the next round begins by itself."""
RETRY: Final = 30.0
"""Seconds before a step that the disk refused is tried again."""

Act = Callable[[Table, int], Awaitable[None]]
"""Something that a table does by itself, if it is still at the revision."""


class Pace:
    """The appointments of all tables."""

    def __init__(self, now: Callable[[], float], remind: Callable[[Table], Awaitable[None]]) -> None:
        """`remind` tells who is to move that their time runs out."""
        self._now = now
        self._remind = remind
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._resting: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def cancel(self, table: Table) -> None:
        """The table has changed: what was to happen is out of date."""
        self._resting.discard(table.id)
        if timer := self._timers.pop(table.id, None):
            timer.cancel()

    def arrange(self, table: Table) -> None:
        """Make the next appointment, unless there is one; called once the newest state was shown or could not be."""
        if table.id in self._resting:
            self.cancel(table)
            if table.game.deadline:  # it went on while nobody could see the table
                self._appoint(table, 0.0, _renew)
                return
        delay = self.delay(table)
        if delay is not None and table.id not in self._timers:
            self._appoint(table, delay, self._next)

    def rearrange(self, table: Table) -> None:
        """Make the next appointment anew: something else is waited for."""
        self.cancel(table)
        self.arrange(table)

    def rest(self, table: Table) -> None:
        """Let nothing happen by itself but the end after a long silence: nobody could see it."""
        self.cancel(table)
        idle = LOBBY_IDLE if table.status is Status.LOBBY else GAME_IDLE
        delay = max(0.0, table.game.moved_at + idle - self._now())
        self._appoint(table, delay, _expire)
        self._resting.add(table.id)

    def delay(self, table: Table) -> float | None:
        """Seconds until something happens by itself at this table; None for never."""
        if table.status is Status.BETWEEN:
            slow = not 0 < table.game.turn_limit < HOUR and not self._is_live(table)
            return 0.0 if slow else max(0.0, table.game.moved_at + NEXT_ROUND - self._now())
        now = self._now()
        if table.status is Status.LOBBY:
            return max(0.0, table.game.moved_at + LOBBY_IDLE - now)
        if table.to_move is None:
            return None
        if not table.moves_by_itself:
            ends = table.game.deadline or table.game.moved_at + GAME_IDLE
            reminder = self._reminder(table)
            return max(0.0, (reminder if reminder and reminder > now else ends) - now)
        if table.undo_is_asked:
            return ASKED
        if table.match and table.match.round.owing:
            return KNOCK  # time for those who forgot to knock, and for those who want to catch them
        if table.by_itself:
            spent = AFTER_PERSON + FOLLOWING * table.by_itself
            return FOLLOWING if spent <= IN_A_ROW else 0.0
        moved = bool(table.events) and not isinstance(table.events[-1], EngineLaid)
        return AFTER_PERSON if moved else MOVE

    def _reminder(self, table: Table) -> float | None:
        """When who is to move is reminded, in Unix seconds: after three quarters of their time."""
        limit, deadline = table.game.turn_limit, table.game.deadline
        return deadline - limit / 4 if deadline and limit else None

    def _is_live(self, table: Table) -> bool:
        """Whether somebody is at the table right now; just after a start nobody knows, and it is taken for granted."""
        return not table.clicked or any(self._now() - at < LIVE for at in table.clicked.values())

    def close(self) -> None:
        """Cancel everything; nothing happens by itself any more."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in self._tasks:
            task.cancel()

    def _appoint(self, table: Table, delay: float, act: Act) -> None:
        if not self._closed:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(delay, self._due, table, table.revision, act)

    def _due(self, table: Table, revision: int, act: Act) -> None:
        self._timers.pop(table.id, None)
        task = asyncio.create_task(self._do(table, revision, act), name=f"pace of table {table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, table: Table, revision: int, act: Act) -> None:
        try:
            await act(table, revision)
        except Refused as refused:
            log.warning("Table %s: a step of its own was refused: %s", table.id, refused.sentence)
        except StorageError as error:
            log.error("Table %s: %s", table.id, error)
            if table.revision == revision and table.id not in self._timers:
                self._appoint(table, RETRY, act)
        except Exception:
            log.exception("Table %s: a step of its own failed", table.id)

    async def _next(self, table: Table, revision: int) -> None:
        """What `delay` has waited for."""
        if table.status is Status.BETWEEN:
            await table.next_round(None, revision)
        elif table.status is Status.LOBBY:
            await table.expire(revision)
        elif table.moves_by_itself:
            await table.computer_move(revision)
        else:
            await self._time_passed(table, revision)

    async def _time_passed(self, table: Table, revision: int) -> None:
        """The time of the person to move is nearly or wholly up, or the whole game has slept."""
        deadline = table.game.deadline
        if deadline is None:
            await table.expire(revision)
        elif self._now() >= deadline - 1:  # clocks differ a little
            await table.computer_move(revision, late=True)
        else:
            await self._remind(table)
            if table.revision == revision:
                self.arrange(table)


async def _expire(table: Table, revision: int) -> None:
    await table.expire(revision)


async def _renew(table: Table, revision: int) -> None:
    await table.renew_clock()
