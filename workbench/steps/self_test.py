"""The self-test before a paid run: each model judge must pass one control item and fail another, or nothing is sent.

Its calls are kept in a file beside the journal, in the same form, and their cost is counted. Each asking of an item is
a repeat of its own there. What a judge has got right in this run is not asked again when the run goes on.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.errors import StoppedError
from workbench.judges.controls import CONTROLS, Control
from workbench.judges.judge import Judge
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import Verdict
from workbench.report.visible import on_one_line
from workbench.runner.limits import Limits
from workbench.runner.meter import Meter
from workbench.runner.outcome import Ending, RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell
from workbench.store.journal import open_journal
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun

_ON_MODELS = (JudgeKind.MODEL, JudgeKind.METRIC)
_ROUNDS = 3
_SHOWN = 2000


async def self_test(
    found: FoundRun,
    judges: Sequence[Judge],
    cells: Sequence[Cell],
    *,
    limits: Limits,
    meter: Meter | None = None,
    on_interrupt: Callable[[], None] | None = None,
) -> RunOutcome | None:
    """Ask the model judges that owe verdicts about their control items. Call it while the run's lock is held.

    An error is no wrong verdict: one that may pass is asked again as often as in the run itself, any other twice.

    Args:
        found: The run.
        judges: Its judges.
        cells: The verdicts that are owed.
        limits: How hard to press.
        meter: Counts the calls.
        on_interrupt: Called on the first Ctrl+C: what is in flight is being finished.

    Returns:
        How it was stopped, with all verdicts still owed; None where every judge came through.

    Raises:
        StoppedError: a control item came back wrong, or with no verdict. Says what came.
        StoreError: the file is damaged or cannot be written.
    """
    owing = {cell.judge_id for cell in cells}
    tested = [judge for judge in judges if judge.spec.judge_id in owing and judge.spec.kind in _ON_MODELS]
    specs = [judge.spec for judge in tested]
    if all(asked.right for asked in _asked(found, specs)):
        return None
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True
        if on_interrupt is not None:
            on_interrupt()

    with open_journal(found.folder.self_test) as journal:
        for number in range(_ROUNDS):
            due = [asked for asked in _asked(found, specs) if not asked.right and (number == 0 or asked.may_differ)]
            if not due:
                break
            controls = [asked.cell for asked in due]
            outcome = await run(controls, tested, journal.append, limits=limits, meter=meter, on_interrupt=interrupt)
            # What was in flight may have been all there was: then this part is complete, and the run is to stop.
            if interrupted or not outcome.progress.complete:
                return _stopped(outcome, cells, interrupted=interrupted)
    wrong = [asked for asked in _asked(found, specs) if not asked.right]
    if wrong:
        raise StoppedError(_what_came(wrong))
    return None


def _stopped(outcome: RunOutcome, cells: Sequence[Cell], *, interrupted: bool) -> RunOutcome:
    left = replace(outcome.progress, planned=len(cells), done=0, passed=0, failed=0, errors=0)
    if interrupted:
        outcome = replace(outcome, ending=Ending.INTERRUPTED, reason="interrupted")
    return replace(outcome, progress=left)


def control_cells(judges: Iterable[JudgeSpec], owed: Iterable[Cell], found: FoundRun | None) -> list[Cell]:
    """List the calls that a self-test is going to make, each once.

    Args:
        judges: The judges of a run.
        owed: The verdicts that are owed; judges that owe none are not tested.
        found: The run; None where it is not made yet.
    """
    owing = {cell.judge_id for cell in owed}
    specs = [spec for spec in judges if spec.judge_id in owing and spec.kind in _ON_MODELS]
    return [asked.cell for asked in _asked(found, specs) if not asked.right]


def untested(found: FoundRun) -> Iterator[str]:
    """Name the model judges of a run that did not come through the self-test, in a sentence each."""
    specs = [spec for spec in found.manifest.judges if spec.kind in _ON_MODELS]
    for judge in dict.fromkeys(asked.judge for asked in _asked(found, specs) if not asked.right):
        yield f"{judge} was run without passing the self-test."


def self_test_attempts(found: FoundRun) -> Iterator[Attempt]:
    """Read the calls of a run's self-test, which were paid for like all others.

    Raises:
        StoreError: the file is damaged.
    """
    if found.folder.self_test.exists():
        yield from read_attempts(found.folder.self_test)


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """A judge, a control item, and the replies that came to it in all sessions; each was final in its time."""

    spec: JudgeSpec
    control: Control
    replies: Sequence[Reply]

    @property
    def judge(self) -> str:
        return f"{self.spec.name} on {self.spec.model}"

    @property
    def cell(self) -> Cell:
        return Cell(item=self.control.item, judge_id=self.spec.judge_id, repeat=len(self.replies))

    @property
    def right(self) -> bool:
        return bool(self.replies) and self.replies[-1].verdict == Verdict(outcome=self.control.expected)

    @property
    def may_differ(self) -> bool:
        """Whether one more call may bring a verdict: after an error that the runner does not ask again by itself."""
        return self.replies[-1].verdict.error is not None and not self.replies[-1].retryable


def _asked(found: FoundRun | None, specs: Iterable[JudgeSpec]) -> list[_Asked]:
    replies: dict[tuple[str, str], list[Reply]] = defaultdict(list)
    for attempt in self_test_attempts(found) if found is not None else ():
        if attempt.final:
            replies[attempt.item_id, attempt.judge_id].append(attempt.reply)
    return [
        _Asked(spec=spec, control=control, replies=replies[control.item.item_id, spec.judge_id])
        for spec in specs
        for control in CONTROLS[spec.rule]
    ]


def _what_came(wrong: Sequence[_Asked]) -> str:
    lines = ["the self-test failed, so nothing else was sent"]
    for asked in wrong:
        reply = asked.replies[-1]
        lines.append(f"{asked.judge}: {asked.control.is_what} must {asked.control.expected}, got {reply.verdict}")
        lines += [
            f"  {name}: {_shown(text)}" for name, text in (("reason", reply.reason), ("reply", reply.raw)) if text
        ]
    lines += [
        "mend the rubric, the model, the server or the threshold, then give the same command again",
        "to run such a judge all the same: add --no-self-test; the report will say so",
    ]
    return "\n  ".join(lines)


def _shown(text: str) -> str:
    """A text of a model, which can neither start a line of its own nor hide anything."""
    more = len(text) - _SHOWN
    return on_one_line(text[:_SHOWN]) + (f" ... ({more:,} characters more)" if more > 0 else "")
