"""Gives the tests of the rules the time that they need when they are thorough."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.effort import THOROUGH

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if THOROUGH and HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(3600))
