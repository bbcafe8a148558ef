"""`workbench drift`: is the judge still the one that was certified?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption
from workbench.cli.output import go_on, say, show, show_json, width

if TYPE_CHECKING:
    from workbench.steps.drift import Checked

_DONE, _DRIFT, _NOT_MEASURABLE, _STOPPED, _INTERRUPTED = 0, 3, 4, 5, 130


def drift(
    judge: Annotated[str, typer.Argument(help="The judge's name.")],
    model: Annotated[
        str | None, typer.Option("--model", help="The model it runs on, where it is certified on several.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what the check would cost, and ask for no judgement.")
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
    """Ask a certified judge its canaries again, once each, and compare: has it changed under its name?

    Canaries are up to 30 items on which it was right in every repeat. How many may flip by chance follows from its own
    repeats at certification, so that an unchanged judge is called changed in at most 1 % of checks. Each check is kept
    beside the certificate; one that shows drift revokes it. A check that was stopped goes on within a day.

    Exit codes: 0 no drift; 3 drift; 4 not measurable, as without a certificate or with too few verdicts; 5 stopped.

    Examples:
      workbench drift grounded --model claude-haiku-5-5 --max-cost 0.5
    """
    from workbench.cli.drift_line import DriftLine
    from workbench.cli.estimate import show_estimate
    from workbench.runner.budget import Bounds
    from workbench.steps.drift import check_drift, estimate_check, frozen_canaries
    from workbench.steps.settings import read_settings

    bounds = Bounds(dollars=max_cost, calls=max_calls)
    settings = read_settings(bench)
    frozen = frozen_canaries(settings, judge=judge, model=model)
    if estimate:
        foreseen = estimate_check(frozen, settings)
        return show_estimate(foreseen, max_cost=max_cost, max_calls=max_calls, as_json=as_json)
    line = DriftLine()
    checked = check_drift(frozen, settings, bounds=bounds, watch=line)
    line.done()
    return _finish(checked, as_json=as_json)


def _finish(checked: "Checked", *, as_json: bool) -> int:
    """Print what the check says, or why it says nothing yet, and return the exit code."""
    from workbench.cli.results import spent_words
    from workbench.gate.canary_check import Says
    from workbench.report.drift_text import drift_json, drift_text
    from workbench.runner.outcome import Ending

    certificate, noise = checked.frozen.certificate, checked.frozen.noise
    outcome = checked.outcome
    if checked.warning:
        say(f"warning: {checked.warning}")
    if outcome.ending is not Ending.COMPLETE:
        say(f"{outcome.progress.done:,} of {outcome.progress.planned:,} canaries were asked; {outcome.reason}")
        say(go_on())
        return _INTERRUPTED if outcome.ending is Ending.INTERRUPTED else _STOPPED
    if as_json:
        show_json(drift_json(certificate, noise, checked.checks))
    else:
        show(drift_text(certificate, noise, checked.checks, about=checked.frozen.about, width=width()))
    if checked.spend.calls:
        say(spent_words(checked.spend, None))
    return {Says.NO_DRIFT: _DONE, Says.DRIFT: _DRIFT}.get(checked.checks[-1].says, _NOT_MEASURABLE)
