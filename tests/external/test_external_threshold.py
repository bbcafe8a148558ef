"""A threshold from any file of scores: what is printed is what a judge with it would do, or the file is refused."""

import json
import sys

from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.analysis.threshold_choice import Cap, Costs
from workbench.errors import WorkbenchError
from workbench.external.words import Words
from workbench.judges.threshold import Passes, Threshold
from workbench.records.verdict import Outcome
from workbench.report.threshold_json import threshold_json
from workbench.report.threshold_text import threshold_text
from workbench.steps.external import open_external
from workbench.steps.external_threshold import threshold_of_file

SCORE = st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 4).map(lambda quarter: quarter / 4)
WANTED = st.sampled_from([Costs(miss=1, false_alarm=1, base_rate=0.5), Cap(share=0.3)])


def chosen_on(folder, rows, wanted, passes):
    path = folder / "scored.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return threshold_of_file(open_external(path, given=()), Words(), judge=None, passes=passes, wanted=wanted)


@settings(max_examples=12)
@given(
    st.lists(SCORE, min_size=8, max_size=11), st.lists(SCORE, min_size=8, max_size=11), WANTED, st.sampled_from(Passes)
)
@example([0.0] * 8, [0.0] * 8 + [sys.float_info.max], Cap(share=0.3), Passes.AT_MOST)
def test_the_threshold_does_in_use_what_was_said_of_it(tmp_path_factory, wrong, right, wanted, passes):
    told = [("fail", score) for score in wrong] + [("pass", score) for score in right]
    rows = [{"item": str(place), "label": label, "score": score} for place, (label, score) in enumerate(told)]
    try:
        found = chosen_on(tmp_path_factory.mktemp("any"), rows, wanted, passes)
    except WorkbenchError:
        assert len({*wrong, *right}) == 1
        return
    json.dumps(threshold_json(found), allow_nan=False)
    assert threshold_text(found, width=80)
    chosen = found.choice.chosen
    if chosen is not None and chosen.at is not None:
        outcome = Threshold(at=chosen.at, passes=passes).outcome
        assert chosen.cut.caught == sum(outcome(score) is Outcome.FAIL for score in wrong)
        assert chosen.cut.alarmed == sum(outcome(score) is Outcome.FAIL for score in right)


CELLS = st.none() | st.booleans() | st.floats() | st.sampled_from(["pass", "fail", "nan", "a"]) | st.text(max_size=3)
ROW = st.dictionaries(st.sampled_from(["item", "label", "score", "judge", "repeat", "group"]), CELLS)


@settings(max_examples=25)
@given(st.lists(ROW, max_size=4), st.sampled_from(Passes))
def test_any_rows_beside_good_ones_are_counted_or_refused(tmp_path_factory, rows, passes):
    good = [{"item": f"i{i}", "label": "pass" if i % 2 else "fail", "score": i / 20} for i in range(20)]
    try:
        found = chosen_on(tmp_path_factory.mktemp("any"), [*good, *rows], Cap(share=0.3), passes)
    except WorkbenchError:
        return
    cases = found.choice.cases
    assert 20 <= len(cases.scores) + cases.unscored_wrong + cases.unscored_right <= 20 + len(rows)
