"""`workbench threshold`: which threshold should a judge that gives scores have?"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, RunOption
from workbench.cli.wanted import AlarmOption, BaseRateOption, CapOption, MissOption, read_wanted
from workbench.errors import InputError, Problem

if TYPE_CHECKING:
    from workbench.analysis.threshold_choice import Wanted
    from workbench.report.tuned import Tuned

_OWN = "With --verdicts"
_NOT_EARNED, _NOT_MEASURED = 3, 4


class AskedMistakes(StrEnum):
    """The mistakes that a threshold can be chosen on."""

    PLANTED = "planted"
    NATURAL = "natural"


def threshold(
    judge: Annotated[
        str | None, typer.Argument(help="The judge's name. With --verdicts needed only where the file has several.")
    ] = None,
    max_false_alarms: CapOption = None,
    cost_miss: MissOption = None,
    cost_alarm: AlarmOption = None,
    base_rate: BaseRateOption = None,
    model: Annotated[
        str | None, typer.Option("--model", help="The model it runs on, where it runs on several.")
    ] = None,
    mistakes: Annotated[
        AskedMistakes | None,
        typer.Option(help="Choose on these. Default: natural ones, where the run has 8 or more, else planted."),
    ] = None,
    run: RunOption = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(help="Scores of judges run elsewhere, beside labels: JSONL, CSV or Parquet. Needs no bench."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THING=NAME",
            help=f"{_OWN}: which column is item, label, score, judge, repeat or group (the source). Default: by name.",
        ),
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help=f"{_OWN}: a word that means pass, fail or skip.")
    ] = None,
    passes: Annotated[
        str | None, typer.Option(metavar="at_least|at_most", help=f"{_OWN}: whether high or low scores are good.")
    ] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Choose the threshold of a judge that gives scores, and say what it is worth on cases it was not chosen on.

    The scores are those that a run has recorded; nobody is asked. A script such as floor, a function, a command and a
    metric give scores. The cheapest threshold is chosen or, with --max-false-alarms, the one with the most catches
    under that cap. Held-out mistakes are never used.

    Exit codes: 0 a threshold was chosen; 3 none is worth it; 4 too few cases to choose on.

    Examples:
      workbench threshold floor --cost-miss 10 --base-rate 0.05
      workbench threshold floor --max-false-alarms 0.15
      workbench threshold --verdicts scored.csv --column label=human --column group=document
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.threshold_json import threshold_json
    from workbench.report.threshold_text import threshold_text
    from workbench.steps.settings import read_settings
    from workbench.steps.threshold import Mistakes, threshold_of_run

    wanted = read_wanted(max_false_alarms, miss=cost_miss, alarm=cost_alarm, base_rate=base_rate)
    if verdicts is not None:
        _refuse("a run of a bench, or --verdicts without this", run=run, model=model, mistakes=mistakes)
        found = _of_file(verdicts, judge, column or (), label or (), passes, wanted)
    else:
        _refuse("--verdicts FILE beside it", column=column, label=label, passes=passes)
        if judge is None:
            raise InputError(
                Problem(where="JUDGE", expected="the name of a judge of the run, such as floor", got="none")
            )
        of = None if mistakes is None else Mistakes(mistakes)
        found = threshold_of_run(read_settings(bench), judge=judge, model=model, run=run, mistakes=of, wanted=wanted)
    if as_json:
        show_json(threshold_json(found))
    else:
        show(threshold_text(found, width=width()))
    return _exit_code(found)


def _of_file(
    path: Path,
    judge: str | None,
    column: Sequence[str],
    label: Sequence[str],
    passes: str | None,
    wanted: "Wanted",
) -> "Tuned":
    """Say which column is taken for what, then choose."""
    from workbench.cli.output import say
    from workbench.external.words import read_words
    from workbench.judges.threshold import Passes
    from workbench.report.visible import on_one_line
    from workbench.steps.external import open_external
    from workbench.steps.external_threshold import threshold_of_file

    if passes not in (None, *Passes):
        raise InputError(Problem(where="--passes", expected="at_least or at_most", got=repr(passes)))
    words = read_words(verdict=(), label=label)
    found = open_external(path, given=column)
    say(on_one_line(f"columns: {found.columns}"))
    return threshold_of_file(found, words, judge=judge, passes=Passes(passes or Passes.AT_LEAST), wanted=wanted)


def _refuse(expected: str, **given: object) -> None:
    problems = [Problem(where=f"--{name}", expected=expected) for name, value in given.items() if value]
    if problems:
        raise InputError(problems)


def _exit_code(found: "Tuned") -> int:
    if found.choice.chosen is None:
        return _NOT_MEASURED
    return 0 if found.choice.earned else _NOT_EARNED
