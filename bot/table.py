"""One live table: its lock, its game, and everything that people and computers can do at it.

Each action checks who asks, works out the change with the pure rules, commits it in one transaction, and only then
changes what this object holds. Nothing here calls Discord; `changed` tells others that there is something to show.
"""

from __future__ import annotations

import asyncio
import copy
import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from bot import seating
from bot.errors import Refused, Stale
from bot.names import safe
from game.dealing import shuffled
from game.events import EngineLaid, Event, RoundEnded, seen_by
from game.law import legal_moves
from game.match import Match, begin_match, next_round, play
from game.moves import Act, Call, Move
from game.planner import longest_train
from game.players import LEVELS
from game.presets import PRESETS
from game.record import dump_rules, load_rules
from game.refusals import MoveRefused, Refusal
from game.rules import Rules
from game.snapshot import dump_match, load_match
from game.tiles import Tile
from game.view import View, view_of
from game.words import N_
from renderer.people import Person
from storage.errors import StaleRevision
from storage.models import Deal, GameResult, LogRow, RoundResult, SavedGame, Seat, Status, Step
from storage.sqlite import SqliteStore

NUDGE_AFTER: Final = 5 * 60
"""Seconds without a move after which anyone seated may nudge."""
LONGEST_TURN: Final = 24 * 3600
"""Seconds after which a computer makes a person's move."""
_KEPT_EVENTS: Final = 60

NOT_SEATED: Final = N_("You are not at this table. Watch the board, or join the next game.")
NOT_YOUR_TURN: Final = N_("It is {name}'s turn. Your hand will be ready when yours comes.")
OVER: Final = N_("This game is over. Start a new one with /train new.")
NOT_STARTED: Final = N_("The game has not started yet: press Join, then the host presses Start.")
ROUND_OVER: Final = N_("This round is over. Press “Next round” to go on.")
STALE: Final = N_("The table has moved on since that button was drawn. Here is how things stand.")


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the outside."""

    store: SqliteStore
    now: Callable[[], float]
    """The time in Unix seconds."""
    random: Random
    """Deals tiles: a `SystemRandom` outside of tests."""
    changed: Callable[[Table], None]
    """Called after each committed change."""


@dataclass(slots=True)
class _Change:
    """A change in the making: the moves of one step, and what came of them."""

    match: Match
    rows: list[LogRow] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def move(self, move: Move, user_id: int | None, seat: int | None = None) -> None:
        """Make a move; `seat` is who makes it, where that is not who is to move."""
        maker = self.match.round.seat if seat is None else seat
        row = LogRow(self.match.number, maker, str(move), user_id)
        self.match, events = play(self.match, move)
        self.rows.append(row)
        self.events += events

    def forced(self, seat: int) -> None:
        """Lay what is left without a choice to who has just moved: a pass after a draw, the end of a train."""
        while self.match.round.seat == seat and legal_moves(self.match.round) in ((Act.PASS,), (Act.END,)):
            self.move(legal_moves(self.match.round)[0], None)


class Table:
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

    def still(self) -> Table:
        """The table as it is at this moment: for a worker to draw from while the game goes on."""
        return copy.copy(self)

    def people(self) -> tuple[Person, ...]:
        """Everybody in seat order, for pictures and alt text."""
        return tuple(Person(seat.name, computer=seat.computer is not None) for seat in self.seats)

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

    # The lobby

    async def join(self, user_id: int, name: str) -> None:
        """Sit down."""
        async with self._lock:
            await self._save_lobby(seating.join(self.lobby(), self.rules, user_id, name))

    async def leave(self, user_id: int) -> None:
        """Stand up before the start; hosting passes on, and a lobby without people is given up."""
        async with self._lock:
            await self._save_lobby(seating.leave(self.lobby(), user_id))

    async def add_computer(self, user_id: int) -> None:
        """Seat a computer player."""
        async with self._lock:
            await self._save_lobby(seating.add_computer(self.lobby(), self.rules, user_id))

    async def remove_computer(self, user_id: int) -> None:
        """Let the computer player that came last go."""
        async with self._lock:
            await self._save_lobby(seating.remove_computer(self.lobby(), user_id))

    async def set_rules(self, user_id: int, rules: Rules) -> None:
        """Choose other rules before the start; the host's business.

        Raises:
            RulesError: if they cannot be dealt to those who are seated.
        """
        async with self._lock:
            game = self.lobby()
            seating.check_host(game, user_id)
            rules.for_seats(max(len(game.seats), PRESETS[rules.preset].players[0]))
            await self._save_lobby(replace(game, rules=json.dumps(dump_rules(rules))))

    async def start(self, user_id: int) -> None:
        """Deal the first round.

        Raises:
            RulesError: if the rules do not fit the number of players.
        """
        async with self._lock:
            seats = seating.check_start(self.lobby(), user_id)
            rules = self.rules.for_seats(seats)
            order = shuffled(rules, 0, self._services.random)
            match, engine = begin_match(rules, seats, order)
            await self._dealt(match, engine, order, user_id)

    # A round

    async def play(self, user_id: int, revision: int, move: Move) -> tuple[Event, ...]:
        """Make a move and return what happened, as its maker may see it.

        Raises:
            Stale: if the table has moved on since `revision`.
            Refused: if it is not this person's turn or the move is not legal.
        """
        async with self._lock:
            change = self._turn(user_id, revision)
            return await self._make(change, [move], user_id)

    async def lay_train(self, user_id: int, revision: int) -> tuple[Event, ...]:
        """Lay the whole train that the hand shows and end the opening turn, in one step."""
        async with self._lock:
            change = self._turn(user_id, revision)
            view = self.view(change.match.round.seat)
            if not view.is_opening:
                raise Refused(N_("A whole train can only be laid in the opening turn."))
            return await self._make(change, opening_moves(view), user_id)

    async def call(self, user_id: int, move: Call) -> tuple[Event, ...]:
        """Knock, or catch somebody who did not; at any time."""
        async with self._lock:
            seat = self.my_seat(user_id)
            match = self._playing()
            if (move.kind == "knock") != (move.seat == seat):
                raise Refused(N_("You knock for yourself, and catch only others."))
            change = _Change(match)
            try:
                change.move(move, user_id, seat)
            except MoveRefused as refused:
                raise Refused(refused.reason) from refused
            return await self._commit(change, user_id)

    async def catch(self, user_id: int) -> tuple[Event, ...]:
        """Catch who has one tile left and has not knocked.

        Raises:
            Refused: if there is nobody to catch.
        """
        mine, match = self.my_seat(user_id), self._playing()
        debtors = [seat for seat in range(match.seats) if match.round.catchable >> seat & 1 and seat != mine]
        if not debtors:
            raise Refused(Refusal.NOT_CATCHABLE)
        return await self.call(user_id, Call("catch", debtors[0]))

    async def computer_move(self, revision: int) -> None:
        """Make the move of who is to move, as a computer would; nothing if the table has moved on since `revision`.

        A turn that can only be passed, and one whose time is up, are made this way too.
        """
        async with self._lock:
            if self.revision != revision or self.to_move is None:
                return
            match = self._playing()
            view = self.view(match.round.seat)
            choose = LEVELS.get(self.to_move.computer or "", LEVELS["simple"])
            if view.is_opening:
                moves = await asyncio.to_thread(opening_moves, view)
            else:
                moves = [await asyncio.to_thread(choose, view, self._services.random)]
            await self._make(_Change(match), moves, None)

    async def next_round(self, user_id: int | None, revision: int | None = None) -> None:
        """Deal the next round: by anyone seated, or by the clock (`user_id` None, only while at `revision`)."""
        async with self._lock:
            if user_id is None and self.revision != revision:
                return
            if user_id is not None:
                self.my_seat(user_id)
            if self.status is Status.PLAYING:
                raise Refused(N_("The next round has begun already: it is the newest board in this channel."))
            if self.status is not Status.BETWEEN or self.match is None:
                raise Refused(NOT_STARTED if self.status is Status.LOBBY else OVER)
            rules = self.match.rules
            order = shuffled(rules, self.match.number + 1, self._services.random)
            match, engine = next_round(self.match, order)
            await self._dealt(match, engine, order, user_id)

    async def stop(self, user_id: int) -> None:
        """End the game without a winner; who may do that is checked by the caller. Finished rounds stay counted."""
        async with self._lock:
            if self.status.ended:
                raise Refused(OVER)
            if self.status is Status.LOBBY:
                await self._save_lobby(replace(self.game, status=Status.STOPPED))
                return
            round_number = self.match.number if self.match else 0
            step = Step(
                (LogRow(round_number, None, "stop", user_id),),
                Status.STOPPED,
                self.game.snapshot,
                self._services.now(),
                new_message=self.status is Status.BETWEEN,  # the end of a round stays
            )
            await self._append(step, self.match, ())

    def nudge(self, user_id: int) -> Seat:
        """Whom to call to the table, which may be done again after a while.

        Raises:
            Refused: if it is too early, or nobody is to move.
        """
        self.my_seat(user_id)
        seat = self.to_move
        if seat is None:
            raise Refused(ROUND_OVER if self.status is Status.BETWEEN else NOT_STARTED)
        if seat.user_id == user_id:
            raise Refused(N_("It is your own turn: open your hand and play."))
        if seat.user_id is None:
            return seat
        now = self._services.now()
        wait = max(self.game.moved_at, self._nudged_at) + NUDGE_AFTER - now
        if wait > 0:
            raise Refused(
                N_("Give {name} a little time: you can nudge in {minutes} min."),
                name=safe(seat.name),
                minutes=math.ceil(wait / 60),
            )
        self._nudged_at = now
        return seat

    # How it is done

    def lobby(self) -> SavedGame:
        """The game, while it is in its lobby.

        Raises:
            Refused: if it has begun or is over.
        """
        if self.status is not Status.LOBBY:
            raise Refused(OVER if self.status.ended else N_("The game has started already; join the next one."))
        return self.game

    def _playing(self) -> Match:
        if self.status is Status.PLAYING and self.match is not None:
            return self.match
        raise Refused({Status.LOBBY: NOT_STARTED, Status.BETWEEN: ROUND_OVER}.get(self.status, OVER))

    def _turn(self, user_id: int, revision: int) -> _Change:
        seat = self.my_seat(user_id)
        match = self._playing()
        if revision != self.revision:
            raise Stale(STALE)
        if match.round.seat != seat:
            raise Refused(NOT_YOUR_TURN, name=safe(self.seats[match.round.seat].name))
        return _Change(match)

    async def _make(self, change: _Change, moves: Iterable[Move], user_id: int | None) -> tuple[Event, ...]:
        seat = change.match.round.seat
        try:
            for move in moves:
                change.move(move, user_id)
        except MoveRefused as refused:
            raise Refused(refused.reason) from refused
        change.forced(seat)
        if self.seats[seat].computer and change.match.round.owing >> seat & 1:
            change.move(Call("knock", seat), None, seat)
        return await self._commit(change, user_id)

    async def _commit(self, change: _Change, user_id: int | None) -> tuple[Event, ...]:
        """Commit a change with all that comes of it, and return what happened, as this person may see it."""
        match, number = change.match, change.match.number
        status, round_result, game_result = Status.PLAYING, None, None
        if match.round.ended:
            result = match.results[-1]
            round_result = RoundResult(
                number, str(result.engine), result.starter, result.ended, result.scores, result.out
            )
            status = Status.BETWEEN
        if match.is_over:
            status, game_result = Status.FINISHED, GameResult(match.winners, match.totals)
        step = Step(
            tuple(change.rows),
            status,
            dump_match(match),
            self._services.now(),
            round_result=round_result,
            game_result=game_result,
        )
        await self._append(step, match, change.events)
        maker = None if user_id is None else self.seat_of(user_id)
        return tuple(seen_by(event, maker) for event in change.events)

    async def _dealt(self, match: Match, engine: EngineLaid, order: Sequence[Tile], user_id: int | None) -> None:
        step = Step(
            (LogRow(match.number, None, "deal", user_id),),
            Status.PLAYING,
            dump_match(match),
            self._services.now(),
            deal=Deal(match.number, " ".join(map(str, order))),
            new_message=match.number > 0,
        )
        await self._append(step, match, (engine,))

    async def _append(self, step: Step, match: Match | None, events: Iterable[Event]) -> None:
        try:
            revision = await self._services.store.append(self.id, self.revision, step)
        except (StaleRevision, asyncio.CancelledError) as error:
            await self._reload()
            if isinstance(error, StaleRevision):
                raise Stale(STALE) from error
            raise
        self.game = replace(
            self.game,
            revision=revision,
            status=step.status,
            snapshot=step.snapshot,
            moved_at=step.moved_at,
        )
        if step.new_message:
            self.game = replace(self.game, message_id=None, message_at=0.0, shown_revision=-1)
        self.match = match
        self._remember(events, by_person=any(row.user_id is not None for row in step.rows))
        self._services.changed(self)

    async def _save_lobby(self, game: SavedGame) -> None:
        try:
            revision = await self._services.store.save_lobby(
                game.id,
                game.revision,
                seats=game.seats,
                rules=game.rules,
                host_id=game.host_id,
                status=game.status,
                at=self._services.now(),
            )
        except (StaleRevision, asyncio.CancelledError) as error:
            await self._reload()
            if isinstance(error, StaleRevision):
                raise Stale(STALE) from error
            raise
        self.game = replace(  # the message may have become another one meanwhile
            self.game,
            revision=revision,
            seats=game.seats,
            rules=game.rules,
            host_id=game.host_id,
            status=game.status,
            moved_at=self._services.now(),
        )
        self.rules = load_rules(json.loads(game.rules))
        self._services.changed(self)

    async def _reload(self) -> None:
        """Take over what is stored: somebody else was faster, or nobody knows whether a change was kept."""
        game = await self._services.store.load(self.id)
        if game is not None and game.revision != self.revision:
            self.game = game
            self.rules = load_rules(json.loads(game.rules))
            self.match = load_match(game.snapshot) if game.snapshot else None
            self.events = ()
            self._services.changed(self)

    def _remember(self, events: Iterable[Event], *, by_person: bool) -> None:
        public = [seen_by(event, None) for event in events]
        kept = () if self.events and isinstance(self.events[-1], RoundEnded) else self.events
        self.events = (*kept, *public)[-_KEPT_EVENTS:]
        self.by_itself = 0 if by_person else self.by_itself + 1


def opening_moves(view: View) -> list[Move]:
    """The whole planned train and its end, or what there is to do instead; the viewer is to move in the opening."""
    plan = longest_train(view.hand, view.plan_starts, view.rules.toes)
    if not plan:
        return list(view.legal[:1])
    return [*plan, Act.END] if len(plan) < len(view.hand) else [*plan]
