"""Processes that are there to be killed. One that has loaded everything makes each of them in a few milliseconds.

`python -m tests.crash.processes` reads lines of JSON, forks for each, and writes what became of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Nursery:
    """The process that makes them, as seen by a test."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def _ask(self, **order: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def run(self, what: str, **options: Any) -> int:
        """Let a process live until it ends, and return its exit status."""
        self._ask(what=what, **options)
        return int(self._ask(what="wait"))

    def kill(self, what: str, after: float, **options: Any) -> int:
        """Let a process live for so many seconds from its first sign of life, kill it, and return its exit status."""
        pid, sign = self._ask(what=what, **options), Path(options["notes"])
        size = sign.stat().st_size if sign.exists() else 0
        deadline = time.monotonic() + 20
        while not sign.exists() or sign.stat().st_size == size:
            assert time.monotonic() < deadline, "it does nothing"
            time.sleep(0.002)
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
        return int(self._ask(what="wait"))


@contextmanager
def nursery() -> Iterator[Nursery]:
    """Have such a process at hand."""
    command = [sys.executable, "-m", "tests.crash.processes"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Nursery(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def main() -> None:
    """Take orders until there are no more."""
    from tests.crash import crashing, load  # here, since they import much that a test process need not know

    crashing.warm_up()
    kinds = {"crash": crashing.run, "load": load.run}
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    pid = 0
    for line in sys.stdin:
        order = json.loads(line)
        what = order.pop("what")
        if what == "wait":
            answer = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        else:
            answer = pid = os.fork()
            if pid == 0:
                _live(kinds[what], order)
        answers.write(f"{answer}\n")
        answers.flush()


def _live(work: Any, order: dict[str, Any]) -> None:
    status = 1
    try:
        asyncio.run(work(**order))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
