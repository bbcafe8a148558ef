"""Kills the commands of a run when the run itself is gone, however it went: by a crash, by `kill -9`, by anything.

A process of its own that knows nothing but numbers. It reads `+<group>` and `-<group>` lines on stdin; when stdin
ends, because whoever wrote to it has ended, it kills every process group that was not taken back. Started as a script,
with no more than the standard library.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Read until the end, then kill what is left."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        (groups.add if line.startswith("+") else groups.discard)(group)
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
