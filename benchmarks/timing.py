"""Percentiles of measured times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def summary(case: str, seconds: Sequence[float]) -> dict[str, Any]:
    """The median, the 99th percentile and the maximum, in milliseconds."""
    ordered = sorted(seconds)
    return {
        "case": case,
        "p50_ms": round(1000 * ordered[len(ordered) // 2], 3),
        "p99_ms": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 3),
        "max_ms": round(1000 * ordered[-1], 3),
    }
