"""What nobody may know: hidden tiles change nothing that others see, and neither they nor tokens are ever logged."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import TALKATIVE, log_to_console
from bot.client import Caboose
from game.match import Match
from game.moves import Play
from game.tiles import Tile, tiles_in
from storage.models import Status
from tests.end_to_end.group import Group
from tests.end_to_end.positions import match_of, permuted, played, put
from tests.harness import Sent, World

NAMES = ("Alice", "Bob", "Carol")
TILE = re.compile(r"(?<![\w-])(1[0-8]|\d)-(1[0-8]|\d)(?![\w-])")


def middle(match: Match) -> bool:
    """A position in the middle of a round in which there is something to lay."""
    state = match.round
    return state.turns > 7 and any(isinstance(move, Play) for move in state.legal)


async def seen(path: Path, match: Match, viewer: int | None) -> list[Sent]:
    """All that everybody (or besides that one viewer) gets to see of a position, and of the viewer's move in it."""
    async with World(lambda now: Caboose(path, now=now, random=Random(1)), people=NAMES) as world:
        group = Group(world, *NAMES)
        await group.start(preset=match.rules.preset, rounds=int(match.rules.rounds))
        await put(group, match)
        start = len(world.sent)
        for name in NAMES:  # everybody looks at everything; what others see of it must not matter
            person = world.people[name]
            await group.open_hand(name)
            for label in ("Scores", "Rules"):
                await world.click(person, group.board, label)
            more = (await world.click(person, group.board, "More")).message
            assert more is not None
            await world.click(person, more, "Text board")
            await world.click(person, more, "Fair deal?")
        await world.advance(31)
        await world.click(world.people["Alice"], group.board, "Move down")
        mover = group.to_move()
        if viewer is not None and mover == NAMES[viewer]:
            move = next(move for move in match.round.legal if isinstance(move, Play))
            hand = group.hands[mover]
            if hand.options:
                await world.choose(world.people[mover], hand, str(move))
            else:
                await world.click(world.people[mover], hand, custom_id=re.compile(re.escape(str(move))))
        watcher = None if viewer is None else world.people[NAMES[viewer]].id
        everything = [masked(sent) for sent in world.sent[start:] if sent.audience in (None, watcher)]
        return sorted(everything, key=lambda sent: (sent.message_id, sent.text))  # board and answer go out together


def masked(sent: Sent) -> Sent:
    """Without the commitment to the deal, which is there to differ, and the ids that Discord gave."""
    text = re.sub(r"\b([0-9a-f]{64}|14[0-9]{17})\b", "…", sent.text)
    return Sent(sent.message_id, sent.channel_id, sent.audience, text, sent.files)


@pytest.mark.parametrize("preset", ["club", "cuban", "station"])
@pytest.mark.parametrize("who", ["public", "mover", "other"])
async def test_hidden_tiles_change_nothing_that_others_see(tmp_path: Path, preset: str, who: str) -> None:
    match = played(match_of(3, preset, seed=4, rounds=1), middle, seed=4)
    viewer = {"public": None, "mover": match.round.seat, "other": (match.round.seat + 1) % 3}[who]
    first = await seen(tmp_path / "first.sqlite3", match, viewer)
    assert any(sent.files for sent in first)
    for seed in range(2):
        other = permuted(match.round, viewer, Random(seed))
        assert other.hands != match.round.hands
        second = await seen(tmp_path / f"second{seed}.sqlite3", Match(match.rules, 3, (), other), viewer)
        differing = [(a.text, b.text) for a, b in zip(first, second, strict=True) if a != b]
        assert not differing, differing[0]


@contextmanager
def everything_logged() -> Iterator[list[logging.LogRecord]]:
    """All records of a program that logs as much as it can."""
    records: list[logging.LogRecord] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    root, keeper = logging.getLogger(), Keeper()
    levels = {name: logging.getLogger(name).level for name in (*TALKATIVE, None)}
    root.addHandler(keeper)
    log_to_console("DEBUG")
    root.setLevel(logging.DEBUG)
    try:
        yield records
    finally:
        root.removeHandler(keeper)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def deck(order: str) -> list[Tile]:
    return [Tile.parse(text) for text in order.split()]


async def test_logs_hold_neither_tiles_nor_tokens(tmp_path: Path) -> None:
    with everything_logged() as records:
        async with World(lambda now: Caboose(tmp_path / "db", now=now, random=Random(2)), people=NAMES) as world:
            group = Group(world, "Alice", "Bob")
            await group.start(computers=1, rounds=1)
            world.inject_error("PATCH", "/channels/*/messages/*", status=500)
            world.inject_error("PATCH", "/webhooks/*", status=400)
            for _ in range(30):
                if group.bot.tables.in_channel(world.channel.id) is None:
                    break
                if (name := group.to_move()) and group.table.has_choice:
                    await group.move(name)
                else:
                    await world.advance(5)
            [deal] = await world.as_bot(group.bot.store.deals(1))
            hidden = {deal.salt, bytes(deck(deal.order)).hex()[:8]}
            tokens = {record.token for record in world.env.backend.interactions.values()}
    assert len(tokens) > 20
    assert records
    for record in records:
        if record.name.startswith("simcord"):
            continue
        line = f"{record.getMessage()} {record.exc_text or ''} {record.args}"
        assert not any(token in line for token in tokens), line[:300]
        assert not TILE.search(line), line[:300]
        assert not any(secret in line for secret in hidden), line[:300]
        assert not re.search("snapshot|boneyard|hands", line), line[:300]


async def test_a_hand_of_somebody_else_never_reaches_anybody(world: World) -> None:
    """Every tile of a hand that is still hidden at the end of a sequence of moves was shown to its owner alone."""
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    for _ in range(9):
        if group.table.status is Status.PLAYING and (name := group.to_move()) and group.table.has_choice:
            await group.move(name)
            await group.open_hand(name)
        else:
            await world.advance(5)
    match = group.table.match
    assert match is not None
    for seat, name in enumerate(group.names):
        hidden = {str(tile) for tile in tiles_in(match.round.hands[seat])}
        for other in group.names:
            texts = [sent.text for sent in world.seen_by(world.people[other])]
            found = {tile for text in texts for tile in hidden if re.search(rf"(?<![\w-]){tile}(?![\w-])", text)}
            assert found == (hidden if other == name else set())
