"""Rules to try: every pair of option values at least once, and any mix."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from game.options import AUTO
from game.presets import PRESETS
from game.refusals import RulesError
from game.rules import OPTIONS, Rules

Mix = dict[str, Any]

TILES: Mapping[int, int] = {6: 28, 9: 55, 12: 91, 15: 136, 18: 190}
NUMBERS: Mapping[str, tuple[Any, ...]] = {
    "hand_size": ("auto", 2, 3, 5, 7),
    "rounds": ("auto", 1, 7),
    "mexican_trains": (0, 1, 2, 3, 4, 5, 6),
    "winner_bonus": (0, 10, 50),
    "double_blank": (0, 50, 100),
    "double_penalty": (0, 50, 100),
}
"""The values that stand for all where an option is a number."""


def axes() -> dict[str, tuple[Any, ...]]:
    """What a mix is made of: the preset, the number of seats, and every option with its values."""
    options = {name: NUMBERS.get(name) or tuple(option.says) for name, option in OPTIONS.items()}
    return {"preset": tuple(PRESETS), "seats": (2, 3, 4, 7, 8, 10, 14), **options}


def resolve(mix: Mapping[str, Any]) -> Rules:
    """The rules of a mix, for its seats.

    Raises:
        RulesError: if it cannot be dealt or played.
    """
    changes = {name: value for name, value in mix.items() if name not in ("preset", "seats")}
    return Rules.of(mix["preset"], **changes).for_seats(mix["seats"])


def can_be(mix: Mapping[str, Any]) -> bool:
    """Whether a mix, which may be incomplete, can still become rules that can be dealt and played.

    What is impossible stands here in words of its own, so that rules refused by mistake do not go missing unseen.
    """
    given = dict(mix)
    seats = given.get("seats", 2)
    low, high = PRESETS[given.get("preset", "club")].players
    if not low <= seats <= high:
        return False
    hand = given.get("hand_size", AUTO)
    least = 2 if hand == AUTO else hand
    if seats * least + (given.get("engine") == "set_aside") > TILES[_tile_set(given)]:
        return False
    mexican = given.get("mexican_trains", 6)
    if given.get("hub_first") and not mexican:
        return False
    return given.get("own_trains", True) or bool(
        mexican and given.get("opening", "single") == "single" and not given.get("own_train_first", False)
    )


def _tile_set(given: Mapping[str, Any]) -> int:
    """The set that a mix plays with, or the largest one while that is not settled."""
    tile_set = given.get("tile_set")
    if isinstance(tile_set, int):
        return tile_set
    if tile_set is None or "preset" not in given or "seats" not in given:
        return 18
    match given["preset"], given["seats"]:
        case "chicken", _:
            return 9
        case "classic", 2 | 3:
            return 9
        case "club" | "classic", seats if seats > 8:
            return 15 if seats < 13 else 18
    return 12


@cache
def pairwise(seed: int = 1) -> tuple[Mix, ...]:
    """Mixes in which every two values that can go together do so at least once."""
    random = Random(seed)
    values = axes()
    missing = {
        ((one, a), (two, b))
        for one, two in combinations(values, 2)
        for a in values[one]
        for b in values[two]
        if can_be({one: a, two: b})
    }
    rows: list[Mix] = []
    while missing:
        best = max((_row(values, missing, random) for _ in range(6)), key=lambda row: len(missing & _pairs(row)))
        missing -= _pairs(best)
        rows.append(best)
    return tuple(rows)


def _row(values: Mapping[str, tuple[Any, ...]], missing: set[Any], random: Random) -> Mix:
    """A whole mix, grown from a pair that is missing by what meets most others."""
    row: Mix = dict(random.choice(sorted(missing, key=repr)))
    names = [name for name in values if name not in row]
    random.shuffle(names)
    for name in names:
        possible = [value for value in values[name] if can_be({**row, name: value})]
        random.shuffle(possible)
        row[name] = max(possible, key=lambda value: _gain(row, name, value, missing))
    return {name: row[name] for name in values}


def _gain(row: Mix, name: str, value: Any, missing: set[Any]) -> int:
    mine = (name, value)
    return sum((other, mine) in missing or (mine, other) in missing for other in row.items())


def _pairs(row: Mix) -> set[Any]:
    return set(combinations(row.items(), 2))


def any_mix(random: Random) -> Mix:
    """Any preset with any options changed, more or less at random, that can be played."""
    values = axes()
    while True:
        mix: Mix = {name: random.choice(values[name]) for name in values}
        for name in random.sample(sorted(OPTIONS), random.randrange(len(OPTIONS))):
            mix.pop(name)
        try:
            resolve(mix)
        except RulesError:
            continue
        return mix


def name_of(mix: Mapping[str, Any]) -> str:
    """A mix as a short text, for the names of tests."""
    return f"{mix['preset']}-{mix['seats']}"
