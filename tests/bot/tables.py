"""Tables without Discord or a database."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from bot.kept import Services
from bot.names import clean
from bot.table import Table
from game.dealing import shuffled
from game.match import Match, begin_match
from game.record import dump_rules
from game.rules import Rules
from game.snapshot import dump_match
from storage.models import SavedGame, Seat, Status

HOST = 10**17


def match_of(seats: int, preset: str = "club") -> Match:
    """A game at its first deal."""
    rules = Rules.of(preset).for_seats(seats)
    return begin_match(rules, seats, shuffled(rules, 0, Random(0)))[0]


def table_of(
    match: Match | None, name: str = "Alice", *, preset: str = "club", seats: int | None = None, **changes: Any
) -> Table:
    """A table of people who are all called the same."""
    count = seats or (match.seats if match else 2)
    rules = match.rules if match else Rules.of(preset)
    game = SavedGame(
        **{
            "id": 10**9, "guild_id": 1, "channel_id": 2, "host_id": HOST, "rules": json.dumps(dump_rules(rules)),
            "status": Status.PLAYING if match else Status.LOBBY, "wanted": count, "language": "en",
            "seats": tuple(Seat(HOST + number, clean(name)) for number in range(count)),
            "revision": 10**6, "snapshot": dump_match(match) if match else None, "message_id": 3, "message_at": 0.0,
            "shown_revision": 0, "moved_at": 0.0, "created_at": 0.0, **changes,
        }
    )  # fmt: skip
    nothing: Any = None
    return Table(game, Services(store=nothing, now=lambda: 0.0, random=Random(0), changed=print))
