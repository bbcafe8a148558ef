"""`workbench search`: did the search bring the right passage?"""

from dataclasses import asdict
from pathlib import Path

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption, NaturalOption, QuestionsOption

_REST = "all with --json"


def search(
    answers: AnswersArgument = None,
    questions: QuestionsOption = None,
    natural: NaturalOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Check the search: was the passage that holds the answer retrieved, and at which rank?

    Costs nothing and comes before any judge: a grounded answer built on the wrong passage is still a wrong answer.
    A passage that was dropped or cut off before the model was retrieved all the same: `workbench stage` looks there.

    Then it says what was answered and what declined, of answerable questions and of others, by the saved answers and by
    real ones that a person labelled. There a line with "error" in place of an answer is a question on which the system
    failed, "confidence" is how sure it was, and "asked_at" when it was asked: declines that rose are said.

    Examples:
      workbench search answers --questions questions.jsonl
      workbench search --natural labelled.jsonl
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.answering_text import answering_json, answering_text
    from workbench.report.statements import search_statements, unanswered_words
    from workbench.report.visible import on_one_line
    from workbench.steps.answering import answering
    from workbench.steps.bench import open_bench, with_options

    opened = with_options(open_bench(bench, answers=answers, questions=questions), {"natural": natural})
    found, answered = opened.search, answering(opened)
    if as_json:
        told = {"format": 1, **asdict(found), "unanswered": opened.unanswered}
        show_json({**told, "answering": [answering_json(one) for one in answered]})
    else:
        left = unanswered_words(opened.unanswered, rest=_REST)
        said = (*search_statements(found, rest=_REST), *((left,) if left else ()))
        show("\n".join(("RETRIEVAL CHECK", *map(on_one_line, said))))
        for one in answered:
            show(f"\n{answering_text(one, width=width())}")
    return 0
