"""`workbench check`: is this bench ready, and what is next?"""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.gate import AskedLevel
from workbench.cli.options import BenchOption, JsonOption


def check(
    level: Annotated[
        AskedLevel, typer.Option("--level", help="The level that the bench is to be large enough for.")
    ] = AskedLevel.PROVISIONAL,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Say whether a bench is ready: its files, search, sets, judges, cost and state, and the one command to give next.

    Costs nothing: no model and no server is asked, nothing is written, and what is held out stays sealed.

    The instrument is tested too: judges with known verdicts (a perfect one, one that passes all, one that fails all, a
    coin, one that is blind to a style) go through run, journal, rates and gate on items of the bench. Where one figure
    is not the known one, or the gate lets another than the perfect one through, the exit code is 1.

    Exit codes: 0 ready; 1 the instrument is broken; 2 settings, files or a judge cannot be used; 4 something is
    missing.

    Example:
      workbench check --bench my-bench
    """
    from workbench.cases.path_text import path_text
    from workbench.cli.output import show, show_json, width
    from workbench.records.summary import Level
    from workbench.report.check_json import check_json
    from workbench.report.check_text import check_text
    from workbench.steps.check import check_bench

    asked = Level.CERTIFIED if level is AskedLevel.CERTIFIED else Level.PROVISIONAL
    found = check_bench(bench, level=asked)
    named = "" if bench == Path() else f" --bench {shlex.quote(path_text(bench))}"
    if as_json:
        show_json(check_json(found, bench=named))
    else:
        show(check_text(found, width=width(), bench=named))
    return found.exit_code
