"""Played games for the tests of pictures and sentences; nobody's hands are made up."""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations

import pytest

from game.match import Match
from renderer.gallery import Scene, moments

GAMES = (
    Scene("club", "club", 4, rounds=2),
    Scene("two", "club", 2, rounds=1),
    Scene("fourteen", "club", 14, rounds=1),
    Scene("classic", "classic", 3, rounds=1, level="random"),
    Scene("station", "station", 5, rounds=1, level="random"),
    Scene("express", "express", 8, rounds=1),
    Scene("cuban", "cuban", 6, rounds=1),
    Scene("chicken", "chicken", 5, rounds=1),
    Scene("toes", "express", 8, (("toes", 3), ("tile_set", 18), ("hand_size", 20)), 1, 3, "random"),
    Scene(
        "any", "club", 4, (("mexican_trains", 3), ("doubles", "next_covers"), ("double_order", "any")), 1, 5, "random"
    ),
    Scene("hunt", "express", 2, (("draw", "until_playable"), ("toes", 2)), 1, 7, "random"),
)


@cache
def _played(scene: Scene) -> tuple[Match, ...]:
    return tuple(moments(scene))


@pytest.fixture(params=GAMES, ids=lambda scene: scene.name)
def played(request: pytest.FixtureRequest) -> tuple[Match, ...]:
    """Every moment of a game, for each kind of game."""
    scene: Scene = request.param
    return _played(scene)


@pytest.fixture
def words() -> NullTranslations:
    """English."""
    return NullTranslations()
