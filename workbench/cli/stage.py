"""`workbench stage`: where did the wrong answers go wrong?"""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, NaturalOption, QuestionsOption

_UNDECIDED = 4


def stage(
    answers: Annotated[
        Path | None,
        typer.Argument(help="Answers, some labelled fail: JSONL, CSV or a folder. Default: those of the settings."),
    ] = None,
    questions: QuestionsOption = None,
    natural: NaturalOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Say of each wrong answer where it went wrong: search, context, or what the model made of it.

    Costs nothing and asks no model. Of all answers it also says what they cite that was not sent, what cites nothing,
    and which figures stand in no passage. The evidence, a short phrase of the passage that answers, is followed: was it
    retrieved, at which rank, was it sent, does the answer hold it? Passages may say what became of them: "dropped",
    "truncated_at" (how many characters were sent), "revision".

    Exit code 4 where no answer is wrong, or none could be placed.

    Examples:
      workbench stage labelled.jsonl
      workbench stage labelled.csv --questions questions.jsonl
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.answer_checks_text import answer_checks_json, answer_checks_text
    from workbench.report.stage_text import stage_json, stage_text
    from workbench.steps.stage import stages

    found = stages(bench, answers=answers, questions=questions, natural=natural)
    if as_json:
        show_json({"format": 1, **stage_json(found.report, found.files), **answer_checks_json(found.checks)})
    else:
        text = stage_text(found.report, found.files, width=width())
        show(text + answer_checks_text(found.checks, width=width()))
    return 0 if found.report.placed else _UNDECIDED
