"""`python -m benchmarks [NAME …] [--json]`: measure, and print tables or JSON."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from typing import Any

NAMES = ("engine", "board", "store", "table", "start")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(NAMES)} (all)")
    parser.add_argument("--json", action="store_true", help="print one JSON list of cases")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in NAMES]
    if unknown:
        print(f"There is no benchmark {unknown[0]}; there are: {', '.join(NAMES)}.", file=sys.stderr)
        return 2
    found: list[dict[str, Any]] = []
    for name in options.names or NAMES:
        module = importlib.import_module(f"benchmarks.{name}")
        cases: list[dict[str, Any]] = module.cases()
        found += cases
        if not options.json:
            _print(name, getattr(module, "REACH", ""), cases)
    if options.json:
        print(json.dumps(found))
    return 0


def _print(name: str, reach: str, cases: list[dict[str, Any]]) -> None:
    print(f"\n{name}" + (f": to reach {reach}" if reach else ""))
    columns = list(dict.fromkeys(key for case in cases for key in case))
    rows = [columns, *([str(case.get(column, "")) for column in columns] for case in cases)]
    widths = [max(len(row[index]) for row in rows) for index in range(len(columns))]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    sys.exit(main())
