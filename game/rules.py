"""The rules of a table: one field for each ruling, checked together, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from game.options import AUTO, Option, Value, choice, number, options_of, switch
from game.presets import DEFAULT_PRESET, PRESETS, up_to
from game.refusals import RulesError
from game.tiles import size
from game.words import N_


@dataclass(frozen=True, slots=True)
class Rules:
    """Every ruling as one option. `Rules()` is the preset `club`.

    Options may hold `auto` until `for_seats` has put in what it means for a number of players; a round is only ever
    played by rules that hold none.
    """

    preset: str = DEFAULT_PRESET

    tile_set: Any = choice(
        AUTO,
        N_("Tiles"),
        {
            AUTO: N_("The set of tiles grows with the number of players."),
            6: N_("A double-six set: 28 tiles."),
            9: N_("A double-nine set: 55 tiles."),
            12: N_("A double-twelve set: 91 tiles."),
            15: N_("A double-fifteen set: 136 tiles."),
            18: N_("A double-eighteen set: 190 tiles."),
        },
    )
    hand_size: Any = number(
        AUTO,
        N_("Tiles in hand"),
        N_("Everyone starts with {value} tiles."),
        low=2,
        high=95,
        common=(5, 7, 8, 10, 11, 12, 15),
        says={AUTO: N_("The number of tiles in hand follows the number of players.")},
    )
    rounds: Any = number(
        AUTO,
        N_("Rounds"),
        N_("The game lasts {value} rounds; each has the next lower double as its engine."),
        low=1,
        high=19,
        common=(1, 3, 5),
        says={AUTO: N_("The game goes on until every double was the engine."), 1: N_("The game is one round.")},
    )
    engine: str = choice(
        "set_aside",
        N_("Engine"),
        {
            "dealt": N_("Who holds the engine lays it and begins; if nobody does, all draw until it appears."),
            "set_aside": N_("The engine lies in the middle before the deal, and the first seat moves on each round."),
            "highest_dealt": N_("The highest double in any hand is the engine; its holder lays it and begins."),
        },
    )
    opening: str = choice(
        "train",
        N_("First turn"),
        {
            "train": N_("In the first turn you lay as many tiles as you like on your own train."),
            "single": N_("The first turn is one tile, like every other."),
        },
    )
    opening_draw: bool = switch(
        False,
        N_("Drawing in the first turn"),
        N_("Who cannot start a train in the first turn draws a tile."),
        N_("Who cannot start a train in the first turn passes without drawing."),
    )
    own_train_first: bool = switch(
        True,
        N_("Own train first"),
        N_("In the first turn only your own train counts."),
        N_("In the first turn you may play wherever you may later."),
    )
    own_trains: bool = switch(
        True,
        N_("Own trains"),
        N_("Everyone has a train of their own."),
        N_("Nobody has a train of their own: all build the trains in the middle."),
    )
    unstarted_trains_open: bool = switch(
        False,
        N_("Unstarted trains"),
        N_("A train that its owner has not started is open to all."),
        N_("A train that its owner has not started is closed while it has no marker."),
    )
    mexican_trains: int = number(
        1,
        N_("Mexican trains"),
        N_("There may be {value} Mexican trains, open to all."),
        low=0,
        high=6,
        common=(0, 1, 2, 3, 4),
        says={0: N_("There is no Mexican train."), 1: N_("There is one Mexican train, open to all.")},
    )
    mexican_from_turn: int = choice(
        2,
        N_("Starting a Mexican train"),
        {
            1: N_("You may start a Mexican train from your first turn on."),
            2: N_("You may start a Mexican train from your second turn on."),
        },
    )
    hub_first: bool = switch(
        False,
        N_("Middle first"),
        N_("Nothing else may be laid until all Mexican trains are started."),
        N_("Other trains need not wait until the Mexican trains are started."),
    )
    doubles: str = choice(
        "play_again",
        N_("Doubles"),
        {
            "play_again": N_(
                "Who lays a double lays another tile anywhere; the next player must cover a double left open."
            ),
            "next_covers": N_("A double must be covered by the next player before anything else is played."),
            "cover_it": N_("Who lays a double must cover it at once; if they cannot, the next player must."),
            "free": N_("A double asks for nothing."),
        },
    )
    double_order: str = choice(
        "oldest",
        N_("Several open doubles"),
        {
            "oldest": N_("Of several open doubles the oldest is covered first."),
            "any": N_("Of several open doubles any may be covered."),
        },
    )
    toes: int = choice(
        1,
        N_("Branches"),
        {
            1: N_("One tile goes on a double."),
            2: N_("A double branches: two tiles go on it. Where it must be covered, both come first."),
            3: N_("A double branches: three tiles go on it. Where it must be covered, all three come first."),
        },
    )
    release_dead_doubles: bool = switch(
        True,
        N_("Dead doubles"),
        N_("A double whose number nobody can have any more binds nobody."),
        N_("A double binds until it is covered, even when nobody can cover it."),
    )
    draw: str = choice(
        "one",
        N_("Drawing"),
        {
            "one": N_("Who cannot play draws one tile."),
            "until_playable": N_("Who cannot play draws until a tile fits."),
        },
    )
    winner_bonus: int = number(
        0,
        N_("Bonus"),
        N_("Who goes out takes {value} points off their score."),
        low=0,
        high=50,
        common=(0, 5, 10, 20),
        says={0: N_("Who goes out scores 0.")},
    )
    double_blank: int = number(
        50,
        N_("Double blank"),
        N_("The 0-0 left in hand counts {value} points."),
        low=0,
        high=100,
        common=(0, 10, 25, 50),
        says={0: N_("The 0-0 left in hand counts nothing.")},
    )
    double_penalty: int = number(
        0,
        N_("Doubles in hand"),
        N_("Each double left in hand counts {value} points more."),
        low=0,
        high=100,
        common=(0, 10, 25, 50),
        says={0: N_("Doubles left in hand count their pips, no more.")},
    )
    tie_break: str = choice(
        "zero_rounds",
        N_("Ties"),
        {
            "zero_rounds": N_("Among equals, most rounds without a point wins, then the lowest single round."),
            "shared": N_("Equals share the win."),
        },
    )
    last_tile: str = choice(
        "announced",
        N_("Last tile"),
        {
            "announced": N_("The table is told when somebody has one tile left."),
            "knock": N_("Who has one tile left must knock; who is caught without a knock draws two tiles."),
        },
    )

    @classmethod
    def of(cls, preset: str = DEFAULT_PRESET, /, **changes: Value) -> Rules:
        """The rules of a preset with some options changed.

        Raises:
            RulesError: if a preset, an option or a value is unknown or out of range.
        """
        if preset not in PRESETS:
            raise RulesError(
                N_("There is no preset {name}; there are: {known}."), name=str(preset)[:40], known=", ".join(PRESETS)
            )
        for name, value in changes.items():
            check_value(name, value)
        values: dict[str, Any] = {**PRESETS[preset].options, **changes}
        return cls(preset=preset, **values)

    def changed(self, /, **changes: Value) -> Rules:
        """These rules with other values for some options.

        Raises:
            RulesError: if an option or a value is unknown or out of range.
        """
        return Rules.of(self.preset, **{**self.differences(), **changes})

    def differences(self) -> dict[str, Value]:
        """The options that differ from the preset: what a record writes down."""
        base = Rules.of(self.preset)
        return {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != getattr(base, name)}

    def for_seats(self, seats: int) -> Rules:
        """These rules for a number of players, with nothing left on `auto`.

        Raises:
            RulesError: if they cannot be dealt or played, with a sentence that says what would fit.
        """
        preset = PRESETS[self.preset]
        low, high = preset.players
        if not low <= seats <= high:
            raise RulesError(
                N_("{preset} is for {low} to {high} players, not {seats}."),
                preset=self.preset,
                low=low,
                high=high,
                seats=seats,
            )
        self._check_trains()
        tile_set = up_to(preset.tile_sets, seats) if self.tile_set == AUTO else self.tile_set
        self._check_rounds(tile_set)
        rounds = (preset.rounds or tile_set + 1) if self.rounds == AUTO else self.rounds
        fits = (size(tile_set) - (self.engine == "set_aside")) // seats
        hand_size = min(preset.hand_for(seats, tile_set), fits) if self.hand_size == AUTO else self.hand_size
        if fits < 2:
            raise RulesError(
                N_("A double-{set} set is too small for {seats} players; choose a larger one."),
                set=tile_set,
                seats=seats,
            )
        if hand_size > fits:
            raise RulesError(
                N_(
                    "{hand} tiles for each of {seats} players are more than a double-{set} set has; "
                    "at most {fits} each would fit."
                ),
                hand=hand_size,
                seats=seats,
                set=tile_set,
                fits=fits,
            )
        return replace(self, tile_set=tile_set, hand_size=hand_size, rounds=rounds)

    def _check_rounds(self, tile_set: int) -> None:
        if self.rounds != AUTO and self.rounds > tile_set + 1:
            raise RulesError(
                N_("A double-{set} set has {most} doubles, so a game has at most {most} rounds."),
                set=tile_set,
                most=tile_set + 1,
            )

    def _check_trains(self) -> None:
        if self.hub_first and not self.mexican_trains:
            raise RulesError(N_("“Middle first” needs a Mexican train: allow at least one."))
        if self.own_trains:
            return
        if not self.mexican_trains:
            raise RulesError(N_("Without own trains there must be a Mexican train: allow at least one."))
        if self.opening == "train":
            raise RulesError(N_("Without own trains the first turn can only be one tile: set it to “single”."))
        if self.own_train_first:
            raise RulesError(N_("Without own trains “Own train first” cannot hold: switch it off."))


OPTIONS: Final[Mapping[str, Option]] = options_of(Rules)
"""Every option by name, in the order in which people read them."""


def check_value(name: str, value: object) -> None:
    """Check one option by itself.

    Raises:
        RulesError: if there is no such option, or it does not take this value.
    """
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(N_("There is no option {name}."), name=str(name)[:40])
    if option.accepts(value):
        return
    allowed = ", ".join(str(known).lower() if isinstance(known, bool) else str(known) for known in option.says)
    if option.kind is int and option.common:
        allowed = f"{option.low}-{option.high}" + (f", {AUTO}" if AUTO in option.says else "")
    raise RulesError(
        N_("{name} cannot be {value}; it takes: {allowed}."), name=name, value=str(value)[:40], allowed=allowed
    )
