"""Whether a database is as it should be, whatever happened to the process that wrote it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from game.match import Match, begin_match, next_round, play
from game.moves import parse_move
from game.record import load_rules
from game.snapshot import dump_match
from game.tiles import Tile
from storage import LogRow, SavedGame, SqliteStore, Stats, Status, Totals

UNDO = "undo>"
"""What a log says of a move taken back; the revision that it goes back to follows."""
SEATS_CHANGE = ("join", "left", "gone", "kick", "back", "idle")
"""Those after which results count for other people than those who sit there in the end."""


@dataclass
class Notes:
    """What a process wrote down before it was killed: a line for each thing that somebody was told."""

    kept: set[tuple[int, int, int | None, str]] = field(default_factory=set)
    """(game, revision, user, move): it was told that this move was made, and made this revision."""
    refused: set[tuple[int, int, int | None, str]] = field(default_factory=set)
    """(game, revision, user, move): it was told that this move cannot be made at this revision."""
    reached: dict[int, int] = field(default_factory=dict)
    """The last revision that is known of each game."""

    @classmethod
    def read(cls, file: Path) -> Notes:
        """Read the lines; the last one may be cut off, and then nobody was told."""
        notes = cls()
        for line in file.read_text("utf-8").splitlines(keepends=True) if file.exists() else ():
            if line.endswith("\n") and not line.startswith("#"):
                notes.add(line)
        return notes

    def add(self, line: str) -> None:
        """Take in one line."""
        what, game, revision, user, move = json.loads(line)
        if what == "kept":
            self.kept.add((game, revision, user, move))
        elif what == "refused":
            self.refused.add((game, revision, user, move))
        self.reached[game] = max(self.reached.get(game, 0), revision)


def note(what: str, game: int, revision: int, user: int | None = None, move: str = "") -> str:
    """A line of such notes."""
    return json.dumps([what, game, revision, user, move]) + "\n"


@dataclass
class Found:
    """What an audit has seen."""

    games: int = 0
    moves: int = 0
    rounds: int = 0
    finished: int = 0


async def audit(store: SqliteStore, path: Path, games: Iterable[SavedGame], notes: Notes | None = None) -> Found:
    """Check these games, and the totals of their servers if they are all the games there are."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        everything = db.execute("SELECT count(*) FROM games").fetchone()[0]
    notes = notes or Notes()
    found = Found()
    totals: dict[int, dict[int, Stats]] = {}
    told = True
    for game in games:
        found.games += 1
        log = await store.log(game.id)
        found.moves += len(log)
        _check_log(game, log, notes)
        match = await _replay(store, game, log)
        if match is not None:
            found.rounds += len(match.results)
            found.finished += game.status is Status.FINISHED
            _count(totals.setdefault(game.guild_id, {}), game, match)
        told &= not any(row.move in SEATS_CHANGE for _, row in log)
    for guild, people in totals.items():
        recount = await store.recount(guild)
        assert {user: await store.stats(guild, user) for user in recount} == recount
        if told and found.games == everything:
            assert people == recount
    return found


def _check_log(game: SavedGame, log: tuple[tuple[int, LogRow], ...], notes: Notes) -> None:
    """Every move that somebody was told of is there once, and none that was refused."""
    revisions = [revision for revision, _ in log]
    assert game.revision >= notes.reached.get(game.id, 0), game.id
    if revisions:  # what was changed in the lobby counts, but is not logged
        assert revisions == list(range(revisions[0], game.revision + 1)), game.id
    rows = {revision: (row.user_id, row.move) for revision, row in log}
    for _, revision, user, move in (one for one in notes.kept if one[0] == game.id):
        assert rows.get(revision) == (user, move), (game.id, revision)
    for _, revision, user, move in (one for one in notes.refused if one[0] == game.id):
        assert rows.get(revision + 1) != (user, move), (game.id, revision)


async def _replay(store: SqliteStore, game: SavedGame, log: tuple[tuple[int, LogRow], ...]) -> Match | None:
    """The game played again from its deals and moves: it comes to what is stored."""
    deals = {deal.round: tuple(Tile.parse(text) for text in deal.order.split()) for deal in await store.deals(game.id)}
    rules = load_rules(json.loads(game.rules)).for_seats(len(game.seats)) if log else None
    match: Match | None = None
    before: dict[int, Match | None] = {}
    for revision, row in log:
        if row.move == "deal":
            assert rules is not None
            dealt = (
                begin_match(rules, len(game.seats), deals[0]) if match is None else next_round(match, deals[row.round])
            )
            match = dealt[0]
        elif row.move.startswith(UNDO):
            match = before[int(row.move.removeprefix(UNDO))]
        elif row.seat is not None:  # else the table's own word, which leaves the round as it is
            assert match is not None
            match, _ = play(match, parse_move(row.move))
        before[revision] = match
        assert match is None or match.number == row.round, (game.id, revision)
    if match is None:
        assert game.status in (Status.LOBBY, Status.STOPPED)
        assert game.snapshot is None
        return None
    assert game.snapshot == dump_match(match), game.id
    results = await store.rounds(game.id)
    assert [(one.scores, one.out, one.ended, one.engine) for one in results] == [
        (one.scores, one.out, one.ended, str(one.engine)) for one in match.results
    ]
    result = await store.result(game.id)
    assert (result is not None) == match.is_over == (game.status is Status.FINISHED), game.id
    if result is not None:
        assert (result.winners, result.totals) == (match.winners, match.totals)
    if not game.status.ended:
        assert (game.status is Status.BETWEEN) == bool(match.round.ended), game.id
    return match


def _count(people: dict[int, Stats], game: SavedGame, match: Match) -> None:
    """Add a game's results to its people's totals, as the leaderboard should have them."""
    at_table = len({seat.user_id for seat in game.seats} - {None}) > 1
    for number, seat in enumerate(game.seats):
        if seat.user_id is None or not match.results:
            continue
        stats = people.setdefault(seat.user_id, Stats())
        old = stats.tables if at_table else stats.solo
        scores = [result.scores[number] for result in match.results]
        new = Totals(
            old.games + match.is_over,
            old.games_won + (match.is_over and number in match.winners),
            old.rounds + len(scores),
            old.rounds_won + sum(number in result.out for result in match.results),
            old.points + sum(scores),
            min([*scores, *([] if old.best_round is None else [old.best_round])]),
        )
        people[seat.user_id] = replace(stats, tables=new) if at_table else replace(stats, solo=new)


async def all_games(store: SqliteStore, path: Path) -> list[SavedGame]:
    """Every game of a database, ended or not."""
    with closing(sqlite3.connect(path)) as db:
        ids = [row[0] for row in db.execute("SELECT id FROM games ORDER BY id")]
    games = [await store.load(number) for number in ids]
    return [game for game in games if game is not None]
