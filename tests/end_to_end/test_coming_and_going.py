"""People leave, come back, are asked to leave, come late, and vote."""

from __future__ import annotations

import re

import pytest

from bot.errors import Refused
from game.moves import parse_move
from storage.models import Away, Status
from tests.end_to_end.group import Group, forge
from tests.end_to_end.positions import dealt, put
from tests.harness import World


async def quit_game(world: World, group: Group, name: str) -> None:
    more = await world.click(world.people[name], group.board, "More")
    assert more.message is not None
    sure = await world.click(world.people[name], more.message, "Leave")
    assert "Leave this game?" in sure.text
    assert sure.message is not None
    await world.click(world.people[name], sure.message, "Leave")


async def test_who_leaves_is_played_by_a_computer_and_may_come_back(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start()
    assert group.table.match is not None
    hand = group.table.match.round.hands[0]
    await quit_game(world, group, "Alice")
    assert group.table.seats[0].away is Away.LEFT
    assert group.table.match.round.hands[0] == hand, "the hand stays"
    assert group.table.game.host_id == world.people["Bob"].id, "hosting passes on"
    await world.advance(5)
    assert group.to_move() == "Bob", "a computer has made the move"
    await world.click(world.people["Alice"], group.board, "Rules")
    assert group.table.seats[0].away is Away.LEFT, "looking on is not coming back"
    await group.open_hand("Alice")
    assert not group.table.seats[0].away


async def test_a_game_without_people_ends(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1)
    await quit_game(world, group, "Alice")
    assert group.table.status is Status.PLAYING
    await quit_game(world, group, "Bob")
    assert group.bot.tables.in_channel(world.channel.id) is None
    assert any("Everybody has left" in message.text for message in world.bot_messages())


async def test_the_host_has_a_computer_play_for_somebody_who_does_not_come_back(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start()
    more = await world.click(world.people["Alice"], group.board, "More")
    assert more.message is not None
    await world.choose(world.people["Alice"], more.message, label="Bob", custom_id=re.compile("kick$"))
    assert group.table.seats[1].away is Away.KICKED
    answer = await world.click(world.people["Bob"], group.board, "My hand")
    assert "asked you to leave" in answer.text
    others = await world.click(world.people["Carol"], group.board, "More")
    assert others.message is not None
    assert not others.message.options, "only the host is offered that"


async def test_only_the_host_has_a_computer_play_for_somebody(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start()
    kick = f"cg1:{group.table.id}:kick"
    answer = await forge(world, world.people["Carol"], group.board, kick, str(world.people["Bob"].id))
    assert "Only the host can do that" in answer.text
    assert not group.table.seats[1].away


async def test_more_than_half_of_the_people_stop_a_game(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol", "Dave")
    await group.start()
    for name, said in (("Alice", "1 of 3"), ("Alice", "1 of 3"), ("Bob", "2 of 3"), ("Carol", "the game is stopped")):
        more = await world.click(world.people[name], group.board, "More")
        assert more.message is not None
        answer = await world.click(world.people[name], more.message, "Vote to stop")
        assert said in answer.text
    assert group.bot.tables.in_channel(world.channel.id) is None
    assert any("Most players voted" in message.text for message in world.bot_messages())


@pytest.mark.parametrize("crash", [False, True])
async def test_votes_count_after_a_restart_too(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start()
    assert await world.as_bot(group.table.vote_stop(world.people["Alice"].id)) == (1, 2)
    await world.restart(crash=crash)
    assert await world.as_bot(group.table.vote_stop(world.people["Alice"].id)) == (1, 2)
    assert await world.as_bot(group.table.vote_stop(world.people["Bob"].id)) == (2, 2)
    assert group.bot.tables.in_channel(world.channel.id) is None


async def test_somebody_comes_in_between_rounds_where_the_table_allows_it(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down(computers=1, rounds=2)
    await world.click(world.people["Alice"], lobby, "Late joining: off")
    assert "Late joining: on" in lobby.buttons
    await world.click(world.people["Alice"], lobby, "Start")
    await group.play_round()
    assert group.table.match is not None
    points = group.table.match.totals
    answer = await world.click(world.people["Carol"], group.board, "Take a seat")
    assert "You play from the next round on" in answer.text
    await world.click(world.people["Carol"], group.board, "Next round")
    assert group.table.seats[2].user_id == world.people["Carol"].id
    assert group.table.match.totals == points, "with the points of the seat"
    await group.open_hand("Alice")
    everybody = Group(world, "Alice", "Bob", "Carol")
    await everybody.play_round()


async def test_nobody_comes_in_while_a_round_is_played(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down(computers=1, rounds=2)
    await world.click(world.people["Alice"], lobby, "Late joining: off")
    await world.click(world.people["Alice"], lobby, "Start")
    answer = await forge(world, world.people["Carol"], group.board, f"cg1:{group.table.id}:seat")
    assert "between rounds" in answer.text
    assert group.table.seat_of(world.people["Carol"].id) is None


async def test_a_table_that_takes_nobody_in_says_so(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=2)
    await group.play_round()
    assert "Take a seat" not in group.board.buttons
    answer = await forge(world, world.people["Carol"], group.board, f"cg1:{group.table.id}:seat")
    assert answer.ephemeral
    assert group.table.seat_of(world.people["Carol"].id) is None


async def test_who_has_left_the_server_is_played_by_a_computer(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    lobby = await group.sit_down()
    await world.choose(world.people["Alice"], lobby, "60", custom_id=re.compile("limit$"))
    await world.click(world.people["Alice"], lobby, "Start")
    await group.move("Alice")
    world.inject_error("GET", "/guilds/*/members/*", status=404, code=10007, times=None)
    await world.advance(50)
    world.heal()
    assert group.table.seats[1].away is Away.GONE
    await world.advance(5)
    assert group.to_move() == "Carol"


async def test_who_was_kicked_can_still_watch(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    more = await world.click(world.people["Alice"], group.board, "More")
    assert more.message is not None
    await world.choose(world.people["Alice"], more.message, label="Bob", custom_id=re.compile("kick$"))
    bob, game = world.people["Bob"], group.table.id
    assert "Everyone" in (await world.click(bob, group.board, "Rules")).text
    assert "boneyard" in (await forge(world, bob, group.board, f"cg1:{game}:text")).text
    for action in ("hand", "down", "nudge", "undo", "next"):
        assert "asked you to leave" in (await forge(world, bob, group.board, f"cg1:{game}:{action}")).text


async def test_the_table_itself_keeps_out_who_does_not_play(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start()
    alice, bob, carol = (world.people[name].id for name in ("Alice", "Bob", "Carol"))
    await world.as_bot(group.table.kick(alice, bob))
    await world.as_bot(group.table.quit(carol))
    for user in (bob, carol):
        for act in (
            group.table.lay_train(user, group.table.revision),
            group.table.next_round(user),
            group.table.take_back(user),
            group.table.catch(user),
        ):
            with pytest.raises(Refused):
                await world.as_bot(act)
    watched = await world.slash(world.people["Bob"], "train rules")
    assert "The rules of this table" in watched.text


async def test_who_has_left_moves_only_once_they_are_back(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(["12-1 1-2 5-6", "12-4 4-5 8-9", "12-7 7-8 9-9"], "0-1 0-2 0-3"))
    alice, table = world.people["Alice"].id, group.table
    await world.as_bot(table.quit(alice))
    for act in (table.lay_train(alice, table.revision), table.play(alice, table.revision, parse_move("12-1>1"))):
        with pytest.raises(Refused):
            await world.as_bot(act)
    assert group.to_move() == "Alice", "she has a choice, so nothing happens by itself"
    await world.advance(5)
    assert group.to_move() == "Bob", "but a computer makes it for her"


async def test_rounds_count_for_who_plays_them(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=2)
    await quit_game(world, group, "Bob")
    alone = Group(world, "Alice")
    await alone.play_round()
    stats = {
        name: await world.as_bot(group.bot.store.stats(world.guild.id, world.people[name].id)) for name in group.names
    }
    assert stats["Bob"].tables.rounds == stats["Bob"].solo.rounds == 0
    assert (stats["Alice"].tables.rounds, stats["Alice"].solo.rounds) == (0, 1)
