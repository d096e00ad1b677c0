"""How hard these tests try: a little, or with CABOOSE_TORTURE in the environment (`make torture`) for minutes."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

TORTURE: Final = bool(os.environ.get("CABOOSE_TORTURE"))
LENGTH: Final = 100
"""How many interactions make an example of the fuzzers."""

_PROFILE: Final = settings(
    settings.get_profile("caboose"),
    derandomize=not TORTURE,
    database=None,
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)


def interactions(number: int) -> settings:
    """The settings for so many interactions; the same at each run, but for `make torture`."""
    return settings(_PROFILE, max_examples=number // LENGTH)
