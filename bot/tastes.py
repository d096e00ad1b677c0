"""What people and servers like to see: the theme of pictures, and the order of the tiles in a hand."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from renderer.hand_plan import Order
from renderer.theme import DARK, THEMES, Theme
from storage.sqlite import SqliteStore

AT_HAND: Final = 4096
"""So many of the latest choices are kept in memory."""


class Taste(NamedTuple):
    """How pictures for somebody look."""

    look: Theme = DARK
    order: Order = Order.TRAIN


class Tastes:
    """Looks choices up, and remembers new ones. A person's theme goes before their server's, for what only they see."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._known: OrderedDict[str, str | None] = OrderedDict()

    async def of(self, guild_id: int | None, user_id: int) -> Taste:
        """How somebody wants to see what only they see."""
        own = await self._recall(_theme_of_person(user_id))
        look = THEMES.get(own or "") or await self.look_of(guild_id)
        order = await self._recall(_order(user_id))
        return Taste(look, Order(order) if order in list(Order) else Order.TRAIN)

    async def look_of(self, guild_id: int | None) -> Theme:
        """The theme of a server's public pictures."""
        name = await self._recall(_theme_of_server(guild_id or 0))
        return THEMES.get(name or "", DARK)

    async def choose_own(self, user_id: int, theme: str | None) -> None:
        """A person chooses a theme for themselves; with None their server's is theirs again."""
        await self._remember(_theme_of_person(user_id), theme)

    async def choose_for_server(self, guild_id: int, theme: str | None) -> None:
        """A server chooses its theme; None is the default."""
        await self._remember(_theme_of_server(guild_id), theme)

    async def choose_order(self, user_id: int, order: Order) -> None:
        """A person chooses the order of their tiles."""
        await self._remember(_order(user_id), order.value)

    async def _recall(self, key: str) -> str | None:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        value = await self._store.recall(key)
        self._keep(key, value)
        return value

    async def _remember(self, key: str, value: str | None) -> None:
        await self._store.remember(key, value)
        self._keep(key, value)

    def _keep(self, key: str, value: str | None) -> None:
        self._known[key] = value
        self._known.move_to_end(key)
        while len(self._known) > AT_HAND:
            self._known.popitem(last=False)


def _theme_of_person(user_id: int) -> str:
    return f"user:{user_id}:theme"


def _theme_of_server(guild_id: int) -> str:
    return f"guild:{guild_id}:theme"


def _order(user_id: int) -> str:
    return f"user:{user_id}:order"
