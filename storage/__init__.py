"""Games, their log of moves, and players' totals, kept in a database.

The store treats moves, rules, deals and snapshots as opaque text: what they mean is `game`'s affair.
"""

from storage.errors import ChannelTaken, StaleRevision, StorageError
from storage.models import (
    Away,
    Deal,
    GameResult,
    LogRow,
    RoundResult,
    SavedGame,
    Seat,
    Standing,
    Stats,
    Status,
    Step,
    Totals,
)
from storage.sqlite import SqliteStore

__all__ = [
    "Away",
    "ChannelTaken",
    "Deal",
    "GameResult",
    "LogRow",
    "RoundResult",
    "SavedGame",
    "Seat",
    "SqliteStore",
    "StaleRevision",
    "Standing",
    "Stats",
    "Status",
    "Step",
    "StorageError",
    "Totals",
]
