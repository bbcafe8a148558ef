"""The part of `workbench report` that measures judges run elsewhere, from a file of their verdicts."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.output import say, show, show_json, width
from workbench.errors import InputError, Problem

if TYPE_CHECKING:
    from workbench.steps.known_judge import KnownJudge


def report_external(
    path: Path,
    *,
    column: Sequence[str],
    verdict: Sequence[str],
    label: Sequence[str],
    threshold: float | None,
    passes: str,
    labels: Sequence[Path],
    judge: str | None,
    run: str | None,
    bench: Path,
    details: bool,
    as_json: bool,
) -> int:
    """Say which column is taken for what, then print what the verdicts of the file come to."""
    from workbench.external.words import read_words
    from workbench.judges.threshold import Passes
    from workbench.report.details_text import details_text
    from workbench.report.external_text import external_json, external_text
    from workbench.report.visible import on_one_line
    from workbench.steps.external import measure_external, open_external

    _check(threshold=threshold, passes=passes, run=run, judge=judge)
    words = read_words(verdict=verdict, label=label)
    instead = "--labels FILE, such as workbench audit draws to be filled in, or --judge NAME"
    found = open_external(path, given=column, labels=labels, labelled=judge is None, instead=instead)
    unused = [name for name in found.table.names if name not in found.columns.used]
    say(on_one_line(f"columns: {found.columns}" + (f" (not used: {', '.join(unused)})" if unused else "")))
    known = None if judge is None else _known(judge, run, bench)
    made = measure_external(found, words, threshold=threshold, passes=Passes(passes), known=known)
    told = "" if known is None else known.told
    good = "high" if made.passes is Passes.AT_LEAST else "low"
    reading = f"{good} scores are good" if made.threshold is None else f"{good} scores are good, {made.threshold}"
    if as_json:
        show_json(
            external_json(
                made.summary, made.scores, columns=asdict(made.columns), reading=reading, in_use=made.in_use, known=told
            )
        )
    else:
        text = external_text(made.summary, made.scores, reading=reading, width=width(), in_use=made.in_use, known=told)
        show(text)
        if details:
            show(f"\n{details_text(made.summary, width=width())}")
    return 0


def _known(judge: str, run: str | None, bench: Path) -> "KnownJudge":
    from workbench.steps.known_judge import known_judge
    from workbench.steps.settings import read_settings

    return known_judge(read_settings(bench), judge=judge, run=run)


def _check(*, threshold: float | None, passes: str, run: str | None, judge: str | None) -> None:
    problems = []
    if run is not None and judge is None:
        got = "--verdicts without it"
        problems.append(Problem(where="--run", expected="--judge beside it, to look the judge up there", got=got))
    refuse(*problems, *threshold_problems(threshold, passes))


def threshold_problems(threshold: float | None, passes: str) -> list[Problem]:
    """Say what is wrong with how scores are to be turned into verdicts."""
    problems = []
    if threshold is not None and not math.isfinite(threshold):
        problems.append(Problem(where="--threshold", expected="a finite number", got=str(threshold)))
    if passes not in ("at_least", "at_most"):
        problems.append(Problem(where="--passes", expected="at_least or at_most", got=repr(passes)))
    return problems


def refuse(*problems: Problem) -> None:
    """Refuse where there is a problem."""
    if problems:
        raise InputError(problems)
