"""Records: whole games as JSON, hands and boneyard included, read with suspicion and written back the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from game.dealing import lay_engine
from game.match import first_seat
from game.moves import Move, in_order, parse_move
from game.play import apply
from game.presets import DEFAULT_PRESET
from game.refusals import MoveRefused, RulesError
from game.round import Round
from game.rules import Rules
from game.tiles import Tile, size
from game.words import one_line

FORMAT: Final = "mexican-train-record/1"
MAX_BYTES: Final = 2 << 20
"""Larger files are refused unread; a long game of fourteen seats has 60 KB."""


class RecordError(Exception):
    """A file that is no record, or a record with a move that is not legal; one line that says where and why."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round as dealt, and its moves."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it stands in a file. `rules` are as chosen; `resolved` has nothing on `auto`."""

    rules: Rules
    resolved: Rules
    players: tuple[str, ...]
    rounds: tuple[RecordedRound, ...]


def dump_rules(rules: Rules) -> dict[str, Any]:
    """The preset and what differs from it."""
    return {"preset": rules.preset, **rules.differences()}


def load_rules(data: object) -> Rules:
    """The rules that `dump_rules` wrote down.

    Raises:
        RulesError: if a preset, option or value is unknown or out of range.
    """
    if not isinstance(data, dict):
        raise RulesError("rules must be an object")
    changes = dict(data)
    preset = changes.pop("preset", DEFAULT_PRESET)
    if not isinstance(preset, str):
        raise RulesError("preset must be a name")
    return Rules.of(preset, **changes)


def dump_record(record: Record) -> str:
    """The record as JSON text."""
    rounds = [
        {
            "hands": [[str(tile) for tile in hand] for hand in one.hands],
            "boneyard": [str(tile) for tile in one.boneyard],
            "moves": [str(move) for move in one.moves],
        }
        for one in record.rounds
    ]
    document = {"format": FORMAT, "rules": dump_rules(record.rules), "players": list(record.players), "rounds": rounds}
    return json.dumps(document, ensure_ascii=False)


def load_record(data: bytes) -> Record:
    """Read a record.

    Raises:
        RecordError: if it is none, naming what is wrong.
    """
    document = _object(_parse(data), "the record", {"format", "players", "rounds"}, {"rules"})
    if document["format"] != FORMAT:
        _bad(f"format is {_short(document['format'])}, not {FORMAT!r}")
    players = _list(document["players"], "players", 14)
    if not all(isinstance(name, str) and _is_text(name) for name in players):
        _bad("players must be names")
    try:
        rules = load_rules(document.get("rules", {}))
        resolved = rules.for_seats(len(players))
    except RulesError as error:
        _bad(f"rules: {error}")
    rounds = _list(document["rounds"], "rounds", 19)
    if not 1 <= len(rounds) <= resolved.rounds:
        _bad(f"{len(rounds)} rounds, these rules play 1 to {resolved.rounds}")
    read = tuple(_round(one, f"round {number}", resolved, len(players)) for number, one in enumerate(rounds, 1))
    return Record(rules, resolved, tuple(players), read)


def replay(record: Record) -> Iterator[tuple[Round, Move | None]]:
    """Play a record again: every position with the move made in it, and each round's last position with None.

    Raises:
        RecordError: at a move that is not legal, with the round, the move, the reason, and what was legal.
    """
    first = 0
    for number, one in enumerate(record.rounds):
        where = f"round {number + 1}"
        try:
            state, _ = lay_engine(record.resolved, number, first, one.hands, one.boneyard)
        except RulesError as error:
            _bad(f"{where}: {error}")
        for index, move in enumerate(one.moves, 1):
            before = state
            try:
                state, _ = apply(before, move)
            except MoveRefused as refused:
                legal = ", ".join(map(str, in_order(before.legal))) or "nothing"
                _bad(f"{where}, move {index}: {move} is not legal: {refused.reason} Legal: {legal}.")
            yield before, move
        yield state, None
        if not state.ended and number + 1 < len(record.rounds):
            _bad(f"round {number + 2}: the round before it is not finished")
        first = first_seat(state.deal.starter, len(record.players))


def _round(data: object, where: str, rules: Rules, seats: int) -> RecordedRound:
    one = _object(data, where, {"hands", "boneyard", "moves"}, set())
    hands = _list(one["hands"], f"{where}: hands", 14)
    if len(hands) != seats:
        _bad(f"{where}: {len(hands)} hands for {seats} players")
    most = size(rules.tile_set)
    read = tuple(_tiles(hand, f"{where}: hand {n}", rules, rules.hand_size) for n, hand in enumerate(hands, 1))
    boneyard = _tiles(one["boneyard"], f"{where}: boneyard", rules, most)
    seen: set[Tile] = set()
    for tile in (*(tile for hand in read for tile in hand), *boneyard):
        if tile in seen:
            _bad(f"{where}: {tile} is there twice")
        seen.add(tile)
    moves = []
    for index, text in enumerate(_list(one["moves"], f"{where}: moves", 100_000), 1):
        if not isinstance(text, str):
            _bad(f"{where}, move {index}: {_short(text)} is not a move")
        try:
            moves.append(parse_move(text))
        except ValueError as error:
            _bad(f"{where}, move {index}: {error}")
    return RecordedRound(read, boneyard, tuple(moves))


def _tiles(data: object, where: str, rules: Rules, most: int) -> tuple[Tile, ...]:
    tiles = []
    for text in _list(data, where, most):
        try:
            tile = Tile.parse(text) if isinstance(text, str) else _bad(f"{where}: {_short(text)} is not a tile")
        except ValueError:
            _bad(f"{where}: {_short(text)} is not a tile")
        if tile.high > rules.tile_set:
            _bad(f"{where}: {tile} is not in a double-{rules.tile_set} set")
        tiles.append(tile)
    return tuple(tiles)


def _parse(data: bytes) -> object:
    if len(data) > MAX_BYTES:
        _bad(f"the file has more than {MAX_BYTES >> 20} MiB")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_constant)
    except UnicodeDecodeError:
        _bad("the file is not UTF-8 text")
    except RecursionError:
        _bad("the file is nested too deeply")
    except ValueError as error:
        _bad(f"the file is not JSON: {_short(str(error), quote=False)}")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            _bad(f"the key {_short(name)} is there twice")
        found[name] = value
    return found


def _constant(text: str) -> NoReturn:
    _bad(f"{text} is not a value of JSON")


def _object(data: object, where: str, needed: set[str], optional: set[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        _bad(f"{where} must be an object")
    for key in data:
        if key not in needed | optional:
            _bad(f"{where}: unknown key {_short(key)}")
    for key in sorted(needed - data.keys()):
        _bad(f"{where}: the key {key!r} is missing")
    return data


def _list(data: object, where: str, most: int) -> Sequence[Any]:
    if not isinstance(data, list):
        _bad(f"{where} must be a list")
    if len(data) > most:
        _bad(f"{where}: {len(data)} entries, at most {most}")
    return data


def _is_text(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _short(value: object, *, quote: bool = True) -> str:
    """The value on one short line."""
    text = repr(value) if quote or not isinstance(value, str) else value
    text = " ".join(text.encode("ascii", "backslashreplace").decode().split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _bad(message: str) -> NoReturn:
    raise RecordError(message)
