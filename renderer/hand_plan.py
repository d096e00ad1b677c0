"""What a hand shows, and in which order: the longest train, what can be laid now, and the rest."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from game.moves import Play
from game.planner import longest_train
from game.round import End, Phase
from game.tiles import Tile
from game.view import TrainView, View


class Order(StrEnum):
    """How somebody likes their tiles."""

    TRAIN = "train"
    """The longest train first, then what can be laid now."""
    NUMBER = "number"
    """From the highest number down."""
    PIPS = "pips"
    """The heaviest first."""


Pairs = tuple[tuple[int, int], ...]
"""A train: each tile as (half towards the engine, the other)."""


def planned(view: View) -> tuple[Pairs, tuple[Tile, ...]]:
    """The longest train and the tiles left; no train outside the opening."""
    if not is_opening(view):
        return (), view.hand
    return _plan(view.hand, view.plan_starts, view.rules.toes)


def onward(view: View) -> Pairs:
    """The longest train with which the viewer's own could go on later; nothing where that is no train of two."""
    if view.ended or view.viewer is None:
        return ()
    train, _ = _plan(view.hand, view.plan_starts, view.rules.toes)
    return train if len(train) > 1 else ()


def is_opening(view: View) -> bool:
    """Whether the viewer's opening train is still to be laid or to be ended."""
    if view.viewer is None or view.rules.opening != "train" or view.ended:
        return False
    if view.viewer == view.seat:
        return view.phase in (Phase.OPENING, Phase.OPENING_ON)
    waits = (view.viewer - view.starter) % view.seats > ((view.seat or 0) - view.starter) % view.seats
    return view.lap == 1 and waits


@lru_cache(maxsize=256)
def _plan(hand: tuple[Tile, ...], starts: tuple[End, ...], toes: int) -> tuple[Pairs, tuple[Tile, ...]]:
    plays = longest_train(hand, starts, toes)
    value = next((end.value for end in starts if plays and end.place == plays[0].place), 0)
    plan = []
    for play in plays:
        other = play.tile.other(value)
        plan.append((value, other))
        value = other
    used = {play.tile for play in plays}
    return tuple(plan), in_order(tile for tile in hand if tile not in used)


def playable(view: View) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles that fit an end where the viewer may lay, and the others."""
    if view.viewer is not None and view.viewer == view.seat:
        now = {move.tile for move in view.legal if isinstance(move, Play)}
    else:
        values = {end.value for train in view.trains for end in train.ends if end.allowed}
        now = {tile for tile in view.hand if tile.high in values or tile.low in values}
    return in_order(tile for tile in view.hand if tile in now), in_order(tile for tile in view.hand if tile not in now)


def trains_for(view: View, tile: Tile) -> tuple[TrainView, ...]:
    """The trains on which the viewer may lay a tile."""
    return tuple(
        train for train in view.trains if any(end.allowed and end.value in (tile.high, tile.low) for end in train.ends)
    )


def in_order(tiles: Iterable[Tile], order: Order = Order.NUMBER) -> tuple[Tile, ...]:
    """Tiles from the highest to the lowest, or from the heaviest to the lightest."""
    if order is Order.PIPS:
        return tuple(sorted(tiles, key=lambda tile: (tile.pips, tile), reverse=True))
    return tuple(sorted(tiles, reverse=True))
