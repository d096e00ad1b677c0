"""Clicks by the wrong person, at the wrong time, twice, or made up: each gets a sentence, and changes nothing."""

from __future__ import annotations

import re

import pytest

from bot.router import TABLE_ACTIONS
from game.moves import parse_move
from storage.models import Status
from tests.end_to_end.group import Group, forge, newcomer
from tests.end_to_end.positions import dealt, put, start_short
from tests.harness import Message, World

MADE_UP = (
    "",
    "x",
    "ct1:1",
    "ct1:{game}:{revision}:",
    "ct1:{game}:{revision}:99-99>1",
    "ct1:{game}:{revision}:12-1>9",
    "ct1:{game}:{revision}:12-1>M1",
    "ct1:{game}:{revision}:7-7>1",
    "ct1:{game}:{revision}:draw",
    "ct1:{game}:{revision}:pass",
    "ct1:{game}:{revision}:end",
    "ct1:{game}:{revision}:knock>1",
    "ct1:{game}:{revision}:knock>2",
    "ct1:{game}:{revision}:catch>1",
    "ct1:{game}:{revision}:catch>2",
    "ct1:{game}:{revision}:catch>14",
    "ct1:{game}:{revision}:chosen",
    "ct1:{game}:{revision}:tile9",
    "ct1:{game}:999999999999999999:draw",
    "ct1:999999999999999999:{revision}:draw",
    "cg1:{game}:nothing",
    "cg1:0:hand",
    "cr1:t:{game}:option",
    "cr1:t:{game}:v_toes",
    "cr1:t:{game}:v_nothing",
    "cr1:t:0:preset",
    "cr1:s:0:preset",
    "cr1:s:{guild}:preset",
    "cr1:s:{guild}:option",
    "cr1:s:{guild}:v_toes",
    "cr1:s:{guild}:reset",
)
EFFECTIVE = {"down", "hand", "sort", "quit_yes", "kick", "vote", "undo", "agree", "stop_yes"}
"""What somebody at a running table may do with effect."""
OPENING = ("12-1 1-2 2-3 5-6", "12-4 4-5 8-9")


async def opened(world: World) -> tuple[Group, Message]:
    """Alice and Bob in the opening, and Alice's hand; it is her turn."""
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(list(OPENING), "0-1 0-2 0-3 0-5"))
    return group, await group.open_hand("Alice")


async def test_a_stale_hand_is_redrawn_and_nothing_is_applied(world: World) -> None:
    group, old = await opened(world)
    alice = world.people["Alice"]
    [stale] = [c["custom_id"] for c in old.components if c["type"] == 3]
    await world.choose(alice, old, "12-1>1")
    before = group.table.revision
    answer = await forge(world, alice, old, stale, "12-1>1")
    assert "moved on" in answer.text
    assert group.table.revision == before
    assert "Lay train (2 tiles)" in old.buttons
    assert old.pictures


async def test_a_stale_hand_of_somebody_whose_turn_is_past_is_redrawn(world: World) -> None:
    group, hand = await opened(world)
    stale = next(c["custom_id"] for c in hand.components if str(c.get("label")).startswith("Lay train"))
    await world.click(world.people["Alice"], hand, re.compile("^Lay train"))
    before = group.table.revision
    answer = await forge(world, world.people["Alice"], hand, stale)
    assert "moved on" in answer.text
    assert hand.buttons == ["Take back"]
    assert group.table.revision == before


async def test_only_who_is_to_move_moves(world: World) -> None:
    group, hand = await opened(world)
    revision = group.table.revision
    for name, told in (("Bob", "Alice's turn"), ("Carol", "not at this table")):
        for move in ("12-1>1", "draw", "pass", "end", "train"):
            answer = await forge(world, world.people[name], group.board, f"ct1:{group.table.id}:{revision}:{move}")
            assert told in answer.text
            assert answer.ephemeral
    assert group.table.revision == revision
    assert hand.buttons


@pytest.mark.parametrize("name", ["Alice", "Bob", "Dave"])
async def test_a_made_up_id_gets_a_sentence_and_changes_nothing(world: World, name: str) -> None:
    group, hand = await opened(world)
    table = group.table
    before = (table.game, table.match, [sent.text for sent in world.sent if sent.audience is None])
    harmless = TABLE_ACTIONS.keys() - ({"down"} if table.seat_of(world.people[name].id) is None else EFFECTIVE)
    for custom_id in (*MADE_UP, *(f"cg1:{{game}}:{action}" for action in sorted(harmless))):
        forged = custom_id.format(game=table.id, revision=table.revision, guild=world.guild.id)
        for value in (None, "12-1>9", "everything"):
            for message in {group.board, hand if name == "Alice" else group.board}:
                answer = await forge(world, world.people[name], message, forged, value)
                assert answer.ephemeral, forged
                assert answer.text, forged
    assert (table.game, table.match, [sent.text for sent in world.sent if sent.audience is None]) == before


async def test_a_menus_value_that_is_no_move_is_refused(world: World) -> None:
    group, hand = await opened(world)
    alice, revision = world.people["Alice"], group.table.revision
    chosen = f"ct1:{group.table.id}:{revision}:chosen"
    for value in ("", "12-1", "12-1>2", "nonsense" * 20, "5-6>1", "8-9>1"):
        answer = await forge(world, alice, hand, chosen, value)
        assert answer.ephemeral
        assert answer.text
        assert group.table.revision == revision
    for value in ("", "rubbish", "8-9", "99-1"):
        await forge(world, alice, hand, f"ct1:{group.table.id}:{revision}:tile0", value)
        assert group.table.revision == revision
    await world.choose(alice, hand, "12-1>1")
    assert group.table.revision == revision + 1


async def test_a_table_of_another_channel_or_server_cannot_be_reached(world: World) -> None:
    group, _ = await opened(world)
    table = group.table
    other = world.guild.create_text_channel("other")
    lobby = (await world.slash(world.people["Alice"], "train new", channel=other)).message
    assert lobby is not None
    elsewhere = world.env.create_guild("Elsewhere", owner=world.people["Dave"].user)
    far = elsewhere.create_text_channel("far")
    eve = elsewhere.add_member(world.people["Alice"].user)  # the same person on another server
    await world.settle()
    abroad = (await world.slash(eve, "train new", channel=far)).message
    assert abroad is not None
    revision = table.revision
    for person, message in ((world.people["Alice"], lobby), (eve, abroad)):
        for forged in (f"ct1:{table.id}:{revision}:train", f"cg1:{table.id}:hand", f"cg1:{table.id}:stop_yes"):
            answer = await forge(world, person, message, forged)
            assert answer.ephemeral
            assert not answer.message.pictures if answer.message else False
    assert table.revision == revision
    assert table.status is Status.PLAYING


async def test_a_hand_is_never_shown_in_a_public_message(world: World) -> None:
    """An id of a hand's button on a public message, as nobody can make it but a broken client."""
    group, _ = await opened(world)
    board = group.board
    for forged in ("train", "tile0"):
        revision = group.table.revision
        answer = await forge(world, world.people["Alice"], board, f"ct1:{group.table.id}:{revision}:{forged}", "12-1")
        assert answer.message is not None
        assert answer.message.ephemeral
    assert not any("hand_" in sent.text for sent in world.sent if sent.audience is None)


async def test_buttons_of_a_finished_game_say_so(world: World) -> None:
    group, hand = await opened(world)
    board = group.board
    game, revision = group.table.id, group.table.revision
    old = [c["custom_id"] for c in (*board.components, *hand.components) if c.get("custom_id")]
    await world.slash(world.people["Alice"], "train stop")
    await world.click(world.people["Alice"], world.ephemeral_messages(world.people["Alice"])[-1], "Stop it")
    await world.settle()
    for custom_id in (*old, f"ct1:{game}:{revision}:draw", f"cg1:{game}:next", f"cg1:{game}:stop_yes"):
        answer = await forge(world, world.people["Bob"], board, custom_id, "12-1>1")
        assert answer.ephemeral
        assert "over" in answer.text


async def test_a_double_click_on_a_move_applies_once(world: World) -> None:
    group, hand = await opened(world)
    alice = world.people["Alice"]
    before = group.table.revision
    await world.together(
        world.click(alice, hand, re.compile("^Lay train")), world.click(alice, hand, re.compile("^Lay train"))
    )
    assert group.table.revision == before + 4
    assert not hand.deleted
    assert len(world.ephemeral_messages(alice)) == 1
    assert group.to_move() == "Bob"


async def test_one_move_of_many_clicked_at_once_applies(world: World) -> None:
    group, hand = await opened(world)
    alice = world.people["Alice"]
    before = group.table.revision
    await world.together(*(world.choose(alice, hand, "12-1>1") for _ in range(5)))
    assert group.table.revision == before + 1
    assert "Lay train (2 tiles)" in hand.buttons


async def test_of_two_different_moves_clicked_at_once_one_applies(world: World) -> None:
    """Two devices: both hands show the same moment."""
    group, hand = await opened(world)
    alice, before = world.people["Alice"], group.table.revision
    answers = await world.together(
        world.choose(alice, hand, "12-1>1"), world.click(alice, hand, re.compile("^Lay train"))
    )
    assert any("moved on" in answer.text for answer in answers)
    log = await world.as_bot(group.bot.store.log(group.table.id))
    moves = [row.move for revision, row in log if revision > before]
    assert moves in (["12-1>1"], ["12-1>1", "2-1>1", "3-2>1", "end"])


async def test_a_stale_button_of_before_a_restart_redraws_the_hand(world: World) -> None:
    group, hand = await opened(world)
    alice = world.people["Alice"]
    await world.as_bot(group.table.play(alice.id, group.table.revision, parse_move("12-1>1")))
    await world.restart()
    stale = group.table.revision - 1
    answer = await forge(world, alice, hand, f"ct1:{group.table.id}:{stale}:12-1>1")
    assert "moved on" in answer.text
    assert answer.message is not None
    assert answer.message.pictures
    assert any(f":{group.table.revision}:" in c.get("custom_id", "") for c in answer.message.components)


async def test_next_round_pressed_by_two_at_once_deals_once(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    await group.play_round()
    end = group.board
    people = [world.people[name] for name in ("Alice", "Bob")]
    answers = await world.together(*(world.click(person, end, "Next round") for person in people))
    assert sum("has begun already" in answer.text for answer in answers) == 1
    assert group.table.match is not None
    assert group.table.match.number == 1
    assert "Next round" not in end.buttons
    assert len([m for m in world.bot_messages() if m.alt_texts]) == 2


async def test_an_outsider_cannot_deal_move_the_table_or_nudge(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=3)
    carol = world.people["Carol"]
    await world.advance(400)
    for label in ("My hand", "Move down"):
        assert "not at this table" in (await world.click(carol, group.board, label)).text
    more = (await world.click(carol, group.board, "More")).message
    assert more is not None
    game = group.table.id
    for action, told in (("nudge", "not at this table"), ("stop", "Only the host"), ("stop_yes", "Only the host")):
        assert told in (await forge(world, carol, more, f"cg1:{game}:{action}")).text
    assert "boneyard" in (await world.click(carol, more, "Text board")).text
    await group.play_round()
    assert "not at this table" in (await world.click(carol, group.board, "Next round")).text
    assert group.table.status is Status.BETWEEN


async def test_a_name_cannot_decorate_a_refusal(world: World) -> None:
    newcomer(world, "**Mallory** <@1>", of="Mallory")
    group = Group(world, "Mallory", "Bob")
    lobby = await group.sit_down()
    answer = await world.click(world.people["Bob"], lobby, "Start")
    assert r"\*\*Mallory\*\*" in answer.text
    await world.click(world.people["Mallory"], lobby, "Start")
    answer = await forge(world, world.people["Bob"], group.board, f"ct1:{group.table.id}:{group.table.revision}:draw")
    assert r"\*\*Mallory\*\* \<\@1\>'s turn" in answer.text


@pytest.mark.parametrize("name", ["Alice", "Bob", "Carol"])
async def test_rubbish_in_a_lobby_changes_nothing(world: World, name: str) -> None:
    """Also from the host: values that no menu offers."""
    group = Group(world, "Alice", "Bob")
    lobby = await group.sit_down()
    game = group.table.game
    values = ("", "1.5", "-1", "99", "٣", "1e9", "9" * 100, "yes", "None", "club", "../x", "{name}", "toes")
    ids = (
        *(f"cg1:{game.id}:{what}" for what in ("rounds", "limit", "kick", "seat", "vote", "agree", "quit_yes")),
        *(
            f"cr1:t:{game.id}:{what}"
            for what in ("preset", "option", "v_toes", "v_hand_size", "v_own_trains", "v_", "x")
        ),
        f"cr1:s:{game.id}:preset",
        "cr1:s:1:v_toes",
    )
    for custom_id in ids:
        for value in values:
            if custom_id.endswith("preset") and value == "club":
                continue
            answer = await forge(world, world.people[name], lobby, custom_id, value)
            assert answer.kind == "message" or answer.message is not None, (custom_id, value)
            assert answer.ephemeral, (custom_id, value)
            assert len(answer.text) < 1500
    assert group.table.game == game


async def test_a_server_whose_rules_are_changed_by_somebody_who_may_not(world: World) -> None:
    group = Group(world, "Bob", "Carol")
    lobby = await group.sit_down()
    answer = await forge(world, world.people["Bob"], lobby, f"cr1:s:{world.guild.id}:preset", "express")
    assert "Manage Server" in answer.text
    assert await world.as_bot(group.bot.store.recall(f"guild:{world.guild.id}:rules")) is None
