"""`workbench train`: a cheap judge, learned from the planted mistakes of a bench."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption
from workbench.cli.wanted import AlarmOption, BaseRateOption, CapOption, MissOption, read_wanted

_NOT_EARNED = 3


def train(
    name: Annotated[str, typer.Argument(help="The judge's name. Its file is judges/NAME.json.")],
    rule: Annotated[
        str | None,
        typer.Option(help="The rule that it decides. Default: the one that settings name for it, else grounded."),
    ] = None,
    max_false_alarms: CapOption = None,
    cost_miss: MissOption = None,
    cost_alarm: AlarmOption = None,
    base_rate: BaseRateOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Train a judge that needs no model, on the planted mistakes and near misses of the bench.

    It counts marks of a mistake that a reader can check, such as figures that no passage has, and weighs them by
    logistic regression. What it prints is what it does on trusted answers that it has not seen, beside the scripts on
    the same items, and on the natural answers of settings, which are never trained on. Held-out styles stay closed.

    All that it was trained on is written into runs/ledger.jsonl and counts for no level of it. Settings are left alone:
    the lines that make it a judge are printed.

    Exit codes: 0 trained and written; 3 not worth writing; 4 too little to train on.

    Examples:
      workbench train cheap --rule grounded
      workbench train cheap --max-false-alarms 0.1
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.training_json import training_json
    from workbench.report.training_text import training_text
    from workbench.steps.train import train as train_judge

    wanted = read_wanted(max_false_alarms, miss=cost_miss, alarm=cost_alarm, base_rate=base_rate)
    found = train_judge(bench, name=name, rule=rule, wanted=wanted)
    if as_json:
        show_json(training_json(found))
    else:
        show(training_text(found, width=width()))
    return 0 if found.learned is not None else _NOT_EARNED
