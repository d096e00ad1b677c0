"""Dealing a round: the shuffled tiles to hands and boneyard, and the search for the engine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.events import EngineLaid
from game.play import begin
from game.refusals import RulesError
from game.round import Deal, Phase, Round
from game.rules import Rules
from game.tiles import BIT, DOUBLES, Tile, full_set, mask_of, tiles_in
from game.words import N_


def shuffled(rules: Rules, number: int, random: Random) -> tuple[Tile, ...]:
    """The tiles of round `number` (from 0) in dealing order; a set-aside engine is not among them.

    `random` decides the order: a `SystemRandom` for real games, a seeded one for simulations.
    """
    tiles = list(full_set(rules.tile_set))
    if rules.engine == "set_aside":
        tiles.remove(engine_of(rules, number))
    draw = random.random
    tiles.sort(key=lambda _: draw())  # as fair as `shuffle`, and six times as fast
    return tuple(tiles)


def engine_of(rules: Rules, number: int) -> Tile:
    """The engine of round `number` (from 0) where the rules fix it: one double lower each round."""
    value = rules.tile_set - number
    return Tile.of(value, value)


def deal_round(rules: Rules, seats: int, number: int, first: int, order: Sequence[Tile]) -> tuple[Round, EngineLaid]:
    """Deal the tiles in `order` and lay the engine. `first` is the first seat, `rules` are resolved."""
    each = rules.hand_size
    hands = tuple(tuple(order[seat * each : (seat + 1) * each]) for seat in range(seats))
    return lay_engine(rules, number, first, hands, tuple(order[seats * each :]))


def lay_engine(
    rules: Rules, number: int, first: int, hands: tuple[tuple[Tile, ...], ...], boneyard: tuple[Tile, ...]
) -> tuple[Round, EngineLaid]:
    """Begin a round from hands and a boneyard: find the engine, lay it, and see who has the first turn.

    Raises:
        RulesError: if the engine cannot be found, is dealt although it was set aside, or a hand is empty.
    """
    seats = len(hands)
    masks = [mask_of(hand) for hand in hands]
    holder: int | None = None
    searched = 0
    if rules.engine == "set_aside":
        engine = engine_of(rules, number)
        if BIT[engine] & (sum(masks) | mask_of(boneyard)):
            raise RulesError(N_("The engine {engine} is set aside and cannot be dealt."), engine=engine)
        starter = first
    else:
        wanted = BIT[engine_of(rules, number)] if rules.engine == "dealt" else DOUBLES
        while not any(hand & wanted for hand in masks):
            if searched == len(boneyard):
                raise RulesError(N_("The engine is in no hand and not in the boneyard."))
            masks[(first + searched) % seats] |= BIT[boneyard[searched]]
            searched += 1
        engine = max(tiles_in(sum(masks) & wanted))
        holder = starter = next(seat for seat, hand in enumerate(masks) if hand & BIT[engine])
        masks[holder] ^= BIT[engine]
    if not all(masks):
        raise RulesError(N_("Every hand must hold a tile when the first turn begins."))

    deal = Deal(rules, seats, number, engine, starter, hands, boneyard, searched)
    trains = tuple((start,) for start in deal.starts[: deal.own])
    phase = Phase.OPENING if rules.opening == "train" else Phase.TURN
    state = Round(
        deal=deal,
        hands=tuple(masks),
        drawn=searched,
        trains=trains,
        started=0,
        markers=0,
        open_doubles=(),
        seat=starter,
        phase=phase,
        drew=False,
        turns=0,
        owing=0,
        catchable=0,
        history=None,
        ended=None,
        legal=(),
    )
    return begin(state), EngineLaid(holder, engine, searched)
