"""`workbench search`: did the search bring the right passage?"""

from dataclasses import asdict
from pathlib import Path

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption, QuestionsOption


def search(
    answers: AnswersArgument = None,
    questions: QuestionsOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Check the search: was the passage that holds the answer shown, and at which rank?

    Costs nothing and comes before any judge: a grounded answer built on the wrong passage is still a wrong answer.

    Example:
      workbench search answers --questions questions.jsonl
    """
    from workbench.cli.output import show, show_json
    from workbench.report.statements import search_statements
    from workbench.report.visible import on_one_line
    from workbench.steps.bench import open_bench

    found = open_bench(bench, answers=answers, questions=questions).search
    if as_json:
        show_json({"format": 1, **asdict(found)})
    else:
        show("\n".join(("RETRIEVAL CHECK", *map(on_one_line, search_statements(found)))))
    return 0
