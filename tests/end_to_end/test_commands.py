"""The slash commands besides `/train new` and `/train hand`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import discord
import pytest

from bot.client import Caboose
from storage.models import Deal, GameResult, LogRow, RoundResult, Seat, Status, Step
from tests.end_to_end.group import Group
from tests.end_to_end.positions import start_short
from tests.harness import Answer, World


async def test_every_command_in_an_empty_channel_says_what_to_do(world: World) -> None:
    for command in ("train hand", "train board", "train rules", "train stop"):
        answer = await world.slash(world.people["Alice"], command)
        assert answer.ephemeral
        assert "/train new" in answer.text


async def test_the_board_moves_down_by_command(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    board = group.board
    await world.say(world.people["Carol"], "hello")
    await world.advance(40)
    answer = await world.slash(world.people["Bob"], "train board")
    assert answer.ephemeral
    assert board.deleted
    assert world.public_messages()[-1] == group.board
    assert group.board.pictures


async def test_the_board_as_text_is_for_who_asked(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    answer = await world.slash(world.people["Carol"], "train board", text=True)
    assert answer.ephemeral
    assert "Alice" in answer.text
    assert "Ends in 12" in answer.text
    assert len(world.bot_messages()) == 1


@pytest.mark.parametrize("preset", ["club", "chicken", "station"])
async def test_the_rules_are_told_before_and_in_a_game(world: World, preset: str) -> None:
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down(preset=preset)
    before = await world.slash(world.people["Carol"], "train rules")
    assert before.ephemeral
    assert preset in before.text
    await world.click(world.people["Alice"], lobby, "Start")
    during = await world.slash(world.people["Carol"], "train rules")
    assert f"A double-{'nine' if preset == 'chicken' else 'twelve'} set" in during.text
    assert "auto" not in during.text


async def stop(world: World, name: str) -> Answer:
    """Ask to stop, and say yes."""
    asked = await world.slash(world.people[name], "train stop")
    if asked.message is None or "Stop it" not in asked.message.buttons:
        return asked
    return await world.click(world.people[name], asked.message, "Stop it")


async def test_the_host_is_asked_and_stops_the_game(world: World) -> None:
    group = Group(world, "Bob", "Carol")
    await group.start()
    game = group.table.id
    refused = await stop(world, "Carol")
    assert "Only the host" in refused.text
    asked = await world.slash(world.people["Bob"], "train stop")
    assert asked.ephemeral
    assert "nobody wins" in asked.text
    assert group.table.status is Status.PLAYING, "asking stops nothing"
    board = group.board
    done = await stop(world, "Bob")
    assert "stopped" in done.text
    assert "stopped" in board.text
    assert not board.buttons
    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.STOPPED
    assert saved.shown_revision == saved.revision
    await Group(world, "Carol").sit_down()


async def test_a_moderator_stops_the_game_of_others(world: World) -> None:
    group = Group(world, "Bob", "Carol")
    await group.start()
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("mod", global_name="Mod")
    world.people["Mod"] = world.guild.add_member(user, roles=[role])
    await world.settle()
    await stop(world, "Mod")
    assert group.bot.tables.in_channel(world.channel.id) is None


async def test_a_lobby_is_stopped(world: World) -> None:
    group = Group(world, "Bob", "Carol")
    lobby = await group.sit_down()
    assert "Only the host" in (await stop(world, "Carol")).text
    await stop(world, "Bob")
    assert "closed" in lobby.text
    assert group.bot.tables.in_channel(world.channel.id) is None


async def test_who_may_stop_is_asked_again_when_yes_is_pressed(world: World) -> None:
    group = Group(world, "Bob", "Carol")
    lobby = await group.sit_down()
    asked = await world.slash(world.people["Bob"], "train stop")
    assert asked.message is not None
    await world.click(world.people["Bob"], lobby, "Leave")
    answer = await world.click(world.people["Bob"], asked.message, "Stop it")
    assert "Only the host" in answer.text
    assert group.table.status is Status.LOBBY


async def test_finished_rounds_stay_counted_and_nobody_wins_a_stopped_game(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    await group.play_round()
    end = group.board
    told = end.text.partition("\n-# The next round")[0]
    game = group.table.id
    await stop(world, "Alice")
    assert end.text == told, "the end of the round stays"
    assert end.pictures
    assert "Next round" not in end.buttons
    assert "stopped" in world.bot_messages()[-1].text
    store = group.bot.store
    assert await world.as_bot(store.result(game)) is None
    for name in group.names:
        totals = (await world.as_bot(store.stats(world.guild.id, world.people[name].id))).tables
        assert (totals.rounds, totals.games, totals.games_won) == (1, 0, 0)
    assert "Rounds: 1" in (await world.slash(world.people["Alice"], "stats")).text


async def finished(world: World, group: Group, seats: tuple[Seat, ...], scores: tuple[int, ...], out: int) -> None:
    """A game of one round, straight into the store."""
    store = group.bot.store
    game = await world.as_bot(
        store.create(
            guild_id=world.guild.id, channel_id=world.now.__hash__() & 0xFFFF, host_id=1, rules='{"preset": "club"}',
            seats=seats, wanted=2, language="en", at=world.now(),
        )
    )  # fmt: skip
    row = LogRow(0, None, "deal", None)
    await world.as_bot(store.append(game.id, 0, Step((row,), Status.PLAYING, None, 0.0, deal=Deal(0, ""))))
    step = Step(
        (LogRow(0, 0, "draw", None),),
        Status.FINISHED,
        None,
        0.0,
        round_result=RoundResult(0, "12-12", 0, "out", scores, (out,)),
        game_result=GameResult((out,), scores),
    )
    await world.as_bot(store.append(game.id, 1, step))
    await world.as_bot(store.shown(game.id, 2, 1, 0.0))


async def test_the_leaderboard_ranks_people_equals_alike_and_no_computers(world: World) -> None:
    group = Group(world, "Alice")
    assert "Nobody is ranked yet" in (await world.slash(world.people["Alice"], "leaderboard")).text
    people = {name: Seat(world.people[name].id, name) for name in ("Alice", "Bob", "Carol")}
    computer = Seat(None, "Diesel", "simple")
    await finished(world, group, (people["Alice"], people["Bob"], computer), (0, 20, 30), 0)
    await finished(world, group, (people["Bob"], people["Alice"], computer), (0, 20, 30), 0)
    await finished(world, group, (computer, people["Carol"], people["Alice"]), (0, 50, 10), 0)
    await finished(world, group, (people["Bob"], people["Carol"]), (10, 0), 1)
    await finished(world, group, (people["Carol"], computer), (0, 40), 0)
    answer = await world.slash(world.people["Dave"], "leaderboard")
    assert not answer.ephemeral
    assert "Diesel" not in answer.text
    assert not answer.message.mentions if answer.message else False
    lines = [line for line in answer.text.splitlines() if "<@" in line]
    assert len(lines) == 3
    assert all("1 win" in line for line in lines)
    assert all(line.startswith(("🥇", "🥈", "🥉")) for line in lines)


async def test_equals_share_a_rank(world: World) -> None:
    group = Group(world, "Alice")
    people = [Seat(world.people[name].id, name) for name in ("Alice", "Bob", "Carol")]
    await finished(world, group, (people[0], people[1]), (0, 20), 0)
    await finished(world, group, (people[1], people[0]), (0, 20), 0)
    await finished(world, group, (people[0], people[2]), (20, 20), 0)
    await finished(world, group, (people[1], people[2]), (20, 20), 0)
    text = (await world.slash(world.people["Alice"], "leaderboard")).text
    assert text.count("🥇") == 2
    assert text.count("🥉") == 1
    assert "🥈" not in text


async def test_solo_games_stand_apart_in_the_figures(world: World) -> None:
    group = Group(world, "Alice")
    alice = Seat(world.people["Alice"].id, "Alice")
    await finished(world, group, (alice, Seat(None, "Diesel", "simple")), (0, 31), 0)
    await finished(world, group, (alice, Seat(world.people["Bob"].id, "Bob")), (17, 0), 1)
    answer = await world.slash(world.people["Bob"], "stats", player=world.people["Alice"])
    assert answer.ephemeral
    tables, solo = answer.text.split("Alone against computers")
    assert "Games: 1, won: 0" in tables
    assert "Points: 17" in tables
    assert "Games: 1, won: 1" in solo
    assert "Best round: 0" in solo
    assert "No round yet" in (await world.slash(world.people["Carol"], "stats")).text


async def test_scores_before_and_after_the_first_round(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    early = await world.click(world.people["Alice"], group.board, "Scores")
    assert "No round is finished" in early.text
    await group.play_round()
    await world.click(world.people["Alice"], group.board, "Next round")
    sheet = await world.click(world.people["Carol"], group.board, "Scores")
    assert sheet.ephemeral
    assert sheet.message is not None
    assert sheet.message.pictures
    assert "Scores after 1 round" in sheet.message.alt_texts[0]


async def test_a_finished_game_is_played_again_by_one_button(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=1)
    await group.play_round()
    end = world.bot_messages()[-1]
    answer = await world.click(world.people["Bob"], end, "Play again")
    assert "take a seat" in answer.text
    assert group.table.game.host_id == world.people["Bob"].id
    assert group.table.rules.rounds == 1
    again = await world.click(world.people["Alice"], end, "Play again")
    assert "has a game already" in again.text


async def test_a_game_with_computers_is_played_again_with_as_many(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=2, rounds=1)
    await group.play_round()
    end = world.bot_messages()[-1]
    proof = await world.click(world.people["Bob"], end, "Fair deal?")
    assert "The deal of round 1" in proof.text
    assert proof.ephemeral
    lobby = (await world.click(world.people["Alice"], end, "Play again")).message
    assert lobby is not None
    assert len(group.table.seats) == 3
    await world.click(world.people["Alice"], lobby, "Start")
    assert group.table.status is Status.PLAYING


async def test_a_new_discord_gets_the_commands_that_the_database_knows_already(tmp_path: Path) -> None:
    for _ in range(2):  # as when the sandbox is started twice
        bots = partial(Caboose, tmp_path / "games.sqlite3", registers=True)
        async with World(lambda now: bots(now=now)) as fresh:  # noqa: B023
            answer = await fresh.slash(fresh.people["Alice"], "leaderboard")
            assert "Leaderboard" in answer.text
