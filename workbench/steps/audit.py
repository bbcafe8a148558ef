"""Which answers in use should a person label next?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.analysis.audit import drawn
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.external.audit_file import audit_rows
from workbench.external.recorded import read_recorded
from workbench.external.words import Words
from workbench.judges.threshold import Threshold
from workbench.steps.external import External


@dataclass(frozen=True, kw_only=True)
class Audit:
    """Answers to label.

    Attributes:
        rows: One an answer, to be filled in.
        failed: How many of them the judge failed.
        left: How many answers with a verdict nobody labelled, those that were drawn included.
        no_verdict: How many answers have no verdict; none of them is drawn.
    """

    rows: Sequence[dict[str, object]]
    failed: int
    left: int
    no_verdict: int


def draw_audit(
    found: External, words: Words, *, judge: str | None, count: int, threshold: Threshold | None = None
) -> Audit:
    """Draw answers to label, half failed by the judge and half passed. The same file gives the same answers.

    Args:
        found: The file of verdicts and its columns.
        words: What words mean besides `pass`, `fail` and `error:<code>`.
        judge: Whose verdicts count; None where the file has one judge.
        count: How many to draw.
        threshold: Turns scores into verdicts; None to take the column of verdicts.

    Raises:
        InputError: the rows are not as expected, or it cannot be told which judge is meant.
        NotMeasured: every answer with a verdict is labelled.
    """
    if count < 1:
        raise InputError(Problem(where="--labels", expected="a whole number from 1", got=str(count)))
    if threshold is None and not found.columns.verdict:
        raise InputError(
            Problem(where="--threshold", expected="where a score turns into the other verdict", got=str(found.columns))
        )
    said = read_recorded(found.table, found.columns, words, threshold).in_use
    mine = said[said["judge"] == _judge(sorted(said["judge"].unique()), judge, found.table.path)]
    free = mine[mine["label"].isna()]
    failed, passed = (list(free.loc[free["verdict"] == verdict, "item_id"]) for verdict in ("fail", "pass"))
    items = drawn(failed, passed, count)
    if not items:
        raise NotMeasured(f"{found.table.path}: every answer with a verdict is labelled, so there is none to draw")
    return Audit(
        rows=audit_rows(found.table, found.columns, items),
        failed=len(set(failed).intersection(items)),
        left=len(failed) + len(passed),
        no_verdict=int((~mine["verdict"].isin(("fail", "pass"))).sum()),
    )


def _judge(names: Sequence[str], judge: str | None, path: Path) -> str:
    if judge is None and len(names) == 1:
        return names[0]
    if judge is None:
        got = ", ".join(names) or "no verdict"
        raise InputError(Problem(where=str(path), expected="one judge; name it with --judge", got=got))
    if judge not in names:
        raise unknown_name("judge", judge, names, where=str(path))
    return judge
