"""A game in memory that equals what is committed: its state, what follows from it, and how it changes.

Every change is one transaction of the store; only then does memory change, and `changed` tells others that there is
something to show. Nothing here calls Discord.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Self

from bot import absence, fairness
from bot.errors import NOT_SEATED, NOT_STARTED, OVER, ROUND_OVER, STALE, Refused, Stale
from game.events import Event, RoundEnded, seen_by
from game.law import legal_moves
from game.match import Match
from game.moves import Act
from game.record import load_rules
from game.rules import Rules
from game.snapshot import load_match
from game.view import View, view_of
from game.words import N_
from renderer.people import Person
from storage.errors import StaleRevision
from storage.models import Away, LogRow, SavedGame, Seat, Status, Step
from storage.sqlite import SqliteStore

_KEPT_EVENTS: Final = 60


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the outside."""

    store: SqliteStore
    now: Callable[[], float]
    """The time in Unix seconds."""
    random: Random
    """Deals tiles: a `SystemRandom` outside of tests."""
    changed: Callable[[int], None]
    """Called with the game's number after each committed change."""
    face: Callable[[int | None], bytes] = lambda user_id: b""
    """The avatar of a person as far as it is known; empty where it is not."""


class KeptGame:
    """A game in a channel, from its lobby to its end. Seats are counted from 0."""

    def __init__(self, game: SavedGame, services: Services) -> None:
        self.game = game
        self.rules: Rules = load_rules(json.loads(game.rules))
        self.match: Match | None = load_match(game.snapshot) if game.snapshot else None
        self.events: tuple[Event, ...] = ()
        """The public events of the last moves, the newest last."""
        self.by_itself = 0
        """How many changes were made by computers or the clock since a person's last."""
        self.clicked: dict[int, float] = {}
        """When each person last clicked here, in Unix seconds."""
        self.votes: frozenset[int] = frozenset()
        """Who has voted to stop the game, by user id."""
        self.stopped = ""
        """The log's word for why the game was stopped."""
        self.events_before: tuple[Event, ...] = ()
        """What had happened before the last placement."""
        self.asked: int | None = None
        """The revision to which the last mover asked to go back."""
        self._nudged_at = 0.0
        self._services = services
        self._lock = asyncio.Lock()

    @property
    def id(self) -> int:
        """The game's number."""
        return self.game.id

    @property
    def revision(self) -> int:
        """How many changes were committed."""
        return self.game.revision

    @property
    def status(self) -> Status:
        """How far the game has come."""
        return self.game.status

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.game.seats

    @property
    def to_move(self) -> Seat | None:
        """Who is to move, while a round is being played."""
        if self.match is None or self.status is not Status.PLAYING:
            return None
        return self.seats[self.match.round.seat]

    @property
    def moves_by_itself(self) -> bool:
        """Whether the next move is made by a computer, or is a pass without a choice."""
        seat = self.to_move
        return seat is not None and (absence.plays_itself(seat) or not self.has_choice)

    @property
    def commitment(self) -> str:
        """The commitment to the running round's deal; empty without one."""
        if self.match is None or not self.game.salt:
            return ""
        return fairness.commitment(self.game.salt, fairness.dealt_order(self.match.round.deal))

    @property
    def turn(self) -> tuple[int, int]:
        """The round and the turn in it, both from 0: a name for one turn of this game."""
        return (self.match.number, self.match.round.turns) if self.match else (-1, 0)

    @property
    def has_choice(self) -> bool:
        """Whether the player to move has anything to decide: a turn that can only be passed passes itself."""
        return self.match is not None and legal_moves(self.match.round) != (Act.PASS,)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, or None."""
        return next((index for index, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def still(self) -> Self:
        """The table as it is at this moment: for a worker to draw from while the game goes on."""
        return copy.copy(self)

    def people(self) -> tuple[Person, ...]:
        """Everybody in seat order, for pictures and alt text."""
        face = self._services.face
        return tuple(Person(seat.name, absence.plays_itself(seat), face(seat.user_id)) for seat in self.seats)

    def view(self, viewer: int | None) -> View:
        """What a seat, or the public, may know of the latest round.

        Raises:
            Refused: if no round was dealt yet.
        """
        if self.match is None:
            raise Refused(NOT_STARTED)
        return view_of(self.match, viewer)

    def my_seat(self, user_id: int) -> int:
        """The seat of a person.

        Raises:
            Refused: if they have none.
        """
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_SEATED)
        return seat

    def acting_seat(self, user_id: int) -> int:
        """The seat of a person who plays for themselves.

        Raises:
            Refused: if they have no seat, or a computer plays it for them.
        """
        seat = self.my_seat(user_id)
        if self.seats[seat].away is Away.KICKED:
            raise Refused(absence.KICKED)
        if self.seats[seat].away:
            raise Refused(N_("A computer plays for you now: press “My hand” to play yourself again."))
        return seat

    def lobby(self) -> SavedGame:
        """The game, while it is in its lobby.

        Raises:
            Refused: if it has begun or is over.
        """
        if self.status is not Status.LOBBY:
            raise Refused(
                OVER
                if self.status.ended
                else N_("The game has started already: seats and rules are fixed until it is over.")
            )
        return self.game

    def _playing(self) -> Match:
        if self.status is Status.PLAYING and self.match is not None:
            return self.match
        raise Refused({Status.LOBBY: NOT_STARTED, Status.BETWEEN: ROUND_OVER}.get(self.status, OVER))

    def _running(self) -> None:
        if self.status not in (Status.PLAYING, Status.BETWEEN):
            raise Refused(NOT_STARTED if self.status is Status.LOBBY else OVER)

    def _deadline(self, match: Match, seats: Sequence[Seat], *, acted: bool) -> float | None:
        """When the clock of who is to move runs out: only people with a choice have one.

        `acted`: by a move of who was to move. Otherwise, as when somebody knocks or leaves, a clock that runs goes on.
        """
        seat = seats[match.round.seat]
        if match.round.ended or not self.game.turn_limit or absence.plays_itself(seat):
            return None
        if legal_moves(match.round) == (Act.PASS,):
            return None
        if not acted and self.game.deadline:
            return self.game.deadline
        return self._services.now() + self.game.turn_limit

    async def shown(self, still: KeptGame, message_id: int, at: float) -> None:
        """Note which public message shows the game as it was in `still`, and since when, in Unix seconds.

        Nothing is noted where the game has turned to another message since, as it does for the next round.
        """
        async with self._lock:
            if self.game.message_id != still.game.message_id or max(self.turn[0], 0) != max(still.turn[0], 0):
                return
            self.game = replace(self.game, message_id=message_id, message_at=at, shown_revision=still.revision)
            await self._services.store.shown(self.id, still.revision, message_id, at)  # it is there, saved or not

    async def renew_clock(self) -> None:
        """Give who is to move their whole time again, after a while in which nobody could see the table."""
        async with self._lock:
            if self.status is Status.PLAYING and self.game.deadline and self.match is not None:
                self.game = replace(self.game, deadline=None)
                await self._seats_changed(self.game, "awake", None)

    async def _seats_changed(self, game: SavedGame, word: str, user_id: int | None) -> None:
        """Commit other seats or another host; the round itself stays as it is."""
        assert self.match is not None
        row = LogRow(self.match.number, None, word, user_id)
        deadline = self._deadline(self.match, game.seats, acted=False) if self.status is Status.PLAYING else None
        step = Step(
            (row,), self.status, game.snapshot, self._services.now(),
            seats=game.seats, host_id=game.host_id, deadline=deadline, undo=self.game.undo,
        )  # fmt: skip
        await self._append(step, self.match, ())

    async def _end(self, word: str, user_id: int | None, game: SavedGame | None = None) -> None:
        """Stop the game: there is no winner, and its finished rounds stay counted."""
        if self.status.ended:
            raise Refused(OVER)
        if self.status is Status.LOBBY:
            await self._save_lobby(replace(self.game, status=Status.STOPPED))
            return
        game = game or self.game
        step = Step(
            (LogRow(self.match.number if self.match else 0, None, word, user_id),),
            Status.STOPPED,
            game.snapshot,
            self._services.now(),
            new_message=self.status is Status.BETWEEN,  # the end of a round stays
            seats=None if game.seats == self.seats else game.seats,
        )
        self.stopped = word
        await self._append(step, self.match, ())

    @asynccontextmanager
    async def _saving(self) -> AsyncIterator[None]:
        """Read the game anew where another process was first, or where we were cut off and it may be saved or not."""
        try:
            yield
        except (StaleRevision, asyncio.CancelledError) as error:
            await self._reload()
            if isinstance(error, StaleRevision):
                raise Stale(STALE) from error
            raise

    async def _append(self, step: Step, match: Match | None, events: Iterable[Event]) -> None:
        async with self._saving():
            revision = await self._services.store.append(self.id, self.revision, step)
        before = self.revision
        self.game = replace(
            self.game,
            revision=revision,
            status=step.status,
            snapshot=step.snapshot,
            moved_at=step.moved_at,
            seats=step.seats or self.seats,
            host_id=step.host_id or self.game.host_id,
            deadline=step.deadline,
            undo=step.undo,
            salt=step.deal.salt if step.deal else self.game.salt,
        )
        if step.new_message:
            self.game = replace(self.game, message_id=None, message_at=0.0, shown_revision=before)
        self.match = match
        self._remember(events, by_person=any(row.user_id is not None for row in step.rows))
        self._services.changed(self.id)

    async def _save_lobby(self, game: SavedGame) -> None:
        now = self._services.now()
        async with self._saving():
            revision = await self._services.store.save_lobby(game, at=now)
        self.game = replace(game, revision=revision, moved_at=now)
        self.rules = load_rules(json.loads(game.rules))
        self._services.changed(self.id)

    async def _reload(self) -> None:
        """Take over what is stored: somebody else was faster, or nobody knows whether a change was kept."""
        game = await self._services.store.load(self.id)
        if game is not None and game.revision != self.revision:
            self.game = game
            self.rules = load_rules(json.loads(game.rules))
            self.match = load_match(game.snapshot) if game.snapshot else None
            self.events = ()
            self._services.changed(self.id)

    def _remember(self, events: Iterable[Event], *, by_person: bool) -> None:
        public = [seen_by(event, None) for event in events]
        kept = () if self.events and isinstance(self.events[-1], RoundEnded) else self.events
        self.events = (*kept, *public)[-_KEPT_EVENTS:]
        self.by_itself = 0 if by_person else self.by_itself + 1
