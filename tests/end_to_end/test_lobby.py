"""Sitting down, standing up, and starting."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.table import Table
from storage.models import Status
from tests.end_to_end.group import Group, newcomer, without
from tests.end_to_end.positions import start_short
from tests.harness import World


async def test_a_second_table_in_a_channel_is_refused_with_a_link_to_the_first(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    answer = await world.slash(world.people["Carol"], "train new")
    assert answer.ephemeral
    assert f"/{world.guild.id}/{world.channel.id}/{lobby.id}" in answer.text
    assert len(world.bot_messages()) == 1


async def test_two_channels_play_at_the_same_time(world: World) -> None:
    other = world.guild.create_text_channel("other")
    here = Group(world, "Alice", "Bob")
    await start_short(here, rounds=1)
    answer = await world.slash(world.people["Alice"], "train new", channel=other, rounds=1)
    lobby = answer.message
    assert lobby is not None
    await world.click(world.people["Alice"], lobby, "Add computer")
    await world.click(world.people["Alice"], lobby, "Start")
    tables = [Group(world, "Alice", channel=channel) for channel in (world.channel, other)]
    assert [group.table.status for group in tables] == [Status.PLAYING, Status.PLAYING]
    for group in tables:
        hand = await group.open_hand("Alice")
        assert hand.channel_id == group.channel.id
    await here.play_round()
    assert "wins the game" in here.board.text
    assert tables[1].table.status is Status.PLAYING
    assert "Alice is to play" in tables[1].board.text or "starts" in tables[1].board.text


async def test_joining_and_leaving_and_computers_change_the_lobby_in_place(world: World) -> None:
    alice, bob = world.people["Alice"], world.people["Bob"]
    lobby = await Group(world, "Alice").sit_down(players=2)
    assert "1. Alice · host" in lobby.text
    await world.click(bob, lobby, "Join")
    assert "2. Bob" in lobby.text
    again = await world.click(bob, lobby, "Join")
    assert "seated already" in again.text
    await world.click(bob, lobby, "Add computer")
    assert "3. Diesel · computer" in lobby.text
    await world.click(alice, lobby, "Add computer")
    await world.click(alice, lobby, "Remove computer")
    assert "Piston" not in lobby.text
    await world.click(bob, lobby, "Leave")
    assert "2. Diesel" in lobby.text
    assert "not seated" in (await world.click(bob, lobby, "Leave")).text
    assert "join first" in (await world.click(bob, lobby, "Add computer")).text.lower()
    await world.click(alice, lobby, "Remove computer")
    assert "no computer" in (await world.click(alice, lobby, "Remove computer")).text
    assert len(world.bot_messages()) == 1


async def test_hosting_passes_on_when_the_host_leaves(world: World) -> None:
    lobby = await Group(world, "Alice", "Bob", "Carol").sit_down(computers=1)
    await world.click(world.people["Alice"], lobby, "Leave")
    assert "1. Bob · host" in lobby.text
    refused = await world.click(world.people["Carol"], lobby, "Start")
    assert "ask Bob" in refused.text
    await world.click(world.people["Bob"], lobby, "Start")
    assert Group(world, "Bob").table.status is Status.PLAYING


async def test_a_lobby_is_closed_when_the_last_person_leaves(world: World) -> None:
    lobby = await Group(world, "Alice", "Bob").sit_down(computers=2)
    await world.click(world.people["Alice"], lobby, "Leave")
    await world.click(world.people["Bob"], lobby, "Leave")
    assert "closed" in lobby.text
    assert not lobby.buttons
    await Group(world, "Carol").sit_down()
    assert len(world.bot_messages()) == 2


async def test_a_full_table_takes_nobody_more(world: World) -> None:
    lobby = await Group(world, "Alice", "Bob").sit_down(preset="express", computers=6, players=8)
    assert "Seats: 8 of 8" in lobby.text
    assert "full" in (await world.click(world.people["Carol"], lobby, "Join")).text
    assert "full" in (await world.click(world.people["Alice"], lobby, "Add computer")).text
    assert "Seats: 8 of 8" in lobby.text


async def test_only_the_host_starts_and_only_with_two(world: World) -> None:
    lobby = await Group(world, "Alice").sit_down()
    assert "Two players" in (await world.click(world.people["Alice"], lobby, "Start")).text
    await world.click(world.people["Bob"], lobby, "Join")
    assert "Only the host" in (await world.click(world.people["Bob"], lobby, "Start")).text
    assert (
        "Only the host" in (await world.choose(world.people["Bob"], lobby, "1", custom_id=re.compile("rounds$"))).text
    )
    await world.advance(25 * 60)
    assert Group(world, "Alice").table.status is Status.LOBBY, "nothing starts by itself"


async def test_the_host_chooses_the_number_of_rounds_and_sees_how_long_they_take(world: World) -> None:
    lobby = await Group(world, "Alice", "Bob", "Carol", "Dave").sit_down()
    [rounds] = [c for c in lobby.components if str(c.get("custom_id")).endswith("rounds")]
    assert [option["value"] for option in rounds["options"]] == ["1", "3", "5", "auto"]
    assert "3 rounds: about 30 minutes" in lobby.text
    await world.choose(world.people["Alice"], lobby, "1", custom_id=re.compile("rounds$"))
    assert "1 round: about 10 minutes" in lobby.text
    await world.choose(world.people["Alice"], lobby, "auto", custom_id=re.compile("rounds$"))
    assert "13 rounds: about 2 hours" in lobby.text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"preset": "express", "players": 9}, "2 to 8 players"),
        ({"preset": "chicken", "players": 14}, "2 to 8 players"),
        ({"preset": "chicken", "rounds": 11}, "at most 10 rounds"),
        ({"rounds": 19}, "at most 13 rounds"),
    ],
)
async def test_options_that_cannot_be_dealt_are_refused_in_a_sentence(
    world: World, options: dict[str, Any], told: str
) -> None:
    answer = await world.slash(world.people["Alice"], "train new", **options)
    assert answer.ephemeral
    assert told in answer.text
    assert not world.bot_messages()
    assert await world.as_bot(Group(world, "Alice").bot.store.game_in(world.channel.id)) is None


@pytest.mark.parametrize(
    ("permission", "title"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_missing_permissions_are_named_before_anything_is_opened(
    world: World, permission: str, title: str
) -> None:
    channel = without(world, permission)
    answer = await world.slash(world.people["Alice"], "train new", channel=channel)
    assert answer.ephemeral
    assert title in answer.text
    assert await world.as_bot(Group(world, "Alice").bot.store.game_in(channel.id)) is None


async def test_somebody_who_joins_before_the_lobbys_message_is_known_makes_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is there for people before Discord has told the bot its id."""
    shown = Table.shown

    async def late(table: Table, *rest: Any) -> None:
        monkeypatch.undo()
        await table.join(world.people["Bob"].id, "Bob")
        await shown(table, *rest)

    monkeypatch.setattr(Table, "shown", late)
    answer = await world.slash(world.people["Alice"], "train new")
    assert [message.id for message in world.bot_messages()] == [answer.message.id if answer.message else 0]
    assert "2. Bob" in answer.text


async def test_a_lobby_whose_answer_is_lost_is_posted_all_the_same(world: World) -> None:
    world.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await world.slash(world.people["Alice"], "train new", answered=False)
    world.take_errors()
    [lobby] = world.bot_messages()
    await world.click(world.people["Bob"], lobby, "Join")
    assert "2. Bob" in lobby.text
    assert len(world.bot_messages()) == 1


async def test_two_people_join_the_last_seat_at_the_same_instant(world: World) -> None:
    lobby = await Group(world, "Alice").sit_down(preset="express", computers=6, players=8)
    bob, carol = world.people["Bob"], world.people["Carol"]
    answers = await world.together(world.click(bob, lobby, "Join"), world.click(carol, lobby, "Join"))
    assert sum("full" in answer.text for answer in answers) == 1
    assert "Seats: 8 of 8" in lobby.text


async def test_start_pressed_twice_deals_once(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    alice = world.people["Alice"]
    answers = await world.together(world.click(alice, lobby, "Start"), world.click(alice, lobby, "Start"))
    assert sum("started already" in answer.text for answer in answers) == 1
    assert [row.move for _, row in await world.as_bot(group.bot.store.log(group.table.id))] == ["deal"]
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 1


async def test_every_seat_can_be_a_newcomer_at_a_table_of_fourteen(world: World) -> None:
    lobby = await Group(world, "Alice").sit_down(players=14)
    for number in range(13):
        await world.click(newcomer(world, "N" * 31 + str(number % 10), of=f"n{number}"), lobby, "Join")
    assert "Seats: 14 of 14" in lobby.text
    await world.click(world.people["Alice"], lobby, "Start")
    group = Group(world, "Alice")
    assert len(group.table.seats) == 14
    assert re.search("boneyard", group.board.alt_texts[0])
