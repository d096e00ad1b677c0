"""Who may sit where, without Discord or a database."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import seating
from bot.errors import Refused
from game.rules import Rules
from storage.models import SavedGame, Seat, Status

CLUB = Rules.of("club")
EXPRESS = Rules.of("express")


def lobby(*seats: Seat, host: int = 1) -> SavedGame:
    return SavedGame(
        id=1, guild_id=1, channel_id=1, host_id=host, status=Status.LOBBY, rules="{}", seats=seats, wanted=4,
        language=None, revision=0, snapshot=None, message_id=None, message_at=0.0, shown_revision=-1, moved_at=0.0,
        created_at=0.0,
    )  # fmt: skip


ALICE, BOB, COMPUTER = Seat(1, "Alice"), Seat(2, "Bob"), Seat(None, "Diesel", "simple")


def test_the_name_is_cleaned_when_somebody_sits_down() -> None:
    assert seating.join(lobby(ALICE), CLUB, 2, "  Bo\nb ").seats == (ALICE, Seat(2, "Bo b"))


def test_a_seat_is_taken_once() -> None:
    with pytest.raises(Refused, match="seated already"):
        seating.join(lobby(ALICE), CLUB, 1, "Alice")


def test_a_table_is_full_at_what_its_preset_takes() -> None:
    full = lobby(ALICE, *(Seat(None, f"C{n}", "simple") for n in range(7)))
    with pytest.raises(Refused, match="full"):
        seating.join(full, EXPRESS, 2, "Bob")
    with pytest.raises(Refused, match="full"):
        seating.add_computer(full, EXPRESS, 1)
    assert len(seating.join(full, CLUB, 2, "Bob").seats) == 9


def test_hosting_passes_to_the_next_person_and_never_to_a_computer() -> None:
    left = seating.leave(lobby(ALICE, COMPUTER, BOB), 1)
    assert (left.host_id, left.seats) == (2, (COMPUTER, BOB))
    assert seating.leave(lobby(ALICE, BOB), 2).host_id == 1


def test_without_people_the_lobby_is_given_up() -> None:
    assert seating.leave(lobby(ALICE, COMPUTER), 1).status is Status.STOPPED


def test_the_computer_that_came_last_goes_first() -> None:
    second = Seat(None, "Piston", "simple")
    assert seating.remove_computer(lobby(ALICE, COMPUTER, second, BOB), 2).seats == (ALICE, COMPUTER, BOB)
    with pytest.raises(Refused, match="no computer"):
        seating.remove_computer(lobby(ALICE, BOB), 1)


@pytest.mark.parametrize("act", [lambda game: seating.add_computer(game, CLUB, 9), lambda game: seating.leave(game, 9)])
def test_an_outsider_changes_nothing(act: object) -> None:
    assert callable(act)
    with pytest.raises(Refused):
        act(lobby(ALICE, COMPUTER))


def test_starting_needs_the_host_and_two() -> None:
    with pytest.raises(Refused, match="Only the host"):
        seating.check_start(lobby(ALICE, BOB), 2)
    with pytest.raises(Refused, match="Two players"):
        seating.check_start(lobby(ALICE), 1)
    assert seating.check_start(lobby(ALICE, COMPUTER), 1) == 2


@given(st.lists(st.tuples(st.sampled_from(["join", "leave", "add", "remove"]), st.integers(1, 16)), max_size=60))
def test_whatever_people_do_a_lobby_stays_sound(steps: list[tuple[str, int]]) -> None:
    game = lobby(ALICE)
    for what, user in steps:
        try:
            match what:
                case "join":
                    game = seating.join(game, CLUB, user, f"P{user}")
                case "leave":
                    game = seating.leave(game, user)
                case "add":
                    game = seating.add_computer(game, CLUB, user)
                case _:
                    game = seating.remove_computer(game, user)
        except Refused:
            pass
        if game.status is Status.STOPPED:
            return
        people = [seat.user_id for seat in game.seats if seat.user_id]
        assert game.host_id in people
        assert len(people) == len(set(people))
        assert len(game.seats) <= 14
        names = [seat.name for seat in game.seats if seat.computer]
        assert len(names) == len(set(names))
