"""`workbench show`: read a disagreement in the terminal, and decide who was wrong."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, RunOption
from workbench.records.decision import Decided


def show(
    item: Annotated[str | None, typer.Argument(help="The item's id, or its beginning. Default: list them.")] = None,
    judge: Annotated[str | None, typer.Option("--judge", help="Only the disagreements of this judge.")] = None,
    decide: Annotated[
        Decided | None, typer.Option("--decide", help="Who was wrong. Written to decisions.jsonl.")
    ] = None,
    note: Annotated[str, typer.Option("--note", help="Why. Needed where the text itself was wrong.")] = "",
    run: RunOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Read the disagreements of a run, one at a time, and decide who was wrong.

    What three judges of a rule or more disagree on among themselves comes first, the least certain before the rest.
    The gate asks that every disagreement was read. Decisions about the text hold for every judge; those about a judge
    hold for this version of it. An unclear rubric stays an open question until the rubric changes.

    Examples:
      workbench show
      workbench show 5ff51ebc
      workbench show 5ff51ebc --decide judge_wrong --note "read 30 as 45"
    """
    import shlex
    from dataclasses import asdict

    from workbench.cli.output import say, show_json, width
    from workbench.cli.output import show as write
    from workbench.errors import InputError
    from workbench.report.show_text import show_item, show_list
    from workbench.report.words import plural
    from workbench.steps.settings import read_settings
    from workbench.steps.show import decide_item, find_item, read_run, still_unread

    settings = read_settings(bench)
    if decide is not None and item is None:
        raise InputError("name the item that --decide is about")
    reading = read_run(settings, run=run, judge=judge)
    named = (("--run", run), ("--judge", judge), ("--bench", None if bench == Path() else str(bench)))
    among = "".join(f" {shlex.join([option, value])}" for option, value in named if value is not None)
    if item is None:
        if as_json:
            show_json({"format": 1, "run_id": reading.summary.run_id, "unread": reading.unread})
        else:
            write(show_list(reading.items, reading.unread, width=width(), among=among))
        return 0
    found = find_item(reading, item)
    if decide is not None:
        lines = decide_item(settings, reading, item=item, decision=decide, note=note)
        say(f"decided on {found.item_id}: {decide}, for {plural(lines, 'judge')} that disagreed on it")
        if decide is Decided.PLANT_WRONG:
            say("figures count without it from now on, and later builds leave it out")
        after = still_unread(reading, decided=found.item_id)
        say(
            f"{len(after):,} to read; next: workbench show {after[0][:8]}{among}"
            if after
            else "every disagreement is read"
        )
    elif as_json:
        show_json({"format": 1, **asdict(found)})
    else:
        write(show_item(found, reading.decided, width=width()))
    return 0
