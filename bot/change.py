"""A change in the making: the moves of one step, what came of them, and what is committed."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.events import Drew, Event
from game.law import legal_moves
from game.match import Match, play
from game.moves import Act, Move
from storage.models import GameResult, LogRow, RoundResult, Status


@dataclass(slots=True)
class Change:
    """Moves that are being made, from the game as it was to the game as it is then."""

    match: Match
    rows: list[LogRow] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def move(self, move: Move, user_id: int | None, seat: int | None = None) -> None:
        """Make a move; `seat` is who makes it, where that is not who is to move.

        Raises:
            MoveRefused: if it is not legal.
        """
        maker = self.match.round.seat if seat is None else seat
        row = LogRow(self.match.number, maker, str(move), user_id)
        self.match, events = play(self.match, move)
        self.rows.append(row)
        self.events += events

    def forced(self, seat: int) -> None:
        """Lay what is left without a choice to who has just moved: a pass after a draw, the end of a train."""
        while self.match.round.seat == seat and legal_moves(self.match.round) in ((Act.PASS,), (Act.END,)):
            self.move(legal_moves(self.match.round)[0], None)

    @property
    def status(self) -> Status:
        """How far the game has come by this change."""
        if self.match.is_over:
            return Status.FINISHED
        return Status.BETWEEN if self.match.round.ended else Status.PLAYING

    @property
    def revealed(self) -> bool:
        """Whether somebody has seen a tile by it that was hidden before, so that it cannot be taken back."""
        return self.match.round.ended is not None or any(isinstance(event, Drew) for event in self.events)

    @property
    def round_result(self) -> RoundResult | None:
        """The result of the round, if this change ends it."""
        if not self.match.round.ended:
            return None
        result = self.match.results[-1]
        return RoundResult(
            self.match.number, str(result.engine), result.starter, result.ended, result.scores, result.out
        )

    @property
    def game_result(self) -> GameResult | None:
        """The result of the game, if this change ends it."""
        return GameResult(self.match.winners, self.match.totals) if self.match.is_over else None
