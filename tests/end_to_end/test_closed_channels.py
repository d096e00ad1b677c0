"""Channels that the bot may not write in any more, or that are gone."""

from __future__ import annotations

import discord

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

    for _ in range(2):
        await world.click(world.people["Alice"], group.board, "Rules")
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
    await world.as_bot(tell(world, "guild_channel_delete", world.env.bot.get_channel(lounge.id)))
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.STOPPED


async def test_a_game_ends_with_its_thread(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    game, thread = group.table.id, group.table.game.channel_id
    payload = discord.RawThreadDeleteEvent({"id": thread, "guild_id": world.guild.id, "parent_id": 1, "type": 11})
    await world.as_bot(tell(world, "raw_thread_delete", payload))
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.STOPPED


async def test_games_stand_still_while_the_bot_is_out_of_a_server_and_go_on_once_it_is_back(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await group.move("Alice")
    guild = world.env.bot.get_guild(world.guild.id)
    revision = group.table.revision
    await world.as_bot(tell(world, "guild_remove", guild))
    await world.advance(3600)
    assert group.table.revision == revision
    await world.as_bot(tell(world, "guild_join", guild))
    await world.advance(10)
    assert group.table.revision > revision


async def tell(world: World, event: str, what: object) -> None:
    """Let Discord say that something has happened."""
    world.env.bot.dispatch(event, what)


async def test_one_person_opens_only_a_few_lobbies(world: World) -> None:
    channels = [world.guild.create_text_channel(f"table-{number}") for number in range(MOST_LOBBIES + 1)]
    for channel in channels[:-1]:
        answer = await world.slash(world.people["Alice"], "train new", channel=channel)
        assert "take a seat" in answer.text
    refused = await world.slash(world.people["Alice"], "train new", channel=channels[-1])
    assert "open lobbies already" in refused.text
    other = await world.slash(world.people["Bob"], "train new", channel=channels[-1])
    assert "take a seat" in other.text
