"""Choose the threshold of a judge that was run elsewhere, from a file of its scores. Needs no bench."""

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.analysis.scored_cases import scored_cases
from workbench.analysis.threshold_choice import Wanted, choose_threshold
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.external.recorded import Recorded, read_recorded
from workbench.external.words import Words
from workbench.judges.threshold import Passes, Threshold
from workbench.report.tuned import Tuned
from workbench.steps.external import External
from workbench.steps.threshold import case_rows

if TYPE_CHECKING:
    import pandas as pd


def threshold_of_file(found: External, words: Words, *, judge: str | None, passes: Passes, wanted: Wanted) -> Tuned:
    """Choose a threshold on the labelled items of a file. A cell without a number is an item without a score.

    Args:
        found: The file and its columns.
        words: What the words of its labels mean.
        judge: Whose scores; None where there is one judge.
        passes: Which scores are good ones.
        wanted: What is asked for.

    Raises:
        InputError: the rows are not as expected, there is no column of scores, or several judges and none named.
        NotMeasured: no item has a label, or the scores are too few to choose on.
    """
    if not found.columns.score:
        expected = "a column of scores: name it with --column score=NAME"
        raise InputError(Problem(where="columns", expected=expected, got=str(found.columns)))
    # Any threshold: verdicts made of scores are numbered, so that one repeat that comes twice is refused.
    recorded = read_recorded(found.table, found.columns, words, Threshold(at=0.0, passes=passes))
    if not recorded.challenges:
        raise NotMeasured(f"{found.table.path}: no item has a label that says pass or fail")
    name, scores = _of_judge(recorded, judge, str(found.table.path))
    rows = case_rows(recorded.challenges, scores)
    choice = choose_threshold(scored_cases(rows, high_is_good=passes is Passes.AT_LEAST), wanted, now=None)
    at = choice.chosen.at if choice.chosen is not None and choice.earned else None
    return Tuned(
        judge=name,
        place=found.table.path.name,
        mistakes="mistakes",
        choice=choice,
        settings=(),
        next_steps=() if at is None else (_measured_with(found, at, passes),),
        notes=tuple(_notes(found, recorded)),
    )


def _of_judge(recorded: Recorded, judge: str | None, path: str) -> "tuple[str, pd.DataFrame]":
    names = sorted(recorded.scores["judge"].unique())
    if judge is None and len(names) != 1:
        raise InputError(Problem(where="JUDGE", expected=f"one of {', '.join(names)}", got="none"))
    name = names[0] if judge is None else judge
    if name not in names:
        raise unknown_name("judge", name, names, where=path)
    return name, recorded.scores[recorded.scores["judge"] == name]


def _measured_with(found: External, at: float, passes: Passes) -> str:
    good = "" if passes is Passes.AT_LEAST else f" --passes {passes}"
    command = f"workbench report --verdicts {shlex.quote(str(found.table.path))} --threshold {at!r}{good}"
    return f"What its verdicts come to, with the same --column and --label: {command}"


def _notes(found: External, recorded: Recorded) -> Iterator[str]:
    for reason, count in recorded.left_out.items():
        yield f"Left out: {count:,} items, {reason}."
    if recorded.repeats > 1 and not found.columns.repeat:
        yield "Several rows about one item are read as its repeats."
    if not found.columns.group:
        yield (
            "No column says which items come from one source, so each is taken for independent; where some are not, "
            "name it with --column group=NAME."
        )
