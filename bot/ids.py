"""What stands in a custom_id: which table, and what to do there. Everybody can read it; it proves nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import discord

from game.moves import MAX_TEXT

DOCTOR: Final = "doctor:"
"""Begins the ids of `bot/doctor.py`, which is a process of its own and answers them itself."""


@dataclass(frozen=True, slots=True)
class MoveId:
    """A move in a hand, valid while the table is at `revision`.

    `move` is a move's text, or one of the words below.
    """

    game: int
    revision: int
    move: str

    TRAIN = "train"
    """Lay the whole planned opening train."""
    CHOSEN = "chosen"
    """The move is the value chosen in the menu. A digit may follow: the menu's page."""
    TILE = "tile"
    """The value chosen in the menu is a tile; its place is asked next. A digit may follow: the menu's page."""

    def __str__(self) -> str:
        return f"ct1:{self.game}:{self.revision}:{self.move}"


@dataclass(frozen=True, slots=True)
class TableId:
    """Something to do at a table that is no move: join, start, hand, scores and so on."""

    game: int
    action: str

    def __str__(self) -> str:
        return f"cg1:{self.game}:{self.action}"


@dataclass(frozen=True, slots=True)
class RulesId:
    """A menu or question of a rules panel: of the table with this game, or of a server's new tables."""

    scope: str
    owner: int
    """The game's number, or the server's id."""
    what: str
    """`preset`, `option`, `reset`, or `v_` and an option's name: its value."""

    TABLE = "t"
    SERVER = "s"

    def __str__(self) -> str:
        return f"cr1:{self.scope}:{self.owner}:{self.what}"


_RULES: Final = re.compile(r"cr1:([ts]):([0-9]{1,20}):([a-z_]{1,40})")
_MOVE: Final = re.compile(rf"ct1:([0-9]{{1,18}}):([0-9]{{1,18}}):([ -~]{{1,{MAX_TEXT}}})")
_TABLE: Final = re.compile(r"cg1:([0-9]{1,18}):([a-z_]{1,20})")


def parse_id(custom_id: str) -> Id | None:
    """Read a custom_id; None if it is not one of ours."""
    if move := _MOVE.fullmatch(custom_id):
        return MoveId(int(move[1]), int(move[2]), move[3])
    if table := _TABLE.fullmatch(custom_id):
        return TableId(int(table[1]), table[2])
    if rules := _RULES.fullmatch(custom_id):
        return RulesId(rules[1], int(rules[2]), rules[3])
    return None


Id = MoveId | TableId | RulesId


class ComponentData(NamedTuple):
    """What Discord says of a click: the component's id, and the value that was chosen or typed (else empty)."""

    custom_id: str
    value: str


def component_data(interaction: discord.Interaction) -> ComponentData:
    """Read what was clicked, chosen in a menu, or typed into a modal's one field."""
    data = cast("dict[str, Any]", interaction.data or {})
    values = data.get("values") or [
        field.get("value", "") for line in data.get("components") or [] for field in line.get("components") or []
    ]
    return ComponentData(str(data.get("custom_id", "")), str(values[0]) if values else "")
