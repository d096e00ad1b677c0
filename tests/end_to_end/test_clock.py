"""The clock: reminders, moves made for people, and what ends by itself."""

from __future__ import annotations

import re

import pytest

from storage.models import Away, Status
from tests.end_to_end.group import Group
from tests.end_to_end.positions import dealt, put
from tests.harness import World

HANDS = ["12-1 1-2 2-3 5-6 7-7 8-8", "12-2 2-4 4-9 9-9 3-8 10-10"]
BONEYARD = "0-1 0-2 0-3 0-5 0-6 0-7"
WEEK = 7 * 24 * 3600


async def with_limit(world: World, seconds: int, *names: str) -> Group:
    group = Group(world, *names)
    lobby = await group.sit_down(preset="express", rounds=3)  # nobody has to pass at the very start
    host = world.people[names[0]]
    await world.choose(host, lobby, str(seconds), custom_id=re.compile("limit$"))
    await world.click(host, lobby, "Start")
    assert group.table.game.turn_limit == seconds
    return group


@pytest.mark.parametrize("limit", [60, 180, 600, 3600, 8 * 3600, 24 * 3600])
async def test_a_reminder_comes_before_the_end_and_then_a_computer_makes_one_move(world: World, limit: int) -> None:
    group = await with_limit(world, limit, "Alice", "Bob")
    alice = world.people["Alice"]
    await world.advance(limit * 3 / 4 - 1)
    assert not any("a computer makes your move" in message.text for message in world.bot_messages())
    await world.advance(2)
    [reminder] = [message for message in world.bot_messages() if "a computer makes your move" in message.text]
    assert reminder.mentions == [alice.id]
    revision = group.table.revision
    await world.advance(limit / 4 - 3)
    assert group.table.revision == revision
    await world.advance(3)
    assert group.table.revision > revision
    assert group.table.seats[0].missed == 1
    assert not group.table.seats[0].away


async def test_after_three_missed_moves_a_computer_plays_until_the_owner_clicks(world: World) -> None:
    group = await with_limit(world, 60, "Alice", "Bob", "Carol")
    for _ in range(40):
        if group.table.seats[0].away:
            break
        name = group.to_move()
        if name is None or not group.table.has_choice:
            await world.advance(5)
        elif name == "Alice":
            await world.advance(61)
        else:
            await group.move(name)
    assert group.table.seats[0].away is Away.IDLE
    assert group.table.game.host_id == world.people["Bob"].id, "hosting has passed on"
    await world.click(world.people["Alice"], group.board, "Scores")
    assert not group.table.seats[0].away, "any click brings an idle player back"


async def test_a_table_where_everybody_sleeps_ends(world: World) -> None:
    group = await with_limit(world, 60, "Alice", "Bob")
    game = group.table.id
    await world.advance(3600)
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.STOPPED
    assert "Nobody was at the table any more" in world.bot_messages()[-1].text


async def test_without_a_limit_nobody_is_hurried_but_a_week_of_silence_ends_the_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.ALIVE_EVERY", WEEK)  # signs of life take the test long
    group = await with_limit(world, 0, "Alice", "Bob")
    revision = group.table.revision
    for _ in range(7):
        await world.advance(WEEK / 7 - 10)
        assert group.table.revision == revision
    await world.advance(120)
    assert group.bot.tables.in_channel(world.channel.id) is None
    assert any("Nothing happened here for a week" in message.text for message in world.bot_messages())
    stats = await world.as_bot(group.bot.store.stats(world.guild.id, world.people["Alice"].id))
    assert (stats.tables.games, stats.tables.games_won) == (0, 0), "unrated"


async def test_a_lobby_closes_after_half_an_hour_of_silence(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    await world.advance(29 * 60)
    assert group.table.status is Status.LOBBY
    await world.advance(2 * 60)
    assert group.bot.tables.in_channel(world.channel.id) is None
    assert "was closed" in lobby.text


async def test_time_while_the_bot_was_down_does_not_count(world: World) -> None:
    group = await with_limit(world, 600, "Alice", "Bob")
    await world.advance(300)
    deadline = group.table.game.deadline
    assert deadline is not None
    await world.env.bot.close()
    await world.advance(3000)
    await world.restart(crash=True)
    assert group.table.game.deadline is not None
    left = group.table.game.deadline - world.now()
    assert 290 <= left <= 370, "as much as when it stopped, and at most a minute more"
    revision = group.table.revision
    await world.advance(left + 1)
    assert group.table.revision > revision


async def test_a_deadline_survives_a_restart(world: World) -> None:
    group = await with_limit(world, 600, "Alice", "Bob")
    await world.advance(500)
    await world.restart()
    assert group.table.seats[0].missed == 0
    await world.advance(170)
    assert group.table.seats[0].missed == 1


async def test_a_knock_or_a_leaving_does_not_restart_the_clock(world: World) -> None:
    group = await with_limit(world, 600, "Alice", "Bob", "Carol")
    deadline = group.table.game.deadline
    await world.advance(100)
    more = await world.click(world.people["Carol"], group.board, "More")
    assert more.message is not None
    sure = await world.click(world.people["Carol"], more.message, "Leave")
    assert sure.message is not None
    await world.click(world.people["Carol"], sure.message, "Leave")
    assert group.table.seats[2].away is Away.LEFT
    assert group.table.game.deadline == deadline


async def test_a_move_in_time_forgives_the_missed_ones(world: World) -> None:
    group = await with_limit(world, 60, "Alice", "Bob")
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    await world.advance(61)
    assert group.table.seats[1].missed == 1
    for _ in range(6):
        name = group.to_move()
        if name:
            await group.move(name)
    assert [seat.missed for seat in group.table.seats] == [0, 0]


async def test_a_lobby_that_nobody_touches_closes_too(world: World) -> None:
    await world.slash(world.people["Alice"], "train new")
    await world.advance(31 * 60)
    assert Group(world, "Alice").bot.tables.in_channel(world.channel.id) is None


@pytest.mark.parametrize("draw", ["one", "until_playable"])
async def test_a_late_turn_counts_once_however_many_tiles_are_drawn(world: World, draw: str) -> None:
    group = await with_limit(world, 60, "Alice", "Bob")
    hands = ["9-8 8-7 7-6", "12-2 2-4 4-9 9-9"]
    await put(group, dealt(hands, "0-1 0-2 0-3 12-5 0-6", opening="single", own_train_first=False, draw=draw))
    await world.advance(62)
    assert group.table.seats[0].missed == 1
    assert group.to_move() == "Bob"


async def test_the_clock_is_whole_again_after_a_rest(world: World) -> None:
    group = await with_limit(world, 60, "Alice", "Bob")
    world.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    world.inject_error("POST", "/channels/*", status=403, code=50013, times=None)
    await put(group, dealt(HANDS, BONEYARD))
    await world.advance(600)
    world.heal()
    await world.slash(world.people["Bob"], "train board")
    await world.advance(5)
    assert group.table.game.deadline is not None
    assert group.table.game.deadline > world.now() + 50
    assert group.table.seats[0].missed == 0
