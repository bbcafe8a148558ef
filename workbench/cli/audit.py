"""`workbench audit`: which answers in use should a person label?"""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import JsonOption


def audit(
    verdicts: Annotated[Path, typer.Argument(help="Verdicts on answers in use: JSONL, CSV or Parquet.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file to fill in: .csv or .jsonl. It must be a new one.")
    ] = Path("to-label.csv"),
    labels: Annotated[int, typer.Option("--labels", metavar="NUMBER", help="How many answers to draw.")] = 100,
    judge: Annotated[
        str | None, typer.Option("--judge", help="Whose verdicts count, where the file has several judges.")
    ] = None,
    done: Annotated[
        list[Path] | None,
        typer.Option("--done", metavar="FILE", help="An earlier audit, filled in: draw others. Any number."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="THING=NAME", help="Which column is item, verdict, judge, label or repeat."),
    ] = None,
    verdict: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help="A word that means pass, fail or error:CODE.")
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help="A word that means pass, fail or skip.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Where a score turns into the other verdict; itself it passes.")
    ] = None,
    passes: Annotated[
        str, typer.Option(metavar="at_least|at_most", help="Whether high or low scores are good.")
    ] = "at_least",
    as_json: JsonOption = False,
) -> int:
    """Draw answers for a person to label: half of those that the judge failed, half of those that it passed.

    They are drawn by hash, the same ones each time, and written without what the judge said of them. Fill in the column
    label with pass or fail, then see how many of all answers are wrong: workbench report --verdicts FILE --labels FILE

    Example:
      workbench audit in_use.csv --labels 60 --out to-label.csv
    """
    from workbench.cli.external import refuse, threshold_problems
    from workbench.cli.output import say, show, show_json, write_result
    from workbench.errors import Problem
    from workbench.external.audit_file import audit_csv, audit_jsonl
    from workbench.external.words import read_words
    from workbench.judges.threshold import Passes
    from workbench.report.visible import on_one_line
    from workbench.report.words import plural
    from workbench.steps.audit import draw_audit
    from workbench.steps.external import open_external, threshold_of

    writers = {".csv": audit_csv, ".jsonl": audit_jsonl}
    write = writers.get(out.suffix.lower())
    problems = threshold_problems(threshold, passes)
    if write is None or out.exists():
        got = "one that is there already" if write else f"one that ends in {out.suffix or 'nothing'}"
        problems.append(Problem(where="--out", expected="a new file that ends in .csv or .jsonl", got=got))
    refuse(*problems)
    assert write is not None, "without one it was refused"
    found = open_external(verdicts, given=column or (), labels=done or (), labelled=False)
    say(on_one_line(f"columns: {found.columns}"))
    words = read_words(verdict=verdict or (), label=label or ())
    cut = threshold_of(found, threshold, Passes(passes))
    drawn = draw_audit(found, words, judge=judge, count=labels, threshold=cut)
    write_result(out, write(drawn.rows))
    count = len(drawn.rows)
    if as_json:
        told = {"file": str(out), "drawn": count, "failed": drawn.failed, "passed": count - drawn.failed}
        show_json({"format": 1, **told, "left": drawn.left - count, "no_verdict": drawn.no_verdict})
        return 0
    show(f"{plural(count, 'answer')} to label in {out}: {drawn.failed:,} that the judge failed, the others passed.")
    show(f"{plural(drawn.left - count, 'answer')} with a verdict are left without a label.")
    if drawn.no_verdict:
        show(f"{plural(drawn.no_verdict, 'answer')} without a verdict can be in no audit.")
    show("Fill in the column label with pass or fail, then give it back to the report on the same file:")
    given = " ".join(f"--labels {file}" for file in (*(done or ()), out))
    show(f"workbench report --verdicts {verdicts} {given}")
    return 0
