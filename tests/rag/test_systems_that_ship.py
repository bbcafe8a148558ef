"""The sample systems: one reads, and each fault of the others is told from it and from the rest."""

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from workbench.analysis.counterfactual_rates import change_rates, question_rate
from workbench.records.counterfactual import Change, Result
from workbench.steps.bench import open_bench
from workbench.steps.counterfactual_plan import plan_counterfactuals
from workbench.system.reply import read_reply
from workbench.system.system import told

ROOT = Path(__file__).parents[2]


@cache
def plan():
    bench = open_bench(ROOT)
    return plan_counterfactuals(bench, bench.settings.system.hidden)


@cache
def samples():
    spec = spec_from_file_location("sample_systems", ROOT / "plants" / "sample_systems.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What a model does to a line that it has read or learned.
WORDS = {
    "costs": "is priced at",
    "is": "comes to be",
    "must": "has to",
    "for": "as regards",
    "The ": "That ",
    " a ": " one ",
}


def in_other_words(system):
    """A system that says the same without citations, in another order and in other words, as far as a list knows."""

    def answer(**asked):
        reply = system(**asked)
        if reply["answer"] == samples().NOT_FOUND:
            return {**reply, "answer": "The documents that I was given do not say anything about that."}
        said = re.sub(r" \[.*?\]", "", reply["answer"])
        for old, new in WORDS.items():
            said = re.sub(rf"(?<!\w){old}(?!\w)", new, said)
        lines = re.split(r"(?<=[.!?])\s+", said)
        return {**reply, "answer": "In short: " + " ".join(reversed(lines))}

    return answer


@cache
def found(name, told_by=lambda system: system):
    system = told_by(samples().SYSTEMS[name])
    tried = list(plan().not_made)
    for one in plan().planned:
        before = [read_reply(system(**told(one.unchanged)))]
        tried.append(one.trial.before(before) or one.trial.after(before, [read_reply(system(**told(one.changed)))]))
    return tried


def failures(name, *told_by):
    return {(one.change, one.result) for one in found(name, *told_by) if one.result.fails}


def test_the_reader_fails_nothing_and_passes_each_change():
    rates = change_rates(found("reader"))
    assert failures("reader") == set()
    assert {change for change, rate in rates.items() if rate.passed} == {*map(str, Change)}
    assert question_rate(found("reader")).passed >= 20
    # One handbook says £120 and a later notice £80: without the notice it tells what is left, for a person to read.
    unclear = [(one.case, one.why) for one in found("reader") if one.result is Result.UNCLEAR]
    assert unclear == [("cargo-bike-deposit", 'it says "£120", as passages that are left do; the evidence is gone')]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("one_sided", {(Change.CONFLICT, Result.PASSED_OVER)}),
        ("short_sighted", {(Change.LONGER, Result.DISTRACTED)}),
        ("leaky", {(Change.IDENTITY, Result.LEAKED)}),
    ],
)
def test_each_fault_shows_where_it_is_and_nowhere_else(name, expected):
    assert failures(name) == expected


def test_the_one_that_answers_from_memory_follows_no_change():
    rates = change_rates(found("from_memory"))
    assert {change: rates[change].passed for change in ("evidence_removed", "fact_changed")} == {
        "evidence_removed": 0,
        "fact_changed": 0,
    }
    assert {result for change, result in failures("from_memory") if change is Change.REMOVED} == {Result.MEMORY}
    # Where the common answer is another one, it gives that: those cases come first, and fail with nothing changed.
    differing = [one for one in found("from_memory") if one.differs and one.result is not Result.NOT_TESTED]
    assert {one.result for one in differing} == {Result.MEMORY}
    assert any("with nothing changed it gives the common answer" in one.why for one in differing)


def test_in_other_words_a_reader_passes_as_much_and_a_memory_still_follows_nothing():
    assert failures("reader", in_other_words) == set()
    assert question_rate(found("reader", in_other_words)).passed >= 20
    rates = change_rates(found("from_memory", in_other_words))
    assert (rates["evidence_removed"].passed, rates["fact_changed"].passed) == (0, 0)
    assert rates["evidence_removed"].failed >= 15


def test_questions_that_differ_from_the_common_answer_are_asked_first():
    order = [one.trial.differs for one in plan().planned]
    assert order == sorted(order, reverse=True)
    assert len({one.trial.case for one in plan().planned if one.trial.differs}) == 3
