"""A game's log, played again from its deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.match import Match, begin_match, next_round, play
from game.moves import Move, parse_move
from game.snapshot import dump_match, load_match
from game.tiles import Tile
from storage import SqliteStore
from storage.models import Deal, LogRow
from tests.end_to_end.group import Group


def move_of(text: str) -> Move | None:
    """The move that a row of the log holds; None for what the table did itself."""
    try:
        return parse_move(text)
    except ValueError:
        return None


def again(like: Match, deals: Iterable[Deal], log: Sequence[tuple[int, LogRow]]) -> Match:
    """What comes of a log with these deals."""
    orders = (tuple(Tile.parse(text) for text in deal.order.split()) for deal in deals)
    match: Match | None = None
    known: dict[int, Match] = {}
    for revision, row in log:
        if row.move == "deal":
            order = next(orders)
            match = next_round(match, order)[0] if match else begin_match(like.rules, like.seats, order)[0]
        elif row.move.startswith("undo>"):
            match = known[int(row.move.removeprefix("undo>"))]
        elif move := move_of(row.move):
            assert match is not None
            match = play(match, move)[0]
        if match is not None:
            known[revision] = match
    assert match is not None
    return match


async def moves(group: Group) -> list[str]:
    """The moves of the table's log."""
    rows = await group.world.as_bot(group.bot.store.log(group.table.id))
    return [row.move for _, row in rows if move_of(row.move)]


async def check_log(store: SqliteStore, game_id: int) -> None:
    """The log is without gaps, and played again it is the snapshot."""
    game = await store.load(game_id)
    assert game is not None
    log = await store.log(game_id)
    assert [number for number, _ in log] == list(range(game.revision - len(log) + 1, game.revision + 1))
    if game.snapshot is not None:
        match = again(load_match(game.snapshot), await store.deals(game_id), log)
        assert dump_match(match) == game.snapshot
