"""The command line: `python -m renderer gallery FOLDER` draws pictures of played games."""

from __future__ import annotations

import sys
from pathlib import Path

from renderer.gallery import write_gallery

_USAGE = "Usage: python -m renderer gallery FOLDER"


def main(arguments: list[str]) -> int:
    """Run a command; the result is the exit status."""
    match arguments:
        case ["gallery", folder]:
            for path in write_gallery(Path(folder)):
                print(path)
            return 0
        case _:
            print(_USAGE, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
