"""A bot that ends itself at one of its calls while somebody moves."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from bot.words import words
from game.view import view_of
from renderer.board import draw_board
from renderer.gallery import SCENES, moments, people
from renderer.hand import draw_hand
from storage import SqliteStore
from storage.models import Step
from tests.crash.audit import note
from tests.crash.breaking import Breaker, breaking
from tests.crash.scenes import component_for, good_move, press, world_on
from tests.end_to_end.group import Group


def warm_up() -> None:
    """Draw once what every picture is made of."""
    match = next(moments(SCENES[0]))
    table = people(match.seats)
    draw_board(view_of(match, None), table, words("en"))
    draw_hand(view_of(match, 0), table, words("en"))


async def run(path: str, notes: str, at: int) -> None:
    """Take up the game, move, and end at the `at`-th point; get to the end if there are fewer."""
    breaker = Breaker()
    with breaking(breaker), _writing_down(Path(notes)):
        async with world_on(Path(path)) as world:
            group = Group(world, "Alice", "Bob")
            name = group.to_move()
            assert name is not None
            hand = (await world.slash(world.people[name], "train hand")).message  # the board was another world's
            assert hand is not None
            assert group.table.match is not None
            component = component_for(group, hand, good_move(group.table.match))
            other = "Bob" if name == "Alice" else "Alice"
            _write(Path(notes), _refused(group, other, component))
            answer = await press(group, other, hand, component)
            assert "turn" in answer.text
            breaker.arm(at)
            await press(group, name, hand, component)
            await world.advance(0.5)
            breaker.disarm()
            _write(Path(notes), f"# {len(breaker.points)} points\n")


def _refused(group: Group, name: str, component: tuple[str, str | None]) -> str:
    custom_id, value = component
    move = value or custom_id.rsplit(":", 1)[1]
    return note("refused", group.table.id, group.table.revision, group.world.people[name].id, move)


def _writing_down(file: Path) -> AbstractContextManager[object]:
    """Note each move once the store has said that it is kept."""
    append = SqliteStore.append

    async def told(self: SqliteStore, game_id: int, revision: int, step: Step) -> int:
        after = await append(self, game_id, revision, step)
        lines = [
            note("kept", game_id, revision + number, row.user_id, row.move) for number, row in enumerate(step.rows, 1)
        ]
        _write(file, "".join(lines))
        return after

    return patch.object(SqliteStore, "append", told)


def _write(file: Path, text: str) -> None:
    """Write at once, so that it is there even if the process ends right afterwards."""
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, text.encode())
    os.close(descriptor)
