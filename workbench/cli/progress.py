"""How a run goes, on stderr."""

import os
import sys
import time

from workbench.cli.output import say, write_talk
from workbench.records.estimate import Estimate
from workbench.report.columns import display_width
from workbench.report.estimate_text import spend_ahead, too_long_lines
from workbench.report.visible import on_one_line
from workbench.report.words import dollar_words
from workbench.runner.budget import Spend
from workbench.runner.outcome import Progress
from workbench.store.run_folder import FoundRun

_PLAIN_SECONDS = 30.0
_LIVE_SECONDS = 0.2


class ProgressLine:
    """Shows how a run goes: one line that is rewritten on a terminal, one line now and then elsewhere.

    The line holds no control sequence but a carriage return, and is never wider than the terminal, so that it looks the
    same wherever it is shown.
    """

    def __init__(self) -> None:
        plain = os.environ.get("CI") or os.environ.get("TERM") == "dumb"
        self._live = sys.stderr.isatty() and not plain
        self._begun = self._shown = time.monotonic()
        self._written = 0
        self._about: float | None = None

    def started(self, found: FoundRun, owed: int, estimate: Estimate | None) -> None:
        """Say what is about to happen, and what it costs."""
        self._begun = self._shown = time.monotonic()
        run = found.manifest.run_id
        if not owed or estimate is None:
            say(f"run {run} was complete already; start it anew with --again")
            return
        self._about = estimate.about
        for note in (*estimate.notes, *too_long_lines(estimate.too_long)):
            say(f"note: {on_one_line(note)}")
        cost = spend_ahead(estimate)
        at_most = "at most " if found.manifest.settings.get("stop_early") else ""
        say(on_one_line(f"run {run}: {at_most}{owed:,} verdicts to get" + (f"; {cost}" if cost else "")))

    def progressed(self, progress: Progress, spend: Spend) -> None:
        """Show how far it is, if enough time has gone by."""
        now = time.monotonic()
        last = progress.complete
        if now - self._shown < (_LIVE_SECONDS if self._live else _PLAIN_SECONDS) and not (last and self._written):
            return
        self._shown = now
        text = "   ".join(self._parts(progress, spend, now - self._begun))
        if self._live:
            self._rewrite(text)
        else:
            say(text)
        if last:
            self.done()

    def interrupted(self) -> None:
        """Say what the first Ctrl+C does, and what a second one would."""
        self.done()
        say("finishing the calls in flight; Ctrl+C again cuts them off, though they may have to be paid for")

    def done(self) -> None:
        """Leave the line that was being rewritten, so that what follows starts on its own."""
        if self._written:
            write_talk("\n")
            self._written = 0

    def _parts(self, progress: Progress, spend: Spend, seconds: float) -> list[str]:
        parts = [
            f"{progress.done:,} of {progress.planned:,}",
            f"pass {progress.passed:,}",
            f"fail {progress.failed:,}",
            f"errors {progress.errors:,}",
        ]
        if spend.calls:
            about = "" if self._about is None else f" of about {dollar_words(self._about)}"
            parts.append(f"spent {dollar_words(known_dollars(spend))}{about}")
        if progress.not_needed:
            parts.append(f"not needed {progress.not_needed:,}")
        if progress.done:
            left = seconds / progress.done * (progress.planned - progress.done - progress.not_needed)
            parts.append(f"about {_time_words(left)} left")
        if progress.held_back:
            parts.append(f"waiting for {', '.join(map(on_one_line, progress.held_back))}")
        return parts

    def _rewrite(self, text: str) -> None:
        """Write over the line that stands there; what the terminal is too narrow for is left out."""
        room = _columns() - 1
        text = text if display_width(text) <= room else text[:room]
        write_talk(f"\r{text}{' ' * (self._written - len(text))}")
        self._written = len(text)


def known_dollars(spend: Spend) -> float | None:
    """Return what was billed as far as it is known; None where that is not a cent because nothing is known."""
    return None if spend.unsure_dollars is None and not spend.dollars else spend.dollars


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _time_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
