"""People are called whatever Discord allows; the table stays readable, harmless, and knows them apart."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.group import Group, newcomer
from tests.harness import World

NAMES = [
    " ",
    "\u3164",
    "Z\u0335\u0321\u0328\u0322\u0330" * 6,
    "שלום עולם",
    "\u202eevil\u202c",
    "👩\u200d🚀🎉",
    "**bold** _it_ `c` ||s||",
    "# heading",
    "> quote",
    "@everyone",
    "<@123456789012345678>",
    "[link](http://a.b)",
    "line\nbreak",
    "{name} {0} %s",
    "W" * 32,
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_game_with_any_name_is_played_and_told(world: World, name: str) -> None:
    newcomer(world, name, of="X")
    group = Group(world, "X", "Bob")
    lobby = await group.sit_down(rounds=1)
    assert not re.search(r"^(# |> |-# #)", lobby.text, re.MULTILINE)
    assert ("1. ? · host" in lobby.text) == (name.strip() in ("", "\u3164"))
    await world.click(world.people["X"], lobby, "Start")
    for _ in range(4):
        if (mover := group.to_move()) and group.table.has_choice:
            await group.move(mover)
        else:
            await world.advance(5)
    text = (await world.slash(world.people["Bob"], "train board", text=True)).text
    for shown in (lobby.text, group.board.text, text):
        assert not re.search(r"(?<!\\)@everyone|(?<!\\)<\\?@\d", shown)
        assert not re.search(r"(?<!\\)\*\*bold", shown)
        assert "http://" not in shown
        assert "\u202e" not in shown
    assert not any(message.mentions for message in world.bot_messages())
    sent = [r.json for r in world.env.http_requests if "/channels/" in r.path and r.method in ("POST", "PATCH")]
    assert sent
    assert all(json and json["allowed_mentions"]["parse"] == [] for json in sent)


async def test_two_people_of_one_name_have_a_hand_each(world: World) -> None:
    newcomer(world, "Sam", of="Sam one")
    newcomer(world, "Sam", of="Sam two")
    group = Group(world, "Sam one", "Sam two")
    await group.start(rounds=1)
    first, second = [await group.open_hand(name) for name in group.names]
    assert first.audience != second.audience
    assert first.pictures != second.pictures
    mover = group.to_move()
    assert mover == "Sam one"
    await group.move(mover)
    assert group.table.match is not None
    assert group.table.match.round.turns == 1
    assert group.to_move() == "Sam two"


async def test_a_name_is_kept_as_it_was_when_the_seat_was_taken(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.sit_down()
    world.env.backend.get_user(world.people["Bob"].id).global_name = "Robert"
    assert [seat.name for seat in group.table.seats] == ["Alice", "Bob"]


async def test_a_computer_is_never_called_like_somebody_at_the_table(world: World) -> None:
    newcomer(world, "Diesel", of="D")
    group = Group(world, "D", "Bob")
    lobby = await group.sit_down(computers=2)
    assert lobby.text.count("Diesel") == 1
    assert len({seat.name for seat in group.table.seats}) == 4
