"""A small Discord to play in: one server, some people, the bot; and what each of them can see."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import os
import re
import warnings
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Message as Stored
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from . import simcord_fixes

if TYPE_CHECKING:
    from .requests import RequestValidator

Result = TypeVar("Result")
Now = Callable[[], float]
MakeBot = Callable[[Now], discord.Client]
Wanted = str | re.Pattern[str] | None  # a string matches as a whole, a pattern anywhere

START = 1767225600.0  # simulated time begins on 2026-01-01
LOGGERS = ("discord", "bot", "game", "renderer", "storage")
BUTTON, SELECT, TEXT, MEDIA, FILE = 2, 3, 10, (11, 12), 13


class World:
    """Use as `async with World(make_bot) as world:`; leaving it closes the bot and checks the whole run.

    `make_bot(now)` builds a fresh bot; `now()` is the simulated time in unix seconds, which moves only by
    `advance` (timers and sleeps of the bot as well).
    """

    def __init__(
        self,
        make_bot: MakeBot,
        *,
        people: Sequence[str] = ("Alice", "Bob", "Carol"),
        settle_timeout: float = 10.0,
        check_answers: bool = True,
    ) -> None:
        self._make_bot = make_bot
        self._names = people
        self._settle_timeout = settle_timeout
        self._check_answers = check_answers
        self._started = False
        self._holding = False
        self._forgiven: set[int] = set()
        self._log = simcord_fixes.ErrorLog(*LOGGERS)
        self.people: dict[str, MemberActor] = {}
        self.sent: list[Sent] = []  # every message and edit, in order; see seen_by
        self.env: Env
        self.guild: GuildHandle
        self.channel: ChannelHandle

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> World:
        simcord_fixes.install()
        simcord_fixes.LOCALES.clear()  # ids are the same in every world
        bot = self._make_bot(self.now)
        sharded = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        self.env = Env(bot, settle_timeout=self._settle_timeout, shard_count=1 if sharded else None)
        self._record_messages()
        self._log.__enter__()
        try:
            await self.env.start()
            self._started = True
            owner = self.env.create_user(self._names[0].lower(), global_name=self._names[0])
            self.guild = self.env.create_guild("Train Club", owner=owner)
            self.channel = self.guild.create_text_channel("games")
            for name in self._names:
                self.people[name] = (
                    MemberActor(self.env, self.guild, owner) if name == self._names[0] else self.join(name)
                )
            await self.env.settle()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                await self.env.settle()
        finally:
            await self._stop()
        if kind is None:
            self.check()

    async def _stop(self) -> None:
        try:
            await self._close(self.env.bot)
            await self.env.shutdown()
        finally:
            self._log.__exit__(None, None, None)

    async def _close(self, bot: discord.Client) -> None:
        with self.env.time_context():  # simcord never closes a bot
            await asyncio.wait_for(bot.close(), 10)

    async def restart(self, *, crash: bool = False) -> None:
        """Stop the bot and start a fresh one; with `crash`, the old one is cut off in mid-work."""
        old = self.env.bot
        if crash:
            self._forgiven |= set(self.env.backend.interactions)
            await self.env._detach_bot()
            await self._close(old)
        else:
            await self.env.settle()
            await self._close(old)
        await self.env.restart_bot(self._make_bot(self.now))

    def check(self) -> None:
        """Fail on a logged or raised error, an unanswered click, a request that Discord would refuse."""
        problems = [_describe(record) for record in self._log.records]
        problems += [f"raised: {error!r}" for error in self.env.errors_since(self.env._errors_acknowledged)]
        if self._check_answers:
            problems += [
                f"an interaction of user {record.user_id} (type {record.type}) was never answered"
                for record in self.env.backend.interactions.values()
                if not record.responded and record.id not in self._forgiven
            ]
        problems += self.bad_requests()
        assert not problems, "\n".join(problems)

    def bad_requests(self) -> list[str]:
        """The bot's requests so far that Discord's OpenAPI document does not allow, in words."""
        validator = _validator()
        if validator is None:
            return []
        requests = ({"method": r.method, "path": r.path, "json": r.json} for r in self.env.http_requests)
        return [str(problem) for problem in validator.check_all(requests)]

    def take_errors(self) -> list[logging.LogRecord]:
        """The errors logged so far; they are forgiven, as are raised ones and clicks without an answer."""
        taken, self._log.records = self._log.records, []
        _ = self.env.errors  # reading them acknowledges them
        self._forgiven |= set(self.env.backend.interactions)
        return taken

    # ---------------------------------------------------------------- time

    def now(self) -> float:
        """The simulated time in unix seconds."""
        return self.env.now().timestamp() if self._started else START

    async def advance(self, seconds: float) -> None:
        """Let time pass: timers and sleeps that fall due run in order; the work they start is awaited."""
        await self.env.advance_time(seconds)

    async def settle(self) -> None:
        """Wait until the bot has nothing to do but wait for time or for people."""
        await self.env.settle()

    async def begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Let a coroutine run as if the bot had started it, until it has ended or waits for time or people."""
        with self.env._bot_scope():
            task = asyncio.create_task(work)
        await self.env.settle()
        return task

    async def as_bot(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine as if the bot had started it, until the bot is idle; it must have ended then."""
        task = await self.begin(work)
        assert task.done(), "it is still waiting"
        return task.result()

    # ---------------------------------------------------------------- people

    def join(self, name: str, *, guild: GuildHandle | None = None, locale: str = "en-US") -> MemberActor:
        """A new member of the server, with this language in their client."""
        person = (guild or self.guild).add_member(self.env.create_user(name.lower(), global_name=name))
        self.people.setdefault(name, person)
        self.speak(person, locale)
        return person

    def speak(self, person: MemberActor, locale: str) -> None:
        """Set the language of someone's Discord client, such as "de"."""
        simcord_fixes.LOCALES[person.id] = locale

    async def say(self, person: MemberActor, text: str, *, channel: ChannelHandle | None = None) -> None:
        """Write an ordinary message."""
        await person.send(channel or self.channel, text)

    async def slash(
        self,
        person: MemberActor,
        command: str,
        *,
        channel: ChannelHandle | None = None,
        answered: bool = True,
        **options: Any,
    ) -> Answer:
        """Run a slash command by its full name: `await world.slash(alice, "train new", rounds=3)`."""
        result = await person.slash(channel or self.channel, command, **options)
        return self._answer(result, f"/{command}", answered)

    async def autocomplete(
        self, person: MemberActor, command: str, option: str, typed: str, **filled: Any
    ) -> list[dict[str, Any]]:
        """The choices that the bot offers for what was typed so far."""
        return await person.autocomplete(self.channel, command, option, typed, **filled)

    async def click(
        self,
        person: MemberActor,
        message: Message,
        label: Wanted = None,
        *,
        custom_id: Wanted = None,
        answered: bool = True,
    ) -> Answer:
        """Press a button that the message has now; fails unless the bot answers (`answered=False`: later)."""
        button = message.button(label, custom_id=custom_id)
        result = await person.click(message.handle, custom_id=button["custom_id"])
        return self._answer(result, f"the button {button.get('label') or button['custom_id']!r}", answered)

    async def choose(
        self,
        person: MemberActor,
        message: Message,
        *values: str,
        label: Wanted = None,
        custom_id: Wanted = None,
        placeholder: Wanted = None,
        answered: bool = True,
    ) -> Answer:
        """Choose options by their values, or one by its label, in the message's select."""
        select = message.select(custom_id=custom_id, placeholder=placeholder)
        if label is not None:
            values = (*values, _one(select["options"], "option", label=label)["value"])
        result = await person.select(message.handle, list(values), custom_id=select["custom_id"])
        return self._answer(result, f"the select {select.get('placeholder') or select['custom_id']!r}", answered)

    async def submit(self, person: MemberActor, shown: Answer, values: dict[str, Any]) -> Answer:
        """Fill in and send the modal that `shown` opened; values by custom_id."""
        return self._answer(await person.submit_modal(shown.result, values), "the modal", True)

    async def together(self, *actions: Awaitable[Answer]) -> list[Answer]:
        """Several clicks at the same instant: the bot gets all of them before it answers any."""

        async def wait_for_nothing(**_: Any) -> None:
            pass

        self._holding = True
        self.env._settle_internal = wait_for_nothing  # type: ignore[method-assign]
        try:
            answers = [await action for action in actions]
        finally:
            del self.env._settle_internal
            self._holding = False
        await self.env.settle()
        return answers

    def _answer(self, result: InteractionResult, what: str, answered: bool) -> Answer:
        answer = Answer(self, result)
        assert answer.kind is not None or not answered or self._holding, "\n".join(
            [f"{what} was not answered", *map(_describe, self._log.records)]
        )
        return answer

    # ---------------------------------------------------------------- what there is to see

    def public_messages(self, channel: ChannelHandle | None = None) -> list[Message]:
        """The channel's messages that everyone sees, oldest first."""
        return self._messages(None, channel)

    def ephemeral_messages(self, person: MemberActor, channel: ChannelHandle | None = None) -> list[Message]:
        """The channel's messages that only this person sees, oldest first."""
        return self._messages(person.id, channel)

    def bot_messages(self, channel: ChannelHandle | None = None) -> list[Message]:
        """The bot's public messages, oldest first."""
        return [
            message for message in self.public_messages(channel) if message.author_id == self.env.backend.bot_user.id
        ]

    def _messages(self, audience: int | None, channel: ChannelHandle | None) -> list[Message]:
        stored = self.env.backend.messages.get((channel or self.channel).id, {})
        return [Message(self, stored[key]) for key in sorted(stored) if _audience(stored[key]) == audience]

    def seen_by(self, person: MemberActor) -> list[Sent]:
        """All that this person was ever shown, with deleted and edited states and modals: to test secrecy."""
        seen = [sent for sent in self.sent if sent.audience in (None, person.id)]
        for record in self.env.backend.interactions.values():
            if record.user_id == person.id and (record.modal or record.autocomplete_choices):
                private = json.dumps([record.modal, record.autocomplete_choices], ensure_ascii=False)
                seen.append(Sent(0, record.channel_id, person.id, private, ()))
        return seen

    def _record_messages(self) -> None:
        backend: Any = self.env.backend

        def recording(original: Callable[..., Stored]) -> Callable[..., Stored]:
            def recorded(*args: Any, **options: Any) -> Stored:
                stored = original(*args, **options)
                self.sent.append(Message(self, stored).as_sent())
                return stored

            return recorded

        backend.commit_message = recording(backend.commit_message)
        backend.edit_message = recording(backend.edit_message)

    # ---------------------------------------------------------------- faults

    def inject_error(self, method: str, path: str, *, status: int = 500, code: int = 0, times: int | None = 1) -> None:
        """Let the next matching requests fail (`times=None`: all), such as "PATCH" of "/webhooks/*"."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def heal(self) -> None:
        """Take back the faults that were injected."""
        self.env.backend.faults.clear()


class Message:
    """A message as it stands now; it changes when the bot edits it."""

    def __init__(self, world: World, stored: Stored) -> None:
        self._world = world
        self._stored = stored
        self.id = stored.id
        self.channel_id = stored.channel_id
        self.author_id = stored.author_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Message {self.id} for {self.audience or 'all'}: {self.text!r}>"

    @property
    def handle(self) -> ResponseMessage:
        """simcord's own object for this message."""
        return ResponseMessage(self._world.env, self._stored)

    @property
    def deleted(self) -> bool:
        return self.id not in self._world.env.backend.messages.get(self.channel_id, {})

    @property
    def ephemeral(self) -> bool:
        return self._stored.is_ephemeral

    @property
    def audience(self) -> int | None:
        """The id of the only person who sees it; None is everyone."""
        return _audience(self._stored)

    @property
    def mentions(self) -> list[int]:
        """The ids of the people whom it pings."""
        return list(self._stored.ping_user_ids)

    @property
    def text(self) -> str:
        """All its text displays, top to bottom (or its plain content), one a line."""
        texts = [component["content"] for component in self.components if component["type"] == TEXT]
        return "\n".join([self._stored.content, *texts] if self._stored.content else texts)

    @property
    def components(self) -> list[dict[str, Any]]:
        """Its components, nested ones included, top to bottom."""
        return list(_walk(self.handle.components))

    @property
    def buttons(self) -> list[str]:
        """The labels of its buttons that can be pressed."""
        return [
            c.get("label") or c.get("custom_id", "")
            for c in self.components
            if c["type"] == BUTTON and not c.get("disabled")
        ]

    @property
    def options(self) -> list[str]:
        """The values of the options in its selects."""
        return [option["value"] for c in self.components if c["type"] == SELECT for option in c.get("options", ())]

    @property
    def pictures(self) -> list[bytes]:
        """The bytes of the pictures that its galleries and thumbnails show."""
        urls = [media["media"]["url"] for media in self._media()]
        found = [self._world.env.backend.cdn.get(url) for url in urls]
        assert None not in found, f"a picture is not there: {urls}"
        return [picture for picture in found if picture is not None]

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of those pictures."""
        return [media.get("description") or "" for media in self._media()]

    def _media(self) -> list[dict[str, Any]]:
        return [item for c in self.components if c["type"] in MEDIA for item in c.get("items", [c])]

    def button(self, label: Wanted = None, *, custom_id: Wanted = None) -> dict[str, Any]:
        """Its one button with this label or custom_id."""
        return self._find((BUTTON,), "button", label=label, custom_id=custom_id)

    def select(self, *, custom_id: Wanted = None, placeholder: Wanted = None) -> dict[str, Any]:
        """Its one select with this custom_id or placeholder (or its only one)."""
        return self._find((3, 5, 6, 7, 8), "select", custom_id=custom_id, placeholder=placeholder)

    def _find(self, types: tuple[int, ...], kind: str, **wanted: Wanted) -> dict[str, Any]:
        return _one([c for c in self.components if c["type"] in types], kind, **wanted)

    def as_sent(self) -> Sent:
        """What it says and shows at this moment, hidden parts such as custom_ids and file names included."""
        stored = self._stored
        files = [(a["filename"], a.get("description")) for a in stored.attachments]
        text = json.dumps([stored.content, stored.embeds, stored.components, files], ensure_ascii=False)
        blobs = tuple(self._world.env.backend.cdn.get(a["url"]) or b"" for a in stored.attachments)
        return Sent(self.id, self.channel_id, self.audience, text, blobs)


class Answer:
    """What the bot did about one interaction, up to now."""

    def __init__(self, world: World, result: InteractionResult) -> None:
        self._world = world
        self.result = result

    def __repr__(self) -> str:
        return f"<Answer {self.kind} {self.message!r}>"

    @property
    def kind(self) -> str | None:
        """message, update, modal, deferred, deferred_update, or None as long as it is not answered."""
        kind = self.result._interaction.response_kind
        return str(kind) if kind is not None else None

    @property
    def messages(self) -> list[Message]:
        """The message that was sent or updated, then the follow-ups; those that were deleted are left out."""
        first = self.result.response
        return [Message(self._world, found._message) for found in ([first] if first else []) + self.result.followups]

    @property
    def message(self) -> Message | None:
        """The message that was sent or updated, else the first follow-up."""
        return next(iter(self.messages), None)

    @property
    def text(self) -> str:
        """The text of that message."""
        return self.message.text if self.message else ""

    @property
    def ephemeral(self) -> bool:
        """Whether only the person who acted sees that message."""
        return self.message is not None and self.message.ephemeral

    @property
    def modal(self) -> dict[str, Any] | None:
        """The modal that was opened."""
        return self.result.modal


@dataclass(frozen=True)
class Sent:
    """One state of one message as it went out."""

    message_id: int
    channel_id: int
    audience: int | None  # the only person who could see it; None is everyone
    text: str  # JSON of everything but the files' bytes
    files: tuple[bytes, ...]


def _audience(stored: Stored) -> int | None:
    return (
        int(stored.interaction_metadata["user"]["id"]) if stored.is_ephemeral and stored.interaction_metadata else None
    )


def _walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def _one(found: Sequence[dict[str, Any]], kind: str, **wanted: Wanted) -> dict[str, Any]:
    matching = [item for item in found if all(_fits(item.get(key), value) for key, value in wanted.items())]
    named = {key: value for key, value in wanted.items() if value is not None}
    there = [item.get("label") or item.get("placeholder") or item.get("custom_id") for item in found]
    assert len(matching) == 1, f"{len(matching)} of the {kind}s match {named}; there are {there}"
    return matching[0]


def _fits(value: Any, wanted: Wanted) -> bool:
    if wanted is None:
        return True
    return value == wanted if isinstance(wanted, str) else bool(wanted.search(value or ""))


def _describe(record: logging.LogRecord) -> str:
    return f"logged by {record.name}: {logging.Formatter('%(message)s').format(record)}"


@functools.cache
def _validator() -> RequestValidator | None:
    """Read Discord's document once in a process; it has 1.2 MB."""
    path = os.environ.get("DISCORD_OPENAPI")
    if path:
        from .requests import RequestValidator

        return RequestValidator(path)
    with warnings.catch_warnings():
        warnings.simplefilter("always")  # to be seen, even where warnings are errors
        warnings.warn("DISCORD_OPENAPI is not set: requests were not checked against Discord's document", stacklevel=2)
    return None
