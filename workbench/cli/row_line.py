"""How reading a long file goes, on stderr."""

import sys
import time

from workbench.cli.output import say, write_talk

_PLAIN_SECONDS = 30.0
_LIVE_SECONDS = 0.5


class RowLine:
    """One line that is rewritten on a terminal, one line now and then elsewhere. What is read quickly has none."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._written = 0

    def read(self, rows: int) -> None:
        """Show how many rows were read, if enough time has gone by."""
        now = time.monotonic()
        if now - self._shown < (_LIVE_SECONDS if self._live else _PLAIN_SECONDS):
            return
        self._shown = now
        text = f"{rows:,} rows read"
        if not self._live:
            say(text)
            return
        write_talk(f"\r{text}{' ' * (self._written - len(text))}")
        self._written = len(text)

    def done(self) -> None:
        """Leave the line that was being rewritten."""
        if self._written:
            write_talk("\n")
            self._written = 0
