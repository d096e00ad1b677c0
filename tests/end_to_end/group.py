"""People at a table, who play by clicking what they are shown."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
from simcord import actors
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.client import Caboose
from bot.table import Table
from storage.models import Status
from tests.harness import Answer, Message, World


class Group:
    """Some people of a world; each keeps the hand that was last shown to them."""

    def __init__(self, world: World, *names: str, seed: int = 0, channel: ChannelHandle | None = None) -> None:
        self.world = world
        self.channel = channel or world.channel
        self.names = names
        self.hands: dict[str, Message] = {}
        self.random = Random(seed)
        self._by_id = {world.people[name].id: name for name in names}

    @property
    def bot(self) -> Caboose:
        """The running bot."""
        bot = self.world.env.bot
        assert isinstance(bot, Caboose)
        return bot

    @property
    def table(self) -> Table:
        """The table of the channel."""
        table = self.bot.tables.in_channel(self.channel.id)
        assert table is not None
        return table

    @property
    def board(self) -> Message:
        """The newest message with the table on it."""
        return next(
            m
            for m in reversed(self.world.bot_messages(self.channel))
            if m.alt_texts or "take a seat" in m.text or "Scores" in m.buttons
        )

    async def sit_down(self, *, computers: int = 0, **options: Any) -> Message:
        """Open a lobby; everybody joins, the first one hosts."""
        host, *guests = self.names
        answer = await self.world.slash(self.world.people[host], "train new", channel=self.channel, **options)
        lobby = answer.message
        assert lobby is not None
        for name in guests:
            await self.world.click(self.world.people[name], lobby, "Join")
        for _ in range(computers):
            await self.world.click(self.world.people[host], lobby, "Add computer")
        return lobby

    async def start(self, *, computers: int = 0, **options: Any) -> None:
        """Sit down and deal."""
        lobby = await self.sit_down(computers=computers, **options)
        await self.world.click(self.world.people[self.names[0]], lobby, "Start")

    def to_move(self) -> str | None:
        """Whose turn it is: a name, or None for a computer or no turn at all."""
        seat = self.table.to_move
        return self._by_id.get(seat.user_id or 0) if seat else None

    async def open_hand(self, name: str) -> Message:
        """Open a hand by the button on the board."""
        answer = await self.world.click(self.world.people[name], self.board, "My hand")
        assert answer.message is not None
        self.hands[name] = answer.message
        return answer.message

    async def move(self, name: str) -> Answer:
        """Make one move from the hand: the whole train in the opening, else whatever is offered."""
        person = self.world.people[name]
        hand = self.hands.get(name)
        if hand is None or hand.deleted or not moves_in(hand):
            hand = await self.open_hand(name)
        train = [label for label in hand.buttons if label.startswith("Lay train")]
        if train:
            answer = await self.world.click(person, hand, train[0])
        elif hand.options:
            value = self.random.choice(hand.options)
            answer = await self.world.choose(person, hand, value)
        else:
            answer = await self.world.click(person, hand, self.random.choice(moves_in(hand)))
        if answer.messages:
            self.hands[name] = answer.messages[-1]
        return answer

    async def play_round(self, *, after_move: object = None) -> None:
        """Play on until the round is over; time passes where computers are to move."""
        for _ in range(2000):
            if self.bot.tables.in_channel(self.channel.id) is None or self.table.status is not Status.PLAYING:
                return
            name = self.to_move()
            if name is None or not self.table.has_choice:
                await self.world.advance(5)
            else:
                await self.move(name)
            if callable(after_move):
                after_move()
        raise AssertionError("the round does not end")


def moves_in(hand: Message) -> list[str]:
    """The moves that a hand offers, as buttons or in menus."""
    moves = [label for label in hand.buttons if label != "Take back" and not label.startswith("Sort: ")]
    return [*moves, *hand.options]


async def forge(
    world: World,
    person: MemberActor,
    message: Message,
    custom_id: str,
    value: str | None = None,
    *,
    answered: bool = True,
) -> Answer:
    """Press a button (or choose a value in a menu) that the message does not have."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if value is not None:
        data |= {"component_type": 3, "values": [value]}
    result = await actors._component_interaction(person, message._stored, data)
    return world._answer(result, f"the forged {custom_id!r}", answered)


def newcomer(world: World, name: str, *, of: str | None = None) -> MemberActor:
    """A new member of the server whose name may be anything; `of` is what the test calls them."""
    user = world.env.create_user(f"user{len(world.people)}", global_name=name)
    world.people[of or name] = person = world.guild.add_member(user)
    return person


def without(world: World, *permissions: str) -> Any:
    """A channel in which the bot lacks these permissions."""
    bot = world.env.bot.user
    assert bot is not None
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return world.guild.create_text_channel("locked", overwrites={bot: denied})
