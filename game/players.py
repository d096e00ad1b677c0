"""Computer players: each sees a view, never the round itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from game.moves import Act, Move, Play
from game.planner import longest_train
from game.tiles import PIPS
from game.view import View

Player = Callable[[View, Random], Move]
"""Chooses one of `view.legal`; the view's viewer is to move."""


def choose_random(view: View, random: Random) -> Move:
    """Any legal move."""
    return random.choice(view.legal)


def choose_simple(view: View, random: Random) -> Move:
    """Lay the longest train in the opening; after that the heaviest tile that fits."""
    if view.is_opening:
        return opening_moves(view)[0]
    plays = [move for move in view.legal if isinstance(move, Play)]
    return max(plays, key=lambda play: (PIPS[play.tile], play.tile)) if plays else view.legal[0]


def opening_moves(view: View) -> list[Move]:
    """The whole planned opening train and its end, or what there is to do instead; the viewer is to move."""
    plan = longest_train(view.hand, view.plan_starts, view.rules.toes)
    if not plan:
        return [Act.END if Act.END in view.legal else view.legal[0]]
    return [*plan, Act.END] if len(plan) < len(view.hand) else [*plan]


LEVELS: Final[Mapping[str, Player]] = {"random": choose_random, "simple": choose_simple}
"""The computer players by name."""
