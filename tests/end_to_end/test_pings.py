"""Who is called to the table, and when; and that the call goes away again."""

from __future__ import annotations

from tests.end_to_end.group import Group
from tests.end_to_end.positions import dealt, put
from tests.harness import Answer, Message, World


def pings(world: World) -> list[Message]:
    """The messages that ping somebody and are still there."""
    return [message for message in world.bot_messages() if message.mentions]


async def table_of_two(world: World) -> Group:
    """Alice and Bob, who both have just clicked; it is Alice's turn."""
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(["12-1 1-2 2-3 5-6", "12-4 4-5 8-9 0-0"], "0-1 0-2 0-3 0-5"))
    for name in group.names:
        await group.open_hand(name)
    for message in pings(world):  # the bot was restarted and knows nothing of who is there
        message.handle._env.backend.delete_message(world.channel.id, message.id)
    return group


async def nudge(world: World, group: Group, name: str) -> Answer:
    more = (await world.click(world.people[name], group.board, "More")).message
    assert more is not None
    return await world.click(world.people[name], more, "Nudge")


async def test_nobody_who_clicked_a_moment_ago_is_pinged(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    for _ in range(6):
        name = group.to_move()
        if name and group.table.has_choice:
            await group.move(name)
        await world.advance(5)
    assert not any(message.mentions for message in world.bot_messages())
    assert not any("<@" in sent.text for sent in world.sent if sent.audience is None)


async def test_who_has_been_away_is_pinged_when_their_turn_comes_and_only_once(world: World) -> None:
    group = await table_of_two(world)
    await world.advance(121)
    await group.move("Alice")
    [ping] = pings(world)
    assert ping.mentions == [world.people["Bob"].id]
    assert world.public_messages()[-1] == ping
    answer = await world.click(world.people["Bob"], ping, "My hand")
    assert answer.ephemeral
    group.hands["Bob"] = answer.messages[0]
    await world.click(world.people["Alice"], group.board, "Rules")
    assert pings(world) == [ping]
    await group.move("Bob")
    assert ping.deleted
    assert not pings(world), "Alice clicked a moment ago"


async def test_the_ping_is_not_repeated_within_a_turn(world: World) -> None:
    group = await table_of_two(world)
    await world.advance(121)
    await group.move("Alice")
    [ping] = pings(world)
    await world.choose(world.people["Bob"], await group.open_hand("Bob"), "12-4>2")
    assert group.to_move() == "Bob"
    assert pings(world) == [ping]


async def test_a_nudge_comes_after_five_minutes_and_pings_only_who_is_to_move(world: World) -> None:
    group = await table_of_two(world)
    early = await nudge(world, group, "Bob")
    assert early.ephemeral
    assert "in 5 min" in early.text
    await world.advance(200)
    assert "in 2 min" in (await nudge(world, group, "Bob")).text
    await world.advance(120)
    assert "your own turn" in (await nudge(world, group, "Alice")).text
    answer = await nudge(world, group, "Bob")
    assert "Alice was nudged" in answer.text
    [ping] = pings(world)
    assert ping.mentions == [world.people["Alice"].id]
    again = await nudge(world, group, "Bob")
    assert "in 5 min" in again.text
    assert pings(world) == [ping]
    await world.advance(301)
    await nudge(world, group, "Bob")
    [second] = pings(world)
    assert ping.deleted, "the new one replaces it"
    await group.move("Alice")
    assert second.deleted


async def test_two_nudges_at_the_same_instant_ping_once(world: World) -> None:
    group = await table_of_two(world)
    await world.advance(400)
    more = (await world.click(world.people["Bob"], group.board, "More")).message
    assert more is not None
    bob = world.people["Bob"]
    await world.together(world.click(bob, more, "Nudge"), world.click(bob, more, "Nudge"))
    assert len(pings(world)) == 1


async def test_a_nudge_that_discord_does_not_take_is_no_fault(world: World) -> None:
    group = await table_of_two(world)
    await world.advance(400)
    world.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    answer = await nudge(world, group, "Bob")
    assert "nudged" in answer.text


async def test_pings_go_when_the_round_or_the_game_ends(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(["12-1 1-2", "12-4 4-5 8-9 0-0"], "0-1 0-2 0-3 0-5", opening="single"))
    assert len(pings(world)) == 1, "nobody has clicked since the restart"
    await world.slash(world.people["Alice"], "train stop")
    await world.click(world.people["Alice"], world.ephemeral_messages(world.people["Alice"])[-1], "Stop it")
    assert not pings(world)


async def test_a_computer_is_never_pinged_or_waited_for_by_a_nudge(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=1)
    while group.table.to_move is None or group.table.to_move.computer is None:
        await group.move(group.to_move() or "")
    assert "on the way" in (await nudge(world, group, "Bob")).text
    assert not pings(world)
