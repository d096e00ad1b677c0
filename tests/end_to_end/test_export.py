"""`/train export`: what it gives is a record that plays again."""

from __future__ import annotations

import json

from game.record import load_record
from game.report import report
from tests.end_to_end.group import Group
from tests.harness import World


async def test_the_record_of_a_finished_round_plays_again_to_the_same_scores(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=2)
    refused = await world.slash(world.people["Alice"], "train export")
    assert "No round is finished yet" in refused.text
    await group.play_round()
    await world.click(world.people["Alice"], group.board, "Next round")

    answer = await world.slash(world.people["Carol"], "train export")
    assert answer.ephemeral
    assert answer.message is not None
    data = await answer.message.handle.attachments[0].read()
    record = load_record(data)
    assert len(record.rounds) == 1, "the running round is not in it"
    assert group.table.match is not None
    assert report(record)["rounds"][0]["scores"] == list(group.table.match.results[0].scores)
    assert json.loads(data)["rules"] == {"preset": "club", "rounds": 2}
