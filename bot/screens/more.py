"""What is needed less often at a table: the menu behind “More”, and its questions."""

from __future__ import annotations

from gettext import NullTranslations

import discord

from bot import absence
from bot.ids import TableId
from bot.names import safe
from bot.screens.parts import ActionRow, Screen, button, menu, option, row, text
from bot.table import Table


def more_screen(table: Table, user_id: int, words: NullTranslations, *, moderator: bool) -> Screen:
    """The menu as this person may use it."""

    def to(action: str) -> TableId:
        return TableId(table.id, action)

    seated = user_id in absence.present(table.game)
    host = user_id == table.game.host_id
    rows = [row(button(words.gettext("Text board"), to("text")), button(words.gettext("Fair deal?"), to("verify")))]
    if seated:
        buttons = [button(words.gettext("Nudge"), to("nudge")), button(words.gettext("Leave"), to("quit"))]
        if len(absence.present(table.game)) > 1:
            buttons.append(button(words.gettext("Vote to stop"), to("vote")))
        rows.append(row(*buttons))
    if host or moderator:
        rows.append(row(button(words.gettext("Stop the game"), to("stop"), discord.ButtonStyle.danger)))
    if host:
        rows += _kick(table, to("kick"), words)
    told = words.gettext("The board as text, a reminder for who is to move, or a way out of this game.")
    return Screen((text(told),), tuple(rows))


def question_screen(question: str, yes: str, to: TableId) -> Screen:
    """A question before something that cannot be taken back."""
    return Screen((text(question),), (row(button(yes, to, discord.ButtonStyle.danger)),))


def asked_screen(table: Table, words: NullTranslations) -> Screen:
    """The public question whether a move may be taken back."""
    seat = table.undoable
    name = table.seats[seat].name if seat is not None else "?"
    question = words.gettext("{name} would like to take the last move back. Does another player agree?")
    agree = button(words.gettext("Agree"), TableId(table.id, "agree"), discord.ButtonStyle.success)
    return Screen((text(question.format(name=safe(name))),), (row(agree),))


def _kick(table: Table, to: TableId, words: NullTranslations) -> list[ActionRow]:
    people = [
        option(seat.name, str(seat.user_id))
        for seat in table.seats
        if seat.user_id in absence.present(table.game) and seat.user_id != table.game.host_id
    ]
    return [menu(to, words.gettext("Have a computer play for…"), people)] if people else []
