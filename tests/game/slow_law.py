"""The law once more, slowly: plain lists and text, written from the rules' text alone, sharing nothing with `game/`.

Where this and `game/` differ, one of them has misread the rules. Tiles are pairs of numbers, places and moves are text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Pair = tuple[int, int]


def pair(text: str) -> Pair:
    """A tile as (high, low).

    >>> pair("5-12")
    (12, 5)
    """
    a, b = (int(half) for half in text.split("-"))
    return max(a, b), min(a, b)


def written(tile: Pair) -> str:
    """A tile as text, high-low."""
    return f"{tile[0]}-{tile[1]}"


@dataclass
class Double:
    """A double on the table, and how many tiles were laid on it."""

    line: str
    number: int
    laid: int = 0


class Story:
    """A round, told move by move."""

    def __init__(
        self,
        options: Mapping[str, Any],
        number: int,
        first: int,
        hands: Iterable[Iterable[str]],
        boneyard: Iterable[str],
    ) -> None:
        self.options = options
        self.hands = [[pair(text) for text in hand] for hand in hands]
        self.boneyard = [pair(text) for text in boneyard]
        self.seats = len(self.hands)
        self.seat, self.engine = self._find_engine(number, first)

        self.places: dict[str, int] = {}
        """Where a tile can be laid next, with the number there; a Mexican train only once it is started."""
        if options["own_trains"]:
            self.places = {str(seat + 1): self.engine for seat in range(self.seats)}
        self.covers: dict[str, Double] = {}
        """The places that are on a double."""
        self.started: list[str] = []
        self.markers: set[int] = set()
        self.open: list[Double] = []
        """Doubles that asked for tiles and have not got them all, the oldest first."""
        self.owing: set[int] = set()
        self.late: set[int] = set()
        """Who owes a knock and may be caught."""
        self.ended: str | None = None
        self.turns = [0] * self.seats
        """Turns that each seat has begun."""
        self.task = ""
        self.drawn = False
        self._begin_turn()

    # The deal

    def _find_engine(self, number: int, first: int) -> tuple[int, int]:
        """Who has the first turn, and the engine's number."""
        wanted = self.options["tile_set"] - number
        if self.options["engine"] == "set_aside":
            return first, wanted
        drawer = first
        while True:
            found = [
                (tile[0], seat)
                for seat, hand in enumerate(self.hands)
                for tile in hand
                if tile[0] == tile[1] and (self.options["engine"] == "highest_dealt" or tile[0] == wanted)
            ]
            if found:
                engine, seat = max(found)
                self.hands[seat].remove((engine, engine))
                return seat, engine
            self.hands[drawer].append(self.boneyard.pop(0))
            drawer = (drawer + 1) % self.seats

    # What is legal

    def legal(self) -> set[str]:
        """The moves of the player to move, as text."""
        if self.ended:
            return set()
        plays = {
            f"{written(tile)}>{place}"
            for place, number in self.usable().items()
            for tile in self.hands[self.seat]
            if number in tile
        }
        if self.task == "go on":
            return plays | {"end"}
        if plays:
            return plays
        return {"draw"} if self.may_draw() else {"pass"}

    def may_draw(self) -> bool:
        """Whether a player without a tile that fits may draw one."""
        if self.task == "start" and not self.options["opening_draw"]:
            return False
        return bool(self.boneyard) and (not self.drawn or self.options["draw"] == "until_playable")

    def usable(self) -> dict[str, int]:
        """The places where the player to move may lay a tile that fits, with their numbers."""
        mine = str(self.seat + 1)
        own = {place: number for place, number in self.places.items() if train(place) == mine}
        if self.task in ("start", "go on"):
            return own
        if self.task == "cover":
            return {place: double.number for place, double in self.covers.items() if double is self.open[-1]}
        if self.task == "bound":
            return self.demanded()
        new = self.next_mexican()
        if self.options["hub_first"] and new:
            return {new: self.engine}
        if self.options["own_train_first"] and self.turns[self.seat] == 1:
            return own
        found = {place: number for place, number in self.places.items() if self.is_free(train(place))}
        if new and self.turns[self.seat] >= self.options["mexican_from_turn"]:
            found[new] = self.engine
        return found

    def is_free(self, name: str) -> bool:
        """Whether the player to move may use this train when nothing binds."""
        if name.startswith("M") or name == str(self.seat + 1):
            return True
        if int(name) - 1 in self.markers:
            return True
        return bool(self.options["unstarted_trains_open"]) and name not in self.started

    def next_mexican(self) -> str:
        """The name of the Mexican train that could be started next; empty where all are."""
        have = sum(name.startswith("M") for name in self.started)
        return f"M{have + 1}" if have < self.options["mexican_trains"] else ""

    def demanded(self) -> dict[str, int]:
        """Where the doubles that bind may be covered: all of them, or the oldest."""
        binding = [double for double in self.open if self.binds(double)]
        if self.options["double_order"] == "oldest":
            binding = binding[:1]
        return {place: double.number for place, double in self.covers.items() if any(double is one for one in binding)}

    def binds(self, double: Double) -> bool:
        """Whether an open double asks for a tile: with `release_dead_doubles` only while one can be had."""
        if not self.options["release_dead_doubles"]:
            return True
        return any(double.number in tile for tiles in (*self.hands, self.boneyard) for tile in tiles)

    # What a move does

    def move(self, text: str) -> None:
        """Make a move, given as text."""
        if text.startswith("knock>"):
            self._settle(int(text[6:]) - 1)
        elif text.startswith("catch>"):
            seat = int(text[6:]) - 1
            self._settle(seat)
            self.hands[seat] += self.boneyard[:2]
            del self.boneyard[:2]
        else:
            self._settle(self.seat)
            self.late |= self.owing
            if ">" in text:
                tile, place = text.split(">")
                self._lay(pair(tile), place)
            elif text == "draw":
                self.hands[self.seat].append(self.boneyard.pop(0))
                self.drawn = True
            else:
                if text == "pass" and self.options["own_trains"]:
                    self.markers.add(self.seat)
                self._end_turn()

    def _settle(self, seat: int) -> None:
        self.owing.discard(seat)
        self.late.discard(seat)

    def _lay(self, tile: Pair, place: str) -> None:
        hand = self.hands[self.seat]
        hand.remove(tile)
        number = self.places.pop(place, self.engine)
        high, low = tile
        is_double = high == low
        if train(place) not in self.started:
            self.started.append(train(place))
        if train(place) == str(self.seat + 1):
            self.markers.discard(self.seat)

        below = self.covers.pop(place, None)
        if below:
            below.laid += 1
            if below.laid < self.options["toes"]:
                self._offer(below)
            else:
                self.open = [one for one in self.open if one is not below]
        laid = Double(place, number)
        if is_double:
            self._offer(laid)
        else:
            self.places[place] = low if number == high else high

        if self.task in ("start", "go on"):
            if hand:
                self._ask("go on")
            else:
                self._end_turn()
            return
        if is_double and self.options["doubles"] != "free":
            self.open.append(laid)
        if not hand:
            self.ended = "out"
        elif is_double and self.options["doubles"] == "play_again":
            self._ask("again")
        elif is_double and self.options["doubles"] == "cover_it" and self.binds(laid):
            self._ask("cover")
        else:
            self._end_turn()

    def _offer(self, double: Double) -> None:
        """Show the place where the next tile goes on a double."""
        place = double.line if self.options["toes"] == 1 else f"{double.line}.{double.laid + 1}"
        self.places[place] = double.number
        self.covers[place] = double

    def _ask(self, task: str) -> None:
        self.task = task
        self.drawn = False

    def _end_turn(self) -> None:
        if len(self.hands[self.seat]) == 1 and self.options["last_tile"] == "knock":
            self.owing.add(self.seat)
        opening = self.options["opening"] == "train" and not any(turns > 1 for turns in self.turns)
        somebody_is_out = not all(self.hands)
        if opening and somebody_is_out:
            if all(self.turns):
                self.ended = "out"
                return
        elif self.is_stranded():
            self.ended = "stranded"
            return
        self.seat = (self.seat + 1) % self.seats
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turns[self.seat] += 1
        if self.options["opening"] == "train" and self.turns[self.seat] == 1:
            self._ask("start")
        else:
            self._ask("bound" if self.demanded() else "turn")

    # The end

    def is_stranded(self) -> bool:
        """Whether nobody can ever lay a tile again."""
        if self.boneyard:
            return False
        numbers = set(self.demanded().values())
        if not numbers:
            if self.next_mexican():
                numbers = {self.engine}
            if not (self.options["hub_first"] and self.next_mexican()):
                numbers |= set(self.places.values())
        return not any(number in tile for hand in self.hands for tile in hand for number in numbers)

    def scores(self) -> list[int]:
        """The points of the ended round, by seat."""
        return [self._points(hand) for hand in self.hands]

    def _points(self, hand: Sequence[Pair]) -> int:
        if not hand:
            return -int(self.options["winner_bonus"])
        points = sum(high + low for high, low in hand)
        for high, low in hand:
            points += int(self.options["double_penalty"]) if high == low else 0
            points += int(self.options["double_blank"]) if high == low == 0 else 0
        return points


def train(place: str) -> str:
    """The train that a place is on."""
    return place.partition(".")[0]
