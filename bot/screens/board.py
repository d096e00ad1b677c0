"""The public table: the round, the board, what the player to move has to do, and what happened last."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import discord

from bot.ids import TableId
from bot.pace import NEXT_ROUND
from bot.screens.happened import told
from bot.screens.parts import ActionRow, Button, Item, Picture, Screen, button, gallery, in_message, row, small, text
from bot.table import Table
from game.events import Event
from game.match import Match
from game.view import View
from game.words import N_
from renderer.alt import board_alt, chart_alt, podium_alt, round_end_alt, score_sheet_alt
from renderer.board import draw_board
from renderer.people import Person
from renderer.scores import draw_chart, draw_podium, draw_round_end, draw_score_sheet
from renderer.text import board_text
from renderer.theme import DARK, Theme
from renderer.wording import duty, round_line
from storage.models import DAY, Status

COLOR: Final = 0x2E9E5B
COLOR_END: Final = 0xF2B705
SHOWN_EVENTS: Final = 5
STOPPED: Final = {
    "stop": N_("This game was stopped. Finished rounds count; there is no winner."),
    "voted": N_("Most players voted to stop this game. Finished rounds count; there is no winner."),
    "expired": N_("Nothing happened here for a week, so this game has ended. Finished rounds count."),
    "idle": N_("Nobody was at the table any more, so this game has ended. Finished rounds count."),
    "left": N_("Everybody has left, so this game has ended. Finished rounds count."),
    "gone": N_("Everybody has left the server, so this game has ended. Finished rounds count."),
}
"""What is said of a stopped game, by the log's word for its end."""


def table_screen(table: Table, words: NullTranslations, look: Theme = DARK, *, pictures: bool = True) -> Screen:
    """The table while a round is being played; without pictures the board stands there as text."""
    view = table.view(None)
    people = table.people()
    named = in_message(people)
    files: tuple[Picture, ...] = ()
    shown: Item = text(board_text(view, named, words))
    if pictures:
        board = draw_board(view, people, words, look)
        files = (Picture(f"board_{table.revision}.png", board, board_alt(view, people, words)),)
        shown = gallery(*files)

    def to(action: str) -> TableId:
        return TableId(table.id, action)

    calls: list[ActionRow] = []
    if view.rules.last_tile == "knock":  # both always there: buttons that come and go would tell who owes a knock
        calls = [row(button(words.gettext("Knock"), to("knock")), button(words.gettext("Catch"), to("catch")))]
    return Screen(
        (
            text(f"### {round_line(view, words)}"),
            shown,
            text(f"**{duty(view, named, words)}**"),
            *events(table.events, named, words, view),
        ),
        (
            row(
                button(words.gettext("My hand"), to("hand"), discord.ButtonStyle.primary),
                button(words.gettext("Scores"), to("scores")),
                button(words.gettext("Rules"), to("rules")),
                button(words.gettext("Move down"), to("down")),
                button(words.gettext("More"), to("more")),
            ),
            *calls,
            *_small_print(table, words),
        ),
        files,
        COLOR,
    )


def _small_print(table: Table, words: NullTranslations) -> list[Item]:
    """Until when the move is to be made, and the commitment to the deal."""
    lines = []
    if table.game.deadline and table.game.turn_limit < DAY:
        lines.append(words.gettext("Time to move: until {when}").format(when=f"<t:{int(table.game.deadline)}:R>"))
    if table.commitment:
        lines.append(words.gettext("Fair deal: {digest}").format(digest=f"`{table.commitment}`"))
    return [small(lines)] if lines else []


def round_end_screen(table: Table, words: NullTranslations, look: Theme = DARK, *, pictures: bool = True) -> Screen:
    """The end of a round, or of the game: the last board, everybody's rest, podium and score sheet. It stays."""
    view = table.view(None)
    match = table.match
    assert match is not None
    people = table.people()
    named = in_message(people)
    final = table.status is Status.FINISHED
    winners = match.winners
    sheet_alt = score_sheet_alt(people if pictures else named, match.scores, words, winners=winners)
    shown: tuple[Picture, ...] = ()
    if not pictures:
        told_of = [round_end_alt(view, named, words), sheet_alt]
        if final:
            told_of = [podium_alt(named, match.scores, words, winners=winners), *told_of]
            told_of += [chart_alt(named, match.scores, words)] if len(match.scores) > 1 else []
        body: list[Item] = [text(one) for one in told_of]
    else:
        board = draw_board(view, people, words, look)
        rest = draw_round_end(view, people, words, look)
        scores = score_pictures(match, people, words, look, table.revision)
        left = Picture(f"end_{table.revision}.png", rest, round_end_alt(view, people, words))
        last = Picture(f"board_{table.revision}.png", board, board_alt(view, people, words))
        if final and len(match.scores) == 1:
            scores = scores[:1]  # of one round the podium says it all
        shown = (*scores, left, last) if final else (left, *scores, last)
        body = [gallery(picture) for picture in shown]  # one below the other: a gallery of three makes each tiny
    head = words.gettext("Round {number} of {rounds} is over").format(
        number=match.number + 1, rounds=match.rules.rounds
    )
    ended = _ended(table, named, words)
    heading = _won(winners, named, match.totals, words) if final else ended
    rows: tuple[Item, ...] = ()
    standing = " · ".join(f"{person.name} {total}" for person, total in zip(named, match.totals, strict=True))
    totals = words.gettext("Totals: {totals}").format(totals=standing)
    body.insert(0, small([ended, totals] if final else [totals]))
    if final:
        body.append(small([words.gettext("The server's best are in /leaderboard, your own figures in /stats.")]))
        again = button(words.gettext("Play again"), TableId(table.id, "again"), discord.ButtonStyle.success)
        rows = (row(again, button(words.gettext("Fair deal?"), TableId(table.id, "verify"))),)
    else:
        when = f"<t:{int(table.game.moved_at + NEXT_ROUND)}:R>"
        rows = (
            small([words.gettext("The next round begins by itself {when}.").format(when=when)]),
            row(
                button(words.gettext("Next round"), TableId(table.id, "next"), discord.ButtonStyle.success),
                button(words.gettext("Rules"), TableId(table.id, "rules")),
                *_seat_to_take(table, words),
            ),
        )
    return Screen((text(f"### {head}\n**{heading}**"), *body), rows, shown, COLOR_END)


def score_pictures(
    match: Match,
    people: tuple[Person, ...],
    words: NullTranslations,
    look: Theme,
    revision: int,
    *,
    chart: bool = False,
) -> list[Picture]:
    """The score sheet; of a game that is over the podium before it, and then or with `chart` the totals after it."""
    scores, winners = match.scores, match.winners
    out = [result.out for result in match.results]
    sheet = draw_score_sheet(people, scores, words, look, winners=winners, out=out)
    shown = [Picture(f"scores_{revision}.png", sheet, score_sheet_alt(people, scores, words, winners=winners))]
    if winners:
        podium = draw_podium(people, scores, words, look, winners=winners)
        shown.insert(0, Picture(f"podium_{revision}.png", podium, podium_alt(people, scores, words, winners=winners)))
    if len(scores) > 1 and (chart or winners):
        lines = draw_chart(people, scores, words, look)
        shown.append(Picture(f"chart_{revision}.png", lines, chart_alt(people, scores, words)))
    return shown


def _seat_to_take(table: Table, words: NullTranslations) -> list[Button]:
    """The button for who wants to come in late, where the table has a seat for them."""
    if not table.game.late_joining or not any(seat.computer for seat in table.seats):
        return []
    return [button(words.gettext("Take a seat"), TableId(table.id, "seat"))]


def stopped_screen(table: Table, words: NullTranslations) -> Screen:
    """A game that was ended before its time."""
    match = table.match
    told = words.gettext(STOPPED.get(table.stopped, STOPPED["stop"]))
    lines = []
    if match is not None and match.results:
        named = in_message(table.people())
        lines = [small([f"{person.name}: {total}" for person, total in zip(named, match.totals, strict=True)])]
    return Screen((text(f"### {words.gettext('Mexican Train')}\n{told}"), *lines))


def events(
    happened: tuple[Event, ...], people: tuple[Person, ...], words: NullTranslations, view: View | None = None
) -> list[Item]:
    """The last events in small print, the newest last; `view` is what the table looks like after them."""
    lines = told(happened, people, words, view)
    return [small(lines[-SHOWN_EVENTS:])] if lines else []


def _ended(table: Table, people: tuple[Person, ...], words: NullTranslations) -> str:
    assert table.match is not None
    out = table.match.results[-1].out
    names = ", ".join(people[seat].name for seat in out)
    if not out:
        return words.gettext("Nobody can play any more: everyone scores what they hold.")
    return words.ngettext("{names} went out.", "{names} went out.", len(out)).format(names=names)


def _won(winners: tuple[int, ...], people: tuple[Person, ...], totals: tuple[int, ...], words: NullTranslations) -> str:
    names = ", ".join(people[seat].name for seat in winners)
    points = totals[winners[0]]
    return words.ngettext(
        "{names} wins the game with {points} points!", "{names} share the win with {points} points!", len(winners)
    ).format(names=names, points=points)
