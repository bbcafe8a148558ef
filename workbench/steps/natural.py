"""The labelled real answers of a bench, and what there is to say about those that are not measured on."""

from collections.abc import Iterable, Sequence

from workbench.cases.labelled import load_labelled
from workbench.errors import InputError, Problem
from workbench.records.case import Case
from workbench.records.item import Item
from workbench.report.words import plural
from workbench.steps.bench import Bench


def natural_cases(bench: Bench) -> tuple[Case, ...]:
    """Read the answers that settings or `--natural` name; none where neither does.

    Raises:
        InputError: the file is not as expected, or an answer has the id of a saved answer with other content.
    """
    path = bench.settings.natural
    if path is None:
        return ()
    cases = load_labelled(path)
    problems = id_clashes(cases, bench.cases)
    if problems:
        raise InputError(problems)
    return cases


def id_clashes(real: Iterable[Case], saved: Iterable[Case]) -> list[Problem]:
    """Report real answers with the id of a saved one that is another answer."""
    known = {case.case_id: case for case in saved}
    return [
        Problem(where=case.origin, expected="an id of its own", got=f"that of {known[case.case_id].origin}")
        for case in real
        if case.case_id in known and _item_id(case) != _item_id(known[case.case_id])
    ]


def unused_labels(bench: Bench, natural: Sequence[Case]) -> str:
    """Say that saved answers are labelled wrong and not measured on; empty where there are none."""
    measured = {case.case_id for case in natural}
    count = sum(case.label == "fail" and case.case_id not in measured for case in bench.cases)
    return f"{count:,} labelled fail: name the file as --natural to measure on them." if count else ""


def labels_without_rule(natural: Sequence[Case]) -> str:
    """Say that a label without a rule counts under each; empty where every wrong answer says which rule it breaks."""
    count = sum(case.label == "fail" and len(case.rules) > 1 for case in natural)
    if not count:
        return ""
    return (
        f"{plural(count, 'natural answer')} labelled fail without a rule: counted under each rule, save that a decline "
        'says nothing of grounded. Give them "rule" where only one is broken.'
    )


def _item_id(case: Case) -> str:
    return Item.of(question=case.question, passages=case.passages, answer=case.answer).item_id
