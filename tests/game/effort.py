"""How hard the tests of the rules try.

They are quick, and the same at each run, unless CABOOSE_TESTS=thorough is in the environment: then they try twenty
times as much, each time something new.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("CABOOSE_TESTS") == "thorough"

settings.register_profile(
    "quick", settings.get_profile("caboose"), derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("thorough", settings.get_profile("caboose"), suppress_health_check=list(HealthCheck))
PROFILE = settings.get_profile("thorough" if THOROUGH else "quick")


def tries(quick: int, **more: int) -> settings:
    """The hypothesis settings for a test that takes so many examples when it is quick."""
    return settings(PROFILE, max_examples=quick * 20 if THOROUGH else quick, **more)  # type: ignore[arg-type]
