import pytest

from tests.analysis.answer_key import answer_key, measure, perfect, says, spec
from workbench.gate.chain import Look
from workbench.gate.evidence import fresh_part
from workbench.gate.ledger import Ledger
from workbench.gate.looks import Burn, view


def look(judge_id, run, *styles, cases=("case-0",), judge="grounded", rule="grounded", at="2026-11-01T00:00:00Z"):
    return Look(
        at=at, judge=judge, rule=rule, judge_id=judge_id, run=run, set_hash="s", styles=styles, cases=tuple(cases)
    )


def seen(judge_id, *looks, judge="grounded", rule="grounded"):
    return view(Ledger(looks=looks), judge=judge, rule=rule, judge_id=judge_id)


def test_nothing_is_burned_before_anybody_looked():
    found = seen("v1")
    assert (found.burned, found.stale) == ({}, frozenset())
    assert found.fresh(["b", "a"]) == ("a", "b")


def test_the_first_version_that_looks_burns_nothing_for_itself():
    found = seen("v1", look("v1", "r1", "outside fact"))
    assert (found.burned, found.stale) == ({}, frozenset())


def test_every_later_version_finds_the_style_burned_with_date_and_version():
    looks = (look("v1", "r1", "outside fact"), look("v2", "r2", "outside fact", at="2026-11-05T00:00:00Z"))
    first = Burn(judge_id="v1", at="2026-11-01T00:00:00Z", run="r1")
    assert seen("v2", *looks).burned == {"outside fact": first}
    # It is burned for a version that has not looked yet, too.
    assert seen("v3", *looks).burned == {"outside fact": first}


def test_the_same_version_opening_again_is_not_a_burn():
    looks = (look("v1", "r1", "a"), look("v2", "r2", "a"), look("v1", "r3", "a"))
    assert seen("v1", *looks).burned == {}
    assert set(seen("v2", *looks).burned) == {"a"}


def test_candidates_of_one_run_share_their_look():
    looks = (look("small", "r1", "a"), look("large", "r1", "a"))
    assert seen("small", *looks).burned == {}
    assert seen("large", *looks).burned == {}


def test_a_candidate_that_joins_in_a_later_run_comes_too_late():
    looks = (look("small", "r1", "a"), look("small", "r2", "a"), look("large", "r2", "a"))
    assert set(seen("large", *looks).burned) == {"a"}


def test_only_the_styles_that_were_opened_are_burned():
    looks = (look("v1", "r1", "a"), look("v2", "r2", "a", "b"))
    assert set(seen("v2", *looks).burned) == {"a"}
    assert set(seen("v3", *looks).burned) == {"a", "b"}


@pytest.mark.parametrize("other", [{"judge": "floor"}, {"rule": "answers_when_it_can"}])
def test_other_judges_and_rules_burn_nothing(other):
    assert seen("v2", look("v1", "r1", "a", **other)).burned == {}


def test_cases_that_an_earlier_version_judged_are_not_fresh():
    looks = (look("v1", "r1", cases=("one", "two")), look("v2", "r2", cases=("one", "two", "three")))
    found = seen("v2", *looks)
    assert found.stale == {"one", "two"}
    assert found.fresh(["one", "two", "three"]) == ("three",)
    # The third case was new in the run of v2, so it is no longer fresh for a v1 that comes back.
    assert seen("v1", *looks).stale == {"three"}


def test_the_fresh_part_can_be_measured_apart():
    key = answer_key(clean=3, planted={"a": 3})
    judge = spec("grounded", judge_id="v2")
    verdicts = says(judge, key, perfect, repeats=2)
    found = seen("v2", look("v1", "r1", cases=("case-0", "case-2")))
    challenges, part = fresh_part(key, verdicts, found)
    assert {c.parent for c in challenges} == {"case-1"}
    summary = measure(judge, challenges, perfect, repeats=2)
    assert len(part) == summary.calls == 4
    assert (summary.planted.items, summary.sources.items) == (1, 1)
