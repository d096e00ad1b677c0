"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("caboose", deadline=None, print_blob=True)  # no test depends on the machine's speed
settings.load_profile("caboose")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rewrite-golden` takes what is drawn now for what is to be drawn."""
    parser.addoption("--rewrite-golden", action="store_true", help="draw the golden pictures anew instead of comparing")
