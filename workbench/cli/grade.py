"""`workbench grade`: how good are the answers in use?"""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption
from workbench.cli.output import go_on, say, show, show_json, width

if TYPE_CHECKING:
    from workbench.steps.grade import Asked
    from workbench.steps.grade_plan import GradePlan
    from workbench.steps.grade_result import Graded
    from workbench.steps.save_graded import SavedNow

_DONE, _NOT_MEASURED, _STOPPED, _INTERRUPTED = 0, 4, 5, 130


class HeldLevel(StrEnum):
    """The levels that a certificate may say."""

    CERTIFIED = "certified"
    PROVISIONAL = "provisional"


def grade(
    judge: Annotated[str, typer.Argument(help="The judge's name. It must have a certificate that holds.")],
    answers: Annotated[
        Path, typer.Argument(help="New answers: a folder of Markdown, JSONL and CSV, or one file. No labels needed.")
    ],
    model: Annotated[
        str | None, typer.Option("--model", help="The model it runs on, where it is certified on several.")
    ] = None,
    level: Annotated[
        HeldLevel | None, typer.Option("--level", help="What its certificate must say. Default: either.")
    ] = None,
    one_in: Annotated[
        int, typer.Option("--one-in", metavar="NUMBER", help="Judge one answer in so many; 1 for all of them.")
    ] = 20,
    day: Annotated[
        str | None,
        typer.Option(
            "--date", metavar="YYYY-MM-DD", help="The date of the answers. Default: their last asked_at, or today."
        ),
    ] = None,
    save: Annotated[
        int | None,
        typer.Option("--save", metavar="NUMBER", help="Put so many of them a week aside, for a person to label."),
    ] = None,
    drift: Annotated[
        bool, typer.Option("--drift/--no-drift", help="Ask the canaries first, unless they were asked within a day.")
    ] = True,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Ask once more where the judge gave no verdict.")
    ] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what it would cost, and ask for no judgement.")
    ] = False,
    max_cost: Annotated[
        float | None,
        typer.Option("--max-cost", metavar="DOLLARS", help="The most that this command may spend. Then it stops."),
    ] = None,
    max_calls: Annotated[
        int | None,
        typer.Option("--max-calls", metavar="NUMBER", help="The most calls to models that this command may make."),
    ] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Grade answers in use with a certified judge: four numbers, how many are wrong, what to read first, and a trend.

    One answer in 20 is judged, chosen by a hash of its content; figures and declines are looked up in all of them. The
    share that the judge failed stands beside what it comes to once the judge's own mistakes are taken off. An answer
    that the judge version was asked about before is not asked about again; a command that was stopped goes on.

    The canaries of the certificate are asked first. A judge without a certificate that holds, or that has changed, is
    refused. So is a simulated one: it knows the answer key, and nothing of new answers. Each set is kept in
    runs/grades, and the next one is compared with it.

    With --save 5, five of the week's answers are put aside to be labelled, half failed by the judge and half passed:
    that is how the test set keeps up with what people ask.

    Exit codes: 0 graded; 3 the judge may not be used; 4 nothing was judged, or too few canaries replied; 5 stopped.

    Examples:
      workbench grade grounded this-week.jsonl --max-cost 1
      workbench grade grounded this-week.jsonl --save 5
    """
    from workbench.cli.estimate import show_estimate
    from workbench.cli.grade_line import GradeLine
    from workbench.records.summary import Level
    from workbench.runner.budget import Bounds
    from workbench.steps.grade import Way, ask_judge, estimate_grade
    from workbench.steps.grade_plan import plan_grade
    from workbench.steps.grade_result import grade_result
    from workbench.steps.save_graded import check_number, save_graded
    from workbench.steps.settings import read_settings

    way = Way(drift=drift, retry_errors=retry_errors, bounds=Bounds(dollars=max_cost, calls=max_calls))
    check_number(save)
    asked_level = None if level is None else Level(level.upper())
    plan = plan_grade(
        read_settings(bench), answers, judge=judge, model=model, level=asked_level, one_in=one_in, day=day
    )
    if estimate:
        foreseen = estimate_grade(plan, way)
        return show_estimate(foreseen, max_cost=max_cost, max_calls=max_calls, as_json=as_json)
    line = GradeLine()
    asked = ask_judge(plan, way, line)
    line.done()
    _say_what_happened(asked)
    if asked.found is None or (asked.outcome is not None and not asked.outcome.progress.complete):
        return _unfinished(asked, votes=bool(plan.judge.spec.votes), as_json=as_json)
    graded = grade_result(plan, asked.found, asked.drift)
    saved = save_graded(plan, graded, save) if save is not None else None
    return _finish(plan, graded, saved, as_json=as_json)


def _say_what_happened(asked: "Asked") -> None:
    from workbench.cli.pace import pace_notes
    from workbench.cli.results import spent_words

    for warning in asked.warnings:
        say(f"warning: {warning}")
    if asked.spend is not None and asked.spend.calls:
        say(spent_words(asked.spend, None))
    for note in pace_notes(asked.outcome) if asked.outcome is not None else ():
        say(f"note: {note}")


def _unfinished(asked: "Asked", *, votes: bool, as_json: bool) -> int:
    from workbench.runner.outcome import Ending

    outcome = asked.outcome
    assert outcome is not None, "what was not asked about at all was not stopped"
    what = "canaries" if asked.found is None else "answers"
    progress = outcome.progress
    if votes and asked.found is not None:
        say(f"{progress.done:,} of at most {progress.planned:,} calls were made; {outcome.reason}")
    else:
        say(f"{progress.done:,} of {progress.planned:,} {what} were asked; {outcome.reason}")
    say(go_on())
    if as_json:
        ended = {"ending": str(outcome.ending), "reason": outcome.reason, "asked": what}
        show_json({"format": 1, "complete": False, **ended, "owed": progress.planned, "done": progress.done})
    return _INTERRUPTED if outcome.ending is Ending.INTERRUPTED else _STOPPED


def _finish(plan: "GradePlan", graded: "Graded", saved: "SavedNow | None", *, as_json: bool) -> int:
    from dataclasses import asdict

    from workbench.cases.path_text import path_text
    from workbench.report.grade_json import grade_json
    from workbench.report.grade_text import grade_text
    from workbench.report.saved_text import saved_lines, saved_text

    if as_json:
        show_json({**grade_json(graded.view), "saved": None if saved is None else asdict(saved)})
    else:
        show(grade_text(graded.view, width=width()))
        if saved is not None:
            natural = plan.settings.natural
            told = saved_text(
                week=saved.week,
                file=saved.file,
                counts=(saved.failed, saved.passed, saved.before),
                files=saved.files,
                natural="" if natural is None else path_text(natural),
                is_folder=natural is not None and natural.is_dir(),
            )
            show("\n".join(["", *saved_lines(told, width=width())]))
        show(f"\nreport  {graded.found.report}")
    return _DONE if graded.measured else _NOT_MEASURED
