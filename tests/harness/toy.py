"""A bot that has one of everything: the harness and the sandbox are tried on it."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image


def picture(number: int) -> discord.File:
    """A PNG whose width tells the number."""
    out = io.BytesIO()
    Image.new("RGB", (100 + number, 50), "green").save(out, "PNG")
    out.seek(0)
    return discord.File(out, f"board_{number}.png", description=f"Board {number}")


class Toy(discord.Client):
    """Counts clicks on one table message; everything that a test may want to see happens somewhere here."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.now = now
        self.count = 0
        self.locales: list[str] = []
        self.lock = asyncio.Lock()
        self.orders: asyncio.Queue[int] = asyncio.Queue()
        self.pool = ThreadPoolExecutor(1)
        self.chore: Callable[[], Coroutine[Any, Any, None]]
        self.chores: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Pick)
        group = app_commands.Group(name="toy", description="A toy")

        @group.command(name="new", description="A new table")
        async def new(interaction: discord.Interaction, start: int = 0) -> None:
            self.count = start
            self.locales.append(str(interaction.locale))
            await interaction.response.send_message(view=self.table(), file=picture(self.count))

        self.tree.add_command(group)
        await self.tree.sync()
        self.worker = asyncio.create_task(self.work())

    async def work(self) -> None:
        while True:
            await self.orders.get()

    async def close(self) -> None:
        self.worker.cancel()
        self.pool.shutdown()
        await super().close()

    def table(self) -> ui.LayoutView:
        view = ui.LayoutView()
        container: ui.Container[Any] = ui.Container(ui.TextDisplay(f"Pressed {self.count} times"))
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://board_{self.count}.png", description=f"Board {self.count}")
        container.add_item(gallery)
        kinds = ("press", "later", "hand", "fail", "thread", "silent", "wide", "chore")
        for start in (0, 5):
            container.add_item(ui.ActionRow(*[Press(kind) for kind in kinds[start : start + 5]]))
        container.add_item(ui.ActionRow(Pick()))
        view.add_item(container)
        view.stop()
        return view

    async def refresh(self, message: discord.Message) -> None:
        await message.channel.get_partial_message(message.id).edit(  # type: ignore[union-attr]
            view=self.table(), attachments=[picture(self.count)]
        )


class Press(ui.DynamicItem[ui.Button[Any]], template=r"toy:(?P<kind>[a-z]+)"):
    def __init__(self, kind: str) -> None:
        super().__init__(ui.Button(label=kind.title(), custom_id=f"toy:{kind}"))
        self.kind = kind

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Press:
        return cls(match["kind"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot: Toy = interaction.client
        assert interaction.message
        match self.kind:
            case "press":
                async with bot.lock:
                    bot.count += 1
                await interaction.response.edit_message(view=bot.table(), attachments=[picture(bot.count)])
            case "later":
                message = interaction.message
                await interaction.response.defer()
                asyncio.get_running_loop().call_later(45, lambda: asyncio.create_task(self.bump(bot, message)))
            case "chore":
                await interaction.response.defer()
                bot.chores.append(asyncio.create_task(bot.chore()))
            case "hand":
                view = ui.LayoutView()
                view.add_item(ui.TextDisplay(f"secret of {interaction.user.display_name}"))
                view.stop()
                await interaction.response.send_message(view=view, ephemeral=True)
            case "thread":
                loop = asyncio.get_running_loop()
                bot.count = await loop.run_in_executor(bot.pool, sum, (40, 2))
                bot.count += await asyncio.to_thread(len, "x")
                await interaction.response.edit_message(view=bot.table(), attachments=[picture(bot.count)])
            case "fail":
                await interaction.response.defer()
                raise RuntimeError("broken toy")
            case "wide":
                select: ui.Select[Any] = ui.Select(custom_id="wide")
                select.options = [discord.SelectOption(label=str(n)) for n in range(26)]
                view = ui.LayoutView()
                view.add_item(ui.ActionRow(select))
                view.stop()
                await interaction.response.send_message(view=view)
            case _:
                pass  # "silent" gives no answer

    async def bump(self, bot: Toy, message: discord.Message) -> None:
        bot.count += 10
        await bot.refresh(message)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"{n} tiles", value=str(n)) for n in (3, 7)]
        super().__init__(ui.Select(custom_id="pick", placeholder="How many?", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Pick:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot: Toy = interaction.client
        bot.count = int(interaction.data["values"][0])  # type: ignore[index, typeddict-item]
        await interaction.response.edit_message(view=bot.table(), attachments=[picture(bot.count)])
