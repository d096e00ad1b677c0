"""Where the table's message is: edited in place, and now and then posted anew at the bottom."""

from __future__ import annotations

from tests.end_to_end.group import Group
from tests.end_to_end.positions import start_short
from tests.harness import World


async def chat(world: World, count: int) -> None:
    for number in range(count):
        await world.say(world.people["Carol"], f"message {number}")


async def turn(group: Group) -> None:
    """One move by whoever is to move."""
    name = group.to_move()
    if name and group.table.has_choice:
        await group.move(name)
    else:
        await group.world.advance(5)


async def test_the_table_is_edited_in_place(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    board = group.board
    await chat(world, 7)
    await world.advance(60)
    pictures = board.pictures
    await turn(group)
    assert not board.deleted
    assert board.pictures != pictures


async def test_after_eight_messages_the_table_moves_down_with_the_next_move(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(60)
    board = group.board
    await chat(world, 8)
    await turn(group)
    assert board.deleted
    assert world.public_messages()[-1] == group.board
    board = group.board
    await chat(world, 8)
    await turn(group)
    assert not board.deleted, "it moved down less than half a minute ago"
    await world.advance(31)
    await turn(group)
    assert board.deleted
    assert len([message for message in world.bot_messages() if message.alt_texts]) == 1


async def test_the_bots_own_messages_do_not_count(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(60)
    board = group.board
    for _ in range(9):
        await world.slash(world.people["Carol"], "leaderboard")
    await turn(group)
    assert not board.deleted


async def test_a_table_of_nearly_an_hour_is_posted_anew(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    board = group.board
    await world.advance(54 * 60)
    await turn(group)
    assert not board.deleted
    await world.advance(2 * 60)
    await turn(group)
    assert board.deleted
    assert group.board.pictures


async def test_the_age_is_known_after_a_restart(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    board = group.board
    await world.advance(56 * 60)
    await world.restart()
    group.hands.clear()
    await turn(group)
    assert board.deleted


async def test_move_down_posts_anew_and_not_twice_in_half_a_minute(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(31)
    board = group.board
    alice = world.people["Alice"]
    await world.together(world.click(alice, board, "Move down"), world.click(world.people["Bob"], board, "Move down"))
    assert board.deleted
    assert len(world.bot_messages()) == 1
    answer = await world.click(alice, group.board, "Move down")
    assert answer.ephemeral
    assert "a moment ago" in answer.text
    refused = await world.slash(world.people["Carol"], "train board")
    assert "a moment ago" in refused.text
    await world.advance(31)
    board = group.board
    await world.click(alice, group.board, "Move down")
    assert board.deleted


async def test_a_lobby_moves_down_too(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    await chat(world, 8)
    await world.advance(31)
    await world.click(world.people["Carol"], lobby, "Join")
    assert lobby.deleted
    assert "3. Carol" in group.board.text
    await world.click(world.people["Alice"], group.board, "Start")
    assert group.board.pictures
    assert len(world.bot_messages()) == 1


async def test_a_round_that_ends_under_much_talk_is_shown_at_the_bottom(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=2)
    await group.play_round()
    await world.click(world.people["Alice"], group.board, "Next round")
    match = group.table.match
    assert match is not None
    while True:
        await chat(world, 8)
        await world.advance(31)
        if group.table.match is None or len(group.table.match.round.laid) > 8:
            break
        await turn(group)
    board = group.board
    await group.play_round()
    assert board.deleted
    assert world.public_messages()[-1] == world.bot_messages()[-1]
    assert "wins the game" in world.bot_messages()[-1].text or "share" in world.bot_messages()[-1].text


async def test_the_next_round_has_a_message_of_its_own_below_the_last_rounds_end(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    await group.play_round()
    first = group.board
    shown = (first.text.partition("\n-# The next round")[0], first.alt_texts)
    await world.click(world.people["Bob"], first, "Next round")
    assert (first.text, first.alt_texts) == shown
    assert first.buttons == []
    await group.play_round()
    ends = [message for message in world.bot_messages() if "is over" in message.text]
    assert len(ends) == 2
    assert ends[0] == first
