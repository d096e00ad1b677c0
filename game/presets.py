"""The presets: a set of option values each, and what `auto` means for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.options import Value
from game.words import N_

Steps = tuple[tuple[int, int], ...]
"""Values by number of players: `((4, 15), (6, 12))` is 15 for up to 4 players, 12 for 5 or 6."""

DEFAULT_PRESET: Final = "club"


def up_to(steps: Steps, seats: int) -> int:
    """The value for this many players; beyond the last step, the last value."""
    return next((value for most, value in steps if seats <= most), steps[-1][1])


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values, and the tables behind its `auto`."""

    title: str
    """Message id: the preset in a few words."""
    players: tuple[int, int]
    tile_sets: Steps
    hands: Steps
    options: Mapping[str, Value]
    rounds: int = 0
    """0: one for every double of the set."""
    hand_of_six: int = 0
    """The hand with a double-six set; 0: as with any other set."""

    def hand_for(self, seats: int, tile_set: int) -> int:
        """The number of tiles that everyone starts with, before it is lowered to what the set allows."""
        if tile_set == 6 and self.hand_of_six:
            return self.hand_of_six
        return up_to(self.hands, seats)


_LONG: Final[Steps] = ((4, 15), (6, 12), (14, 11))
_SHORT: Final[Steps] = ((4, 15), (6, 12), (8, 10))

_EXPRESS: Final[dict[str, Value]] = {
    "tile_set": 12,
    "engine": "set_aside",
    "opening": "single",
    "opening_draw": True,
    "own_train_first": False,
    "unstarted_trains_open": True,
    "mexican_from_turn": 1,
    "doubles": "next_covers",
    "release_dead_doubles": False,
    "double_blank": 0,
    "tie_break": "shared",
}

PRESETS: Final[Mapping[str, Preset]] = {
    "club": Preset(
        N_("Classic rules without their nuisances; good for a first game."),
        (2, 14),
        ((8, 12), (12, 15), (14, 18)),
        _LONG,
        {},
        hand_of_six=7,
    ),
    "classic": Preset(
        N_("The classic rules to the letter: look for the engine, doubles bind for ever."),
        (2, 14),
        ((3, 9), (8, 12), (12, 15), (14, 18)),
        _LONG,
        {"engine": "dealt", "release_dead_doubles": False},
        hand_of_six=7,
    ),
    "express": Preset(
        N_("One tile a turn from the start; the next player covers a double."),
        (2, 8),
        ((8, 12),),
        _SHORT,
        _EXPRESS,
    ),
    "station": Preset(
        N_("One round; cover your own double at once, and knock with your last tile."),
        (2, 10),
        ((10, 12),),
        (*_SHORT, (10, 8)),
        {
            "tile_set": 12,
            "engine": "highest_dealt",
            "opening_draw": True,
            "doubles": "cover_it",
            "release_dead_doubles": False,
            "double_blank": 0,
            "tie_break": "shared",
            "last_tile": "knock",
        },
        rounds=1,
    ),
    "cuban": Preset(
        N_("Doubles branch the trains and ask for nothing."),
        (2, 8),
        ((8, 12),),
        _SHORT,
        {**_EXPRESS, "doubles": "free", "toes": 2},
    ),
    "chicken": Preset(
        N_("Chicken Foot: no own trains; every double grows three toes."),
        (2, 8),
        ((8, 9),),
        ((2, 12), (3, 11), (4, 10), (5, 8), (6, 7), (7, 6), (8, 5)),
        {
            **_EXPRESS,
            "tile_set": 9,
            "own_trains": False,
            "mexican_trains": 4,
            "hub_first": True,
            "toes": 3,
            "release_dead_doubles": True,
            "double_blank": 50,
        },
    ),
}
