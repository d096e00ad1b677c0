"""Discord refuses and fails: the game goes on, nothing repeats without end, and the next change is shown again."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.table import Table
from storage.errors import StorageError
from storage.models import LogRow, Status, Step
from tests.end_to_end.group import Group, forge, moves_in
from tests.end_to_end.positions import dealt, put, start_short
from tests.harness import World

HANDS = ["12-1 1-2 2-3 5-6", "12-4 4-5 8-9 0-0"]
BONEYARD = "0-1 0-2 0-3 0-5"


def requests(world: World, method: str, path: str) -> int:
    """How many requests of this kind there were."""
    return sum(r.method == method and re.search(path, r.path) is not None for r in world.env.http_requests)


async def at_table(world: World) -> Group:
    """Alice and Bob in the opening; it is Alice's turn."""
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.open_hand("Alice")
    return group


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
@pytest.mark.parametrize("what", [("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")])
async def test_a_move_stands_whatever_discord_says_to_the_board(
    world: World, status: int, what: tuple[str, str]
) -> None:
    group = await at_table(world)
    revision = group.table.revision
    world.inject_error(*what, status=status, times=None)
    if what[0] == "POST":
        world.inject_error("PATCH", "/channels/*/messages/*", status=404, times=None)
    sent = len(world.env.http_requests)
    await group.move("Alice")
    assert group.table.revision == revision + 4
    await world.advance(3600)
    assert len(world.env.http_requests) - sent < 60, "it does not try for ever"
    tried = [request for request in world.env.http_requests[sent:] if request.method == what[0]]
    assert len(tried) < 20, "and less and less often"
    world.take_errors()
    world.heal()
    await group.move("Bob")
    await world.settle()
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 1 or what[0] == "POST"


async def test_a_deleted_table_is_posted_anew(world: World) -> None:
    group = await at_table(world)
    board = group.board
    world.env.backend.delete_message(world.channel.id, board.id)
    await group.move("Alice")
    assert group.board.id != board.id
    assert group.board.pictures
    await group.move("Bob")
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 1


async def test_a_table_that_a_moderator_deletes_comes_back_once_until_the_game_goes_on(world: World) -> None:
    group = await at_table(world)
    for there in (True, False):
        world.env.backend.delete_message(world.channel.id, group.board.id)
        await world.settle()
        assert bool([m for m in world.bot_messages() if m.alt_texts]) is there
    await group.move("Alice")
    assert [m for m in world.bot_messages() if m.alt_texts]


async def test_a_table_that_could_not_be_taken_away_goes_with_the_next_change(world: World) -> None:
    group = await at_table(world)
    await world.advance(31)
    old = group.board
    world.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await world.click(world.people["Alice"], old, "Move down")
    assert not old.deleted
    await group.move("Alice")
    assert old.deleted
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 1


@pytest.mark.parametrize("where", ["/webhooks/*", "/channels/*/messages/*"])
async def test_a_whole_round_is_played_while_edits_answer_400(world: World, where: str) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(computers=1, rounds=2)
    world.inject_error("PATCH", where, status=400, times=None)
    moves = 0

    def count() -> None:
        nonlocal moves
        moves += 1

    before = requests(world, "PATCH", "/messages/[0-9]+$")
    await group.play_round(after_move=count)
    assert group.table.status is Status.BETWEEN
    assert "is over" in world.bot_messages()[-1].text
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 1
    if where.startswith("/channels"):
        assert requests(world, "PATCH", "/messages/[0-9]+$") - before < 8, "soon it does not ask any more"
    await world.click(world.people["Alice"], world.bot_messages()[-1], "Next round")
    assert group.table.status is Status.PLAYING  # type: ignore[comparison-overlap]


async def test_an_edit_that_is_refused_once_does_not_end_editing(world: World) -> None:
    group = await at_table(world)
    for _ in range(5):
        world.inject_error("PATCH", "/channels/*/messages/*", status=400)
        await group.move(group.to_move() or "")
        board = group.board
        await group.move(group.to_move() or "")
        assert not board.deleted
        if group.bot.tables.in_channel(world.channel.id) is None or group.table.status is not Status.PLAYING:
            break


@pytest.mark.parametrize("code", [30046, 50083])
async def test_an_edit_refused_for_another_reason_does_not_end_pictures_in_edits(world: World, code: int) -> None:
    """Too many edits of an old message, an archived thread: a new message is posted, and edited from then on."""
    group = await at_table(world)
    for name in ("Alice", "Bob", "Alice", "Bob"):
        world.inject_error("PATCH", "/channels/*/messages/*", status=400, code=code)
        await group.move(name)
    world.heal()
    board = group.board
    await group.move("Alice")
    assert group.board == board
    assert not board.deleted


async def test_without_attach_files_the_board_is_text(world: World) -> None:
    group = await at_table(world)
    bot = world.env.bot.user
    assert bot is not None
    denied = Overwrite(bot.id, OverwriteType.MEMBER, 0, discord.Permissions(attach_files=True).value)
    world.env.backend.set_overwrite(world.channel.id, denied)
    await world.settle()
    await group.move("Alice")
    [board] = [m for m in world.bot_messages() if "Ends in" in m.text]
    assert not board.pictures
    assert "My hand" in board.buttons
    await group.move("Bob")
    await group.play_round()
    last = world.bot_messages()[-1]
    assert "is over" in last.text
    assert not last.pictures
    assert "points" in last.text or "in all" in last.text
    assert re.search("(has|have) won", last.text), "the podium"


async def test_without_attach_files_a_games_end_says_what_its_pictures_show(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    bot = world.env.bot.user
    assert bot is not None
    denied = Overwrite(bot.id, OverwriteType.MEMBER, 0, discord.Permissions(attach_files=True).value)
    world.env.backend.set_overwrite(world.channel.id, denied)
    await group.play_round()
    await world.click(world.people["Bob"], world.bot_messages()[-1], "Next round")
    await group.play_round()
    last = world.bot_messages()[-1]
    assert not last.pictures
    for shown in ("has won", "1. ", "went out", "Totals round by round"):
        assert shown in last.text


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10062), (404, 10015), (400, 40060), (401, 50027), (400, 50035), (500, 0), (403, 50001)]
)
async def test_a_move_stands_whatever_discord_says_to_the_answer(world: World, status: int, code: int) -> None:
    group = await at_table(world)
    revision = group.table.revision
    world.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
    sent = len(world.env.http_requests)
    await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"), answered=False)
    world.heal()
    world.take_errors()
    answers = [r.path for r in world.env.http_requests[sent:] if "/interactions/" in r.path or "/webhooks/" in r.path]
    assert len(answers) == 1 or code not in (10062, 10015, 40060, 50027), "what has run out is let be"
    assert group.table.revision == revision + 4
    assert f"board_{group.table.revision}.png" in group.board.as_sent().text
    await group.move("Bob")
    assert group.to_move() == "Alice"
    hand = await group.open_hand("Alice")
    assert hand.buttons or hand.options


async def test_an_answer_that_discord_did_not_take_does_not_say_that_nothing_was_changed(world: World) -> None:
    group = await at_table(world)
    world.inject_error("POST", "/interactions/*/callback", status=500)
    answer = await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"))
    assert "Look at the board" in answer.text
    assert group.to_move() == "Bob"


async def test_a_hand_that_takes_no_update_comes_anew(world: World) -> None:
    group = await at_table(world)
    world.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    old = group.hands["Alice"]
    answer = await world.click(world.people["Alice"], old, re.compile("^Lay train"))
    assert answer.kind == "message"
    assert answer.ephemeral
    assert answer.message is not None
    assert answer.message.pictures
    assert old.deleted


async def test_a_hand_is_not_used_after_a_quarter_of_an_hour(world: World) -> None:
    group = await at_table(world)
    await group.open_hand("Bob")
    await world.advance(14 * 60 + 1)
    before = requests(world, "PATCH", "/webhooks/")
    await group.move("Alice")
    assert requests(world, "PATCH", "/webhooks/") == before
    hand = group.hands["Bob"]
    answer = await world.click(world.people["Bob"], hand, custom_id=None) if moves_in(hand) else None
    assert answer is None
    await group.open_hand("Bob")
    await group.move("Bob")
    assert group.to_move() == "Alice"


async def test_a_full_disk_refuses_a_move_in_a_sentence_and_the_next_try_counts(world: World) -> None:
    group = await at_table(world)
    store, revision = group.bot.store, group.table.revision
    append = store.append

    async def full(*_: Any) -> int:
        raise StorageError("There is no room.")

    store.append = full  # type: ignore[method-assign, assignment]
    answer = await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"))
    assert "could not be saved" in answer.text
    assert group.table.revision == revision
    world.take_errors()
    store.append = append  # type: ignore[method-assign]
    await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"))
    assert group.table.revision == revision + 4


async def test_a_disk_that_fails_while_a_message_is_noted_posts_no_second_table(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    store = group.bot.store
    shown = store.shown

    async def full(*_: Any) -> None:
        raise StorageError("There is no room.")

    await group.play_round()
    store.shown = full  # type: ignore[method-assign, assignment]
    await world.click(world.people["Alice"], group.board, "Next round")
    await world.advance(4000)
    store.shown = shown  # type: ignore[method-assign]
    await group.move(group.to_move() or "")
    assert len([m for m in world.bot_messages() if "Round 2" in m.text]) == 1
    saved = await world.as_bot(store.load(group.table.id))
    assert saved is not None
    assert saved.message_id == group.board.id


async def test_a_move_that_another_process_made_first_is_stale(world: World) -> None:
    group = await at_table(world)
    table = group.table
    step = Step((LogRow(0, 0, "draw", None),), Status.PLAYING, table.game.snapshot, world.now())
    await world.as_bot(group.bot.store.append(table.id, table.revision, step))
    answer = await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"))
    assert "moved on" in answer.text
    assert table.revision == 4
    await world.click(world.people["Alice"], group.hands["Alice"], re.compile("^Lay train"))
    assert group.to_move() == "Bob"


async def test_the_next_round_dealt_while_the_last_rounds_end_is_still_being_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People see the message before Discord has told the bot that it was edited."""
    group = Group(world, "Alice", "Bob")
    await start_short(group)
    shown = Table.shown

    async def late(table: Table, still: Table, *rest: Any) -> None:
        if still.status is Status.BETWEEN:
            monkeypatch.undo()
            await table.next_round(world.people["Bob"].id)
        await shown(table, still, *rest)

    monkeypatch.setattr(Table, "shown", late)
    await group.move("Alice")
    await group.move("Bob")
    assert group.table.status is Status.PLAYING
    [end] = [message for message in world.bot_messages() if "is over" in message.text]
    assert end.buttons == []
    assert end.pictures
    assert group.board.id != end.id
    saved = await world.as_bot(group.bot.store.load(group.table.id))
    assert saved is not None
    assert saved.message_id == group.board.id


async def test_a_click_whose_token_has_run_out_does_nothing_more(world: World) -> None:
    group = await at_table(world)
    world.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    before = requests(world, "POST", "/callback")
    await forge(world, world.people["Carol"], group.board, f"cg1:{group.table.id}:hand", answered=False)
    assert requests(world, "POST", "/callback") == before + 1
    world.heal()
    world.take_errors()


async def test_people_who_are_faster_than_discord_see_the_newest_state_and_not_every_one(world: World) -> None:
    group = await at_table(world)
    publisher = group.bot.publisher
    edited = publisher._edited
    edits: list[str] = []

    async def slow(channel: Any, screen: Any, message_id: int) -> bool:
        edits.append(screen.pictures[0].name)
        await asyncio.sleep(2)
        return await edited(channel, screen, message_id)

    publisher._edited = slow  # type: ignore[method-assign]
    hand = group.hands["Alice"]
    for value in ("12-1>1", "2-1>1", "3-2>1"):
        await world.choose(world.people["Alice"], hand, value)
    await world.advance(5)
    newest = f"board_{group.table.revision}.png"
    assert edits == ["board_4.png", newest]
    assert newest in group.board.as_sent().text


async def test_a_table_is_stopped_while_its_board_is_being_shown(world: World) -> None:
    group = await at_table(world)
    publisher = group.bot.publisher
    edited = publisher._edited

    async def slow(*values: Any) -> bool:
        await asyncio.sleep(2)
        return await edited(*values)

    publisher._edited = slow  # type: ignore[method-assign, assignment]
    await group.move("Alice")
    asked = await world.slash(world.people["Alice"], "train stop")
    assert asked.message is not None
    await world.click(world.people["Alice"], asked.message, "Stop it")
    await world.advance(5)
    assert "stopped" in world.bot_messages()[-1].text
    assert len(world.bot_messages()) == 1
    assert group.bot.tables.in_channel(world.channel.id) is None
    await group.sit_down()
