"""The page of a run with decisions switched on, and what becomes of a decision that it sends."""

import json
from pathlib import Path
from threading import Lock
from typing import Any

from workbench import __version__
from workbench.errors import InputError, Problem, StoreError, WorkbenchError
from workbench.gate.unread import undecided
from workbench.records.decision import Decided, Decisions, PersonDecision
from workbench.records.summary import Summary
from workbench.report.html import html_report
from workbench.report.page_items import decision_record
from workbench.report.replies import FinalReplies
from workbench.report.scorecard import items_to_read
from workbench.report.view import item_views
from workbench.review.app import Answer
from workbench.steps.desk import Desk, Wish
from workbench.steps.measure import measure, summarise, with_versions
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.decisions import DecidedMeanwhile, read_decisions

_FIELDS = {"id": str, "prev": str, "item": str, "judges": list, "note": str, "saw_reasons": bool}


class Review:
    """One run, open for review."""

    def __init__(self, settings: Settings, *, run: str | None, by: str) -> None:
        """Open a run.

        Raises:
            NotMeasured: there is no finished run.
            StoreError: its files, or the decisions, are damaged.
        """
        self._settings = settings
        self._found = find_stored(settings, run)
        replies = FinalReplies()
        measured = summarise(self._found, settings, on_attempt=replies.add)
        self.summary: Summary
        self._slices = measured.slices
        self.summary, self._moved = with_versions(measured, self._found, settings)
        self._views = item_views(self.summary, measured.challenges, replies)
        self._desk = Desk(settings.decisions, self.summary, measured.challenges, by=by)
        self._lines = read_decisions(settings.decisions)
        self._making = Lock()
        self._page = self._made()
        self.written = 0
        """How many decisions were taken."""

    def page(self) -> Answer:
        """Return the page; where decisions came in since it was made, the figures are counted again first."""
        with self._making:
            try:
                lines = read_decisions(self._settings.decisions)
                if lines != self._lines:
                    measured = summarise(self._found, self._settings)
                    self._slices = measured.slices
                    self.summary, self._moved = with_versions(measured, self._found, self._settings)
                    self._lines = lines
                    self._page = self._made()
            except WorkbenchError as error:
                return Answer(status=503, body=str(error))
            return Answer(status=200, body=self._page, media="text/html")

    def decide(self, body: bytes) -> Answer:
        """Take a decision of the page. Where this says 200 it is on the disk, and where it says 409 somebody's else."""
        try:
            line = self._desk.write(_wish(body))
        except InputError as error:
            return Answer(status=400, body=str(error))
        except DecidedMeanwhile as meanwhile:
            return Answer(status=409, body=_told(meanwhile.theirs), media="application/json")
        except StoreError as error:
            return Answer(status=503, body=str(error))
        self.written += 1
        return Answer(status=200, body=_told(line), media="application/json")

    def to_read(self) -> tuple[int, int]:
        """Return how many items hold a disagreement that nobody has decided, and how many hold one at all."""
        decided = Decisions.of(read_decisions(self._settings.decisions))
        judges = self.summary.judges
        unread = {item for judge in judges for item in undecided(judge, decided)}
        return len(unread), items_to_read(self.summary)

    def renew(self) -> Path:
        """Write the reports of the run again, with what was decided, and return the page's path.

        Raises:
            StoreError: the reports cannot be written.
        """
        self.summary = measure(self._found, self._settings)
        return self._found.folder.report_html

    def _made(self) -> str:
        return html_report(
            self.summary,
            self._views,
            self._found.manifest.judges,
            decisions=self._lines,
            slices=self._slices,
            moved=self._moved,
            tool_version=__version__,
            live=True,
        )


def _wish(body: bytes) -> Wish:
    """Read what the page sent.

    Raises:
        InputError: it is something else.
    """
    try:
        value = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise InputError(Problem(where="decision", expected="JSON")) from None
    if not isinstance(value, dict) or {*value} != {*_FIELDS, "decision"}:
        expected = f"an object with {', '.join(sorted({*_FIELDS, 'decision'}))}"
        raise InputError(Problem(where="decision", expected=expected))
    problems = [
        Problem(where=name, expected=kind.__name__, got=type(value[name]).__name__)
        for name, kind in _FIELDS.items()
        if type(value[name]) is not kind
    ]
    if not problems:
        problems = _out_of_range(value)
    if problems:
        raise InputError(problems)
    decision = value.pop("decision")
    return Wish(decision=None if decision is None else Decided(decision), **value)


def _out_of_range(value: dict[str, Any]) -> list[Problem]:
    problems = []
    if not value["id"]:
        problems.append(Problem(where="id", expected="a name for the decision", got="none"))
    if value["decision"] not in (None, *Decided):
        problems.append(Problem(where="decision", expected=f"null or one of {', '.join(Decided)}"))
    if not all(isinstance(one, str) for one in value["judges"]):
        problems.append(Problem(where="judges", expected="ids of judge versions"))
    return problems


def _told(line: PersonDecision) -> str:
    return json.dumps(decision_record(line), ensure_ascii=False, allow_nan=False)
