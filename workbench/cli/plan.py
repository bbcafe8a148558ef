"""`workbench plan`: how many cases does it take?"""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.gate import AskedLevel
from workbench.cli.options import BenchOption, JsonOption


def plan(
    level: Annotated[AskedLevel, typer.Option("--level", help="What the judge should earn.")] = AskedLevel.CERTIFIED,
    catch: Annotated[float, typer.Option("--catch", help="Share of planted mistakes that it really catches.")] = 0.97,
    false_alarms: Annotated[
        float, typer.Option("--false-alarms", help="Share of trusted answers, with near misses, that it alarms on.")
    ] = 0.02,
    held_out_catch: Annotated[
        float, typer.Option("--held-out-catch", help="Share of held-out mistakes that it really catches.")
    ] = 0.95,
    power: Annotated[float, typer.Option("--power", help="With which chance it should pass.")] = 0.8,
    candidates: Annotated[int, typer.Option("--candidates", help="Judges that share the set.")] = 1,
    register: Annotated[
        bool,
        typer.Option("--register", help="Fix today's cases before their first verdict, so that fewer are enough."),
    ] = False,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Say how many planted mistakes, trusted answers and held-out mistakes a level needs, and what they would cost.

    And the reverse: what today's set can show at best, and what is missing. Sends nothing; held-out mistakes stay
    sealed.

    With --register, today's cases and bars are written into runs/ledger.jsonl instead. A run of exactly these cases may
    then show its rates by the bound for fixed numbers: 19 cases without a miss in place of 27.

    Example:
      workbench plan --level provisional --catch 0.95
    """
    if register:
        return _register(bench, as_json=as_json)
    from workbench.cli.output import show, show_json, width
    from workbench.gate.sizes import Quality
    from workbench.records.summary import Level
    from workbench.report.plan_text import plan_json, plan_text
    from workbench.steps.plan_cases import plan_cases

    planned = plan_cases(
        bench,
        level=Level.CERTIFIED if level is AskedLevel.CERTIFIED else Level.PROVISIONAL,
        quality=Quality(catch=catch, passing=1 - false_alarms, held_out=held_out_catch),
        wanted=power,
        candidates=candidates,
    )
    if as_json:
        show_json(plan_json(planned))
    else:
        show(plan_text(planned, width=width()))
    return 0


def _register(bench: Path, *, as_json: bool) -> int:
    from workbench.cli.output import show, show_json, width
    from workbench.report.registered_text import registered_json, registered_text
    from workbench.steps.register_plan import register_plan

    plans = [(one.plan, one.new, one.judged) for one in register_plan(bench)]
    if as_json:
        show_json(registered_json(plans))
    else:
        show(registered_text(plans, width=width()))
    return 0
