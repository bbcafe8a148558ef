"""The part of `workbench report` that measures judges run elsewhere, from a file of their verdicts."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from workbench.cli.output import say, show, show_json, width
from workbench.errors import InputError, Problem


def report_external(
    path: Path,
    *,
    column: Sequence[str],
    verdict: Sequence[str],
    label: Sequence[str],
    threshold: float | None,
    passes: str,
    run: str | None,
    as_json: bool,
) -> int:
    """Say which column is taken for what, then print what the verdicts of the file come to."""
    from workbench.external.words import read_words
    from workbench.judges.threshold import Passes
    from workbench.report.external_text import external_json, external_text
    from workbench.report.visible import on_one_line
    from workbench.steps.external import measure_external, open_external

    _check(threshold=threshold, passes=passes, run=run)
    words = read_words(verdict=verdict, label=label)
    found = open_external(path, given=column)
    unused = [name for name in found.table.names if name not in found.columns.used]
    say(on_one_line(f"columns: {found.columns}" + (f" (not used: {', '.join(unused)})" if unused else "")))
    made = measure_external(found, words, threshold=threshold, passes=Passes(passes))
    good = "high" if made.passes is Passes.AT_LEAST else "low"
    reading = f"{good} scores are good" if made.threshold is None else f"{good} scores are good, {made.threshold}"
    if as_json:
        show_json(external_json(made.summary, made.scores, columns=asdict(made.columns), reading=reading))
    else:
        show(external_text(made.summary, made.scores, reading=reading, width=width()))
    return 0


def _check(*, threshold: float | None, passes: str, run: str | None) -> None:
    problems = []
    if run is not None:
        problems.append(Problem(where="--run", expected="either a run or --verdicts", got="both"))
    if threshold is not None and not math.isfinite(threshold):
        problems.append(Problem(where="--threshold", expected="a finite number", got=str(threshold)))
    if passes not in ("at_least", "at_most"):
        problems.append(Problem(where="--passes", expected="at_least or at_most", got=repr(passes)))
    if problems:
        raise InputError(problems)
