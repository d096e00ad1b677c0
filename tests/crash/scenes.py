"""Moments at which to crash: just before a move, before the move that ends a round, before the one that ends a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from simcord.builders import ChannelHandle

from bot.client import Caboose
from game.match import Match, play
from game.moves import Move, Play
from game.players import LEVELS
from game.view import view_of
from storage.models import Status
from tests.end_to_end.group import Group, forge
from tests.harness import Answer, Message, World

PEOPLE = ("Alice", "Bob", "Carol")
SCENES = ("move", "round", "game")


@asynccontextmanager
async def world_on(path: Path, *, channels: int = 1) -> AsyncIterator[World]:
    """A world whose channels are there when the bot takes up the games of a database."""
    places = [path.with_name(f"{path.name}-empty"), path]
    for left in path.parent.glob(f"{path.name}-empty*"):
        left.unlink()
    bots = lambda now: Caboose(places[0], now=now, random=Random(1))  # noqa: E731
    async with World(bots, people=PEOPLE, settle_timeout=60) as world:
        for number in range(1, channels):
            world.guild.create_text_channel(f"games-{number}")
        del places[0]
        await world.restart()
        yield world


async def begin(world: World, *, rounds: int) -> Group:
    """Alice and Bob at a table with short rounds."""
    group = Group(world, "Alice", "Bob")
    await group.sit_down(rounds=rounds)
    host = world.people["Alice"].id
    await world.as_bot(group.table.set_rules(host, group.table.rules.changed(hand_size=4)))
    await world.click(world.people["Alice"], group.board, "Start")
    return group


def channels_of(world: World) -> list[ChannelHandle]:
    """The channels that such a world has."""
    channels = world.env.backend.channels.values()
    return [
        ChannelHandle(world.env, world.guild, channel)
        for channel in channels
        if (channel.name or "").startswith("games")
    ]


async def prepare(path: Path, scene: str) -> None:
    """Bring a new database to one of the moments."""
    async with world_on(path) as world:
        await reach(Group(world, "Alice", "Bob"), scene)


async def reach(group: Group, scene: str) -> None:
    """Play on until somebody is to move, and with that ends what the scene is called after; in new games if need be."""
    rounds = 1 if scene == "game" else 13
    while True:
        table = group.bot.tables.in_channel(group.channel.id)
        if table is None:
            await begin(group.world, rounds=rounds)
        elif table.rules.rounds != rounds:
            await group.world.as_bot(table.stop(table.game.host_id))
        elif await group.world.as_bot(_reach(group, scene)):
            return


async def _reach(group: Group, scene: str) -> bool:
    table = group.table
    while not table.status.ended:
        match = table.match
        assert match is not None
        if table.status is Status.BETWEEN:
            await table.next_round(table.game.host_id)
            continue
        if table.moves_by_itself:
            await table.computer_move(table.revision)
            continue
        move = good_move(match)
        opens = view_of(match, match.round.seat).is_opening
        if not opens and (scene == "move" or play(match, move)[0].round.ended):
            return True
        assert table.to_move is not None
        await table.play(table.to_move.user_id or 0, table.revision, move)
    return False  # the last round ended by a pass


def good_move(match: Match) -> Move:
    """What a computer would do now; always the same."""
    return LEVELS["simple"](view_of(match, match.round.seat), Random(1))


def component_for(group: Group, hand: Message, move: Move) -> tuple[str, str | None]:
    """The button of a hand that makes this move, or the menu and its value."""
    for part in hand.components:
        if part.get("custom_id", "").endswith(f":{group.table.revision}:{move}"):
            return part["custom_id"], None
        if str(move) in [option["value"] for option in part.get("options", ())]:
            return part["custom_id"], str(move)
    raise AssertionError(f"{move} is not in {hand}")


async def press(group: Group, name: str, hand: Message, component: tuple[str, str | None], **options: Any) -> Answer:
    """Press such a button, or choose such a value; also of a hand that shows something else by now."""
    custom_id, value = component
    return await forge(group.world, group.world.people[name], hand, custom_id, value, **options)


async def move(group: Group, name: str) -> None:
    """Let somebody make a move from the hand that the newest board opens, by way of the tile where there are many."""
    world, table, board = group.world, group.table, newest_board(group)
    person, revision = world.people[name], table.revision
    assert board is not None
    assert table.match is not None
    hand = (await world.click(person, board, "My hand")).message
    assert hand is not None
    trains = [label for label in hand.buttons if label.startswith("Lay train")]
    best = good_move(table.match)
    if trains:
        await world.click(person, hand, trains[0])
    else:
        if isinstance(best, Play) and str(best.tile) in hand.options:
            hand = (await world.choose(person, hand, str(best.tile), placeholder="Choose a tile")).message
            assert hand is not None
        await press(group, name, hand, component_for(group, hand, best))
    assert table.revision > revision


def newest_board(group: Group) -> Message | None:
    """The message that shows the newest state of the channel's game."""
    table = group.table
    named = f'board_{table.revision}.png"'
    return next((m for m in group.world.bot_messages(group.channel) if named in m.as_sent().text), None)


def shown(group: Group) -> bool:
    """Whether the newest state is to be seen in the channel."""
    return group.bot.tables.in_channel(group.channel.id) is None or newest_board(group) is not None
