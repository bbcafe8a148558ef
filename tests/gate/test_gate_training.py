"""A learned judge and what it was trained on: that counts for no level, under whatever name."""

from dataclasses import replace

from tests.analysis.answer_key import answer_key, measure, perfect, spec
from tests.gate.test_gate_looks import look, named
from workbench.gate.evidence import any_evidence
from workbench.gate.ledger import Ledger
from workbench.gate.looks import TRAINING, LedgerView, view
from workbench.gate.training_line import training_line
from workbench.records.reply import JudgeKind
from workbench.records.summary import Standing

CASES = ("old", "new")
ITEMS = {"old": {"item-of-old"}, "new": {"item-of-new"}}
LEARNED = {"kind": JudgeKind.LEARNED, "details": {"settings": {"trained_on": "set-1"}}}


def training(trained_on="set-1", cases=("old",), rule="grounded", items=()):
    return look(trained_on, "r1", cases=cases, judge="cheap", rule=rule, kind=TRAINING, items=items)


def seen(*looks, name="cheap", lost="", **judge):
    version = spec(name, judge_id="v1", **(judge or LEARNED))
    own = look("v1", "r2", cases=CASES, judge=name, kind=str(version.kind))
    return view(
        Ledger(entries=(*looks, own), lost=lost),
        version,
        run=(own.run, own.at),
        cases=named(CASES, ITEMS),
    )


def test_what_a_judge_was_trained_on_is_stale_for_it_and_the_rest_is_fresh():
    found = seen(training())
    assert (found.learned, found.trained, found.stale) == (True, {"old"}, {"old"})


def test_another_name_or_another_file_of_the_judge_changes_nothing():
    assert seen(training(), name="renamed").stale == {"old"}
    # A case under another name is known by its items.
    assert seen(training(cases=("other",), items=("item-of-new",))).stale == {"new"}


def test_what_another_training_of_the_rule_saw_is_stale_too():
    assert seen(training(), training("set-2", cases=("new",))).stale == {"old", "new"}
    assert seen(training(), training("set-2", cases=("new",), rule="answers_when_it_can")).stale == {"old"}


def test_a_judge_whose_training_is_on_no_record_has_nothing_fresh():
    found = seen(training("set-2"))
    assert (found.trained, found.stale) == (frozenset(CASES), frozenset(CASES))
    assert seen(training(), lost="lines are gone").stale == frozenset(CASES)


def test_a_training_that_is_written_down_after_the_run_counts_all_the_same():
    version = spec("cheap", judge_id="v1", **LEARNED)
    own = look("v1", "r2", cases=CASES, judge="cheap", kind="learned")
    late = view(Ledger(entries=(own, training())), version, run=(own.run, own.at), cases=named(CASES, ITEMS))
    assert late.stale == {"old"}


def test_training_makes_nothing_stale_for_a_judge_that_reads():
    assert seen(training(), name="grounded", kind=JudgeKind.MODEL).stale == frozenset()


def test_a_run_of_a_learned_judge_is_a_look_for_every_judge_of_the_rule_as_any_other():
    run = look("v0", "r1", cases=("old",), judge="cheap", kind="learned")
    assert seen(run, name="grounded", kind=JudgeKind.MODEL).stale == {"old"}


def test_trained_cases_count_for_no_level_and_those_of_a_rubric_count_for_the_lower_one():
    summary = measure(spec(), answer_key(clean=3, planted={"figure": 2}), perfect, repeats=1)
    tuned = LedgerView(judge="j", rule="grounded", judge_id="v1", stale=frozenset({"case-0"}))
    fitted = replace(tuned, learned=True)
    assert any_evidence(summary, tuned, None).plants.items == 2
    assert any_evidence(summary, fitted, None).plants.items == 0


def test_the_gate_says_on_how_many_trusted_answers_of_the_run_it_was_trained():
    some = training_line(seen(training()), 2).line
    assert some.standing is Standing.MET
    assert some.figure == "trained on 1 of 2 trusted answers of this run, which count for no level"
    every = training_line(seen(training("set-2")), 2)
    assert every.line.standing is Standing.MISSING
    assert "It was trained on all 2 trusted answers of this run, or nothing shows on which" in every.reason
