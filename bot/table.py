"""One live table: everything that people and computers can do at it.

Each action holds the table's lock, checks who asks, works out the change with the pure rules, and commits it.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot import absence, fairness, seating
from bot.change import Change
from bot.errors import NOT_SEATED, NOT_STARTED, NOT_YOUR_TURN, OVER, ROUND_OVER, STALE, Refused, Stale
from bot.names import safe
from bot.taking_back import TakingBack, Undo
from game.dealing import shuffled
from game.events import EngineLaid, Event, seen_by
from game.match import Match, begin_match, next_round
from game.moves import Call, Move
from game.players import LEVELS, opening_moves
from game.presets import PRESETS
from game.record import dump_rules
from game.refusals import MoveRefused
from game.rules import Rules
from game.snapshot import dump_match
from game.tiles import Tile
from game.view import view_of
from game.words import N_
from storage.models import Away, Deal, LogRow, SavedGame, Seat, Status, Step

NUDGE_AFTER: Final = 5 * 60
"""Seconds without a move after which anyone seated may nudge."""


class Table(TakingBack):
    """What can be done at a table. Seats are counted from 0."""

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

    async def set_turn_limit(self, user_id: int, seconds: int) -> None:
        """Choose how long a person has for a move; 0 is for ever. The host's business."""
        async with self._lock:
            game = self.lobby()
            seating.check_host(game, user_id)
            await self._save_lobby(replace(game, turn_limit=seconds))

    async def set_late_joining(self, user_id: int, allowed: bool) -> None:
        """Choose whether people may come in between rounds. The host's business."""
        async with self._lock:
            game = self.lobby()
            seating.check_host(game, user_id)
            await self._save_lobby(replace(game, late_joining=allowed))

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
            return await self._make(change, await asyncio.to_thread(opening_moves, view), user_id)

    async def call(self, user_id: int, move: Call) -> tuple[Event, ...]:
        """Knock, or catch somebody who did not; at any time."""
        async with self._lock:
            seat = self.acting_seat(user_id)
            match = self._playing()
            if (move.kind == "knock") != (move.seat == seat):
                raise Refused(N_("You knock for yourself, and catch only others."))
            change = Change(match)
            try:
                change.move(move, user_id, seat)
            except MoveRefused as refused:
                raise Refused(refused.reason) from refused
            return await self._commit(change, user_id, acted=False)

    async def catch(self, user_id: int) -> tuple[Event, ...]:
        """Catch who has one tile left and has not knocked.

        Raises:
            Refused: if there is nobody to catch.
        """
        mine, match = self.my_seat(user_id), self._playing()
        debtors = [seat for seat in range(match.seats) if match.round.catchable >> seat & 1 and seat != mine]
        if not debtors:
            raise Refused(N_("There is nobody to catch now: the knock was made, is not owed, or it is too early."))
        return await self.call(user_id, Call("catch", debtors[0]))

    async def computer_move(self, revision: int, *, late: bool = False) -> None:
        """Make the move of who is to move, as a computer would; nothing if the table has moved on since `revision`.

        A turn that can only be passed is made this way too, and with `late` the move of a person whose time is up.
        """
        async with self._lock:
            if self.revision != revision or self.to_move is None:
                return
            seat = self._playing().round.seat
            change = await self._chosen(Change(self._playing()))
            while late and change.match.round.seat == seat and not change.match.round.ended:
                change = await self._chosen(change)  # a turn that is late is late once, however many moves it takes
            game = absence.missed(self.game, seat) if late else self.game
            if not absence.present(game):
                await self._end("idle", None, game)
            else:
                await self._commit(change, None, game)

    async def _chosen(self, change: Change) -> Change:
        """The change with one more move of who is to move, as a computer chooses it in a worker."""
        seat = self.seats[change.match.round.seat]
        view = view_of(change.match, change.match.round.seat)
        if view.is_opening:
            return self._made(change, await asyncio.to_thread(opening_moves, view), None)
        choose = LEVELS.get(seat.computer or "", LEVELS["simple"])
        return self._made(change, [await asyncio.to_thread(choose, view, self._services.random)], None)

    async def next_round(self, user_id: int | None, revision: int | None = None) -> None:
        """Deal the next round: by anyone seated, or by the clock (`user_id` None, only while at `revision`)."""
        async with self._lock:
            if user_id is None and self.revision != revision:
                return
            if user_id is not None:
                self.acting_seat(user_id)
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
            await self._end("stop", user_id)

    async def lose_channel(self) -> None:
        """End the game because its channel is gone."""
        async with self._lock:
            await self._end("channel", None)

    async def expire(self, revision: int) -> None:
        """End a lobby or game in which nothing has happened for long; nothing if it has moved on since `revision`."""
        async with self._lock:
            if self.revision == revision and not self.status.ended:
                await self._end("expired", None)

    async def vote_stop(self, user_id: int) -> tuple[int, int]:
        """Vote for the end of the game; return the votes and how many are needed. With enough of them it ends."""
        async with self._lock:
            self._running()
            people = absence.present(self.game)
            if user_id not in people:
                raise Refused(NOT_SEATED)
            if len(people) == 1:
                raise Refused(N_("Nobody else is here to vote: “Stop the game” ends it."))
            votes = (self.votes | {user_id}) & frozenset(people)
            needed = len(people) // 2 + 1
            note = " ".join(map(str, (self.turn[0], *sorted(votes))))
            if len(votes) >= needed:
                await self._end("voted", user_id)
            else:
                await self._services.store.remember(self._votes_note, note)
            self.votes = votes
            return len(votes), needed

    async def recall_votes(self) -> None:
        """Count the votes of this round that were given before the program was started."""
        known = await self._services.store.recall(self._votes_note)
        number, *voters = map(int, (known or "-2").split())
        if number == self.turn[0]:
            self.votes = frozenset(voters)

    @property
    def _votes_note(self) -> str:
        return f"game:{self.id}:votes"

    async def quit(self, user_id: int) -> None:
        """Leave a running game: a computer plays on with the hand, hosting passes on, and without people it ends."""
        async with self._lock:
            await self._go(user_id, Away.LEFT, by=user_id)

    async def kick(self, host_id: int, user_id: int) -> None:
        """Have a computer play a person's seat for good; the host's business."""
        async with self._lock:
            self._running()
            await self._seats_changed(absence.kicked(self.game, host_id, user_id), "kick", host_id)

    async def gone(self, user_id: int) -> None:
        """A person is not in the server any more: a computer plays on for them."""
        async with self._lock:
            if user_id in absence.present(self.game) and self.status in (Status.PLAYING, Status.BETWEEN):
                await self._go(user_id, Away.GONE, by=None)

    async def come_back(self, user_id: int) -> bool:
        """Sit in one's own seat again; whether that changed anything.

        Raises:
            Refused: if the host has kicked this person.
        """
        async with self._lock:
            if self.status not in (Status.PLAYING, Status.BETWEEN):
                return False
            game = absence.back(self.game, user_id)
            if game is self.game:
                return False
            await self._seats_changed(game, "back", user_id)
            return True

    async def take_over(self, user_id: int, name: str) -> None:
        """Take over a computer player's seat between two rounds, where the table allows it."""
        async with self._lock:
            if self.status is Status.LOBBY:
                raise Refused(NOT_STARTED)
            self._running()
            if self.status is not Status.BETWEEN:
                raise Refused(N_("Seats change hands between rounds: press it again when this round is over."))
            await self._seats_changed(absence.taken_over(self.game, user_id, name), "join", user_id)

    def nudge(self, user_id: int) -> Seat:
        """Whom to call to the table, which may be done again after a while.

        Raises:
            Refused: if it is too early, or nobody is to move.
        """
        self.acting_seat(user_id)
        seat = self.to_move
        if seat is None:
            raise Refused(ROUND_OVER if self.status is Status.BETWEEN else NOT_STARTED)
        if seat.user_id == user_id:
            raise Refused(N_("It is your own turn: open your hand and play."))
        if absence.plays_itself(seat):
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

    def _turn(self, user_id: int, revision: int) -> Change:
        seat = self.acting_seat(user_id)
        match = self._playing()
        if revision != self.revision:
            raise Stale(STALE)
        if match.round.seat != seat:
            raise Refused(NOT_YOUR_TURN, name=safe(self.seats[match.round.seat].name))
        return Change(match)

    async def _make(self, change: Change, moves: Iterable[Move], user_id: int) -> tuple[Event, ...]:
        """Make a person's moves, remembering what they can be taken back to."""
        seat = change.match.round.seat
        before = self.game.snapshot
        change = self._made(change, moves, user_id)
        undo = None if change.revealed or before is None else Undo(seat, self.revision, before).dump()
        events = self.events
        told = await self._commit(change, user_id, absence.moved(self.game, seat), undo)
        self.events_before = events
        return told

    def _made(self, change: Change, moves: Iterable[Move], user_id: int | None) -> Change:
        """The change with these moves of who is to move, and with what follows from them without a choice."""
        seat = change.match.round.seat
        try:
            for move in moves:
                change.move(move, user_id)
        except MoveRefused as refused:
            raise Refused(refused.reason) from refused
        change.forced(seat)
        if absence.plays_itself(self.seats[seat]) and change.match.round.owing >> seat & 1:
            change.move(Call("knock", seat), None, seat)
        return change

    async def _commit(
        self,
        change: Change,
        user_id: int | None,
        game: SavedGame | None = None,
        undo: str | None = None,
        *,
        acted: bool = True,
    ) -> tuple[Event, ...]:
        """Commit a change with all that comes of it, and return what happened, as this person may see it."""
        game = game or self.game
        step = Step(
            tuple(change.rows),
            change.status,
            dump_match(change.match),
            self._services.now(),
            round_result=change.round_result,
            game_result=change.game_result,
            seats=None if game.seats == self.seats else game.seats,
            host_id=game.host_id,
            undo=undo,
            deadline=self._deadline(change.match, game.seats, acted=acted),
        )
        await self._append(step, change.match, change.events)
        maker = None if user_id is None else self.seat_of(user_id)
        return tuple(seen_by(event, maker) for event in change.events)

    async def _go(self, user_id: int, why: Away, *, by: int | None) -> None:
        self._running()
        self.my_seat(user_id)
        if user_id not in absence.present(self.game):
            raise Refused(N_("You have left already; “My hand” brings you back."))
        game = absence.away(self.game, user_id, why)
        if absence.present(game):
            await self._seats_changed(game, why.value, by)
        else:
            await self._end(why.value, by, game)

    async def _dealt(self, match: Match, engine: EngineLaid, order: Sequence[Tile], user_id: int | None) -> None:
        step = Step(
            (LogRow(match.number, None, "deal", user_id),),
            Status.PLAYING,
            dump_match(match),
            self._services.now(),
            deal=Deal(match.number, fairness.order_text(order), fairness.new_salt()),
            new_message=match.number > 0,
            deadline=self._deadline(match, self.seats, acted=True),
        )
        self.votes = frozenset()
        await self._append(step, match, (engine,))
