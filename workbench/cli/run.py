"""`workbench run`: run every judge, and report."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import (
    AnswersArgument,
    BenchOption,
    JsonOption,
    NaturalOption,
    PlantsOption,
    QuestionsOption,
    read_names,
    read_quota,
)
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.steps.open_run import Way


def run(
    answers: AnswersArgument = None,
    questions: QuestionsOption = None,
    natural: NaturalOption = None,
    judges: Annotated[
        str | None,
        typer.Option("--judges", help="Judges by name, with commas, as [judge.NAME] in settings. Default: settings."),
    ] = None,
    models: Annotated[
        str | None, typer.Option("--models", help="Models by id, with commas. Default: settings.")
    ] = None,
    repeats: Annotated[
        int | None,
        typer.Option("--repeats", min=1, help="Reruns of each item. Default: votes of the judges, else settings."),
    ] = None,
    with_holdout: Annotated[
        bool, typer.Option("--with-holdout", help="Open the held-out styles. They count as held out this one time.")
    ] = False,
    plants: PlantsOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Seeds plants and the order of calls.")] = None,
    concurrency: Annotated[int | None, typer.Option("--concurrency", min=1, help="Calls at once to one model.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Start anew although this run is there already.")] = False,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Ask once more where the verdict of this run is an error.")
    ] = False,
    self_test: Annotated[
        bool,
        typer.Option(
            "--self-test/--no-self-test", help="Ask each model judge first about two items that none may get wrong."
        ),
    ] = True,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what the run would cost, and ask for no judgement.")
    ] = False,
    max_cost: Annotated[
        float | None,
        typer.Option(
            "--max-cost", metavar="DOLLARS", help="The most that this command may spend. Then it stops, to go on later."
        ),
    ] = None,
    max_calls: Annotated[
        int | None,
        typer.Option("--max-calls", metavar="NUMBER", help="The most calls to models that this command may make."),
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Ask models in message batches: half the price, within a day.")
    ] = False,
    stop_early: Annotated[
        bool,
        typer.Option("--stop-early", help="Ask each judge no more than its decision needs."),
    ] = False,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Run every judge on clean answers, near misses and planted mistakes, N times, and write the trust report.

    A run that was stopped goes on where it was: give the same command again. Where cases, rubric or settings have
    changed since, it is not mixed with what it is now: the command stops and names the change.

    --max-cost and --max-calls hold for one command: given again, it may spend as much again. They count failed calls
    too, and a call starts only if it and all in flight fit at their worst. Stopped so, the command exits with 5.

    With --batch the judges on models are asked in message batches, the others as ever. It waits for the results; once
    they are sent, it may be stopped and given again later. `workbench batches` lists them, and cancels them.

    With --stop-early each judge is asked in random order, and no more once its level is decided: earned whatever the
    rest would say, or out of reach. Where numbers were registered (`workbench plan --register`), the decision is that
    of the whole run; else CERTIFIED is shown by e-values, which may be looked at any time. The same command without it
    asks the rest as well. A judge with `votes` in settings is asked about an item until its vote is settled.

    Examples:
      workbench run --models claude-haiku-5-5 --estimate
      workbench run --models claude-haiku-5-5 --max-cost 2
      workbench run answers.jsonl --judges floor,numbers
    """
    from workbench.cli.batch_lines import BatchLines
    from workbench.cli.estimate import show_estimate
    from workbench.cli.output import say
    from workbench.cli.progress import ProgressLine
    from workbench.cli.results import finish
    from workbench.runner.budget import Bounds
    from workbench.steps.bench import open_bench, with_options
    from workbench.steps.candidates import Models
    from workbench.steps.estimate_run import estimate_run
    from workbench.steps.plan import plan_run
    from workbench.steps.run import run_plan

    if stop_early and batch:
        raise InputError(
            "--stop-early decides after each verdict what to ask next, and --batch asks everything at once: "
            "give one of the two"
        )
    bounds = Bounds(dollars=max_cost, calls=max_calls)
    way = _way(again=again, retry_errors=retry_errors)
    options = {
        "plants": read_quota("--plants", plants),
        "seed": seed,
        "concurrency": concurrency,
        "natural": natural.absolute() if natural else None,
    }
    asked = {"names": read_names("--judges", judges), "models": read_names("--models", models)}
    opened = with_options(open_bench(bench, answers=answers, questions=questions), options)
    use = Models.ESTIMATED if estimate else Models.ASKED
    plan = plan_run(opened, held_out=with_holdout, repeats=repeats, stop_early=stop_early, use=use, **asked)
    for note in (*plan.candidates.notes, *plan.hints, *plan.asides):
        say(f"note: {note}")
    if estimate:
        estimated = estimate_run(plan, way=way, tested=self_test, batch=batch)
        return show_estimate(estimated, max_cost=max_cost, max_calls=max_calls, as_json=as_json)
    watch = ProgressLine()
    finished = run_plan(
        plan, way=way, tested=self_test, bounds=bounds, watch=watch, batches=BatchLines(watch) if batch else None
    )
    watch.done()
    return finish(finished, as_json=as_json)


def _way(*, again: bool, retry_errors: bool) -> "Way":
    from workbench.steps.open_run import Way

    if again and retry_errors:
        raise InputError("--again starts a new run, --retry-errors goes on with one: give one of the two")
    return Way.AGAIN if again else Way.RETRY_ERRORS if retry_errors else Way.GO_ON
