from dataclasses import replace

import pytest

from tests.analysis.answer_key import answer_key, measure, perfect, says, spec
from workbench.gate.chain import Look
from workbench.gate.evidence import fresh_part
from workbench.gate.ledger import Ledger
from workbench.gate.looks import Burn, view

STARTED = {"r1": "2026-11-01T00:00:00Z", "r2": "2026-11-05T00:00:00Z", "r3": "2026-11-09T00:00:00Z"}


def look(judge_id, run, *styles, cases=("case-0",), judge="grounded", rule="grounded", kind="model", items=(), at=None):
    return Look(
        at=at or STARTED[run],
        judge=judge,
        rule=rule,
        judge_id=judge_id,
        run=run,
        set_hash="s",
        styles=styles,
        cases=tuple(cases),
        kind=kind,
        items=tuple(items),
    )


def named(names, items):
    return {name: frozenset(items.get(name, ())) for name in names}


def seen(judge_id, run, *looks, styles=("outside fact",), cases=("case-0",), items=None, lost="", **judge):
    version = spec(judge.pop("name", "grounded"), judge_id=judge_id, **judge)
    return view(
        Ledger(entries=looks, lost=lost),
        version,
        run=(run, STARTED[run]),
        styles=named(styles, items or {}),
        cases=named(cases, items or {}),
    )


FIRST = Burn(judge_id="v1", at="2026-11-01T00:00:00Z", run="r1")


def test_the_run_that_looks_first_burns_nothing_for_itself():
    found = seen("v1", "r1", look("v1", "r1", "outside fact"))
    assert (found.burned, found.stale) == ({}, frozenset())
    assert found.fresh(["b", "a"]) == ("a", "b")


def test_every_later_version_finds_the_style_burned_with_date_and_version():
    looks = (look("v1", "r1", "outside fact"), look("v2", "r2", "outside fact"))
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


@pytest.mark.parametrize(
    "other", [{"judge": "floor", "kind": "script"}, {"rule": "answers_when_it_can"}, {"kind": "simulated"}]
)
def test_scripts_simulated_judges_and_other_rules_burn_nothing_for_a_judge_that_somebody_tunes(other):
    looks = (look("v1", "r1", "a", **other), look("v2", "r2", "a"))
    assert seen("v2", "r2", *looks, styles=["a"]).burned == {}


def test_cases_that_an_earlier_version_judged_are_not_fresh():
    looks = (look("v1", "r1", cases=("one", "two")), look("v2", "r2", cases=("one", "two", "three")))
    found = seen("v2", "r2", *looks, cases=("one", "two", "three"))
    assert found.stale == {"one", "two"}
    assert found.fresh(["one", "two", "three"]) == ("three",)
    # The third case was new in the run of v2, so it is no longer fresh for a v1 that comes back.
    assert seen("v1", "r3", *looks, look("v1", "r3", cases=("three",)), cases=("one", "three")).stale == {"three"}


def test_the_fresh_part_can_be_measured_apart():
    key = answer_key(clean=3, planted={"a": 3})
    judge = spec("grounded", judge_id="v2")
    verdicts = says(judge, key, perfect, repeats=2)
    looks = (look("v1", "r1", cases=("case-0", "case-2")), look("v2", "r2", cases=("case-1",)))
    found = seen("v2", "r2", *looks, cases=("case-0", "case-1", "case-2"))
    challenges, part = fresh_part(key, verdicts, found)
    assert {c.parent for c in challenges} == {"case-1"}
    summary = measure(judge, challenges, perfect, repeats=2)
    assert len(part) == summary.calls == 4
    assert (summary.planted.items, summary.sources.items) == (1, 1)


def test_a_judge_under_another_name_is_the_same_judge():
    looks = (look("v1", "r1", "a", judge="old name"), look("v2", "r2", "a", judge="new name"))
    found = seen("v2", "r2", *looks, styles=["a"], name="new name")
    assert set(found.burned) == {"a"}
    assert found.stale == {"case-0"}


def test_a_style_under_another_name_is_known_by_its_items_wherever_they_were_seen():
    for kept in ({"styles": ("old name",)}, {"styles": ()}):
        looks = (look("v1", "r1", *kept["styles"], items=["i1", "i2"]), look("v2", "r2", "new name", items=["i2"]))
        assert set(seen("v2", "r2", *looks, styles=["new name"], items={"new name": ["i2"]}).burned) == {"new name"}


def test_a_style_and_a_case_whose_items_got_other_blanks_are_known_by_what_they_are_like():
    before = replace(look("v1", "r1", "was"), items=("i1",), likes=("like",))
    items = {"is": {"i2", "like"}, "renamed": {"i2", "like"}}
    found = seen("v2", "r2", before, look("v2", "r2"), styles=("is",), cases=("renamed",), items=items)
    assert found.burned == {"is": FIRST}
    assert found.stale == {"renamed"}


def test_a_case_under_another_name_is_known_by_its_items():
    looks = (
        look("v1", "r1", cases=["old"], items=["i1"]),
        look("v2", "r2", cases=["new", "other"], items=["i1", "i9"]),
    )
    found = seen("v2", "r2", *looks, cases=["new", "other"], items={"new": ["i1"], "other": ["i9"]})
    assert found.stale == {"new"}


def test_a_run_whose_folder_was_deleted_does_not_lend_its_name_to_a_second_look():
    first = look("v1", "r1", "a", at="2026-10-01T00:00:00Z")
    found = seen("v1", "r1", first, look("v1", "r1", "a"), styles=["a"])
    assert set(found.burned) == {"a"}


def test_a_ledger_that_lost_lines_burns_everything_and_says_why():
    found = seen("v1", "r1", look("v1", "r1", "outside fact"), lost="lines are gone")
    assert found.burned["outside fact"].words.endswith("(lines are gone)")
    assert found.stale == {"case-0"}


def test_candidates_that_somebody_may_choose_from_are_counted_under_any_name():
    looks = (
        look("v1", "r1"),
        look("v2", "r1", judge="other"),
        look("v3", "r2"),
        look("f", "r1", judge="floor", kind="script"),
    )
    assert seen("v1", "r1", *looks).candidates == 2
    assert seen("v9", "r3", *looks).candidates == 1
