"""Four people play a whole game by clicking."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from storage.models import Status
from tests.end_to_end.group import Group
from tests.harness import World


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_four_people_play_thirteen_rounds_to_the_leaderboard(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol", "Dave")
    await group.start(rounds=13)
    boards: list[bytes] = []

    def look() -> None:
        if group.bot.tables.in_channel(world.channel.id) is None:
            return
        picture = next(
            png for png, alt in zip(group.board.pictures, group.board.alt_texts, strict=True) if "boneyard" in alt
        )
        Image.open(io.BytesIO(picture)).load()
        assert not boards or picture != boards[-1], "a move without a new board"
        boards.append(picture)

    game = group.table.id
    for number in range(13):
        assert group.table.match is not None
        assert group.table.match.number == number
        await group.play_round(after_move=look)
        if number < 12:
            assert group.table.status is Status.BETWEEN
            await world.click(world.people["Bob"], group.board, "Next round")
    assert len(boards) > 13 * 20

    saved = await world.as_bot(group.bot.store.load(game))
    assert saved is not None
    assert saved.status is Status.FINISHED
    rounds = await world.as_bot(group.bot.store.rounds(game))
    assert [result.engine for result in rounds] == [f"{n}-{n}" for n in range(12, -1, -1)]
    await check_totals(group, game)
    assert re.search("wins? the game|share the win", group.board.text)
    check_hands_are_private(group)

    answer = await world.slash(world.people["Alice"], "leaderboard")
    assert "🥇" in answer.text
    assert not answer.ephemeral


async def check_totals(group: Group, game: int) -> None:
    """The stored totals are what the rounds' results add up to."""
    store, world = group.bot.store, group.world
    rounds = await world.as_bot(store.rounds(game))
    for seat, name in enumerate(group.names):
        stats = await world.as_bot(store.stats(world.guild.id, world.people[name].id))
        assert stats.tables.rounds == len(rounds)
        assert stats.tables.points == sum(result.scores[seat] for result in rounds)
        assert stats.tables.rounds_won == sum(seat in result.out for result in rounds)
        assert stats.tables.best_round == min(result.scores[seat] for result in rounds)
        assert stats.tables.games == 1
    people = [await world.as_bot(store.stats(world.guild.id, world.people[name].id)) for name in group.names]
    least = min(one.tables.points for one in people)
    assert all(one.tables.points == least for one in people if one.tables.games_won)
    assert any(one.tables.games_won for one in people)
    assert await world.as_bot(store.recount(world.guild.id)) == {
        group.world.people[name].id: one for name, one in zip(group.names, people, strict=True)
    }


def check_hands_are_private(group: Group) -> None:
    """No picture, alt text or menu of a hand ever reached anybody but its owner."""
    world = group.world
    hands = {
        name: [sent for sent in world.seen_by(world.people[name]) if sent.audience == world.people[name].id]
        for name in group.names
    }
    for name, own in hands.items():
        assert any(sent.files for sent in own), f"{name} never saw a hand"
        pictures = {png for sent in own if "hand_" in sent.text for png in sent.files}
        for other in group.names:
            if other != name:
                seen = world.seen_by(world.people[other])
                assert not any(pictures & set(sent.files) for sent in seen if sent.audience is None)
                assert not any(sent.audience == world.people[name].id for sent in seen)
    assert not any("hand_" in sent.text for sent in world.seen_by(world.people["Alice"]) if sent.audience is None)
