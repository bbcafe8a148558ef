"""`workbench plant`: build the planted mistakes and near misses, read them, and decide about them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption, PlantsOption, read_names, read_quota

if TYPE_CHECKING:
    from workbench.steps.bench import Bench


def plant(
    answers: AnswersArgument = None,
    show_count: Annotated[int, typer.Option("--show", min=0, help="Print so many plants, to read.")] = 0,
    style: Annotated[
        str | None,
        typer.Option("--style", help="Print only plants of this style; with --written-by, the mistake in words."),
    ] = None,
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="IDS", help="Plants that are as they should be, with commas.")
    ] = None,
    retire: Annotated[
        str | None, typer.Option("--retire", metavar="IDS", help="Plants to leave out from now on, with commas.")
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why. Needed with --retire.")] = "",
    with_holdout: Annotated[
        bool, typer.Option("--with-holdout", help="With --retire: the ids may be those of held-out plants.")
    ] = False,
    written_by: Annotated[
        str | None,
        typer.Option("--written-by", metavar="MODEL", help="Ask a model for mistakes, for a person to confirm."),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many to ask for, one call each.")] = 10,
    yes: Annotated[bool, typer.Option("--yes", help="Make more than 20 calls without asking.")] = False,
    plants: PlantsOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Another seed gives other plants.")] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Plant known mistakes in copies of trusted answers, and near misses that must pass.

    Held-out styles are left alone: they are built by `workbench run --with-holdout`. A plant that a person retires
    stays out of every later build.

    Examples:
      workbench plant --show 10
      workbench plant --retire 5ff51ebc --reason "the passage says so too"
      workbench plant --written-by claude-sonnet-5-5 --style "a stricter condition"
    """
    from workbench.cli.output import say, show, show_json
    from workbench.errors import InputError
    from workbench.report.plants_text import plants_text
    from workbench.steps.bench import open_bench, with_options
    from workbench.steps.plant import plant as build
    from workbench.steps.show_plants import plants_to_show

    opened = with_options(open_bench(bench, answers=answers), {"plants": read_quota("--plants", plants), "seed": seed})
    if written_by is not None:
        return _write(opened, written_by, asked=style or "", count=count, yes=yes, as_json=as_json)
    if confirm or retire:
        _decide(opened, confirm=confirm, retire=retire, reason=reason, held_out=with_holdout)
    elif with_holdout:
        raise InputError("--with-holdout goes with --retire or --confirm; held-out plants are built by workbench run")
    key, report = build(opened)
    if as_json:
        show_json(report)
    else:
        shown = plants_to_show(opened, key, style=style)
        show(plants_text(shown.challenges, report, show=show_count, marks=shown.marks))
    if opened.own:
        say(f"written to {opened.plants}; why a style declined an answer stands in build.json")
    if show_count:
        say("next: workbench plant --confirm ID, or --retire ID --reason WHY")
    elif not confirm and not retire:
        say("next: workbench plant --show 10, to read some; then workbench run")
    return 0


def _write(opened: "Bench", model: str, *, asked: str, count: int, yes: bool, as_json: bool) -> int:
    from dataclasses import asdict

    from workbench.cli.output import say, show, show_json
    from workbench.errors import InputError
    from workbench.report.plants_text import writing_text
    from workbench.steps.write_plants import MOST_UNASKED, plan_writing, write_plants

    plan = plan_writing(opened, model=model, asked=asked, count=count)
    calls = len(plan.requests)
    say(f"{calls} calls to {model}, " + ("cost unknown" if plan.dollars is None else f"about ${plan.dollars:.2f}"))
    if calls > MOST_UNASKED and not yes:
        raise InputError(f"more than {MOST_UNASKED} calls are made only with --yes")
    writing = write_plants(opened, plan)
    if as_json:
        show_json({"format": 1, "calls": calls, **asdict(writing)})
    else:
        show(writing_text(writing.style, writing.written, writing.refused, writing.failed))
    return 0


def _decide(opened: "Bench", *, confirm: str | None, retire: str | None, reason: str, held_out: bool) -> None:
    from workbench.cli.output import say
    from workbench.errors import InputError
    from workbench.records.plant_decision import PlantDecided
    from workbench.steps.decide_plants import decide_plants

    if confirm and retire:
        raise InputError("--confirm and --retire are two decisions: give one at a time")
    decision = PlantDecided.CONFIRMED if confirm else PlantDecided.RETIRED
    ids = read_names(f"--{'confirm' if confirm else 'retire'}", confirm or retire) or ()
    for line in decide_plants(opened, ids, decision, reason=reason, held_out=held_out):
        say(f"{line.decision}: {line.item}, {line.style} of {line.parent}")
