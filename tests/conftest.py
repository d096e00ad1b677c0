"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("caboose", deadline=None, print_blob=True)  # no test depends on the machine's speed
settings.load_profile("caboose")
