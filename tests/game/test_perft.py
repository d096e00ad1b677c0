"""Counting positions, against numbers that are kept and against the slow law."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from game.perft import perft
from game.record import RecordedRound, load_record, replay
from game.round import Round
from game.rules import OPTIONS
from tests.game.effort import THOROUGH
from tests.game.slow_law import Story

HERE = Path(__file__).parent
LINES = [line.split() for line in (HERE / "perft.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
MOST = 100_000 if THOROUGH else 7_000
"""Larger counts take longer than they are worth each day."""


def counts(most: int) -> list[tuple[str, int, int]]:
    return [
        (name, depth, int(number))
        for name, *numbers in LINES
        for depth, number in enumerate(numbers, 1)
        if int(number) <= most
    ]


def last_position(name: str) -> Round:
    record = load_record((HERE / "records" / f"{name}.json").read_bytes())
    return [state for state, move in replay(record) if move is None][-1]


def told(name: str) -> Story:
    """The same position by the slow law."""
    record = load_record((HERE / "records" / f"{name}.json").read_bytes())
    one: RecordedRound = record.rounds[0]
    options = {option: getattr(record.resolved, option) for option in OPTIONS}
    story = Story(options, 0, 0, [map(str, hand) for hand in one.hands], map(str, one.boneyard))
    for move in one.moves:
        story.move(str(move))
    return story


def slow_perft(story: Story, depth: int) -> int:
    moves = story.legal()
    if depth == 0 or not moves:
        return 1
    total = 0
    for move in moves:
        after = copy.deepcopy(story)
        after.move(move)
        total += slow_perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "depth", "number"), counts(MOST))
def test_the_number_of_sequences_is_as_it_was(name: str, depth: int, number: int) -> None:
    assert perft(last_position(name), depth) == number


@pytest.mark.parametrize(("name", "depth", "number"), counts(5_000 if THOROUGH else 130))
def test_the_slow_law_counts_the_same(name: str, depth: int, number: int) -> None:
    assert slow_perft(told(name), depth) == number


def test_every_record_that_is_kept_for_counting_is_counted() -> None:
    assert {name for name, *_ in LINES} == {path.stem for path in (HERE / "records").glob("perft-*.json")}


@pytest.mark.parametrize("name", [name for name, *_ in LINES])
def test_no_move_is_one_sequence(name: str) -> None:
    assert perft(last_position(name), 0) == 1


@pytest.mark.parametrize("depth", [0, 1, 5])
def test_an_ended_round_counts_once(depth: int) -> None:
    assert perft(last_position("classic-3"), depth) == 1
