"""Every screen stays within Discord's limits: with 14 people of the longest names, at any point of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.screens.board import round_end_screen, stopped_screen, table_screen
from bot.screens.hand import hand_screen
from bot.screens.lobby import lobby_screen
from bot.screens.more import asked_screen, more_screen
from bot.screens.parts import Screen, text
from bot.screens.rules import rules_screen
from bot.screens.standings import leaderboard_screen, stats_screen
from bot.words import words
from game.dealing import shuffled
from game.events import Event, seen_by
from game.match import Match, begin_match, play
from game.moves import Play
from game.presets import PRESETS
from game.rules import Rules
from storage.models import Standing, Stats, Status, Totals
from tests.bot.tables import HOST, match_of, table_of
from tests.harness.rules import broken_rules

ENGLISH = words("en")
NAMES = {
    "stars": "*" * 32,
    "wide": "W" * 32,
    "family": "👨\u200d👩\u200d👧\u200d👦" * 8,
    "marks": "Z\u0335\u0321\u0328\u0322\u0330" * 20,
    "right to left": "שלום עולם" * 4,
    "mention": "<@123456789012345678> @everyone",
    "empty": "",
}


def check(screen: Screen) -> None:
    """Fail on anything that Discord would refuse."""

    async def body() -> dict[str, Any]:
        names = [file.filename for file in screen.files()]
        return {
            "flags": 1 << 15,
            "components": screen.view().to_components(),  # type: ignore[no-untyped-call]
            "attachments": [{"id": index, "filename": name} for index, name in enumerate(names)],
        }

    problems = list(broken_rules("POST", "/channels/1/messages", made := asyncio.run(body())))
    for node in _nodes(made["components"]):
        kind = node["type"]
        if kind == 3:
            assert 1 <= len(node["options"]) <= 25, node
            for option in node["options"]:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
        if kind == 2:
            assert 1 <= len(node["label"]) <= 80
        if kind == 10:
            assert node["content"].strip()
        for item in node.get("items", ()):
            assert 1 <= len(item["description"]) <= 1024
        assert len(node.get("custom_id") or "x") <= 100
    assert not problems, problems


def _nodes(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [node for one in components for node in (one, *_nodes(one.get("components", [])))]


def positions(preset: str, seed: int, visit: Callable[[Match, tuple[Event, ...]], None]) -> None:
    """Play a round at random, and stop at every few moves."""
    random = Random(seed)
    most = PRESETS[preset].players[1]
    rules = Rules.of(preset).for_seats(most)
    match, _ = begin_match(rules, most, shuffled(rules, 0, random))
    happened: list[Event] = []
    for number in range(1000):
        if number % 9 == 0 or match.round.ended:
            visit(match, tuple(seen_by(event, None) for event in happened[-60:]))
        if match.round.ended:
            return
        plays = [move for move in match.round.legal if isinstance(move, Play)]
        match, events = play(match, random.choice(plays or list(match.round.legal)))
        happened += events


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["stars", "marks"])
def test_every_screen_of_a_round_is_within_the_limits(preset: str, name: str) -> None:
    def visit(match: Match, happened: tuple[Event, ...]) -> None:
        table = table_of(match, NAMES[name])
        table.events = happened
        if match.round.ended:
            table.game = table_of(match, NAMES[name], status=Status.BETWEEN).game
            check(round_end_screen(table, ENGLISH, pictures=False))
            check(round_end_screen(table, ENGLISH))
            return
        check(table_screen(table, ENGLISH, pictures=False))
        check(hand_screen(table, match.round.seat, ENGLISH, notice="x" * 200))
        tiles = {move.tile for move in match.round.legal if isinstance(move, Play)}
        for tile in sorted(tiles)[:2]:
            check(hand_screen(table, match.round.seat, ENGLISH, tile=tile))

    positions(preset, 1, visit)


@pytest.mark.parametrize("name", NAMES)
def test_screens_with_any_name_are_within_the_limits(name: str) -> None:
    match = match_of(14)
    table = table_of(match, NAMES[name])
    lobby = table_of(None, NAMES[name], seats=14)
    for screen in (
        table_screen(table, ENGLISH),
        table_screen(table, ENGLISH, pictures=False),
        hand_screen(table, match.round.seat, ENGLISH),
        stopped_screen(table, ENGLISH),
        lobby_screen(lobby, ENGLISH),
        more_screen(table, HOST, ENGLISH, moderator=True),
        asked_screen(table, ENGLISH),
    ):
        check(screen)


@pytest.mark.parametrize("preset", PRESETS)
def test_lobbies_and_rules_of_every_preset_are_within_the_limits(preset: str) -> None:
    for seats in range(1, PRESETS[preset].players[1] + 1):
        check(lobby_screen(table_of(None, "W" * 32, preset=preset, seats=seats), ENGLISH))
    check(rules_screen(Rules.of(preset), ENGLISH))


def test_standings_are_within_the_limits() -> None:
    totals = Totals(10**6, 10**6, 10**7, 10**7, 10**9, 10**6)
    check(leaderboard_screen([Standing(n, 10**18 + n, totals) for n in range(1, 26)], ENGLISH))
    check(leaderboard_screen([], ENGLISH))
    check(stats_screen(10**18, Stats(totals, totals), ENGLISH))


def test_texts_together_stay_below_what_a_message_holds() -> None:
    check(Screen((text("a" * 5000), text("b" * 5000), text("c"))))
    check(Screen(tuple(text("abc" * 100) for _ in range(30))))
