"""The lobby: who sits down, for how many rounds, and the button that starts the game."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import discord

from bot.ids import TableId
from bot.names import safe
from bot.screens.parts import Screen, button, menu, option, row, small, text
from bot.table import Table
from game.options import AUTO
from game.presets import PRESETS
from game.refusals import RulesError
from game.rules import OPTIONS
from storage.models import HOUR, Status

COLOR: Final = 0x5B8DEF
MINUTES_A_ROUND: Final = 2.5
"""How long a round takes for each player: ten minutes at a table of four."""
ROUND_CHOICES: Final = (1, 3, 5)
TURN_LIMITS: Final = (60, 180, 600, HOUR, 8 * HOUR, 24 * HOUR, 0)
"""The times in seconds that a move may take; 0 for as long as one likes."""


def lobby_screen(table: Table, words: NullTranslations) -> Screen:
    """The lobby, or the word that it was given up."""
    if table.status is Status.STOPPED:
        closed = words.gettext("This lobby was closed. Open a new one with /train new.")
        return Screen((text(f"### {words.gettext('Mexican Train')}\n{closed}"),))
    game, rules = table.game, table.rules
    head = words.gettext("Mexican Train: take a seat")
    lines = [
        f"{index}. {safe(seat.name)}"
        + (f" · {words.gettext('host')}" if seat.user_id == game.host_id else "")
        + (f" · {words.gettext('computer')}" if seat.computer else "")
        for index, seat in enumerate(table.seats, 1)
    ]
    wanted = max(game.wanted, len(lines))
    seats = words.gettext("Seats: {taken} of {wanted}").format(taken=len(lines), wanted=wanted)
    start = (
        discord.ButtonStyle.success
        if len(lines) >= min(wanted, 2) and len(lines) > 1
        else discord.ButtonStyle.secondary
    )

    late = words.gettext("Late joining: on") if game.late_joining else words.gettext("Late joining: off")

    def to(action: str) -> TableId:
        return TableId(table.id, action)

    return Screen(
        (
            text(f"### {head}"),
            text(f"**{words.gettext('Rules')}: {rules.preset}** — {words.gettext(PRESETS[rules.preset].title)}"),
            small(differences(table, words)),
            text(f"**{seats}**\n" + "\n".join(lines)),
        ),
        (
            menu(to("rounds"), words.gettext("How many rounds?"), round_options(table, words)),
            menu(to("limit"), words.gettext("How long may a move take?"), limit_options(table, words)),
            row(
                button(words.gettext("Join"), to("join"), discord.ButtonStyle.primary),
                button(words.gettext("Leave"), to("leave")),
                button(words.gettext("Add computer"), to("add")),
                button(words.gettext("Remove computer"), to("remove")),
            ),
            row(
                button(words.gettext("Start"), to("start"), start),
                button(words.gettext("Rules…"), to("panel")),
                button(late, to("late")),
            ),
        ),
        color=COLOR,
    )


def differences(table: Table, words: NullTranslations) -> list[str]:
    """What this table plays differently from its preset, a sentence each; the time it takes is the last."""
    rules = table.rules
    said = [
        words.gettext(OPTIONS[name].explain(value)).format(value=value)
        for name, value in rules.differences().items()
        if name != "rounds"
    ]
    return [*said, duration(table, _rounds(table), words)]


def round_options(table: Table, words: NullTranslations) -> list[discord.SelectOption]:
    """The numbers of rounds to choose from, with the time that each takes."""
    every = _rounds(table, AUTO)
    current = _rounds(table)
    counts = sorted({*(count for count in ROUND_CHOICES if count < every), every, current})
    return [
        option(
            words.gettext("All {count} rounds").format(count=count)
            if count == every > 1
            else words.ngettext("{count} round", "{count} rounds", count).format(count=count),
            AUTO if count == every else str(count),
            duration(table, count, words),
            chosen=count == current,
        )
        for count in counts
    ]


def limit_options(table: Table, words: NullTranslations) -> list[discord.SelectOption]:
    """The times that a move may take."""
    then = words.gettext("then a computer makes the move")
    return [
        option(
            words.gettext("{time} for each move").format(time=time_in_words(seconds, words))
            if seconds
            else words.gettext("As long as you like for each move"),
            str(seconds),
            then if seconds else "",
            chosen=seconds == table.game.turn_limit,
        )
        for seconds in TURN_LIMITS
    ]


def time_in_words(seconds: int, words: NullTranslations) -> str:
    """`10 minutes`, `8 hours`."""
    if seconds < HOUR:
        return words.ngettext("{count} minute", "{count} minutes", seconds // 60).format(count=seconds // 60)
    return words.ngettext("{count} hour", "{count} hours", seconds // HOUR).format(count=seconds // HOUR)


def duration(table: Table, rounds: int, words: NullTranslations) -> str:
    """About how long so many rounds take at this table."""
    seats = max(len(table.seats), min(table.game.wanted, 4), 2)
    minutes = round(MINUTES_A_ROUND * seats * rounds / 5) * 5 or 5
    count = words.ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
    if minutes < 100:
        return words.gettext("{rounds}: about {minutes} minutes").format(rounds=count, minutes=minutes)
    hours = round(minutes / 60)
    text = words.ngettext("{rounds}: about {hours} hour", "{rounds}: about {hours} hours", hours)
    return text.format(rounds=count, hours=hours)


def _rounds(table: Table, value: int | str | None = None) -> int:
    rules = table.rules if value is None else table.rules.changed(rounds=value)
    low, high = PRESETS[rules.preset].players
    for seats in (min(max(len(table.seats), low), high), low):
        try:
            return int(rules.for_seats(seats).rounds)
        except RulesError:
            continue
    return int(rules.rounds) if rules.rounds != AUTO else 1
