"""Taking the last placement back: a change of its own that restores what was there before."""

from __future__ import annotations

import json
from typing import Final

from bot import absence
from bot.errors import Refused
from bot.kept import KeptGame
from game.snapshot import load_match
from game.words import N_
from storage.models import LogRow, Status, Step

UNDO: Final = "undo>"
"""The log's word for a move taken back; the revision that it goes back to follows."""


class TakingBack(KeptGame):
    """A game in which the last placement can be undone until somebody acts or something hidden is seen."""

    @property
    def undoable(self) -> int | None:
        """The seat that may ask to take its last move back, if any."""
        return json.loads(self.game.undo)["seat"] if self.game.undo and self.status is Status.PLAYING else None

    @property
    def undo_is_asked(self) -> bool:
        """Whether somebody waits for an answer to their wish to take a move back."""
        return self.asked is not None and self.asked == self.undo_to

    @property
    def undo_to(self) -> int | None:
        """The revision before the last placement, where that can be taken back."""
        return None if self.undoable is None or self.game.undo is None else json.loads(self.game.undo)["to"]

    async def take_back(self, user_id: int) -> bool:
        """Undo one's own last placement, or ask the others to agree; whether it was undone.

        Raises:
            Refused: if somebody has acted or something hidden was seen since.
        """
        async with self._lock:
            seat = self.acting_seat(user_id)
            if self.undo_is_asked:
                raise Refused(N_("The others are asked already; one of them has to agree."))
            if self.undoable != seat:
                raise Refused(N_("There is nothing to take back: the game has gone on, or a tile was drawn since."))
            if len(absence.present(self.game)) > 1:
                self.asked = self.undo_to
                return False
            await self._undo(user_id)
            return True

    async def agree(self, user_id: int) -> None:
        """Let the last mover take their move back.

        Raises:
            Refused: if nobody asked, the game has gone on, or it is one's own move.
        """
        async with self._lock:
            seat = self.my_seat(user_id)
            if not self.undo_is_asked:
                raise Refused(N_("The game has gone on since; nothing can be taken back now."))
            if seat == self.undoable or user_id not in absence.present(self.game):
                raise Refused(N_("Another player has to agree."))
            await self._undo(user_id)

    async def _undo(self, user_id: int) -> None:
        """Restore what was there before the last placement, as a change of its own."""
        assert self.game.undo is not None
        undo = json.loads(self.game.undo)
        match = load_match(undo["snapshot"])
        row = LogRow(match.number, undo["seat"], f"{UNDO}{undo['to']}", user_id)
        deadline = self._services.now() + self.game.turn_limit if self.game.turn_limit else None
        step = Step((row,), Status.PLAYING, undo["snapshot"], self._services.now(), deadline=deadline)
        await self._append(step, match, ())
        while self.events and getattr(self.events[-1], "seat", None) == undo["seat"]:
            self.events = self.events[:-1]
