"""The slash commands."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import actions, going
from bot.actions import Click
from bot.answers import say, show
from bot.errors import Refused
from bot.export import export
from bot.ids import TableId
from bot.opening import UNREADABLE, open_lobby
from bot.router import guarded, language_of
from bot.rules_panel import open_settings, server_rules
from bot.screens.parts import Document, Screen, text
from bot.screens.standings import leaderboard_screen, stats_screen
from bot.seating import preset_rules
from bot.table import Table
from game.presets import PRESETS
from game.words import N_
from renderer.theme import DARK, THEMES
from storage.models import SavedGame

if TYPE_CHECKING:
    from bot.client import Caboose

NOT_THEME_MANAGER = N_("Only who may manage the server (Manage Server) can set its theme; scope “Me” is yours.")
NO_GAME = N_("There is no game in this channel. Start one with /train new.")


def add_commands(tree: app_commands.CommandTree[Caboose]) -> None:
    """Put every command into the tree."""
    tree.add_command(Train())
    tree.add_command(leaderboard)
    tree.add_command(stats)
    tree.add_command(settings)
    tree.add_command(theme)


class Train(app_commands.Group):
    """/train …: everything about the game of a channel."""

    def __init__(self) -> None:
        super().__init__(
            name="train",
            description="Play Mexican Train in this channel",
            guild_only=True,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        preset="Which rules to play",
        players="How many players you are waiting for",
        rounds="How many rounds to play",
    )
    @app_commands.choices(preset=[app_commands.Choice(name=name, value=name) for name in PRESETS])
    async def new(
        self,
        interaction: discord.Interaction[Caboose],
        preset: str | None = None,
        players: app_commands.Range[int, 2, 14] | None = None,
        rounds: app_commands.Range[int, 1, 19] | None = None,
    ) -> None:
        """Open a lobby."""
        words = language_of(interaction)
        await guarded(interaction, words, lambda: _open(interaction, words, preset, players, rounds), public=True)

    @app_commands.command(description="Open your hand, which only you see")
    async def hand(self, interaction: discord.Interaction[Caboose]) -> None:
        """Show the own hand."""
        await _at_table(interaction, "hand", actions.hand)

    @app_commands.command(description="Move the board to the bottom of the channel, or read it as text")
    @app_commands.describe(text="Show the board as text, to you alone")
    async def board(self, interaction: discord.Interaction[Caboose], text: bool = False) -> None:
        """Show the board."""
        if text:
            await _at_table(interaction, "text", actions.text_board)
        else:
            await _at_table(interaction, "down", _move_down)

    @app_commands.command(description="Explain the rules of this channel's table")
    async def rules(self, interaction: discord.Interaction[Caboose]) -> None:
        """Explain the rules."""
        await _at_table(interaction, "rules", actions.rules)

    @app_commands.command(description="Get the finished rounds of this channel's latest game as a file")
    async def export(self, interaction: discord.Interaction[Caboose]) -> None:
        """Hand out the record."""
        words = language_of(interaction)

        async def work() -> None:
            game = await _latest(interaction)
            content = (await export(interaction.client.store, game)).encode()
            told = words.gettext("Every finished round, to be played again move by move.")
            record = Document(f"mexican-train-{game.id}.json", content)
            await show(interaction, Screen((text(told),), documents=(record,)))

        await guarded(interaction, words, work)

    @app_commands.command(description="Watch the last finished round of this channel's game again")
    async def replay(self, interaction: discord.Interaction[Caboose]) -> None:
        """Draw the replay."""
        words = language_of(interaction)

        async def work() -> None:
            await interaction.client.replays.show(interaction, await _latest(interaction), words)

        await guarded(interaction, words, work, public=True)

    @app_commands.command(description="Check that the last finished round was dealt fairly")
    async def verify(self, interaction: discord.Interaction[Caboose]) -> None:
        """Show the proof."""
        words = language_of(interaction)

        async def work() -> None:
            game = await _latest(interaction)
            await show(interaction, await going.proof(interaction.client.store, game.id, words))

        await guarded(interaction, words, work)

    @app_commands.command(description="Stop this channel's game")
    async def stop(self, interaction: discord.Interaction[Caboose]) -> None:
        """Ask and stop; a game that cannot be read is ended at once."""
        broken = interaction.client.tables.unreadable_in(interaction.channel_id or 0)
        if broken is None:
            await _at_table(interaction, "stop", actions.stop)
            return
        words = language_of(interaction)
        await guarded(interaction, words, lambda: _end_unreadable(interaction, words, broken))


@app_commands.command(description="The best players of this server")
@app_commands.guild_only()
async def leaderboard(interaction: discord.Interaction[Caboose]) -> None:
    """Show the leaderboard."""
    words = language_of(interaction)

    async def work() -> None:
        assert interaction.guild_id is not None
        standings = await interaction.client.store.leaderboard(interaction.guild_id)
        await show(interaction, leaderboard_screen(standings, words), public=True)

    await guarded(interaction, words, work, public=True)


@app_commands.command(description="A player's figures on this server")
@app_commands.describe(player="Whose figures; yours if you name nobody")
@app_commands.guild_only()
async def stats(interaction: discord.Interaction[Caboose], player: discord.User | None = None) -> None:
    """Show a person's figures."""
    words = language_of(interaction)

    async def work() -> None:
        assert interaction.guild_id is not None
        user_id = (player or interaction.user).id
        figures = await interaction.client.store.stats(interaction.guild_id, user_id)
        await show(interaction, stats_screen(user_id, figures, words))

    await guarded(interaction, words, work)


@app_commands.command(description="Which rules new tables on this server play")
@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: discord.Interaction[Caboose]) -> None:
    """Show the panel of the server's rules."""
    words = language_of(interaction)
    await guarded(interaction, words, lambda: open_settings(interaction, words))


@app_commands.command(description="Choose the colours of the pictures")
@app_commands.describe(theme="The colours; leave it out to go back", scope="For you alone, or for everyone here")
@app_commands.choices(
    theme=[app_commands.Choice(name=look.title, value=name) for name, look in THEMES.items()],
    scope=[app_commands.Choice(name="Me", value="me"), app_commands.Choice(name="Server", value="server")],
)
@app_commands.guild_only()
async def theme(
    interaction: discord.Interaction[Caboose],
    theme: str | None = None,
    scope: str = "me",
) -> None:
    """Choose a theme."""
    words = language_of(interaction)

    async def work() -> None:
        tastes = interaction.client.tastes
        chosen = words.gettext(THEMES[theme].title) if theme else ""
        if scope == "server":
            if not interaction.permissions.manage_guild:
                raise Refused(NOT_THEME_MANAGER)
            await tastes.choose_for_server(interaction.guild_id or 0, theme)
            said = words.gettext("This server's boards are drawn in: {theme}.")
            told = said.format(theme=chosen or words.gettext(DARK.title))
        else:
            await tastes.choose_own(interaction.user.id, theme)
            told = words.gettext("What only you see looks like the server's boards again.")
            if theme:
                told = words.gettext("What only you see is drawn in: {theme}.").format(theme=chosen)
        await say(interaction, told)

    await guarded(interaction, words, work)


async def _open(
    interaction: discord.Interaction[Caboose],
    words: NullTranslations,
    preset: str | None,
    players: int | None,
    rounds: int | None,
) -> None:
    assert interaction.guild_id is not None
    rules = preset_rules(preset) if preset else await server_rules(interaction.client.store, interaction.guild_id)
    if rounds is not None:
        rules = rules.changed(rounds=rounds)
    players = players or min(4, PRESETS[rules.preset].players[1])
    rules.for_seats(players)
    await open_lobby(interaction, words, rules, players)


async def _at_table(interaction: discord.Interaction[Caboose], action: str, act: actions.Action) -> None:
    words = language_of(interaction)

    async def work() -> None:
        bot = interaction.client
        table = bot.tables.in_channel(interaction.channel_id or 0)
        if table is None:
            raise Refused(UNREADABLE if bot.tables.unreadable_in(interaction.channel_id or 0) else NO_GAME)
        if table.seat_of(interaction.user.id) is not None:
            table.clicked[interaction.user.id] = bot.now()
        click = Click(bot, interaction, table, words)
        await actions.welcome_back(click, TableId(table.id, action))
        await act(click)

    await guarded(interaction, words, work)


async def _end_unreadable(interaction: discord.Interaction[Caboose], words: NullTranslations, game: SavedGame) -> None:
    if interaction.user.id != game.host_id and not interaction.permissions.manage_guild:
        raise Refused(actions.NOT_STOPPER)
    await interaction.client.tables.end_unreadable(game, interaction.user.id)
    await say(interaction, words.gettext("The game is stopped."))


async def _latest(interaction: discord.Interaction[Caboose]) -> SavedGame:
    """The channel's latest game, running or over."""
    game = await interaction.client.store.latest_in(interaction.channel_id or 0)
    if game is None or game.guild_id != interaction.guild_id:
        raise Refused(NO_GAME)
    return game


async def _move_down(click: Click) -> None:
    table: Table = click.table
    click.bot.publisher.move_down(table)
    await say(click.interaction, click.words.gettext("The board moves to the bottom of the channel."))
