"""Anybody clicks anything in Discord, also what was never shown to them: there is an answer, and no state breaks."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st
from simcord import actors
from simcord.enums import InteractionType

from bot.client import Caboose
from bot.router import TABLE_ACTIONS
from game.presets import PRESETS
from game.rules import OPTIONS
from tests.crash.audit import all_games, audit
from tests.crash.effort import LENGTH, TORTURE, interactions
from tests.crash.scenes import newest_board
from tests.end_to_end.group import Group, forge
from tests.harness import Message, World

NUMBER = 20_000 if TORTURE else 2_000
SEATED, OTHERS = ("Alice", "Bob", "Carol"), ("Dave", "Eve")
LANGUAGES = ("en-US", "de", "ar", "xx")
FAULTS = (
    ("PATCH", "/channels/*/messages/*", 500),
    ("PATCH", "/channels/*/messages/*", 404),
    ("PATCH", "/channels/*/messages/*", 400),
    ("POST", "/channels/*/messages", 500),
    ("POST", "/channels/*/messages", 403),
    ("DELETE", "/channels/*/messages/*", 500),
    ("PATCH", "/webhooks/*", 400),
    ("PATCH", "/webhooks/*", 401),
    ("DELETE", "/webhooks/*", 404),
)
MOVES = ("draw", "pass", "end", "train", "chosen", "tile", "tile0", "knock>1", "12-12>1", "x")
CHANGES = ("preset", "option", "reset", "v_", *(f"v_{name}" for name in OPTIONS))
numbers = st.integers(0, 3)
wild_ids = st.one_of(
    st.builds("ct1:{}:{}:{}".format, numbers, st.integers(0, 40), st.sampled_from(MOVES)),
    st.builds("cg1:{}:{}".format, numbers, st.sampled_from((*TABLE_ACTIONS, "again", "nothing"))),
    st.builds("cr1:{}:{}:{}".format, st.sampled_from("ts"), numbers, st.sampled_from(CHANGES)),
    st.text(max_size=100),
)
wild_values = st.one_of(
    st.none(),
    st.text(max_size=100),
    st.sampled_from(
        ("", "0", "-1", "7", "999999999999", "true", "auto", "other", "draw", "12-12", "12-12>1", *PRESETS)
    ),
    st.sampled_from(tuple(OPTIONS)),
)


class Deed(NamedTuple):
    """Somebody does something."""

    what: str
    who: str
    pick: int
    custom_id: str
    value: str | None


DEEDS = {
    "shown": 40, "hand": 12, "wild": 14, "typed": 4, "command": 8, "together": 6, "time": 8, "late": 1, "fault": 2,
    "say": 1, "delete": 1, "restart": 2, "speak": 1,
}  # fmt: skip
"""What somebody does, and how often."""

deeds = st.builds(
    Deed,
    st.sampled_from(
        [what for what, often in DEEDS.items() for _ in range(often)],
    ),
    st.sampled_from((*SEATED, *SEATED, *OTHERS)),
    st.integers(0, 10_000),
    wild_ids,
    wild_values,
)
seen: Counter[str] = Counter()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_anything_in_discord_is_answered() -> None:
    seen.clear()
    fuzz()
    print(f"{seen['all']} interactions: {dict(sorted(seen.items()))}")
    assert seen["all"] >= NUMBER
    assert seen["moves"] > 0


@interactions(NUMBER)
@given(things=st.lists(deeds, min_size=LENGTH, max_size=LENGTH), seed=st.integers(0, 1000))
def fuzz(things: list[Deed], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_example(Path(folder) / "games", things, seed))


async def _example(path: Path, things: list[Deed], seed: int) -> None:
    def make(now: Any) -> Caboose:
        return Caboose(path, now=now, random=Random(seed))

    async with World(make, people=(*SEATED, *OTHERS)) as world:
        crowd = Crowd(world, seed)
        await crowd.begin()
        for one in things:
            await crowd.do(one)
        world.heal()
        await world.advance(120)
        group = crowd.group
        games = await world.as_bot(all_games(group.bot.store, path))
        found = await world.as_bot(audit(group.bot.store, path, games))
        seen["moves"] += found.moves
        seen["rounds"] += found.rounds
        for live in group.bot.tables:
            assert live.revision == next(game.revision for game in games if game.id == live.id)
        table = group.bot.tables.in_channel(world.channel.id)
        if table is not None and table.match is not None:
            if crowd.lost:  # as people would: the bot itself looks for its board only when something changes
                await world.slash(world.people["Alice"], "train board")
            assert newest_board(group) is not None


class Crowd:
    """Everybody in a server, and what each of them can see."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.group = Group(world, *SEATED, seed=seed)
        self.lost = False
        """Whether a board may be gone of which the bot could not know."""

    async def begin(self) -> None:
        """Most examples begin with a game under way."""
        await self.group.sit_down(computers=1, rounds=2)
        host = self.world.people["Alice"].id
        await self.world.as_bot(self.group.table.set_rules(host, self.group.table.rules.changed(hand_size=4)))
        if self.group.random.random() < 0.8:
            await self.world.click(self.world.people["Alice"], self.group.board, "Start")

    def messages(self, who: str) -> list[Message]:
        """The bot's messages that somebody sees, the newest last."""
        person = self.world.people[who]
        found = [*self.world.bot_messages(), *self.world.ephemeral_messages(person)]
        return sorted((m for m in found if m.components), key=lambda message: message.id)

    async def do(self, one: Deed) -> None:
        """Do it; whatever it was, somebody has to be answered."""
        seen["all"] += 1
        seen[one.what] += 1
        await getattr(self, one.what)(one)

    async def time(self, one: Deed) -> None:
        """Some seconds pass."""
        await self.world.advance(one.pick % 60)

    async def late(self, one: Deed) -> None:
        """Up to a day passes."""
        await self.world.advance(one.pick * 10)

    async def fault(self, one: Deed) -> None:
        """Discord does not take what the bot sends next."""
        method, path, status = FAULTS[one.pick % len(FAULTS)]
        self.world.inject_error(method, path, status=status, times=1 + one.pick % 3)
        self.lost |= status in (403, 404)

    async def say(self, one: Deed) -> None:
        """Somebody chats."""
        await self.world.say(self.world.people[one.who], "What a table!")

    async def delete(self, one: Deed) -> None:
        """A moderator deletes a message of the bot."""
        if messages := self.world.bot_messages():
            self.lost = True
            await self.world.people["Alice"].delete(messages[one.pick % len(messages)].handle)

    async def restart(self, one: Deed) -> None:
        """The bot is stopped or cut off, and started again."""
        await self.world.restart(crash=one.pick % 2 == 0)

    async def speak(self, one: Deed) -> None:
        """Somebody changes their language."""
        self.world.speak(self.world.people[one.who], LANGUAGES[one.pick % len(LANGUAGES)])

    def target(self, one: Deed) -> tuple[Message, str, str | None] | None:
        """A component that is shown to them, or anything."""
        messages = self.messages(one.who)
        if not messages:
            return None
        message = messages[-1 - one.pick % min(len(messages), 6)]
        parts = [part for part in message.components if part.get("custom_id")]
        if one.what == "wild" or not parts:
            return message, one.custom_id or "x", one.value
        part = parts[one.pick // 7 % len(parts)]
        options = [option["value"] for option in part.get("options", ())]
        value = options[one.pick // 3 % len(options)] if options else None
        return message, part["custom_id"], value

    async def shown(self, one: Deed) -> None:
        """Press something that is shown."""
        await self.wild(one)

    async def wild(self, one: Deed) -> None:
        """Press something."""
        target = self.target(one)
        if target:
            message, custom_id, value = target
            await forge(self.world, self.world.people[one.who], message, custom_id, value)

    async def together(self, one: Deed) -> None:
        """Press the same thing twice, and somebody else something at the same instant."""
        other = one._replace(who=SEATED[one.pick % 3], pick=one.pick // 2)
        targets = [(self.target(each), each.who) for each in (one, one, other)]
        await self.world.together(
            *(
                forge(self.world, self.world.people[who], target[0], target[1], target[2])
                for target, who in targets
                if target
            )
        )

    async def hand(self, _: Deed) -> None:
        """Whoever is to move makes a move, so that games get on."""
        table = self.group.bot.tables.in_channel(self.world.channel.id)
        name = self.group.to_move() if table else None
        board = newest_board(self.group) if table else None
        if table is None or name is None or board is None or table.moves_by_itself:
            await self.world.advance(5)
            return
        answer = await self.world.click(self.world.people[name], board, custom_id=f"cg1:{table.id}:hand")
        if answer.message is not None and table.to_move is not None:
            self.group.hands[name] = answer.message
            await self.group.move(name)

    async def typed(self, one: Deed) -> None:
        """Send a filled-in question, whether it was asked or not."""
        field = {"type": 4, "custom_id": "number", "value": one.value or ""}
        data = {"custom_id": one.custom_id or "x", "components": [{"type": 1, "components": [field]}]}
        person, channel = self.world.people[one.who], self.world.channel
        await actors._dispatch_actor_interaction(person, InteractionType.MODAL_SUBMIT, channel, data)

    async def command(self, one: Deed) -> None:
        """Run a command."""
        leaves = [leaf for leaf in self.group.bot.tree.walk_commands() if isinstance(leaf, app_commands.Command)]
        leaf = sorted(leaves, key=lambda each: each.qualified_name)[one.pick % len(leaves)]
        options: dict[str, Any] = {}
        for number, parameter in enumerate(leaf.parameters):
            if parameter.required or one.pick >> number & 1:
                options |= self.option(parameter, one.pick)
        who = one.who if leaf.default_permissions is None else "Alice"
        await self.world.slash(self.world.people[who], leaf.qualified_name, **options)

    def option(self, parameter: app_commands.transformers.CommandParameter | Any, pick: int) -> dict[str, Any]:
        """A value that Discord would take for an option; none where that is something else."""
        values: list[Any]
        if parameter.choices:
            values = [choice.value for choice in parameter.choices]
        elif parameter.type is discord.AppCommandOptionType.integer:
            low, high = int(parameter.min_value or 0), int(parameter.max_value or 100)
            values = list(range(low, high + 1))
        elif parameter.type is discord.AppCommandOptionType.boolean:
            values = [True, False]
        elif parameter.type is discord.AppCommandOptionType.user:
            values = list(self.world.people.values())
        else:
            return {}
        return {parameter.display_name: values[pick // 11 % len(values)]}
