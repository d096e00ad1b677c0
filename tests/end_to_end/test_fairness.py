"""The commitment to each deal, and its proof."""

from __future__ import annotations

import hashlib
import re

from tests.end_to_end.group import Group
from tests.harness import World


async def test_the_proof_after_a_round_fits_the_commitment_before_it(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=2)
    found = re.search(r"Fair deal: `([0-9a-f]{64})`", group.board.text)
    assert found
    early = await world.slash(world.people["Alice"], "train verify")
    assert "still being played" in early.text
    await group.play_round()
    await world.click(world.people["Alice"], group.board, "Next round")
    proof = await world.slash(world.people["Carol"], "train verify")
    line = re.search(r"```\n([0-9a-f]{32} [0-9 -]+)\n```", proof.text)
    assert line
    assert hashlib.sha256(line[1].encode()).hexdigest() == found[1]
    assert found[1] in proof.text
    assert "sha256sum" in proof.text
    second = re.search(r"Fair deal: `([0-9a-f]{64})`", group.board.text)
    assert second
    assert second[1] != found[1], "the next round has a deal of its own"
    await group.play_round()
    proof = await world.slash(world.people["Carol"], "train verify")
    assert second[1] in proof.text
    line = re.search(r"```\n([0-9a-f]{32} [0-9 -]+)\n```", proof.text)
    assert line
    assert hashlib.sha256(line[1].encode()).hexdigest() == second[1]


async def test_the_salt_of_a_running_round_is_never_sent(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await group.move("Alice")
    salt = group.table.game.salt
    assert len(salt) == 32
    assert not any(salt in sent.text for sent in world.sent)
