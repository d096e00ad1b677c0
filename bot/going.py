"""Leaving, coming back, coming late, and taking moves back: what the buttons for these do."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord

from bot.actions import Click, hand
from bot.answers import acknowledge, say, show, update
from bot.errors import OVER, TROUBLE, Refused
from bot.ids import TableId
from bot.screens.more import asked_screen, question_screen
from bot.screens.parts import Screen, text
from bot.screens.proof import proof_screen
from game.words import N_
from storage.errors import StorageError
from storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from bot.client import Caboose


async def leave(click: Click) -> None:
    """Ask whether somebody really wants to leave the running game."""
    click.table.my_seat(click.user_id)
    words = click.words
    question = words.gettext(
        "Leave this game? A computer plays on with your hand and your points. You can come back with “My hand”."
    )
    await show(
        click.interaction, question_screen(question, words.gettext("Leave"), TableId(click.table.id, "quit_yes"))
    )


async def leave_for_good(click: Click) -> None:
    """Leave the running game."""
    await click.table.quit(click.user_id)
    await update(click.interaction, Screen((text(click.words.gettext("You have left. Thank you for playing!")),)))


async def kick(click: Click) -> None:
    """Have a computer play for somebody."""
    chosen = click.value
    await click.table.kick(click.user_id, int(chosen) if chosen.isascii() and chosen.isdigit() else 0)
    await update(click.interaction, Screen((text(click.words.gettext("A computer plays that seat from now on.")),)))


async def vote(click: Click) -> None:
    """Vote for the end of the game."""
    votes, needed = await click.table.vote_stop(click.user_id)
    if click.table.status.ended:
        told = click.words.gettext("That was the last vote needed: the game is stopped.")
    else:
        told = click.words.gettext("Your vote counts: {votes} of {needed} for stopping the game.").format(
            votes=votes, needed=needed
        )
    await say(click.interaction, told)


async def take_seat(click: Click) -> None:
    """Come in between two rounds."""
    await click.table.take_over(click.user_id, click.interaction.user.display_name)
    await say(click.interaction, click.words.gettext("Welcome! You play from the next round on."))


async def take_back(click: Click) -> None:
    """Take the own last move back, or ask the others."""
    if await click.table.take_back(click.user_id):
        await hand(click, in_place=True, notice=click.words.gettext("Taken back: it is your turn again."))
        return
    click.bot.pace.rearrange(click.table)
    try:
        await click.bot.publisher.ask(click.table, asked_screen(click.table, click.bot.words_at(click.table)))
    except (*TROUBLE, StorageError):
        click.table.asked = None  # to be asked again
        raise
    await hand(click, in_place=True, notice=click.words.gettext("The others are asked; one of them has to agree."))


async def agree(click: Click) -> None:
    """Agree to a move taken back."""
    await click.table.agree(click.user_id)
    await acknowledge(click.interaction)


async def verify(
    bot: Caboose, interaction: discord.Interaction[Caboose], words: NullTranslations, game_id: int
) -> None:
    """Show the proof of the last finished round of a game in this channel, and how to check it.

    Raises:
        Refused: if there is no such game here, or no round is finished.
    """
    game = await bot.store.load(game_id)
    if game is None or game.channel_id != interaction.channel_id:
        raise Refused(OVER)
    await show(interaction, await proof(bot.store, game_id, words))


async def proof(store: SqliteStore, game_id: int, words: NullTranslations) -> Screen:
    """The salt and the deal of a game's last finished round.

    Raises:
        Refused: if no round is finished: a running round's deal stays secret.
    """
    finished = [result.round for result in await store.rounds(game_id)]
    if not finished:
        raise Refused(N_("The first round is still being played: its deal can be checked when it is over."))
    deal = next(deal for deal in await store.deals(game_id) if deal.round == finished[-1])
    return proof_screen(deal, words)
