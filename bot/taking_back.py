"""Taking the last placement back: a change of its own that restores what was there before."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from bot import absence
from bot.errors import Refused
from bot.kept import KeptGame
from game.snapshot import load_match
from game.words import N_
from storage.models import LogRow, Status, Step

UNDO: Final = "undo>"
"""The log's word for a move taken back; the revision that it goes back to follows."""


class Undo(NamedTuple):
    """What a placement can be taken back to."""

    seat: int
    to: int
    """The revision before it."""
    snapshot: str

    @classmethod
    def load(cls, text: str) -> Undo:
        """Read what `dump` wrote."""
        return cls(**json.loads(text))

    def dump(self) -> str:
        """As text, for the store."""
        return json.dumps(self._asdict())


class TakingBack(KeptGame):
    """A game in which the last placement can be undone until somebody acts or something hidden is seen."""

    @property
    def undo(self) -> Undo | None:
        """What the last placement can be taken back to, if it can."""
        return Undo.load(self.game.undo) if self.game.undo and self.status is Status.PLAYING else None

    @property
    def undoable(self) -> int | None:
        """The seat that may ask to take its last move back, if any."""
        undo = self.undo
        return None if undo is None else undo.seat

    @property
    def undo_is_asked(self) -> bool:
        """Whether somebody waits for an answer to their wish to take a move back."""
        undo = self.undo
        return undo is not None and self.asked == undo.to and not self.seats[undo.seat].away

    async def take_back(self, user_id: int) -> bool:
        """Undo one's own last placement, or ask the others to agree; whether it was undone.

        Raises:
            Refused: if somebody has acted or something hidden was seen since.
        """
        async with self._lock:
            seat = self.acting_seat(user_id)
            undo = self.undo
            if undo is None or undo.seat != seat:
                raise Refused(N_("There is nothing to take back: the game has gone on, or a tile was drawn since."))
            if len(absence.present(self.game)) < 2:
                await self._undo(undo, user_id)
                return True
            if self.undo_is_asked:
                raise Refused(N_("The others are asked already; one of them has to agree."))
            self.asked = undo.to
            return False

    async def agree(self, user_id: int) -> None:
        """Let the last mover take their move back.

        Raises:
            Refused: if nobody asked, the game has gone on, or it is one's own move.
        """
        async with self._lock:
            seat = self.my_seat(user_id)
            undo = self.undo
            if undo is None or not self.undo_is_asked:
                raise Refused(N_("The game has gone on since; nothing can be taken back now."))
            if seat == undo.seat or user_id not in absence.present(self.game):
                raise Refused(N_("Another player has to agree."))
            await self._undo(undo, user_id)

    async def _undo(self, undo: Undo, user_id: int) -> None:
        """Restore what was there before the last placement, as a change of its own."""
        match = load_match(undo.snapshot)
        row = LogRow(match.number, undo.seat, f"{UNDO}{undo.to}", user_id)
        deadline = self._deadline(match, self.seats, acted=True)
        step = Step((row,), Status.PLAYING, undo.snapshot, self._services.now(), deadline=deadline)
        before = self.events_before
        await self._append(step, match, ())
        self.events = before
