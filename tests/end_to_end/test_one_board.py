"""There is one board, one ping and one question at most, whatever fails between sending, noting and deleting them."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot import answers
from game.moves import parse_move
from storage.errors import StorageError
from storage.models import Status
from storage.sqlite import SqliteStore
from tests.end_to_end.group import Group, forge
from tests.end_to_end.positions import dealt, put, start_short
from tests.harness import Message, World

HANDS = ["12-1 1-2 2-3 5-6 7-7 8-8", "12-2 2-4 4-9 9-9 3-8 10-10", "12-3 3-6 6-7 7-9 5-8 11-11"]
BONEYARD = "0-1 0-2 0-3 0-5"


def boards(world: World) -> list[Message]:
    return [message for message in world.bot_messages() if message.alt_texts]


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, key: str = "") -> None:
    """Let the store's next such work fail, where its first value is a text that ends in `key`."""
    work = getattr(SqliteStore, name)
    failed = False

    async def failing(self: SqliteStore, *values: Any) -> Any:
        nonlocal failed
        if not failed and str(values[0]).endswith(key):
            failed = True
            raise StorageError("It is locked.")
        return await work(self, *values)

    monkeypatch.setattr(SqliteStore, name, failing)


async def test_a_game_stopped_between_later_rounds_says_so(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    for _ in range(2):
        if group.table.status is Status.BETWEEN:
            await world.click(world.people["Bob"], group.board, "Next round")
        await group.play_round()
    question = (await world.slash(world.people["Alice"], "train stop")).message
    assert question is not None
    await world.click(world.people["Alice"], question, "Stop it")
    assert "was stopped" in world.bot_messages()[-1].text


async def test_a_new_board_that_cannot_be_noted_at_once_leaves_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(31)
    fail_once(monkeypatch, "shown")
    await world.click(world.people["Alice"], group.board, "Move down")
    await world.advance(120)
    assert len(boards(world)) == 1
    assert await world.as_bot(group.bot.store.recall(f"game:{group.table.id}:posting")) is None


async def test_a_crash_between_noting_a_board_and_deleting_the_old_one_leaves_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await world.advance(31)

    async def cut_off(*_: Any) -> None:
        await asyncio.sleep(3600)  # the process ends here

    monkeypatch.setattr(group.bot.publisher._asides, "tidy", cut_off)
    await world.click(world.people["Alice"], group.board, "Move down")
    assert len(boards(world)) == 2
    await world.restart(crash=True)
    assert len(boards(world)) == 1
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text


async def test_the_last_old_board_is_deleted_once_discord_lets_us(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=1)
    await group.move("Alice")
    await world.advance(31)
    old = group.board
    world.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await world.click(world.people["Alice"], old, "Move down")
    world.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await group.move("Bob")
    await world.advance(60)
    assert old.deleted


async def test_a_lobby_whose_answer_got_lost_is_there_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = AsyncWebhookAdapter.create_interaction_response
    lost = False

    async def lose(self: AsyncWebhookAdapter, *values: Any, **options: Any) -> Any:
        nonlocal lost
        told = await answer(self, *values, **options)
        if not lost:
            lost = True
            raise aiohttp.ServerDisconnectedError
        return told

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", lose)
    await world.slash(world.people["Alice"], "train new")
    await world.advance(60)
    assert lost
    [lobby] = world.bot_messages()
    await world.click(world.people["Bob"], lobby, "Join")
    assert "Bob" in lobby.text


async def test_a_ping_goes_away_though_that_could_not_be_noted_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    [ping] = [message for message in world.bot_messages() if "it is your turn" in message.text]
    fail_once(monkeypatch, "remember", ":ping")
    await group.move("Bob")
    await world.advance(120)
    assert ping.deleted


async def test_who_moves_while_they_are_being_nudged_is_called_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    await world.advance(400)
    send = discord.PartialMessageable.send

    async def slow(self: discord.PartialMessageable, **options: Any) -> discord.Message:
        sent: discord.Message = await send(self, **options)
        if "waiting for your move" in str(options["view"].to_components()):
            await asyncio.sleep(2)
        return sent

    monkeypatch.setattr(discord.PartialMessageable, "send", slow)
    await forge(world, world.people["Carol"], group.board, f"cg1:{group.table.id}:nudge", answered=False)
    await group.move("Bob")
    await world.advance(30)
    assert not any("waiting for your move" in message.text for message in world.bot_messages())


async def test_a_question_that_could_not_be_put_can_be_put_again(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    world.inject_error("POST", "/channels/*/messages", status=500)
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    await forge(world, world.people["Alice"], group.hands["Alice"], f"cg1:{group.table.id}:undo")
    questions = [message for message in world.bot_messages() if "take the last move back" in message.text]
    assert len(questions) == 1


async def test_who_asked_and_is_alone_then_takes_their_move_back(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    before = group.table.match
    await group.move("Alice")
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    await world.as_bot(group.table.quit(world.people["Bob"].id))
    await forge(world, world.people["Alice"], group.hands["Alice"], f"cg1:{group.table.id}:undo")
    assert group.table.match == before


async def test_only_the_line_of_the_move_taken_back_goes(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    hands = ["12-5 5-5 5-6 1-2 3-4", "12-2 2-4 4-9 9-8"]
    rules: dict[str, Any] = {"opening": "single", "own_train_first": False, "doubles": "play_again"}
    await put(group, dealt(hands, BONEYARD, **rules))
    alice, bob, table = world.people["Alice"].id, world.people["Bob"].id, group.table
    for user, move in ((alice, "12-5>1"), (bob, "12-2>2"), (alice, "5-5>1")):
        await world.as_bot(table.play(user, table.revision, parse_move(move)))
    told = table.events
    await world.as_bot(table.play(alice, table.revision, parse_move("6-5>1")))
    await world.as_bot(table.take_back(alice))
    await world.as_bot(table.agree(bob))
    assert table.events == told


async def test_a_start_whose_disk_fails_once_leaves_no_table_standing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [Group(world, "Alice"), Group(world, "Bob", channel=world.guild.create_text_channel("other"))]
    for group in groups:
        await group.start(computers=1, rounds=1)
        await group.move(group.names[0])
    fail_once(monkeypatch, "recall", ":question")
    await world.restart()
    world.take_errors()
    revisions = [group.table.revision for group in groups]
    await world.advance(10)
    assert all(group.table.revision > revision for group, revision in zip(groups, revisions, strict=True))


async def test_a_hand_that_is_being_sent_while_its_owner_is_caught_shows_the_new_tiles(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    hands = ["12-1 1-5", "12-2 2-6 6-7 0-5", "12-3 3-4 4-8 9-9"]
    rules: dict[str, Any] = {"last_tile": "knock", "opening": "single", "own_train_first": True}
    await put(group, dealt(hands, BONEYARD, **rules))
    await group.move("Alice")
    await group.move("Bob")
    send = answers._send

    async def slow(*values: Any) -> answers.Sent:
        await asyncio.sleep(2)
        return await send(*values)

    monkeypatch.setattr(answers, "_send", slow)
    opened = await world.click(world.people["Alice"], group.board, "My hand", answered=False)
    await world.as_bot(group.table.catch(world.people["Carol"].id))
    await world.advance(10)
    assert "3 tiles" in opened.messages[-1].text
    assert group.board.alt_texts, "and the board is a board"
