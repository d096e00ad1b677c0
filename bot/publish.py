"""Publishing: after each change the table's public message shows the newest state.

One publication is under way per table; what changes meanwhile is published next, and the newest state wins. A
publication that fails is tried again a few times with growing pauses, or once the table changes: the game itself does
not wait for Discord for long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from hashlib import blake2b
from typing import Final

import discord

from bot.asides import NOBODY, PING, QUESTION, Asides
from bot.errors import TROUBLE, Refused
from bot.hands import Hands
from bot.ids import TableId
from bot.screens.board import round_end_screen, stopped_screen, table_screen
from bot.screens.lobby import lobby_screen
from bot.screens.parts import Screen, button, row, text
from bot.table import Table
from bot.tastes import Tastes
from bot.words import words as words_of
from game.words import N_
from renderer.theme import Theme
from storage.errors import StorageError
from storage.models import Status
from storage.sqlite import SqliteStore

log = logging.getLogger(__name__)

CROWDED: Final = 8
"""Human messages below the table after which it moves down."""
OLD: Final = 55 * 60
"""Age in seconds after which the table is posted anew: Discord hardly lets older messages be edited."""
RESTED: Final = 30
"""Seconds between two moves down."""
QUIET: Final = 120
"""Seconds without a click after which a person is pinged when their turn comes."""
PAUSES: Final = (1.0, 4.0, 15.0, 60.0, 300.0, 1800.0)
"""Seconds before a failed publication is tried again."""
WAITED: Final = 4
"""Failures after which the game goes on without its board."""
OTHERWISE: Final = (30046, 50083)
"""Codes of refused edits that say nothing about pictures: an old message edited too often, an archived thread."""
REFUSALS: Final = 3
"""Refused edits in a row after which tables with pictures are posted anew each time."""


@dataclass(slots=True)
class _Shown:
    """What is known of a table's messages beyond the saved game."""

    running: bool = False
    again: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Ends the pause after a failure: there is something newer to show."""
    blocked: bool = False
    """Whether Discord does not let us into the channel: then nothing is sent there until somebody clicks again."""
    told: bool = False
    """Whether somebody has been told about that."""
    down: bool = False
    below: int = 0
    deleted: int | None = None
    """The revision at which somebody deleted the table's message."""
    posting: bool = False
    """Whether the table was being posted anew, and it is not known to have arrived."""
    former: int | None = None
    """The message in whose place the table is or was posted, until it is deleted."""
    noted: bool = False
    """Whether the store remembers that the table is or was posted anew."""
    round_end: tuple[int, Screen] | None = None
    """The message of the last round's end, and what it shows once the next round has begun."""


class Publisher:
    """Keeps each table's public message, the open hands and the turn's ping up to date."""

    def __init__(
        self,
        client: discord.Client,
        store: SqliteStore,
        hands: Hands,
        tastes: Tastes,
        now: Callable[[], float],
        published: Callable[[Table], None],
    ) -> None:
        self._client = client
        self._store = store
        self._hands = hands
        self._tastes = tastes
        self._now = now
        self._published = published
        self._asides = Asides(client, store)
        self._shown: dict[int, _Shown] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused_edits = 0
        self._closed = False

    def request(self, table: Table, *, anew: bool = False) -> None:
        """Publish the table soon; `anew`: as a new message at the bottom of the channel."""
        shown = self._shown.setdefault(table.id, _Shown())
        shown.again = True
        shown.down = shown.down or anew
        shown.changed.set()
        if not shown.running and not self._closed:
            shown.running = True
            task = asyncio.create_task(self._run(table, shown), name=f"publish table {table.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def move_down(self, table: Table) -> None:
        """Post the table anew at the bottom of the channel.

        Raises:
            Refused: if that was done a moment ago.
        """
        if not self._rested(table):
            raise Refused(N_("The board was posted a moment ago: it can move down again in half a minute."))
        self.request(table, anew=True)

    async def open(self, table: Table, post: Callable[[], Awaitable[int]]) -> None:
        """Post a new lobby by `post`, which returns the message's id; where that fails, like any other change."""
        shown = self._shown.setdefault(table.id, _Shown())
        shown.running = True  # what changes meanwhile is shown afterwards
        lobby = table.still()
        try:
            message_id = await post()
            await table.shown(lobby, message_id, self._now())
        except StorageError as error:  # the lobby itself is saved, or it would not be posted
            log.warning("Table %s: its message could not be noted: %s", table.id, error)
            shown.again = True
        finally:
            shown.running = False
            if shown.again or table.game.message_id is None:
                self.request(table)
            else:
                self._published(table)

    async def settle(self, most: float) -> None:
        """Wait until nothing is being published, for `most` seconds at most."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=most)

    def message_deleted(self, table: Table) -> None:
        """Somebody deleted the table's message: it is posted anew, but not twice for the same state of the table."""
        shown = self._shown.setdefault(table.id, _Shown())
        if shown.deleted != table.revision:
            shown.deleted = table.revision
            self.request(table)

    def human_message(self, table: Table) -> None:
        """Somebody wrote something below the table."""
        self._shown.setdefault(table.id, _Shown()).below += 1

    def is_blocked(self, table: Table) -> bool:
        """Whether Discord did not let us into the table's channel when something was last to be shown there."""
        shown = self._shown.get(table.id)
        return shown is not None and shown.blocked

    def tells_trouble(self, table: Table) -> bool:
        """Whether somebody is to be told now that the table cannot be shown; once, until it could be again."""
        shown = self._shown.get(table.id)
        if shown is None or not shown.blocked or shown.told:
            return False
        shown.told = True
        return True

    async def close(self) -> None:
        """End all publications; none begins any more."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table: Table, shown: _Shown) -> None:
        failures = 0
        while shown.again:
            shown.again = False
            shown.changed.clear()
            try:
                await self._publish(table, shown)
                failures = 0
                shown.blocked = shown.told = False
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("Table %s cannot be shown in its channel: %s", table.id, error.text)
                shown.blocked = True
                if table.status.ended:  # nor at the next start
                    await self._give_up(table)
            except (*TROUBLE, StorageError) as error:
                log.warning("Table %s could not be published: %s", table.id, type(error).__name__)
                failures += 1
                if failures == WAITED:
                    self._published(table)
                if failures <= len(PAUSES):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(shown.changed.wait(), PAUSES[failures - 1])
                    failures = 0 if shown.again else failures
                    shown.again = True
            except Exception:
                log.exception("Table %s could not be published", table.id)
        shown.running = False
        self._published(table)
        if table.status.ended:
            await self._leave(table)

    async def _leave(self, table: Table) -> None:
        """Forget a table that is over, once what it leaves behind is deleted, or Discord has refused that for long."""
        self._shown.pop(table.id, None)
        for pause in PAUSES[:WAITED]:
            if await self._asides.tidy(table):
                break
            await asyncio.sleep(pause)
        self._asides.forget(table)

    async def _give_up(self, table: Table) -> None:
        game = table.game
        with suppress(StorageError):
            await self._store.shown(game.id, game.revision, game.message_id, game.message_at)

    async def _publish(self, table: Table, shown: _Shown) -> None:
        words = words_of(table.game.language or "en")
        channel = self._asides.channel(table)
        now = table.still()
        look = await self._tastes.look_of(now.game.guild_id)
        screen = await asyncio.to_thread(self._screen, now, words, look)
        old, perhaps_there = now.game.message_id, shown.posting
        if old is not None and not self._moves_down(now, shown) and await self._edited(channel, screen, old):
            message_id, posted_at = old, now.game.message_at
        else:
            message_id, posted_at = await self._post(channel, screen, now, shown), self._now()
        await table.shown(now, message_id, posted_at)
        shown.again = shown.again or (perhaps_there and message_id != old)  # what was found there may show less
        await self._clear(table, shown, message_id)
        if now.status is Status.BETWEEN:
            shown.round_end = (message_id, replace(screen, rows=()))
        elif shown.round_end:
            ended, closed = shown.round_end
            shown.round_end = None
            await _quietly(self._edited(channel, closed, ended))
        if now.status is not Status.PLAYING:
            await self._hands.put_down(now)
        else:
            await self._hands.refresh_changed(table)
        await _quietly(self._to_move(table, words))
        if not table.undo_is_asked:
            await self._asides.take_away(table, QUESTION)

    def _screen(self, table: Table, words: NullTranslations, look: Theme) -> Screen:
        match table.status:
            case Status.LOBBY:
                return lobby_screen(table, words)
            case Status.PLAYING:
                return table_screen(table, words, look, pictures=self._may_attach(table))
            case Status.BETWEEN | Status.FINISHED:
                return round_end_screen(table, words, look, pictures=self._may_attach(table))
            case Status.STOPPED:
                return stopped_screen(table, words) if table.match else lobby_screen(table, words)

    def _may_attach(self, table: Table) -> bool:
        channel = self._client.get_channel(table.game.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.permissions_for(channel.guild.me).attach_files
        return True

    def _moves_down(self, table: Table, shown: _Shown) -> bool:
        crowded = shown.below >= CROWDED and self._rested(table)
        return shown.down or shown.posting or crowded or self._now() - table.game.message_at >= OLD

    def _rested(self, table: Table) -> bool:
        return self._now() - table.game.message_at >= RESTED

    async def _edited(self, channel: discord.PartialMessageable, screen: Screen, message_id: int) -> bool:
        """Show the screen in a message; False where that message is gone, too old, or takes no picture."""
        if screen.pictures and self._refused_edits >= REFUSALS:
            return False
        try:
            await channel.get_partial_message(message_id).edit(
                view=screen.view(), attachments=screen.files(), allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.status not in (400, 404):
                raise
            log.info("Message %s takes no edit (%s, %s): posting anew.", message_id, error.status, error.code)
            if screen.pictures and error.status == 400 and error.code not in OTHERWISE:
                self._refused_edits += 1
            return False
        if screen.pictures:
            self._refused_edits = 0
        return True

    async def _post(self, channel: discord.PartialMessageable, screen: Screen, table: Table, shown: _Shown) -> int:
        """Show the screen as a new message at the bottom, and return its id.

        Of a message in the same place Discord makes no second one (`nonce`, for some minutes), so what was posted
        just before a crash, or before an answer got lost, is found again.
        """
        game = table.game
        nonce = blake2b(f"{game.id} {game.message_id} {game.shown_revision}".encode(), digest_size=12).hexdigest()
        shown.posting, shown.former, shown.noted = True, game.message_id, True
        with suppress(StorageError):
            await self._store.remember(_posting_key(table), str(game.message_id))
        message = await channel.send(view=screen.view(), files=screen.files(), allowed_mentions=NOBODY, nonce=nonce)
        shown.posting, shown.down, shown.below = False, False, 0
        return message.id

    async def _clear(self, table: Table, shown: _Shown, message_id: int) -> None:
        """Delete what the table has left behind; then nothing has to be remembered of its way here."""
        former = shown.former
        tidied = await self._asides.tidy(table, *([former] if former and former != message_id else []))
        if tidied and shown.noted:
            await self._store.remember(_posting_key(table), None)
            shown.former, shown.noted = None, False

    async def recall(self, table: Table) -> bool:
        """Find out what was under way when the bot was stopped; whether the table has to be shown because of it.

        Somebody may wait for an answer to a question, the table may have been posted anew without that being known,
        or the message that it was before may still have to be deleted.
        """
        asked = await self._asides.about(table, QUESTION)
        if table.undo is not None and asked == str(table.undo.to):
            table.asked = table.undo.to
        known = await self._store.recall(_posting_key(table))
        if known is None:
            return False
        shown = self._shown.setdefault(table.id, _Shown())
        shown.noted = True
        shown.former = int(known) if known.isdigit() else None
        shown.posting = shown.former == table.game.message_id
        return True

    async def _to_move(self, table: Table, words: NullTranslations) -> None:
        """Refresh the hand of who is to move, and ping them if they seem to be away."""
        seat = table.to_move
        if seat is None or seat.user_id is None or table.moves_by_itself:
            await self._asides.take_away(table, PING)
            return
        await self._hands.refresh(table, seat.user_id)
        if await self._asides.about(table, PING) == _turn_of(table):
            return
        await self._asides.take_away(table, PING)
        clicked = table.clicked.get(seat.user_id)
        away = clicked is None or self._now() - clicked >= QUIET
        if away:
            await self._ping(table, seat.user_id, words.gettext("{name}, it is your turn."))

    async def nudge(self, table: Table, user_id: int, sentence: str) -> None:
        """Call a person to the table, if Discord lets us."""
        await _quietly(self._ping(table, user_id, sentence))

    async def ask(self, table: Table, screen: Screen) -> None:
        """Put a question to everybody at the table; it goes away once the game goes on."""
        await self._asides.put(table, QUESTION, screen, about=str(table.asked))
        if not table.undo_is_asked:  # the game went on while the question was being sent
            await self._asides.take_away(table, QUESTION)

    async def _ping(self, table: Table, user_id: int, sentence: str) -> None:
        """Call a person to the table with a message of its own."""
        words = words_of(table.game.language or "en")
        about = _turn_of(table)
        hand = button(words.gettext("My hand"), TableId(table.id, "hand"), discord.ButtonStyle.primary)
        screen = Screen((text(sentence.format(name=f"<@{user_id}>")),), (row(hand),))
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user_id)])
        await self._asides.put(table, PING, screen, about=about, allowed=allowed)
        if about != _turn_of(table):  # they moved while they were being called
            await self._asides.take_away(table, PING)


def _posting_key(table: Table) -> str:
    """Under this key the store remembers that a table is being posted anew."""
    return f"game:{table.id}:posting"


def _turn_of(table: Table) -> str:
    """What a ping is about: the round and the turn."""
    return "-".join(map(str, table.turn))


async def _quietly(call: Awaitable[object]) -> None:
    try:
        await call
    except TROUBLE as error:
        log.debug("Discord did not take something of less weight: %s", type(error).__name__)
