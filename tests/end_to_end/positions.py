"""Positions to begin from: played by chance as far as wanted, and put under a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from game.dealing import lay_engine, shuffled
from game.match import Match, begin_match, next_round, play
from game.moves import Play
from game.play import begin
from game.round import Round
from game.rules import Rules
from game.snapshot import dump_match
from game.tiles import Tile, full_set, mask_of, tiles_in
from storage.models import LogRow, Status, Step
from tests.end_to_end.group import Group

Wanted = Callable[[Match], bool]


def match_of(seats: int, preset: str = "club", *, seed: int = 0, **options: object) -> Match:
    """A game at its first deal."""
    rules = Rules.of(preset, **options).for_seats(seats)  # type: ignore[arg-type]
    return begin_match(rules, seats, shuffled(rules, 0, Random(seed)))[0]


def played(match: Match, wanted: Wanted, *, seed: int = 0, moves: int = 3000) -> Match:
    """Play on at random until a position is as wanted."""
    random = Random(seed)
    for _ in range(moves):
        if wanted(match):
            return match
        if match.round.ended:
            match, _ = next_round(match, shuffled(match.rules, match.number + 1, random))
        else:
            plays = [move for move in match.round.legal if isinstance(move, Play)]
            match, _ = play(match, random.choice(plays or list(match.round.legal)))
    raise AssertionError("no such position came up")


def dealt(hands: list[str], boneyard: str = "", preset: str = "club", **options: object) -> Match:
    """A first round with these hands, written as tiles with spaces between; the engine is set aside."""
    options = {"rounds": 1, "engine": "set_aside", **options}
    rules = Rules.of(preset, **options).for_seats(len(hands))  # type: ignore[arg-type]
    tiles = [tuple(Tile.parse(text) for text in hand.split()) for hand in hands]
    left = tuple(Tile.parse(text) for text in boneyard.split())
    state, _ = lay_engine(rules, 0, 0, tuple(tiles), left)
    return Match(rules, len(hands), (), state)


def everything_in_two_hands() -> Match:
    """Two players who hold all of a double-eighteen set, on an engine that both can play on a hundred times."""
    rules = Rules.of("club", tile_set=18, rounds=1, opening="single", own_train_first=False, hand_size=94).for_seats(2)
    tiles = [tile for tile in full_set(18) if str(tile) != "18-18"]
    state, _ = lay_engine(rules, 0, 0, (tuple(tiles[:94]), tuple(tiles[94:188])), tuple(tiles[188:]))
    return Match(rules, 2, (), state)


def permuted(state: Round, viewer: int | None, random: Random) -> Round:
    """The same moment, with all tiles that the viewer cannot see in other places."""
    hidden = [tile for seat, hand in enumerate(state.hands) if seat != viewer for tile in tiles_in(hand)]
    hidden += state.boneyard
    random.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        count = hand.bit_count()
        hands.append(hand if seat == viewer else mask_of(hidden[:count]))
        del hidden[: 0 if seat == viewer else count]
    deal = replace(state.deal, boneyard=(*state.deal.boneyard[: state.drawn], *hidden))
    return begin(state._replace(deal=deal, hands=tuple(hands)))


async def put(group: Group, match: Match) -> None:
    """Make this the table's position, as if the bot had been started with it."""
    table = group.table
    now = group.world.now()
    row = LogRow(match.number, None, "deal", None)
    step = Step((row,), Status.PLAYING, dump_match(match), now, deadline=now + table.game.turn_limit)
    await group.world.as_bot(group.bot.store.append(table.id, table.revision, step))
    await group.world.restart()
    group.hands.clear()


async def start_short(group: Group, *, rounds: int = 2) -> None:
    """Deal a first round to the group's people that is over as soon as everybody has moved once."""
    await group.start(rounds=rounds)
    hands = ["12-1", "12-2 3-4", "12-5 6-7", "12-8 9-10"][: len(group.names)]
    await put(group, dealt(hands, "0-1 0-2 0-3 0-5", rounds=rounds))
