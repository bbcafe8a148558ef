"""The sample systems: one reads, and each fault of the others is told from it and from the rest."""

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


@cache
def found(name):
    system = samples().SYSTEMS[name]
    tried = list(plan().not_made)
    for one in plan().planned:
        before = [read_reply(system(**told(one.unchanged)))]
        tried.append(one.trial.before(before) or one.trial.after(before, [read_reply(system(**told(one.changed)))]))
    return tried


def failures(name):
    return {(one.change, one.result) for one in found(name) if one.result.fails}


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


def test_questions_that_differ_from_the_common_answer_are_asked_first():
    order = [one.trial.differs for one in plan().planned]
    assert order == sorted(order, reverse=True)
    assert len({one.trial.case for one in plan().planned if one.trial.differs}) == 3
