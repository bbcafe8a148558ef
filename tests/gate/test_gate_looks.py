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


def seen(judge_id, run, *looks, styles=("outside fact",), cases=("case-0",)):
    version = spec("grounded", judge_id=judge_id)
    return view(Ledger(looks=looks), version, run=run, styles=styles, cases=cases)


FIRST = Burn(judge_id="v1", at="2026-11-01T00:00:00Z", run="r1")


def test_the_run_that_looks_first_burns_nothing_for_itself():
    found = seen("v1", "r1", look("v1", "r1", "outside fact"))
    assert (found.burned, found.stale) == ({}, frozenset())
    assert found.fresh(["b", "a"]) == ("a", "b")


def test_every_later_version_finds_the_style_burned_with_date_and_version():
    looks = (look("v1", "r1", "outside fact"), look("v2", "r2", "outside fact", at="2026-11-05T00:00:00Z"))
    assert seen("v2", "r2", *looks).burned == {"outside fact": FIRST}
    # The first run stays the first.
    assert seen("v1", "r1", *looks).burned == {}
    assert FIRST.words == "was opened on 2026-11-01T00:00:00Z by v1"


def test_the_same_version_may_not_look_again_until_it_is_lucky():
    looks = (look("v1", "r1", "outside fact"), look("v1", "r2", "outside fact"))
    assert seen("v1", "r2", *looks).burned == {"outside fact": FIRST}


def test_a_style_without_a_look_on_record_is_burned_so_that_a_lost_ledger_makes_nothing_fresh():
    found = seen("v1", "r1")
    assert found.burned == {"outside fact": Burn(judge_id="", at="", run="")}
    assert "no look on record" in found.burned["outside fact"].words
    assert found.stale == {"case-0"}


def test_candidates_of_one_run_share_their_look():
    looks = (look("small", "r1", "a"), look("large", "r1", "a"))
    assert seen("small", "r1", *looks, styles=["a"]).burned == {}
    assert seen("large", "r1", *looks, styles=["a"]).burned == {}


def test_a_candidate_that_joins_in_a_later_run_comes_too_late():
    looks = (look("small", "r1", "a"), look("small", "r2", "a"), look("large", "r2", "a"))
    assert set(seen("large", "r2", *looks, styles=["a"]).burned) == {"a"}


def test_only_the_styles_that_were_opened_before_are_burned():
    looks = (look("v1", "r1", "a"), look("v2", "r2", "a", "b"))
    assert set(seen("v2", "r2", *looks, styles=["a", "b"]).burned) == {"a"}


@pytest.mark.parametrize("other", [{"judge": "floor"}, {"rule": "answers_when_it_can"}])
def test_other_judges_and_rules_burn_nothing(other):
    looks = (look("v1", "r1", "a", **other), look("v2", "r2", "a"))
    assert seen("v2", "r2", *looks, styles=["a"]).burned == {}


def test_cases_that_an_earlier_version_judged_are_not_fresh():
    looks = (look("v1", "r1", cases=("one", "two")), look("v2", "r2", cases=("one", "two", "three")))
    found = seen("v2", "r2", *looks)
    assert found.stale == {"one", "two"}
    assert found.fresh(["one", "two", "three"]) == ("three",)
    # The third case was new in the run of v2, so it is no longer fresh for a v1 that comes back.
    assert seen("v1", "r3", *looks, look("v1", "r3", cases=("three",))).stale == {"three"}


def test_the_fresh_part_can_be_measured_apart():
    key = answer_key(clean=3, planted={"a": 3})
    judge = spec("grounded", judge_id="v2")
    verdicts = says(judge, key, perfect, repeats=2)
    found = seen("v2", "r2", look("v1", "r1", cases=("case-0", "case-2")), look("v2", "r2", cases=("case-1",)))
    challenges, part = fresh_part(key, verdicts, found)
    assert {c.parent for c in challenges} == {"case-1"}
    summary = measure(judge, challenges, perfect, repeats=2)
    assert len(part) == summary.calls == 4
    assert (summary.planted.items, summary.sources.items) == (1, 1)
