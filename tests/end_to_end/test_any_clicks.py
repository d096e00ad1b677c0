"""People who press anything that they can see or have ever seen, while Discord fails now and then and the bot restarts.

Whatever happens: every click is answered, nothing is logged as an error, the log played again is the snapshot, one
message shows the table, and what the table's message says is the newest state.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from storage.models import Status
from tests.end_to_end.group import Group, forge
from tests.end_to_end.logs import check_log
from tests.harness import Message, World

FAULTS = (
    ("PATCH", "/channels/*/messages/*", 500, 0),
    ("PATCH", "/channels/*/messages/*", 400, 0),
    ("PATCH", "/channels/*/messages/*", 404, 10008),
    ("POST", "/channels/*/messages", 500, 0),
    ("POST", "/channels/*/messages", 403, 50013),
    ("PATCH", "/webhooks/*", 400, 50035),
)


class Crowd:
    """Four people and what they may press."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.random = Random(seed)
        self.group = Group(world, "Alice", "Bob", "Carol", "Dave")
        self.old: list[tuple[Message, str, str | None]] = []
        self.done: list[str] = []

    async def step(self) -> None:
        """Do one thing."""
        world, random = self.world, self.random
        chance = random.random()
        if chance < 0.03:
            self.done.append("restart")
            await world.restart(crash=random.random() < 0.5)
        elif chance < 0.06:
            method, path, status, code = random.choice(FAULTS)
            self.done.append(f"fault {method} {status}")
            world.inject_error(method, path, status=status, code=code)
        elif chance < 0.16:
            seconds = random.choice((1, 5, 5, 50, 130, 400))
            self.done.append(f"wait {seconds}")
            await world.advance(seconds)
        elif chance < 0.20:
            await world.say(world.people[random.choice(self.group.names)], "hello")
        elif self.group.bot.tables.in_channel(world.channel.id) is None:
            await self.command("train new", preset=random.choice(("club", "express", "station", "chicken", "cuban")))
        elif chance < 0.45 and (name := self.group.to_move()) and not self.group.table.moves_by_itself:
            self.done.append(f"move {name}")
            hand = (await world.slash(world.people[name], "train hand")).message
            assert hand is not None  # the open one may have missed a change when Discord failed
            self.group.hands[name] = hand
            await self.group.move(name)
        elif chance < 0.5:
            await self.command(random.choice(("train board", "train hand", "train rules", "train stop", "leaderboard")))
        elif chance < 0.6 and self.old:
            message, custom_id, value = random.choice(self.old)
            await self.press(message, custom_id, value)
        elif chance < 0.68:
            await self.press_together()
        else:
            found = self.pressable(random.choice(self.group.names))
            if found:
                await self.press(*random.choice(found))

    async def command(self, name: str, **options: Any) -> None:
        self.done.append(f"/{name}")
        await self.world.slash(self.world.people[self.random.choice(self.group.names)], name, **options)

    async def press(self, message: Message, custom_id: str, value: str | None) -> None:
        who = next((name for name in self.group.names if self.world.people[name].id == message.audience), None)
        name = who or self.random.choice(self.group.names)
        self.done.append(f"{name}: {custom_id} {value}")
        await forge(self.world, self.world.people[name], message, custom_id, value)

    async def press_together(self) -> None:
        """Two at the same instant."""
        name = self.random.choice(self.group.names)
        found = self.pressable(name)
        if not found:
            return
        pairs = [self.random.choice(found) for _ in range(2)]
        self.done.append(f"together {name}: {[pair[1:] for pair in pairs]}")
        person = self.world.people[name]
        await self.world.together(*(forge(self.world, person, *pair) for pair in pairs))

    def pressable(self, name: str) -> list[tuple[Message, str, str | None]]:
        """All that this person can press now."""
        world = self.world
        messages = [*world.bot_messages(), *world.ephemeral_messages(world.people[name])[-2:]]
        found: list[tuple[Message, str, str | None]] = []
        for message in messages:
            for one in message.components:
                if one["type"] == 2 and one.get("custom_id"):
                    weight = 1 if one["custom_id"].endswith(("stop_yes", "quit_yes", "vote", "leave", "kick")) else 4
                    found += [(message, one["custom_id"], None)] * weight
                elif one["type"] == 3:
                    found += [(message, one["custom_id"], option["value"]) for option in one["options"]]
        if found:
            self.old.append(self.random.choice(found))
        return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_any_clicks_leave_the_table_whole(world: World, seed: int) -> None:
    crowd = Crowd(world, seed)
    games: set[int] = set()
    try:
        for _ in range(300):
            await crowd.step()
            games |= {table.id for table in crowd.group.bot.tables}
        world.heal()
        await world.advance(70)
        await world.restart()
        for game in games:
            await world.as_bot(check_log(crowd.group.bot.store, game))
        await check_table(crowd)
    except BaseException:
        print("\n".join(crowd.done[-40:]))
        raise


async def check_table(crowd: Crowd) -> None:
    """The table that there is stands in one message, which says how things are."""
    world, group = crowd.world, crowd.group
    if group.bot.tables.in_channel(world.channel.id) is None:
        return
    table = group.table
    if table.status is Status.PLAYING:
        assert f"board_{table.revision}.png" in group.board.as_sent().text
        live = [m for m in world.bot_messages() if f"cg1:{table.id}:scores" in m.as_sent().text]
        assert [m.id for m in live] == [table.game.message_id]
    pings = [m for m in world.bot_messages() if m.mentions]
    assert len(pings) <= 1
