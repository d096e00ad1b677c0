"""The live check, made in a simulated Discord: what it tries, and what it tells where something does not work."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot import doctor as live
from bot.doctor import Doctor, DoctorError
from tests.harness import Message, World

EVERYTHING = """\
✓ Logged in as TestBot, and found #games in Train Club.
✓ Permission View Channel
✓ Permission Send Messages
✓ Permission Attach Files
✓ Permission Read Message History
✓ Permission Send Messages in Threads
✓ Slash commands are allowed (scope applications.commands)
✓ A message with a picture is posted
✓ Discord tells of new messages (intent Guild Messages)
✓ It is edited with a new picture
→ In #games, please press “Press me (1 of 3)” within 60 seconds.
✓ A click is answered with a picture for one person
✓ That answer is edited with a new picture
→ And the button below the answer, which only you can see.
✓ A click updates its message with a new picture
→ And the button below the answer, which only you can see.
✓ A late answer follows its click with a picture
✓ That late answer is edited with a new picture
✓ A player is pinged
✓ Everything is deleted again
All that a game needs works."""


class Visit:
    """A check in a world, and what it has told so far."""

    def __init__(self, world: World, said: list[str]) -> None:
        self.world = world
        self.said = said
        self.channel = world.channel
        self.task: asyncio.Task[bool]

    @property
    def text(self) -> str:
        return re.sub(r"TestBot#\d+", "TestBot", "\n".join(self.said))

    @property
    def messages(self) -> list[Message]:
        """What the check has in the channel just now."""
        alice = self.world.people["Alice"]
        return [*self.world.bot_messages(self.channel), *self.world.ephemeral_messages(alice, self.channel)]

    async def begin(self, channel: Any = None) -> None:
        """Go on until a click is waited for, or the end."""
        doctor = self.world.env.bot
        assert isinstance(doctor, Doctor)
        self.channel = channel or self.channel
        self.task = await self.world.begin(doctor.examine(self.channel.id))

    async def press(self, number: int) -> None:
        """Alice presses the button that is asked for."""
        label = f"Press me ({number} of 3)"
        message = next(message for message in reversed(self.messages) if label in message.buttons)
        await self.world.click(self.world.people["Alice"], message, label)

    async def run(self, channel: Any = None) -> bool:
        """The whole, with every click."""
        await self.begin(channel)
        for number in (1, 2, 3):
            if not self.task.done():
                await self.press(number)
        assert self.task.done()
        return self.task.result()


@pytest_asyncio.fixture
async def visit() -> AsyncIterator[Visit]:
    said: list[str] = []
    async with World(lambda now: Doctor(said.append)) as world:
        visit = Visit(world, said)
        yield visit
        assert visit.messages == []


async def test_where_everything_works_each_line_says_so(visit: Visit) -> None:
    assert await visit.run()
    assert visit.text == EVERYTHING


async def test_each_try_shows_a_new_picture(visit: Visit) -> None:
    await visit.run()
    pictures = [file for sent in visit.world.sent for file in sent.files]
    assert len(pictures) == len(set(pictures)) == 7


async def test_the_ping_calls_who_clicked_and_nobody_else(visit: Visit) -> None:
    await visit.run()
    alice = visit.world.people["Alice"]
    assert [sent for sent in visit.world.sent if f"<@{alice.id}>" in sent.text]
    pings = [r.json["allowed_mentions"] for r in visit.world.env.http_requests if r.json and "<@" in str(r.json)]
    assert [(ping["users"], ping["parse"]) for ping in pings] == [([alice.id], [])]


async def test_without_a_click_it_says_so_after_a_minute(visit: Visit) -> None:
    await visit.begin()
    await visit.world.advance(59)
    assert not visit.task.done()
    await visit.world.advance(1)
    assert not visit.task.result()
    assert "✗ Nobody pressed the button in 60 seconds: not all answers were tried" in visit.said
    assert visit.said[-2:] == ["✓ Everything is deleted again", "A game needs more than works here: see each ✗."]


async def test_a_click_on_another_of_its_buttons_is_acknowledged(visit: Visit) -> None:
    await visit.begin()
    await visit.press(1)
    await visit.world.click(visit.world.people["Bob"], visit.world.bot_messages()[0], "Press me (1 of 3)")
    await visit.press(2)
    await visit.press(3)
    assert visit.task.result()


@pytest.mark.parametrize(
    ("method", "path", "refused", "instead"),
    [
        (
            "PATCH",
            "/channels/*/messages/*",
            "It is edited with a new picture: no, Discord answers 400 (0…)",
            "✓ In use instead: it is posted anew, and the old one deleted",
        ),
        (
            "PATCH",
            "/webhooks/*",
            "That answer is edited with a new picture: no, Discord answers 400 (0…); in use instead: hands are opened"
            " anew",
            "✗ That late answer is edited with a new picture: no, Discord answers 400 (0…); in use instead: hands are"
            " opened anew",
        ),
    ],
)
async def test_a_refused_edit_names_its_fallback_and_is_no_failure(
    visit: Visit, method: str, path: str, refused: str, instead: str
) -> None:
    visit.world.inject_error(method, path, status=400, times=None)
    assert await visit.run()
    said = [re.sub(r"\(0.*\)", "(0…)", line) for line in visit.said]
    assert f"✗ {refused}" in said
    assert instead in said


async def test_a_refused_update_names_its_fallback_and_is_no_failure(visit: Visit) -> None:
    await visit.begin()
    await visit.press(1)
    visit.world.inject_error("POST", "/interactions/*/callback", status=400)
    await visit.press(2)
    await visit.press(3)
    assert visit.task.result()
    assert "✓ In use instead: the click is answered in a new message" in visit.said


async def test_an_answer_that_is_refused_is_a_failure(visit: Visit) -> None:
    await visit.begin()
    visit.world.inject_error("POST", "/interactions/*/callback", status=400)
    message = visit.messages[0]
    await visit.world.click(visit.world.people["Alice"], message, "Press me (1 of 3)", answered=False)
    assert not visit.task.result()
    assert any(line.startswith("✗ A click is answered with a picture for one person: no,") for line in visit.said)
    visit.world.take_errors()


async def test_a_server_error_in_an_edit_is_a_failure(visit: Visit) -> None:
    visit.world.inject_error("PATCH", "/channels/*/messages/*", status=500)
    assert not await visit.run()


@pytest.mark.parametrize(
    ("permission", "title"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named(visit: Visit, permission: str, title: str) -> None:
    assert not await visit.run(without(visit.world, permission))
    assert f"✗ Permission {title} is missing" in visit.said
    posts = permission not in ("view_channel", "send_messages")
    assert ("✓ A message with a picture is posted" in visit.said) is posts
    assert any(sent.files for sent in visit.world.sent) is (permission == "read_message_history")


async def test_what_is_needed_in_threads_only_is_no_failure_elsewhere(visit: Visit) -> None:
    assert await visit.run(without(visit.world, "send_messages_in_threads"))
    assert "✗ Permission Send Messages in Threads is missing, which is needed elsewhere only" in visit.said


async def test_a_server_without_slash_commands_is_told(visit: Visit) -> None:
    visit.world.inject_error("GET", "/applications/*/guilds/*/commands", status=403, code=50001)
    assert not await visit.run()
    assert any(line.startswith("✗ Slash commands are allowed") for line in visit.said)


async def test_messages_that_are_not_told_of_are_no_failure(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(self: Doctor, message: discord.Message) -> None:
        pass

    monkeypatch.setattr(Doctor, "on_message", deaf)
    await visit.begin()
    await visit.world.advance(10)
    for number in (1, 2, 3):
        await visit.press(number)
    assert visit.task.result()
    assert "✗ Discord tells of no new messages: the board will not move down by itself" in visit.said


async def test_what_cannot_be_tidied_away_is_told(visit: Visit) -> None:
    await visit.begin()
    for number in (1, 2):
        await visit.press(number)
    visit.world.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await visit.press(3)
    assert not visit.task.result()
    assert any(line.startswith("✗ Everything is deleted again: Discord answers 500") for line in visit.said)
    [left] = visit.messages
    await visit.world.as_bot(visit.world.env.bot.http.delete_message(left.channel_id, left.id))


async def test_stopping_it_half_way_tidies_up(visit: Visit) -> None:
    await visit.begin()
    await visit.press(1)
    visit.task.cancel()
    await visit.world.settle()
    assert visit.task.cancelled()


async def test_a_channel_that_is_not_there_gets_a_sentence(visit: Visit) -> None:
    doctor = visit.world.env.bot
    assert isinstance(doctor, Doctor)
    with pytest.raises(DoctorError, match=r"There is no channel 5: .* “Copy Channel ID”"):
        await visit.world.as_bot(doctor.examine(5))
    visit.world.inject_error("GET", "/channels/*", status=403, code=50001)
    with pytest.raises(DoctorError, match="may not see channel 6"):
        await visit.world.as_bot(doctor.examine(6))


async def test_a_channel_without_messages_gets_a_sentence(visit: Visit) -> None:
    category = visit.world.guild.create_category("Games")
    doctor = visit.world.env.bot
    assert isinstance(doctor, Doctor)
    with pytest.raises(DoctorError, match="choose a text channel"):
        await visit.world.as_bot(doctor.examine(category.id))


async def test_a_gateway_that_never_says_ready_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(self: Doctor, token: str) -> None:
        self._ready = asyncio.Event()

    async def silent(self: Doctor, *, reconnect: bool) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(live, "LOGIN", 0.01)
    monkeypatch.setattr(Doctor, "login", nothing)
    monkeypatch.setattr(Doctor, "connect", silent)
    with pytest.raises(DoctorError, match="did not let the bot come online"):
        await live.examine("token", 1, print)


def without(world: World, permission: str) -> Any:
    """A channel in which the bot lacks a permission."""
    bot = world.env.bot.user
    assert bot is not None
    denied = discord.PermissionOverwrite(**{permission: False})
    return world.guild.create_text_channel("locked", overwrites={bot: denied})
