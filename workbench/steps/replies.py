"""How many replies a run has had: the ledger knows, so that none can be cut off the journal and asked for again.

The links of a journal do not show that its end was cut off, nor that all of it was put there from another run or linked
anew. And a verdict that is asked for a second time is a second draw: whoever may choose between two has a better judge
than there is.
"""

from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

from workbench.errors import StoreError
from workbench.gate.chain import Replies
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.records.reply import Attempt
from workbench.steps.settings import Settings
from workbench.store.attempt_line import from_line
from workbench.store.journal import Journal
from workbench.store.journal_reader import read_lines
from workbench.store.run_folder import FoundRun


def read_replies(found: FoundRun, ledger: Ledger) -> Iterator[Attempt]:
    """Read the attempts of a run one by one, as `read_attempts` does, and make sure that they are those on record.

    Args:
        found: The run.
        ledger: The ledger beside the runs. One that knows nothing of the run's replies has nothing against them.

    Raises:
        StoreError: the journal is missing, damaged or of a newer format, or holds other replies than were given.
    """
    known = _known(found, ledger)
    lines = 0
    for lines, (attempt, _end, link) in enumerate(read_lines(found.folder.journal, from_line), start=1):
        if known is not None and lines == known.lines and link != known.link:
            raise _others(found)
        yield attempt
    if known is not None and lines < known.lines:
        raise _others(found)


def _others(found: FoundRun) -> StoreError:
    return StoreError(
        f"{found.folder.journal}: these are not the replies that the ledger of the runs knows of: some were changed, "
        "cut off or put there from another run\n"
        "  restore the file from a copy, or start a new run with --again"
    )


def _known(found: FoundRun, ledger: Ledger) -> Replies | None:
    """The last number of replies that is on record for a run."""
    run = (found.manifest.run_id, found.manifest.created_at)
    mine = [entry for entry in ledger.entries if isinstance(entry, Replies) and entry.in_run == run]
    return mine[-1] if mine else None


class RepliesOnRecord:
    """Writes down, when a session of a run begins and ends, how many replies there are. Enter it before the journal.

    So what is counted is on the disk by then. A session that was killed is written down by the next one.
    """

    def __init__(self, found: FoundRun, settings: Settings) -> None:
        self._found = found
        self._settings = settings
        self._journal: Journal | None = None

    def begin(self, journal: Journal) -> None:
        """Check that the journal still holds what is on record.

        Raises:
            StoreError: it does not, or the ledger is damaged or cannot be written.
        """
        lines, link = journal.end
        known = _known(self._found, read_ledger(self._settings.ledger))
        if known is not None and (lines < known.lines or (lines == known.lines and link != known.link)):
            raise StoreError(
                f"{self._found.folder.journal}: {lines:,} of the {known.lines:,} replies are there that "
                f"{self._settings.ledger} knows of; going on would ask again for what was answered\n"
                "  restore the file from a copy, or start a new run with --again"
            )
        self._journal = journal
        self._note()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._journal is None:
            return
        # Whoever has something worse to say says it; the next session writes down what is there.
        with suppress(*((StoreError,) if error is not None else ())):
            self._note()

    def _note(self) -> None:
        if self._journal is None:
            return
        lines, link = self._journal.end
        known = _known(self._found, read_ledger(self._settings.ledger))
        if lines > (known.lines if known is not None else 0):
            manifest = self._found.manifest
            entry = Replies(at=manifest.created_at, run=manifest.run_id, lines=lines, link=link)
            append_to_ledger(self._settings.ledger, [entry])
