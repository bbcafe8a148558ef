"""How message batches go, on stderr: what is sent and found at once, that a run waits now and then."""

import time

from workbench.cli.output import say
from workbench.cli.progress import ProgressLine
from workbench.records.batch import Batch
from workbench.report.visible import on_one_line
from workbench.runner.batches.waits import Waiting

_AGAIN_S = 300.0
_NAMED = 5


class BatchLines:
    """Says how batches go, below the line that shows how far the run is."""

    def __init__(self, progress: ProgressLine) -> None:
        self._progress = progress
        self._said: tuple[object, ...] = ()
        self._said_at = 0.0

    def noted(self, text: str) -> None:
        """Say something once."""
        self._progress.done()
        say(on_one_line(text))

    def waiting(self, waiting: Waiting) -> None:
        """Say what is waited for, where that is new or was not said for some minutes."""
        what = (tuple(batch.name for batch in waiting.batches), waiting.trouble)
        now = time.monotonic()
        if what == self._said and now - self._said_at < _AGAIN_S:
            return
        self._said, self._said_at = what, now
        trouble = f"; not reached yet: {waiting.trouble}" if waiting.trouble else ""
        self.noted(
            f"waiting for {batches_text(waiting.batches, waiting.calls)}; most end within an hour, all within 24"
            f"{trouble}"
        )


def batches_text(batches: tuple[Batch, ...], calls: int | None = None) -> str:
    """Name batches and count the calls in them; of many, the first are named."""
    held = sum(len(batch.calls) for batch in batches) if calls is None else calls
    names = ", ".join(batch.name for batch in batches[:_NAMED]) + (", ..." if len(batches) > _NAMED else "")
    number = "1 batch" if len(batches) == 1 else f"{len(batches):,} batches"
    return on_one_line(f"{number} with {held:,} calls ({names})")
