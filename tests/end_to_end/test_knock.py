"""The last tile's knock: owed, made, forgotten and caught."""

from __future__ import annotations

from typing import Any

from bot.pace import KNOCK
from tests.end_to_end.group import Group
from tests.end_to_end.positions import dealt, put
from tests.harness import World

HANDS = ["12-1 1-5", "12-2 2-6 6-7 0-5", "12-3 3-4 4-8 9-9"]
BONEYARD = "0-1 0-2 0-3 0-4"
RULES: dict[str, Any] = {"last_tile": "knock", "opening": "single", "own_train_first": True}


async def table_where_alice_owes_a_knock(world: World, computers: int = 0) -> Group:
    names = ("Alice", "Bob", "Carol")[: 3 - computers]
    group = Group(world, *names)
    await group.start(computers=computers, rounds=1)
    await put(group, dealt(HANDS, BONEYARD, **RULES))
    await group.move("Alice")
    assert group.table.match is not None
    assert group.table.match.round.owing == 1
    return group


async def test_who_knocks_cannot_be_caught(world: World) -> None:
    group = await table_where_alice_owes_a_knock(world)
    await world.click(world.people["Alice"], group.board, "Knock")
    assert "Alice knocked" in group.board.text
    await group.move("Bob")
    answer = await world.click(world.people["Carol"], group.board, "Catch")
    assert "nobody to catch" in answer.text
    assert group.table.match is not None
    assert group.table.match.round.hands[0].bit_count() == 1


async def test_who_owes_a_knock_finds_the_button_in_their_hand(world: World) -> None:
    group = await table_where_alice_owes_a_knock(world)
    hand = group.hands["Alice"]
    assert "knock!" in hand.alt_texts[0]
    await world.click(world.people["Alice"], hand, "Knock")
    assert "Alice knocked" in group.board.text
    assert "Knock" not in hand.buttons
    assert "knock!" not in hand.alt_texts[0]


async def test_the_open_hand_of_who_was_caught_shows_the_new_tiles(world: World) -> None:
    group = await table_where_alice_owes_a_knock(world)
    hand = group.hands["Alice"]
    await group.move("Bob")
    await world.click(world.people["Carol"], group.board, "Catch")
    assert "3 tiles" in hand.text
    assert "Knock" not in hand.buttons
    assert "Alice forgot to knock and drew 2 tiles." in group.board.text
    assert "Alice drew a tile" not in group.board.text


async def test_who_forgot_is_caught_once_the_next_player_has_moved_and_draws_two(world: World) -> None:
    group = await table_where_alice_owes_a_knock(world)
    early = await world.click(world.people["Bob"], group.board, "Catch")
    assert early.ephemeral, "too early: the next player has not moved yet"
    await group.move("Bob")
    await world.click(world.people["Carol"], group.board, "Catch")
    assert group.table.match is not None
    assert group.table.match.round.hands[0].bit_count() == 3
    again = await world.click(world.people["Bob"], group.board, "Catch")
    assert again.ephemeral
    assert group.table.match.round.hands[0].bit_count() == 3


async def test_the_buttons_tell_nobody_whether_a_knock_is_owed(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD, **RULES))
    before = group.board.buttons
    assert {"Knock", "Catch"} <= set(before)
    await group.move("Alice")
    assert group.board.buttons == before


async def test_computers_knock_and_wait_while_somebody_owes_a_knock(world: World) -> None:
    group = await table_where_alice_owes_a_knock(world, computers=2)
    revision = group.table.revision
    await world.advance(KNOCK - 0.5)
    assert group.table.revision == revision
    await world.advance(1)
    assert group.table.revision > revision
