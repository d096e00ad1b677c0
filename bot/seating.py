"""Sitting down and standing up in a lobby: from a saved game to the changed one, or a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import Refused
from bot.names import clean, safe
from game.options import AUTO
from game.presets import PRESETS
from game.rules import Rules
from game.words import N_
from storage.models import SavedGame, Seat, Status

COMPUTER_NAMES: Final = (
    "Diesel",
    "Piston",
    "Whistle",
    "Boiler",
    "Tender",
    "Signal",
    "Buffer",
    "Gauge",
    "Turntable",
    "Funnel",
    "Switch",
    "Sleeper",
    "Coupler",
    "Brake",
)
"""What the computer players are called, the first one first."""
COMPUTER: Final = "simple"
ROUNDS: Final = 3
"""How many rounds a new table plays if nobody says otherwise."""


def preset_rules(preset: str) -> Rules:
    """A preset as a table gets it that chooses nothing else: three rounds, or what the preset has if that is less."""
    fixed = PRESETS[preset].rounds
    return Rules.of(preset, rounds=AUTO if fixed and fixed <= ROUNDS else ROUNDS)


def join(game: SavedGame, rules: Rules, user_id: int, name: str) -> SavedGame:
    """The game with one more person."""
    if _seat_of(game, user_id) is not None:
        raise Refused(N_("You are seated already. The game begins when the host presses Start."))
    _check_room(game, rules)
    return replace(game, seats=(*game.seats, Seat(user_id, clean(name))))


def leave(game: SavedGame, user_id: int) -> SavedGame:
    """The game without this person; the next person hosts, and without people the lobby is given up."""
    if _seat_of(game, user_id) is None:
        raise Refused(N_("You are not seated. Press Join to sit down."))
    seats = tuple(seat for seat in game.seats if seat.user_id != user_id)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if not people:
        return replace(game, status=Status.STOPPED)
    return replace(game, seats=seats, host_id=game.host_id if game.host_id in people else people[0])


def add_computer(game: SavedGame, rules: Rules, user_id: int) -> SavedGame:
    """The game with one more computer player; anyone seated may add it."""
    _check_seated(game, user_id)
    _check_room(game, rules)
    return replace(game, seats=with_computers(game.seats, 1))


def with_computers(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """The seats and so many computer players more, none called like somebody who is there."""
    taken = {seat.name for seat in seats}
    names = [name for name in COMPUTER_NAMES if name not in taken]
    return seats + tuple(Seat(None, name, COMPUTER) for name in names[:count])


def remove_computer(game: SavedGame, user_id: int) -> SavedGame:
    """The game without the computer player that came last; anyone seated may remove it."""
    _check_seated(game, user_id)
    last = next((index for index, seat in reversed([*enumerate(game.seats)]) if seat.computer), None)
    if last is None:
        raise Refused(N_("There is no computer player at this table."))
    return replace(game, seats=(*game.seats[:last], *game.seats[last + 1 :]))


def check_host(game: SavedGame, user_id: int) -> None:
    """Refuse unless this person is the host."""
    if user_id != game.host_id:
        host = next((seat.name for seat in game.seats if seat.user_id == game.host_id), "?")
        raise Refused(N_("Only the host can do that: ask {name}."), name=safe(host))


def check_start(game: SavedGame, user_id: int) -> int:
    """The number of players to start with."""
    check_host(game, user_id)
    if len(game.seats) < 2:
        raise Refused(N_("Two players are needed: wait for somebody to join, or press “Add computer”."))
    return len(game.seats)


def most_players(rules: Rules) -> int:
    """How many may sit at a table with these rules."""
    return PRESETS[rules.preset].players[1]


def _check_room(game: SavedGame, rules: Rules) -> None:
    if len(game.seats) >= most_players(rules):
        raise Refused(N_("The table is full: {most} players are the most for these rules."), most=most_players(rules))


def _check_seated(game: SavedGame, user_id: int) -> None:
    if _seat_of(game, user_id) is None:
        raise Refused(N_("Only players can do that: press Join first."))


def _seat_of(game: SavedGame, user_id: int) -> int | None:
    return next((index for index, seat in enumerate(game.seats) if seat.user_id == user_id), None)
