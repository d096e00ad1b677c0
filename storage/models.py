"""The values that go into the store and come out of it."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How far a game has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"  # a round has ended, the next is not dealt
    FINISHED = "finished"
    STOPPED = "stopped"

    @property
    def ended(self) -> bool:
        """Whether the game is over: it never changes again, and its channel is free."""
        return self in (Status.FINISHED, Status.STOPPED)


class Away(StrEnum):
    """Why a computer player plays a person's seat for the time being."""

    NO = ""  # it does not
    IDLE = "idle"  # too many moves were not made in time
    LEFT = "left"  # the person stood up, and may come back
    GONE = "gone"  # the person is not in the server any more
    KICKED = "kicked"  # the host asked them to leave; they do not come back


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat; its index in the game's tuple, from 0, is the seat's number.

    Exactly one of `user_id` (a person) and `computer` (the name of a computer player's kind) is set.

    Raises:
        ValueError: if both or neither are.
    """

    user_id: int | None
    name: str
    computer: str | None = None
    away: Away = Away.NO
    """For a person: whether and why a computer player plays for them."""
    missed: int = 0
    """For a person: how many moves in a row were not made in time."""

    def __post_init__(self) -> None:
        if (self.user_id is None) == (self.computer is None):
            raise ValueError("a seat holds either a person or a computer player")

    @property
    def credited(self) -> int | None:
        """The person for whom results count: who has left or was sent away has none until they are back."""
        return self.user_id if self.away in (Away.NO, Away.IDLE) else None


HOUR = 3600
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game as it was last committed."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    status: Status
    rules: str
    """The chosen preset and options, as JSON text."""
    seats: tuple[Seat, ...]
    wanted: int
    """How many players the lobby waits for."""
    language: str | None
    revision: int
    """0 when created, one more for every change."""
    snapshot: str | None
    """The running match as opaque JSON text, hidden tiles included: never show or log it."""
    message_id: int | None
    """The public lobby or table message, in the game's channel."""
    message_at: float
    """When that message was posted, in Unix seconds; 0 without one."""
    shown_revision: int
    """The newest revision that the message is known to show; -1 for none."""
    moved_at: float
    """When the last change was accepted, in Unix seconds."""
    created_at: float
    turn_limit: int = DAY
    """Seconds that a person has for a move; 0 for as long as they like."""
    late_joining: bool = False
    """Whether people may take over a computer player's seat between rounds."""
    deadline: float | None = None
    """When the move of who is to move is made for them, in Unix seconds; None for never."""
    undo: str | None = None
    """What the last move can be taken back to, as opaque JSON text, hidden tiles included; None if it cannot be."""
    salt: str = ""
    """What was mixed into the commitment to the running round's deal; secret until the round is over."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One move: `12-5>3`, `draw`, `pass`, `end`, or the table's own, such as `deal` and `stop`.

    `round` counts from 0; `seat` is None for the table's own moves; `user_id` is None where no person did it.
    """

    round: int
    seat: int | None
    move: str
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Deal:
    """The order in which a round's tiles were dealt, as opaque text."""

    round: int
    order: str
    salt: str = ""
    """What was mixed into the commitment to the order."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round `ended` (`out` or `stranded`), every seat's score, and the seats that went out."""

    round: int
    engine: str
    starter: int
    ended: str
    scores: tuple[int, ...]
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """Which seats won a finished game, and every seat's total."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """All that one accepted action changes, to be committed at once.

    `snapshot`, `status`, `deadline` and `undo` replace what was there; `seats` and `host_id` do where they are not
    None, and the results count for the seats as they then are. Times are in Unix seconds. With `new_message` the game
    is without a public message until a new one is shown: the one that it had stays as it is.

    Raises:
        ValueError: if there is no row, or only one of `game_result` and `Status.FINISHED`.
    """

    rows: tuple[LogRow, ...]
    status: Status
    snapshot: str | None
    moved_at: float
    deal: Deal | None = None
    round_result: RoundResult | None = None
    game_result: GameResult | None = None
    seats: tuple[Seat, ...] | None = None
    host_id: int | None = None
    new_message: bool = False
    deadline: float | None = None
    undo: str | None = None

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("a step needs at least one row for the log")
        if (self.game_result is not None) != (self.status is Status.FINISHED):
            raise ValueError("a game has a result exactly when it is finished")


@dataclass(frozen=True, slots=True)
class Totals:
    """What one person has reached in one server; `best_round` is their lowest score, None without a round."""

    games: int = 0
    games_won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    best_round: int | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """A person's totals at tables (two people or more) and solo (against computers only)."""

    tables: Totals = Totals()
    solo: Totals = Totals()


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard; equals share a rank, and the ranks after them are skipped (1, 1, 3)."""

    rank: int
    user_id: int
    totals: Totals
