"""`/train replay`: the last finished round of a channel's game as a moving picture."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import think
from bot.errors import Refused
from bot.export import recorded
from bot.screens.parts import Picture, Screen, gallery, text
from game.record import Record, replay
from game.scoring import round_scores
from game.view import View, view_for
from game.words import N_
from renderer.alt import replay_alt
from renderer.people import Person
from renderer.replay import draw_replay
from renderer.theme import Theme
from storage.models import SavedGame

if TYPE_CHECKING:
    from bot.client import Caboose

AT_ONCE: Final = 2
"""So many replays are drawn at the same time; each takes a worker for a second or more."""
BUSY: Final = N_("Other replays are being drawn just now. Please ask again in half a minute.")


class Replays:
    """Draws replays, a few at a time."""

    def __init__(self) -> None:
        self._drawing = 0

    async def show(self, interaction: discord.Interaction[Caboose], game: SavedGame, words: NullTranslations) -> None:
        """Show everyone the last finished round; the answer is deferred, since drawing takes a while.

        Raises:
            Refused: if no round is finished, or others are being drawn.
        """
        if self._drawing >= AT_ONCE:
            raise Refused(BUSY)
        self._drawing += 1
        try:
            bot = interaction.client
            record = await recorded(bot.store, game)
            await think(interaction)
            people = tuple(
                Person(seat.name, seat.computer is not None, bot.faces.of(seat.user_id)) for seat in game.seats
            )
            look = await bot.tastes.look_of(game.guild_id)
            screen = await asyncio.to_thread(_screen, record, people, words, look)
            await interaction.followup.send(view=screen.view(), files=screen.files())
        finally:
            self._drawing -= 1


def _screen(record: Record, people: tuple[Person, ...], words: NullTranslations, look: Theme) -> Screen:
    views = last_round(record)
    drawn = draw_replay(views, people, words, look)
    moving = Picture(f"replay_{views[-1].number + 1}.gif", drawn, replay_alt(views, people, words))
    head = words.gettext("Round {number} of {rounds}, move by move")
    told = head.format(number=views[-1].number + 1, rounds=views[-1].rules.rounds)
    return Screen((text(f"### {told}"), gallery(moving)), pictures=(moving,))


def last_round(record: Record) -> Sequence[View]:
    """What everyone could see of the last round of a record: before its first move, and after each."""
    scores: list[tuple[int, ...]] = []
    views: list[View] = []
    for state, move in replay(record):
        if views and views[-1].number != state.deal.number:
            views = []
        views.append(view_for(state, None, scores))
        if move is None and state.ended:
            scores.append(round_scores(state))
    return views
