"""Printing: results on stdout, talk on stderr."""

import json
import os
import shutil
import sys
import time
from typing import Any

from workbench.runner.outcome import Progress
from workbench.store.run_folder import FoundRun

_PLAIN_SECONDS = 30.0
_LIVE_SECONDS = 0.2


def print_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print one JSON document."""
    print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def say(text: str) -> None:
    """Say something to the person at the terminal."""
    print(text, file=sys.stderr, flush=True)


def width() -> int:
    """Columns of the terminal; 100 where the output is piped."""
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100


class ProgressLine:
    """Shows how a run goes: one line that is rewritten on a terminal, one line now and then elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() and not os.environ.get("CI")
        self._begun = self._shown = time.monotonic()
        self._open = False

    def started(self, found: FoundRun, owed: int) -> None:
        """Say what is about to happen."""
        self._begun = self._shown = time.monotonic()
        if owed:
            say(f"run {found.manifest.run_id}: {owed:,} verdicts owed")
        else:
            say(f"run {found.manifest.run_id} was complete already; start it anew with --again")

    def progressed(self, progress: Progress) -> None:
        """Show how far it is, if enough time has gone by."""
        now = time.monotonic()
        last = progress.done == progress.planned
        if now - self._shown < (_LIVE_SECONDS if self._live else _PLAIN_SECONDS) and not (last and self._open):
            return
        self._shown = now
        left = (now - self._begun) / max(progress.done, 1) * (progress.planned - progress.done)
        text = (
            f"{progress.done:,} of {progress.planned:,}   pass {progress.passed:,}   fail {progress.failed:,}   "
            f"errors {progress.errors:,}   about {left:.0f} s left"
        )
        if self._live:
            print(f"\r{text}\x1b[K", end="\n" if last else "", file=sys.stderr, flush=True)
            self._open = not last
        else:
            say(text)
