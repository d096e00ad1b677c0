"""The command line of the rules: replay a record, count positions, simulate rounds. Needs nothing but Python."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from game.perft import perft
from game.players import LEVELS
from game.presets import PRESETS
from game.record import MAX_BYTES, Record, RecordError, load_record, replay
from game.refusals import RulesError
from game.report import report
from game.simulate import simulate
from game.words import one_line


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 2 for bad input, with one line on standard error."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            text = json.dumps(report(_read(options.file)))
        elif options.command == "perft":
            last = [state for state, move in replay(_read(options.file)) if move is None][-1]
            text = str(perft(last, options.depth))
        else:
            levels = options.computer.split(",") if options.computer else []
            text = json.dumps(simulate(options.preset, options.players, options.rounds, options.seed, levels))
    except (RecordError, RulesError) as error:
        print(one_line(str(error)), file=sys.stderr)
        return 2
    try:
        print(text, flush=True)
    except BrokenPipeError:  # who reads us has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m game", description="The rules of Mexican Train.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("replay", help="play a record again and print every step as JSON")
    one.add_argument("file", help="a record, or - for standard input")
    one = commands.add_parser("perft", help="count the sequences of moves from a record's last position")
    one.add_argument("file", help="a record, or - for standard input")
    one.add_argument("--depth", type=_number(0, 100), required=True)
    one = commands.add_parser("simulate", help="play rounds among computers and print figures as JSON")
    one.add_argument("--preset", choices=list(PRESETS), default="club")
    one.add_argument("--players", type=_number(2, 14), default=4)
    one.add_argument("--rounds", type=_number(1, 10_000_000), default=1000)
    one.add_argument("--seed", type=int, default=0)
    one.add_argument(
        "--computer", metavar="LEVEL,…", default="", help=f"one for each seat, or for all: {', '.join(LEVELS)}"
    )
    return parser


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"must be a number from {low} to {high}")
        return int(text)

    return read


def _read(name: str) -> Record:
    try:
        if name == "-":
            if sys.stdin is None:  # closed by who started this process
                raise RecordError("standard input is closed")
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise RecordError(f"{name}: {reason}") from None
    return load_record(data)


if __name__ == "__main__":
    sys.exit(main())
