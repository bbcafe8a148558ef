"""How asking the system under test goes, on stderr."""

import sys
import time

from workbench.cli.output import say, write_talk
from workbench.report.visible import on_one_line
from workbench.report.words import plural

_PLAIN_SECONDS = 30.0
_LIVE_SECONDS = 0.2
_NOTICED_SECONDS = 5.0
_MOST_OF_AN_ERROR = 60


class AskLine:
    """One line that is rewritten on a terminal, one line now and then elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._written = 0

    def planning(self, answers: int) -> None:
        """Say that the changes are being made, which takes a while for many answers."""
        say(f"looking for what can be changed in {plural(answers, 'saved answer')}")

    def started(self, system: str, questions: int, changes: int) -> None:
        """Say what is about to be asked."""
        say(on_one_line(f"asking {system}: {plural(questions, 'question')}, {plural(changes, 'change')} to try"))

    def asking(self, done: int, owed: int, failed: int) -> None:
        """Show how far it is, if enough time has gone by."""
        now = time.monotonic()
        if now - self._shown < (_LIVE_SECONDS if self._live else _PLAIN_SECONDS):
            return
        self._shown = now
        self._show(f"{done:,} of {plural(owed, 'call')}" + (f", {failed:,} failed" if failed else ""))

    def waiting(self, seconds: float, error: str) -> None:
        """Say why nothing goes on, if the wait is one that is noticed."""
        if seconds >= _NOTICED_SECONDS:
            self._show(on_one_line(f"asking again in {seconds:.0f} s: {error[:_MOST_OF_AN_ERROR]}"))

    def _show(self, text: str) -> None:
        if not self._live:
            say(text)
            return
        write_talk(f"\r{text}{' ' * (self._written - len(text))}")
        self._written = len(text)

    def interrupted(self) -> None:
        """Say what the first Ctrl+C does, and what a second one would."""
        self.done()
        say("waiting for the calls in flight; Ctrl+C again cuts them off")

    def done(self) -> None:
        """Leave the line that was being rewritten."""
        if self._written:
            write_talk("\n")
            self._written = 0
