"""Counting a session of a run as its attempts are recorded, whichever way they were asked."""

from workbench.records.verdict import Outcome, Verdict
from workbench.runner.outcome import Progress


class Count:
    """How far a session is. Only what was recorded is counted."""

    def __init__(self, planned: int) -> None:
        self._planned = planned
        self._passed = self._failed = self._errors = self._attempts = self._not_needed = 0

    def add(self, verdict: Verdict, *, final: bool) -> None:
        """Count an attempt and, where it is a cell's last, its verdict."""
        self._attempts += 1
        if not final:
            return
        if verdict.error is not None:
            self._errors += 1
        elif verdict.outcome is Outcome.PASS:
            self._passed += 1
        else:
            self._failed += 1

    def plan_one_more(self) -> None:
        """Count a cell that a verdict has made necessary."""
        self._planned += 1

    def leave_out(self) -> None:
        """Count a cell that is not asked."""
        self._not_needed += 1

    def progress(self, *, held_back: tuple[str, ...] = ()) -> Progress:
        """Return where the session stands, with the models that are held back right now."""
        return Progress(
            planned=self._planned,
            done=self._passed + self._failed + self._errors,
            passed=self._passed,
            failed=self._failed,
            errors=self._errors,
            attempts=self._attempts,
            held_back=held_back,
            not_needed=self._not_needed,
        )
