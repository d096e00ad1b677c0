"""Everything in `game/` is a frozen value, made of the standard library alone."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import game
from tests.game.tables import lap_two

MODULES = sorted(module.name for module in pkgutil.iter_modules(game.__path__))
CLASSES = sorted(
    {
        kind
        for name in MODULES
        for kind in vars(importlib.import_module(f"game.{name}")).values()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__.startswith("game.")
    },
    key=lambda kind: kind.__qualname__,
)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_dataclass_is_frozen_and_has_slots(kind: type) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(kind)
    assert "__dict__" not in dir(kind)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_imports_the_standard_library_and_the_rules_only(name: str) -> None:
    path = Path(game.__path__[0]) / f"{name}.py"
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(node.module or "")
    roots = {module.partition(".")[0] for module in found}
    assert roots <= {*sys.stdlib_module_names, "game"}


def test_equal_rounds_are_equal_values() -> None:
    one = lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1")
    two = lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1")
    other = lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="2-2")
    assert one.state == two.state
    assert hash(one.state) == hash(two.state)
    assert one.state != other.state


def test_a_move_leaves_the_round_before_it_as_it_was() -> None:
    before = lap_two("club", "5-1 9-8", "4-2 2-0", boneyard="1-1")
    after = before.play("5-1>1")
    assert before.legal == "5-1>1"
    assert before.hand(1) == "5-1 9-8"
    assert after.hand(1) == "9-8"
    assert before.play("5-1>1").state == after.state
