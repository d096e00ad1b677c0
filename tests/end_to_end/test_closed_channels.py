"""Channels that the bot may not write in any more, or that are gone."""

from __future__ import annotations

from bot.opening import MOST_LOBBIES
from storage.models import Status
from tests.end_to_end.group import Group
from tests.harness import World


async def test_where_nothing_can_be_posted_the_game_waits_and_somebody_is_told_once(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=2, preset="express")
    hand = await group.open_hand("Alice")
    world.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    world.inject_error("POST", "/channels/*", status=403, code=50013, times=None)
    answer = await group.move("Alice")
    assert group.table.revision > 0
    revision, calls = group.table.revision, len(world.env.http_requests)
    await world.advance(3600)
    assert group.table.revision == revision, "computers play where people can see it"
    assert len(world.env.http_requests) == calls, "and nothing is tried again and again"

    told = [
        message
        for message in world.ephemeral_messages(world.people["Alice"])
        if "cannot show the board" in message.text
    ]
    assert len(told) == 1
    assert hand is not None
    assert answer.kind is not None
    world.heal()
    await world.slash(world.people["Bob"], "train board")
    await world.advance(60)
    assert group.table.revision > revision, "computers go on by themselves"
    assert group.table.game.shown_revision == group.table.revision


async def test_a_game_ends_with_its_channel(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    group = Group(world, "Alice", "Bob", channel=lounge)
    await group.start()
    game = group.table.id
    await world.as_bot(delete(world, lounge.id))
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.STOPPED


async def delete(world: World, channel_id: int) -> None:
    channel = world.env.bot.get_channel(channel_id)
    world.env.bot.dispatch("guild_channel_delete", channel)


async def test_one_person_opens_only_a_few_lobbies(world: World) -> None:
    channels = [world.guild.create_text_channel(f"table-{number}") for number in range(MOST_LOBBIES + 1)]
    for channel in channels[:-1]:
        answer = await world.slash(world.people["Alice"], "train new", channel=channel)
        assert "take a seat" in answer.text
    refused = await world.slash(world.people["Alice"], "train new", channel=channels[-1])
    assert "open lobbies already" in refused.text
    other = await world.slash(world.people["Bob"], "train new", channel=channels[-1])
    assert "take a seat" in other.text
