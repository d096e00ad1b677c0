"""The server's leaderboard and a person's own figures, as text."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from bot.screens.parts import Screen, small, text
from storage.models import Standing, Stats, Totals

COLOR: Final = 0xF2B705
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def leaderboard_screen(standings: Sequence[Standing], words: NullTranslations) -> Screen:
    """The best players of a server; mentions show names and ping nobody."""
    head = words.gettext("Leaderboard")
    if not standings:
        empty = words.gettext(
            "Nobody is ranked yet: games with two or more people count. Your games against computers are in /stats."
        )
        return Screen((text(f"### {head}\n{empty}"),), color=COLOR)
    lines = [_line(standing, words) for standing in standings]
    note = words.gettext("Games with two or more people count; computers are not ranked.")
    return Screen((text(f"### {head}"), text("\n".join(lines)), small([note])), color=COLOR)


def stats_screen(user_id: int, stats: Stats, words: NullTranslations) -> Screen:
    """One person's figures: at tables with people, and alone against computers."""
    parts = [text("### " + words.gettext("Figures of {name}").format(name=f"<@{user_id}>"))]
    for title, totals in (
        (words.gettext("At tables with other people"), stats.tables),
        (words.gettext("Alone against computers"), stats.solo),
    ):
        parts.append(text(f"**{title}**\n" + "\n".join(_figures(totals, words))))
    return Screen(tuple(parts), color=COLOR)


def _line(standing: Standing, words: NullTranslations) -> str:
    totals = standing.totals
    place = MEDALS.get(standing.rank, f"{standing.rank}.")
    won = words.ngettext("{count} win", "{count} wins", totals.games_won).format(count=totals.games_won)
    games = words.ngettext("{count} game", "{count} games", totals.games).format(count=totals.games)
    rounds = words.ngettext("{count} round won", "{count} rounds won", totals.rounds_won).format(
        count=totals.rounds_won
    )
    average = words.gettext("{points} points a round").format(points=_average(totals))
    return f"{place} <@{standing.user_id}> — **{won}** · {games} · {rounds} · {average}"


def _figures(totals: Totals, words: NullTranslations) -> list[str]:
    if not totals.rounds:
        return [words.gettext("No round yet.")]
    best = "–" if totals.best_round is None else str(totals.best_round)
    return [
        words.gettext("Games: {games}, won: {won}").format(games=totals.games, won=totals.games_won),
        words.gettext("Rounds: {rounds}, won: {won}").format(rounds=totals.rounds, won=totals.rounds_won),
        words.gettext("Points: {points}, {average} a round").format(points=totals.points, average=_average(totals)),
        words.gettext("Best round: {points} points").format(points=best),
    ]


def _average(totals: Totals) -> str:
    return f"{totals.points / totals.rounds:.1f}" if totals.rounds else "0"
