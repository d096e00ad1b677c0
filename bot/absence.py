"""People who come and go during a game: from a saved game to the changed one, or a refusal.

A seat never gets lost: while its owner is away, a computer player plays it with the same hand and points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import Refused
from bot.names import clean, safe
from game.words import N_
from storage.models import Away, SavedGame, Seat

MISSED: Final = 3
"""After so many moves in a row that were not made in time, a computer plays the seat until its owner is back."""
KICKED: Final = N_("The host has asked you to leave this game; you can watch it, or join the next one.")
NO_KICK: Final = N_("Choose somebody else at this table who plays for themselves.")


def present(game: SavedGame) -> list[int]:
    """The people who play for themselves, by user id and in seat order."""
    return [seat.user_id for seat in game.seats if seat.user_id is not None and not seat.away]


def plays_itself(seat: Seat) -> bool:
    """Whether a computer makes the moves of this seat now."""
    return seat.computer is not None or bool(seat.away)


def away(game: SavedGame, user_id: int, why: Away) -> SavedGame:
    """The game with a computer in this person's seat; who hosted passes that on to the next one who is there."""
    seats = tuple(
        replace(seat, away=why) if seat.user_id == user_id and seat.away is not Away.KICKED else seat
        for seat in game.seats
    )
    changed = replace(game, seats=seats)
    people = present(changed)
    if people and game.host_id not in people:
        changed = replace(changed, host_id=people[0])
    return changed


def kicked(game: SavedGame, host_id: int, user_id: int) -> SavedGame:
    """The game after the host has asked somebody to leave."""
    if host_id != game.host_id:
        host = next((seat.name for seat in game.seats if seat.user_id == game.host_id), "?")
        raise Refused(N_("Only the host can do that: ask {name}."), name=safe(host))
    if user_id == host_id or user_id not in present(game):
        raise Refused(NO_KICK)
    return away(game, user_id, Away.KICKED)


def back(game: SavedGame, user_id: int) -> SavedGame:
    """The game with this person in their seat again; unchanged if they were there all the time."""
    seat = next((seat for seat in game.seats if seat.user_id == user_id), None)
    if seat is None or not seat.away:
        return game
    if seat.away is Away.KICKED:
        raise Refused(KICKED)
    seats = tuple(replace(one, away=Away.NO, missed=0) if one is seat else one for one in game.seats)
    return replace(game, seats=seats)


def moved(game: SavedGame, index: int) -> SavedGame:
    """The game after the person in this seat has made a move in time."""
    seat = replace(game.seats[index], away=Away.NO, missed=0)
    return game if seat == game.seats[index] else _with_seat(game, index, seat)


def missed(game: SavedGame, index: int) -> SavedGame:
    """The game after the person in this seat has not made a move in time."""
    seat = game.seats[index]
    count = seat.missed + 1
    changed = _with_seat(game, index, replace(seat, missed=count))
    if count < MISSED or seat.user_id is None:
        return changed
    return away(changed, seat.user_id, Away.IDLE)


def taken_over(game: SavedGame, user_id: int, name: str) -> SavedGame:
    """The game with a new person in the seat of the first computer player, whose points they take over."""
    if not game.late_joining:
        raise Refused(N_("This table takes nobody in once it has started; join the next game."))
    if any(seat.user_id == user_id for seat in game.seats):
        raise Refused(N_("You are seated already."))
    index = next((index for index, seat in enumerate(game.seats) if seat.computer), None)
    if index is None:
        raise Refused(N_("There is no computer player whose seat you could take over."))
    return _with_seat(game, index, Seat(user_id, clean(name)))


def _with_seat(game: SavedGame, index: int, seat: Seat) -> SavedGame:
    return replace(game, seats=(*game.seats[:index], seat, *game.seats[index + 1 :]))
