"""The parts that screens are built of, each within Discord's limits."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.ids import Id
from bot.names import safe
from renderer.people import Person

MAX_TEXT: Final = 3800
"""Characters over all texts of a message, with room to spare below Discord's 4,000."""
MAX_ALT: Final = 1024
MAX_LABEL: Final = 80
MAX_OPTIONS: Final = 25
MAX_OPTION: Final = 100

Item = ui.Item[ui.LayoutView]
ActionRow = ui.ActionRow[ui.LayoutView]
Button = ui.Button[ui.LayoutView]


class Document(NamedTuple):
    """A file to keep: its name and contents."""

    name: str
    content: bytes


class Picture(NamedTuple):
    """A PNG under a file name, and the text that says the same."""

    name: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Screen:
    """What a message shows: components from top to bottom, the pictures that they refer to, and what can be pressed."""

    items: tuple[Item, ...]
    rows: tuple[Item, ...] = ()
    """Buttons, menus and what is said about them, below everything else; they go when the screen has had its time."""
    pictures: tuple[Picture, ...] = ()
    color: int | None = None
    documents: tuple[Document, ...] = ()
    """Files to keep, below everything else."""

    def view(self) -> ui.LayoutView:
        """The components. They are answered by the router, so the view itself listens to nothing."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*_fitted(self.items), *self.rows, accent_color=self.color))
        for document in self.documents:
            view.add_item(ui.File(f"attachment://{document.name}"))
        view.stop()
        return view

    def files(self) -> list[discord.File]:
        """The pictures and documents, fresh for one sending."""
        return [
            *(
                discord.File(io.BytesIO(picture.png), picture.name, description=cut(picture.alt, MAX_ALT))
                for picture in self.pictures
            ),
            *(discord.File(io.BytesIO(document.content), document.name) for document in self.documents),
        ]


def _fitted(items: tuple[Item, ...]) -> list[Item]:
    """The same items; where their texts are too long together, the longest is shortened."""
    fitted = [*items]
    while True:
        lengths = {index: len(item.content) for index, item in enumerate(fitted) if isinstance(item, ui.TextDisplay)}
        too_many = sum(lengths.values()) - MAX_TEXT
        if too_many <= 0:
            return fitted
        index = max(lengths, key=lengths.__getitem__)
        longest = fitted[index]
        assert isinstance(longest, ui.TextDisplay)
        fitted[index] = text(cut(longest.content, max(1, lengths[index] - too_many)))


def text(content: str) -> ui.TextDisplay[ui.LayoutView]:
    """A paragraph of markdown."""
    return ui.TextDisplay(cut(content, MAX_TEXT) or "\u200b")


def small(lines: Iterable[str]) -> ui.TextDisplay[ui.LayoutView]:
    """Lines in small print."""
    return text("\n".join(f"-# {line}" for line in lines))


def gallery(*pictures: Picture) -> ui.MediaGallery[ui.LayoutView]:
    """The pictures, each with its text twin."""
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{picture.name}", description=cut(picture.alt, MAX_ALT))
            for picture in pictures
        )
    )


def button(
    label: str,
    to: Id,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
) -> Button:
    """A button that does what its id says."""
    return ui.Button(label=cut(label, MAX_LABEL), custom_id=str(to), style=style, emoji=emoji)


def row(*buttons: Button) -> ActionRow:
    """Up to five buttons side by side."""
    return ui.ActionRow(*buttons)


def menu(to: Id, placeholder: str, options: Sequence[discord.SelectOption]) -> ActionRow:
    """A menu of 1 to 25 options."""
    return ui.ActionRow(ui.Select(custom_id=str(to), placeholder=cut(placeholder, 150), options=list(options)))


def option(label: str, value: str, description: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """One line of a menu."""
    return discord.SelectOption(
        label=cut(label, MAX_OPTION), value=value, description=cut(description, MAX_OPTION) or None, default=chosen
    )


def cut(content: str, most: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return content if len(content) <= most else content[: most - 1] + "…"


def in_message(people: Sequence[Person]) -> tuple[Person, ...]:
    """The same people with names that may stand in a message's markdown."""
    return tuple(replace(person, name=safe(person.name)) for person in people)
