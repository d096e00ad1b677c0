"""A round played twice at the same time: by `game/`, and by the slow law."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from game.dealing import lay_engine, shuffled
from game.events import Event
from game.moves import parse_move
from game.play import apply
from game.record import FORMAT, dump_rules
from game.refusals import RulesError
from game.round import Round
from game.rules import OPTIONS, Rules
from game.scoring import round_scores
from game.tiles import Tile, tiles_in
from tests.game.mixes import Mix, resolve
from tests.game.slow_law import Story, train, written

Hands = Sequence[Sequence[Tile]]


class Twins:
    """The same round as `game/` and the slow law see it, and the moves so far."""

    def __init__(self, rules: Rules, number: int, first: int, hands: Hands, boneyard: Sequence[Tile]) -> None:
        self.rules = rules
        self.number = number
        self.hands = tuple(tuple(hand) for hand in hands)
        self.boneyard = tuple(boneyard)
        self.state, _ = lay_engine(rules, number, first, self.hands, self.boneyard)
        options = {name: getattr(rules, name) for name in OPTIONS}
        texts = [[str(tile) for tile in hand] for hand in hands]
        self.story = Story(options, number, first, texts, map(str, boneyard))
        self.moves: list[str] = []

    def play(self, move: str) -> tuple[Event, ...]:
        """Make a legal move in both, and see that both say the same of it."""
        self.state, events = apply(self.state, parse_move(move))
        self.story.move(move)
        self.moves.append(move)
        self.compare()
        return events

    def compare(self) -> None:
        """Fail where the two differ, with all that is needed to see it again."""
        fast, slow = facts(self.state), tale(self.story)
        different = {name: (fast[name], slow[name]) for name in fast if fast[name] != slow[name]}
        assert not different, f"game/ and the slow law differ: {different}\nRound {self.number}: {self.as_record()}"

    def as_record(self) -> str:
        """The round so far as a record (of a first round)."""
        one = {
            "hands": [[str(tile) for tile in hand] for hand in self.hands],
            "boneyard": [str(tile) for tile in self.boneyard],
            "moves": self.moves,
        }
        players = [f"P{seat + 1}" for seat in range(len(self.hands))]
        return json.dumps({"format": FORMAT, "rules": dump_rules(self.rules), "players": players, "rounds": [one]})


def facts(state: Round) -> dict[str, Any]:
    """What `game/` says of a round."""
    seats = range(state.deal.seats)
    return {
        "to move": state.seat + 1,
        "legal": {str(move) for move in state.legal},
        "hands": [{str(tile) for tile in tiles_in(hand)} for hand in state.hands],
        "boneyard": [str(tile) for tile in state.boneyard],
        "places": {end.place: end.value for ends in state.trains for end in ends},
        "started": {start.place for index, start in enumerate(state.deal.starts) if state.started >> index & 1},
        "markers": {seat for seat in seats if state.markers >> seat & 1},
        "binding": [end.place for end in state.open_doubles],
        "owing": {seat for seat in seats if state.owing >> seat & 1},
        "late": {seat for seat in seats if state.catchable >> seat & 1},
        "ended": state.ended,
        "scores": list(round_scores(state)) if state.ended else None,
    }


def tale(story: Story) -> dict[str, Any]:
    """What the slow law says of a round."""
    where = {id(double): place for place, double in story.covers.items()}
    return {
        "to move": story.seat + 1,
        "legal": story.legal(),
        "hands": [{written(tile) for tile in hand} for hand in story.hands],
        "boneyard": [written(tile) for tile in story.boneyard],
        "places": story.places,
        "started": set(story.started),
        "markers": story.markers,
        "binding": [where[id(double)] for double in story.open if story.binds(double)],
        "owing": set() if story.ended else story.owing,
        "late": set() if story.ended else story.late,
        "ended": story.ended,
        "scores": story.scores() if story.ended else None,
    }


def everywhere(story: Story) -> dict[str, int]:
    """Every place on the table, with its number: a Mexican train that may be started one day is one, too."""
    new = story.next_mexican()
    return {**story.places, new: story.engine} if new else dict(story.places)


def own_place(story: Story, place: str) -> bool:
    """Whether a place is on the train of the player to move."""
    return train(place) == str(story.seat + 1)


def deal_twins(mix: Mix, random: Random, *, any_round: bool = True) -> Twins:
    """A round of these rules: as it is dealt, or with smaller hands and fewer tiles, which ends sooner and stranger."""
    rules = resolve(mix)
    seats: int = mix["seats"]
    number = random.randrange(rules.rounds) if any_round else 0
    first = random.randrange(seats) if any_round else 0
    order = shuffled(rules, number, random)
    each = rules.hand_size
    hands = [order[seat * each : (seat + 1) * each] for seat in range(seats)]
    boneyard = order[seats * each :]
    if random.random() < 0.6:
        few = [hand[: random.randint(1, each)] for hand in hands]
        try:
            return Twins(rules, number, first, few, boneyard[: random.choice((0, 0, 1, 3, 10, 30))])
        except RulesError:
            pass  # the engine is among the tiles that were left out
    return Twins(rules, number, first, hands, boneyard)


def choose(legal: set[str], random: Random) -> str:
    """Any legal move; an opening turn mostly goes on."""
    moves = sorted(legal)
    if len(moves) > 1 and "end" in moves and random.random() < 0.6:
        moves.remove("end")
    return random.choice(moves)
