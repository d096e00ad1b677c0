"""A table's finished rounds as a record that `python -m game replay` plays again."""

from __future__ import annotations

import json

from bot.errors import Refused
from bot.taking_back import UNDO
from game.moves import parse_move
from game.record import Record, RecordedRound, dump_record, load_rules
from game.tiles import Tile
from game.words import N_
from storage.models import Deal, LogRow, SavedGame
from storage.sqlite import SqliteStore

NOTHING = N_("No round is finished yet, and a running round's hands stay secret: come back when it is over.")


async def export(store: SqliteStore, game: SavedGame) -> str:
    """The record of a game's finished rounds, as JSON text. A running round is not in it.

    Raises:
        Refused: if no round is finished.
    """
    return dump_record(await recorded(store, game))


async def recorded(store: SqliteStore, game: SavedGame) -> Record:
    """The record of a game's finished rounds.

    Raises:
        Refused: if no round is finished.
    """
    finished = {result.round for result in await store.rounds(game.id)}
    if not finished:
        raise Refused(NOTHING)
    deals = [deal for deal in await store.deals(game.id) if deal.round in finished]
    log = _made(await store.log(game.id))
    rules = load_rules(json.loads(game.rules))
    resolved = rules.for_seats(len(game.seats))
    rounds = tuple(_round(deal, log, len(game.seats), resolved.hand_size) for deal in deals)
    return Record(rules, resolved, tuple(seat.name for seat in game.seats), rounds)


def _made(log: tuple[tuple[int, LogRow], ...]) -> list[LogRow]:
    """The moves that stand: those that were taken back are left out, and so is the taking back."""
    kept: list[tuple[int, LogRow]] = []
    for revision, row in log:
        if row.move.startswith(UNDO):
            back_to = int(row.move.removeprefix(UNDO))
            kept = [(number, one) for number, one in kept if number <= back_to or one.seat is None]
        else:
            kept.append((revision, row))
    return [row for _, row in kept]


def _round(deal: Deal, log: list[LogRow], seats: int, each: int) -> RecordedRound:
    order = tuple(Tile.parse(text) for text in deal.order.split())
    hands = tuple(order[seat * each : (seat + 1) * each] for seat in range(seats))
    moves = tuple(parse_move(row.move) for row in log if row.round == deal.round and row.seat is not None)
    return RecordedRound(hands, order[seats * each :], moves)
