"""The lobby's rules panel, and the server's defaults."""

from __future__ import annotations

import re

import pytest

from game.options import AUTO
from game.presets import PRESETS
from game.rules import OPTIONS, Rules
from tests.end_to_end.group import Group
from tests.harness import Message, World


async def panel_of(world: World, group: Group) -> tuple[Message, Message]:
    lobby = await group.sit_down()
    answer = await world.click(world.people["Alice"], lobby, "Rules…")
    assert answer.ephemeral
    assert answer.message is not None
    return lobby, answer.message


async def change(world: World, panel: Message, name: str, value: str) -> None:
    alice = world.people["Alice"]
    await world.choose(alice, panel, name, custom_id=re.compile("option$"))
    await world.choose(alice, panel, value, custom_id=re.compile(f"v_{name}$"))


async def test_every_option_and_every_value_can_be_chosen(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby, panel = await panel_of(world, group)
    for name, option in OPTIONS.items():
        for value in option.choices:
            refused = not playable(name, value)
            await change(world, panel, name, str(value).lower() if option.kind is bool else str(value))
            assert ("⚠️" in panel.text) == refused, (name, value, panel.text)
            assert refused or getattr(group.table.rules, name) == value
            if "Back to the preset" in panel.buttons:
                await world.click(world.people["Alice"], panel, "Back to the preset")
    assert "take a seat" in lobby.text


def playable(name: str, value: object) -> bool:
    """Whether club can take this value alone: only its own trains it cannot do without."""
    return name != "own_trains" or value is True


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_chosen_in_the_panel_and_played(world: World, preset: str) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    lobby, panel = await panel_of(world, group)
    await world.choose(world.people["Alice"], panel, preset, custom_id=re.compile("preset$"))
    assert preset in lobby.text
    await world.click(world.people["Alice"], lobby, "Start")
    assert group.table.match is not None
    wanted = Rules.of(preset, rounds=AUTO if preset == "station" else 3).for_seats(3)
    assert group.table.match.rules == wanted
    await group.play_round()
    assert group.table.match.results if group.bot.tables.in_channel(world.channel.id) else True


async def test_another_number_is_asked_for_and_a_wrong_one_refused_in_words(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    _, panel = await panel_of(world, group)
    alice = world.people["Alice"]
    for typed, said in (("77", "counts 77 points"), ("777", "0-100"), ("no", "0-100"), ("²", "0-100")):
        await world.choose(alice, panel, "double_blank", custom_id=re.compile("option$"))
        asked = await world.choose(alice, panel, "other", custom_id=re.compile("v_double_blank$"))
        assert asked.kind == "modal"
        await world.submit(alice, asked, {"number": typed})
        assert said in panel.text
    assert group.table.rules.double_blank == 77


async def test_the_panel_works_after_a_restart(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby, panel = await panel_of(world, group)
    await change(world, panel, "toes", "3")
    await world.restart()
    assert group.table.rules.toes == 3
    await change(world, panel, "toes", "2")
    assert group.table.rules.toes == 2
    assert "two tiles go on it" in lobby.text


async def test_only_the_host_changes_rules_and_only_before_the_start(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    lobby, panel = await panel_of(world, group)
    shown = await world.click(world.people["Bob"], lobby, "Rules…")
    assert "The rules of this table" in shown.text
    forged = await world.choose(world.people["Bob"], lobby, "1", custom_id=re.compile("rounds$"))
    assert "Only the host" in forged.text
    await world.click(world.people["Alice"], lobby, "Start")
    late = await world.choose(world.people["Alice"], panel, "toes", custom_id=re.compile("option$"))
    assert "has started already" in late.text


async def test_what_cannot_be_dealt_to_those_seated_is_refused(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol", "Dave")
    _, panel = await panel_of(world, group)
    await change(world, panel, "tile_set", "6")
    await change(world, panel, "hand_size", "15")
    assert "at most 6 each would fit" in panel.text
    assert group.table.rules.hand_size == AUTO


async def test_a_servers_defaults_are_what_its_new_tables_get(world: World) -> None:
    alice = world.people["Alice"]
    answer = await world.slash(alice, "settings")
    assert answer.message is not None
    await world.choose(alice, answer.message, "express", custom_id=re.compile("preset$"))
    await change(world, answer.message, "winner_bonus", "10")
    group = Group(world, "Bob", "Carol")
    lobby = await group.sit_down()
    assert group.table.rules == Rules.of("express", rounds=3, winner_bonus=10)
    assert "takes 10 points off" in lobby.text
