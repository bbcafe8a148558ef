"""How a run goes, on stderr."""

import os
import sys
import time

from workbench.cli.output import say, write_talk
from workbench.runner.outcome import Progress
from workbench.store.run_folder import FoundRun

_PLAIN_SECONDS = 30.0
_LIVE_SECONDS = 0.2


class ProgressLine:
    """Shows how a run goes: one line that is rewritten on a terminal, one line now and then elsewhere."""

    def __init__(self) -> None:
        plain = os.environ.get("CI") or os.environ.get("TERM") == "dumb"
        self._live = sys.stderr.isatty() and not plain
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
            write_talk(f"\r{text}\x1b[K" + ("\n" if last else ""))
            self._open = not last
        else:
            say(text)

    def done(self) -> None:
        """Leave the line that was being rewritten, so that what follows starts on its own."""
        if self._open:
            write_talk("\n")
            self._open = False
