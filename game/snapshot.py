"""A running game as one line of text, and back: everything that is needed to go on, hidden tiles included."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from game.events import Laid
from game.match import Match, Result
from game.play import begin
from game.record import dump_rules, load_rules
from game.refusals import RulesError
from game.round import Deal, End, Ending, Phase, Round, linked
from game.tiles import TILES, Tile, mask_of, tiles_in

VERSION: Final = 1


class SnapshotError(Exception):
    """A text that is no snapshot of this version."""


def dump_match(match: Match) -> str:
    """The game as text: what is never shown to players. A round takes less than 4 KB."""
    results = [[r.engine, r.starter, r.ended, r.scores, r.out] for r in match.results]
    data = {
        "version": VERSION,
        "rules": dump_rules(match.rules),
        "seats": match.seats,
        "results": results,
        "round": _dump_round(match.round),
    }
    return json.dumps(data, separators=(",", ":"))


def load_match(text: str) -> Match:
    """The game that `dump_match` wrote down.

    Raises:
        SnapshotError: if the text is none.
    """
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise SnapshotError(f"snapshot of version {data['version']}, this program reads {VERSION}")
        rules = load_rules(data["rules"]).for_seats(data["seats"])
        results = tuple(
            Result(TILES[engine], starter, Ending(ended), tuple(scores), tuple(out))
            for engine, starter, ended, scores, out in data["results"]
        )
        return Match(rules, data["seats"], results, _load_round(data["round"], data["seats"], rules))
    except (ValueError, KeyError, TypeError, IndexError, RulesError) as error:
        raise SnapshotError(f"not a snapshot: {error}") from error


def _dump_round(state: Round) -> dict[str, Any]:
    deal = state.deal
    return {
        "number": deal.number,
        "engine": deal.engine,
        "starter": deal.starter,
        "dealt": [_pack(hand) for hand in deal.hands],
        "boneyard": _pack(deal.boneyard),
        "searched": deal.searched,
        "hands": [_pack(tiles_in(hand)) for hand in state.hands],
        "drawn": state.drawn,
        "trains": state.trains,
        "markers": state.markers,
        "open": state.open_doubles,
        "seat": state.seat,
        "phase": state.phase,
        "drew": state.drew,
        "turns": state.turns,
        "owing": state.owing,
        "catchable": state.catchable,
        "laid": [f"{laid.seat} {int(laid.tile)} {laid.place}" for laid in state.laid],
        "ended": state.ended,
    }


def _load_round(data: dict[str, Any], seats: int, rules: Any) -> Round:
    deal = Deal(
        rules=rules,
        seats=seats,
        number=data["number"],
        engine=TILES[data["engine"]],
        starter=data["starter"],
        hands=tuple(_unpack(hand) for hand in data["dealt"]),
        boneyard=_unpack(data["boneyard"]),
        searched=data["searched"],
    )
    hands = tuple(mask_of(_unpack(hand)) for hand in data["hands"])
    laid = [_load_laid(text) for text in data["laid"]]
    started = 0
    for one in laid:
        started |= 1 << deal.index_of[one.place.partition(".")[0]]
    return begin(
        Round(
            deal=deal,
            hands=hands,
            drawn=data["drawn"],
            trains=tuple(_ends(train) for train in data["trains"]),
            started=started,
            markers=data["markers"],
            open_doubles=_ends(data["open"]),
            seat=data["seat"],
            phase=Phase(data["phase"]),
            drew=data["drew"],
            turns=data["turns"],
            owing=data["owing"],
            catchable=data["catchable"],
            history=linked(laid),
            ended=Ending(data["ended"]) if data["ended"] else None,
            legal=(),
        )
    )


def _ends(data: Iterable[list[Any]]) -> tuple[End, ...]:
    return tuple(End(*end) for end in data)


def _load_laid(text: str) -> Laid:
    seat, tile, place = text.split(" ")
    return Laid(int(seat), TILES[int(tile)], place)


def _pack(tiles: Iterable[Tile]) -> str:
    """Two hexadecimal digits a tile."""
    return bytes(tiles).hex()


def _unpack(text: str) -> tuple[Tile, ...]:
    return tuple(TILES[number] for number in bytes.fromhex(text))
