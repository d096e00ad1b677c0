"""Themes, orders of a hand, avatars and replays, chosen and seen by clicking."""

from __future__ import annotations

import asyncio
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot import faces, replays
from renderer import palette
from renderer.gallery import avatar
from renderer.theme import CONTRAST, DARK, LIGHT, Theme
from tests.end_to_end.group import Group
from tests.harness import Message, World


def drawn_in(message: Message, look: Theme) -> bool:
    """Whether every picture of a message has the palette of a theme."""
    assert message.pictures
    return all(palette.packed(look) in picture for picture in message.pictures)


async def test_a_persons_theme_changes_what_only_they_see(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    assert drawn_in(await group.open_hand("Alice"), DARK)
    answer = await world.slash(world.people["Alice"], "theme", theme="light")
    assert "Light" in answer.text
    assert answer.ephemeral
    assert drawn_in(await group.open_hand("Alice"), LIGHT)
    assert drawn_in(await group.open_hand("Bob"), DARK)
    await group.move("Alice")
    assert drawn_in(group.board, DARK)
    await world.restart()
    assert drawn_in(await group.open_hand("Alice"), LIGHT)
    await world.slash(world.people["Alice"], "theme")
    assert drawn_in(await group.open_hand("Alice"), DARK)


async def test_only_who_manages_the_server_sets_its_theme(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    refused = await world.slash(world.people["Bob"], "theme", theme="contrast", scope="server")
    assert "Manage Server" in refused.text
    await world.slash(world.people["Alice"], "theme", theme="contrast", scope="server")
    await group.move("Alice")
    assert drawn_in(group.board, CONTRAST)
    assert drawn_in(await group.open_hand("Bob"), CONTRAST)


async def test_a_hand_is_sorted_as_its_owner_likes_and_stays_so(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    await group.move("Alice")
    await group.move("Bob")  # after the opening trains
    hand = await group.open_hand("Bob")
    seen = {hand.pictures[0]}
    for label, after in (
        ("Sort: by train", "Sort: by number"),
        ("Sort: by number", "Sort: by pips"),
        ("Sort: by pips", "Sort: by train"),
    ):
        answer = await world.click(world.people["Bob"], hand, label)
        assert answer.kind == "update"
        assert after in hand.buttons
        seen.add(hand.pictures[0])
    assert len(seen) == 3
    await world.click(world.people["Bob"], hand, "Sort: by train")
    await world.restart()
    assert "Sort: by number" in (await group.open_hand("Bob")).buttons


async def test_the_last_finished_round_is_replayed_for_everyone(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=2)
    alice = world.people["Alice"]
    assert "No round is finished yet" in (await world.slash(alice, "train replay")).text
    await group.play_round()
    answer = await world.slash(world.people["Carol"], "train replay")
    assert not answer.ephemeral
    assert answer.message is not None
    with Image.open(BytesIO(answer.message.pictures[0])) as moving:
        assert moving.format == "GIF"
        assert getattr(moving, "n_frames", 1) > 10
    assert "replay of" in answer.message.alt_texts[0]


async def test_only_some_replays_are_drawn_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=1)
    await group.play_round()
    monkeypatch.setattr(replays, "AT_ONCE", 0)
    assert "ask again" in (await world.slash(world.people["Alice"], "train replay")).text


async def test_the_end_of_a_game_has_its_podium_and_chart(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=2)
    await group.play_round()
    assert len(group.board.pictures) == 3
    await world.click(world.people["Alice"], group.board, "Next round")
    await group.play_round()
    end = world.bot_messages(world.channel)[-1]
    assert len(end.pictures) == 5
    assert any("1. " in alt and "has won" in alt for alt in end.alt_texts)


async def test_an_avatar_comes_onto_the_board_and_is_fetched_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []

    async def read(asset: discord.Asset) -> bytes:
        fetched.append(asset.url)
        return avatar(1)

    monkeypatch.setattr(discord.Asset, "read", read)
    user = world.env.create_user("eve", global_name="Eve", avatar="0" * 32)
    world.people["Eve"] = eve = world.guild.add_member(user)
    group = Group(world, "Alice", "Eve")
    await group.start()
    await group.open_hand("Eve")
    assert group.bot.faces.of(eve.id) == avatar(1)
    assert group.bot.faces.of(world.people["Alice"].id) == b""
    assert [person.avatar for person in group.table.people()] == [b"", avatar(1)]
    assert len(fetched) == 1
    assert "size=64" in fetched[0]
    assert ".png" in fetched[0]


@pytest.mark.parametrize("trouble", [discord.DiscordException(), OSError(), TimeoutError(), None])
async def test_an_avatar_that_cannot_be_fetched_is_absent_without_harm(
    world: World, monkeypatch: pytest.MonkeyPatch, trouble: Exception | None
) -> None:
    async def read(asset: discord.Asset) -> bytes:
        if trouble is not None:
            raise trouble
        return b"x" * (faces.LARGEST + 1)

    monkeypatch.setattr(discord.Asset, "read", read)
    world.people["Eve"] = world.guild.add_member(world.env.create_user("eve", global_name="Eve", avatar="0" * 32))
    group = Group(world, "Alice", "Eve")
    await group.start()
    hand = await group.open_hand("Eve")
    assert hand.pictures
    assert group.bot.faces.of(world.people["Eve"].id) == b""


async def test_avatars_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "AT_HAND", 3)
    known = faces.Faces()
    for number in range(10):
        known._keep(number, "key", b"x")
    assert [number for number in range(10) if known.of(number)] == [7, 8, 9]
    await asyncio.sleep(0)
