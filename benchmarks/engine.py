"""Random rounds through the law and `apply`, and the planner of opening trains."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from benchmarks.timing import summary
from game.planner import longest_train
from game.round import End
from game.simulate import simulate
from game.tiles import full_set

REACH = "3,000 rounds/s (express, 4 seats); planner p99 2 ms"


def cases() -> list[dict[str, Any]]:
    found = []
    for preset, seats in (("express", 4), ("club", 4), ("station", 4), ("cuban", 4), ("chicken", 4)):
        simulate(preset, seats, 200, 1)
        result = simulate(preset, seats, 2000, 2)
        found.append(
            {
                "case": f"random {preset}, {seats} seats",
                "rounds_per_s": result["rounds_per_s"],
                "moves_per_s": result["moves_per_s"],
            }
        )
    random = Random(3)
    for count in (11, 15, 25):
        times = []
        for _ in range(200):
            hand = random.sample(full_set(12), count)
            begun = perf_counter()
            longest_train(hand, [End("1", 12, 0)])
            times.append(perf_counter() - begun)
        found.append(summary(f"longest train, {count} tiles", times))
    return found
