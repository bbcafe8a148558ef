"""`workbench counterfactual`: did the system read the document?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption, QuestionsOption, read_names
from workbench.cli.output import go_on, say, show, show_json, width
from workbench.errors import InputError, Problem

if TYPE_CHECKING:
    from workbench.records.counterfactual import Counterfactuals
    from workbench.steps.counterfactual import Checked

_DONE, _BELOW, _NOT_MEASURED, _STOPPED, _INTERRUPTED = 0, 3, 4, 5, 130


def counterfactual(
    answers: AnswersArgument = None,
    questions: QuestionsOption = None,
    pairs: Annotated[
        Path | None,
        typer.Option("--pairs", help="Read answers before and after a change from this JSONL file, and ask nobody."),
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, max=1_000, help="Ask each question so many times.")] = 1,
    identity: Annotated[
        str | None, typer.Option("--identity", metavar="NAME", help="Ask in the name of somebody who may not see all.")
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option("--hidden", metavar="IDS", help="The passages that --identity may not see, with commas."),
    ] = None,
    max_calls: Annotated[
        int | None,
        typer.Option("--max-calls", min=1, metavar="NUMBER", help="The most calls that this command may make."),
    ] = None,
    at_least: Annotated[
        float | None,
        typer.Option("--at-least", metavar="SHARE", help="Exit with 3 where fewer questions pass."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Begin anew, though answers are on the disk.")] = False,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Ask your own system again with one thing changed: does it read the document, or does it know the answer?

    Of each trusted answer with an evidence phrase the supporting passage is removed; a fact in it is changed; a long
    passage of another topic is added; another edition is added that disagrees; and somebody asks who may not see a
    passage, where [system.hidden] in settings or --hidden names one. All else stays. No model reads the answers.

    [system] in settings names one of call = "module:function", command = ["program", ...] and url = "http://...".
    Answers are kept in runs/counterfactual and not asked for again; failed calls are, by the same command.

    Exit codes: 0 measured; 3 fewer passed than --at-least, failed calls counted as not passed; 4 nothing was measured;
    5 stopped.

    Examples:
      workbench counterfactual --repeats 3 --at-least 0.9
      workbench counterfactual --identity guest --hidden board-minutes,payroll
      workbench counterfactual --pairs pairs.jsonl --json
    """
    if at_least is not None and not 0 <= at_least <= 1:
        raise InputError(Problem(where="--at-least", expected="a share from 0 to 1, as in 0.9", got=f"{at_least:g}"))
    if pairs is not None:
        from workbench.steps.saved_pairs import read_saved_pairs

        found = read_saved_pairs(pairs, bench)
    else:
        checked = _checked(
            bench,
            answers,
            questions,
            hidden=_hidden(identity, hidden),
            repeats=repeats,
            max_calls=max_calls,
            again=again,
        )
        if checked.found is None:
            return _unfinished(checked, as_json=as_json)
        found = checked.found
    return _finish(found, at_least=at_least, as_json=as_json)


def _hidden(identity: str | None, hidden: str | None) -> dict[str, tuple[str, ...]]:
    ids = read_names("--hidden", hidden)
    if (identity is None) != (ids is None):
        got = "--hidden alone" if identity is None else "--identity alone"
        raise InputError(Problem(where="--identity, --hidden", expected="both or neither", got=got))
    if identity is not None and not identity.strip():
        raise InputError(Problem(where="--identity", expected="a name", got="an empty one"))
    return {identity: ids} if identity is not None and ids is not None else {}


def _checked(
    bench: Path,
    answers: Path | None,
    questions: Path | None,
    *,
    hidden: dict[str, tuple[str, ...]],
    repeats: int,
    max_calls: int | None,
    again: bool,
) -> "Checked":
    from workbench.cli.ask_line import AskLine
    from workbench.steps.bench import open_bench
    from workbench.steps.counterfactual import Request, check_counterfactuals

    opened = open_bench(bench, answers=answers, questions=questions)
    line = AskLine()
    request = Request(hidden=hidden, repeats=repeats, max_calls=max_calls, again=again)
    checked = check_counterfactuals(opened, request, line)
    line.done()
    if checked.warning:
        say(f"warning: {checked.warning}")
    if checked.found is not None and not checked.made:
        say(f"all answers were in {checked.folder} already; ask anew with --again")
    return checked


def _unfinished(checked: "Checked", *, as_json: bool) -> int:
    from workbench.report.visible import on_one_line
    from workbench.report.words import plural
    from workbench.runner.outcome import Ending

    made = plural(checked.made, "call")
    say(on_one_line(f"stopped after {made}, whose answers are in {checked.folder}; {checked.reason}"))
    say(go_on())
    if as_json:
        ended = {"ending": str(checked.ending), "reason": checked.reason, "made": checked.made}
        show_json({"format": 1, "run_id": checked.folder.name, "complete": False, **ended})
    return _INTERRUPTED if checked.ending is Ending.INTERRUPTED else _STOPPED


def _finish(found: "Counterfactuals", *, at_least: float | None, as_json: bool) -> int:
    from workbench.report.counterfactual_text import counterfactual_text
    from workbench.store.counterfactual_file import counterfactual_json

    if as_json:
        show_json(counterfactual_json(found))
    else:
        show(counterfactual_text(found, width=width()))
    rate = found.questions
    if not rate.items:
        say("nothing was measured: " + ("calls failed" if rate.errors else "see why no change could be tried"))
        return _NOT_MEASURED
    if at_least is None:
        return _DONE
    share = rate.passed / (rate.items + rate.errors)
    say(f"{rate.passed:,} of {rate.items + rate.errors:,} questions passed, {share:.0%}; asked for: {at_least:.0%}")
    return _DONE if share >= at_least else _BELOW
