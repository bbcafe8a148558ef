"""Answers in use of which people labelled some or none: what may be said of all of them, and which to label next."""

import csv
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.analysis.in_use import KnownRates, Method
from workbench.errors import InputError, NotMeasured
from workbench.external.audit_file import audit_csv, audit_jsonl
from workbench.external.table import read_table
from workbench.external.words import Words
from workbench.judges.threshold import Passes
from workbench.report.in_use_text import in_use_statements
from workbench.steps.audit import draw_audit
from workbench.steps.external import measure_external, open_external
from workbench.steps.known_judge import KnownJudge


def rows(verdict, count, labels=()):
    """Answers with one verdict, the first of them labelled."""
    given = [*labels, *[None] * (count - len(labels))]
    return [{"item": f"{verdict}{place}", "verdict": verdict, "label": label} for place, label in enumerate(given)]


def labels(wrong, right):
    return ["fail"] * wrong + ["pass"] * right


def jsonl(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def known(caught, mistakes, passed, right):
    rates = KnownRates(caught=caught, mistakes=mistakes, passed=passed, right=right)
    return KnownJudge(name="judge", rates=rates, told="told")


def in_use(path, *, judge=None, labels=()):
    found = open_external(path, given=(), labels=labels, labelled=judge is None)
    made = measure_external(found, Words(), threshold=None, passes=Passes.AT_LEAST, known=judge)
    return made.in_use


def one(path, **options):
    [found] = in_use(path, **options).values()
    return found


def percents(span):
    return tuple(round(share * 100, 1) for share in (span.share, span.low, span.high))


def said(rate):
    return " ".join(in_use_statements(rate, "told"))


def test_an_audit_by_verdict_stands_at_the_head_beside_the_raw_rate(tmp_path):
    # The golden audit: 80 failed of which 15 of 20 labelled are wrong, 420 passed of which 1 of 30 is.
    found = one(jsonl(tmp_path / "v.jsonl", rows("fail", 80, labels(15, 5)) + rows("pass", 420, labels(1, 29))))
    assert percents(found.raw) == (16.0, 16.0, 16.0)
    assert found.headline.method is Method.AUDIT
    assert percents(found.headline.wrong) == (14.8, 8.2, 21.4)
    assert found.by_verdict
    assert "PPI++): not shown, the labels were drawn by verdict" in said(found)


def test_where_an_answer_has_no_verdict_there_is_a_range_and_no_point(tmp_path):
    lines = rows("fail", 80, labels(15, 5)) + rows("pass", 420, labels(1, 29)) + rows("error:timeout", 100)
    found = one(jsonl(tmp_path / "v.jsonl", lines))
    wrong = found.headline.wrong
    assert (found.raw.share, wrong.share) == (None, None)
    # 500 of 600 have a verdict: 8.2 % and 21.4 % of them, the rest all right or all wrong.
    assert wrong.low == pytest.approx(0.082 * 5 / 6, abs=0.001)
    assert wrong.high == pytest.approx(0.214 * 5 / 6 + 1 / 6, abs=0.001)
    assert (found.raw.low, found.raw.high) == pytest.approx((80 / 600, 180 / 600))
    assert "100 answers without a verdict" in said(found)


def test_ppi_needs_two_hundred_labels_ten_of_them_wrong_of_a_plain_random_sample(tmp_path):
    def lines(wrong_failed, right_failed, wrong_passed, right_passed):
        failed = rows("fail", 100, labels(wrong_failed, right_failed))
        return failed + rows("pass", 400, labels(wrong_passed, right_passed))

    # 40 of 200 labels are failed, as 100 of 500 are. With so fine a sample both ways come out almost alike.
    found = one(jsonl(tmp_path / "a.jsonl", lines(30, 10, 8, 152)))
    audit, powered = (way.wrong.share for way in found.ways)
    # 0.2 x 30/40 + 0.8 x 8/160
    assert audit == pytest.approx(0.19)
    assert powered == pytest.approx(audit, abs=0.001)
    assert not found.by_verdict
    few = one(jsonl(tmp_path / "b.jsonl", lines(30, 10, 8, 151)))
    assert few.ways[1].why == "199 labels, 38 of them fail; it needs 200 and 10"
    right = one(jsonl(tmp_path / "c.jsonl", lines(9, 31, 0, 160)))
    assert right.ways[1].why == "200 labels, 9 of them fail; it needs 200 and 10"
    drawn = one(jsonl(tmp_path / "d.jsonl", lines(70, 30, 5, 95)))
    assert "drawn by verdict" in drawn.ways[1].why


def test_a_verdict_with_hardly_a_label_leaves_the_rate_unknown(tmp_path):
    found = one(jsonl(tmp_path / "v.jsonl", rows("fail", 80, labels(5, 4)) + rows("pass", 420, labels(1, 29))))
    assert found.headline is None
    assert "9 of 80 that it failed; 10 of each verdict are needed, or all" in said(found)
    assert "Wrong: not known." in said(found)
    # Nine are enough where they are all there are.
    assert one(jsonl(tmp_path / "w.jsonl", rows("fail", 9, labels(5, 4)) + rows("pass", 99, labels(1, 29)))).headline


def test_without_labels_the_judges_known_rates_correct_its_verdicts(tmp_path):
    path = jsonl(tmp_path / "v.jsonl", rows("fail", 25) + rows("pass", 475))
    with pytest.raises(NotMeasured, match="workbench audit"):
        in_use(path)
    found = one(path, judge=known(8, 8, 11, 11))
    assert found.headline.method is Method.CORRECTED
    # The golden interval at the seed's size.
    assert percents(found.headline.wrong) == (5.0, 0.0, 10.9)
    assert "holds only if mistakes in use are caught as often as those of the judge's known rates" in said(found)


@pytest.mark.parametrize(
    ("judge", "told"),
    [
        (known(2, 10, 8, 10), "not shown, the judge is no better than chance"),
        (known(7, 7, 11, 11), "not shown, the judge is known from 7 mistakes and 11 right answers; 8 of each"),
        (known(10, 10, 9, 10), "fewer answers were failed than the judge's false alarms alone would explain"),
    ],
)
def test_known_rates_that_say_too_little_are_refused_or_say_so(tmp_path, judge, told):
    found = one(jsonl(tmp_path / "v.jsonl", rows("fail", 5) + rows("pass", 95)), judge=judge)
    assert told in said(found)


def test_a_known_judge_that_the_file_does_not_name_among_several_is_asked_for(tmp_path):
    lines = [row | {"judge": name} for name in ("a", "b") for row in rows("pass", 3)]
    with pytest.raises(InputError, match="judge among the judges of the file, got a, b"):
        in_use(jsonl(tmp_path / "v.jsonl", lines), judge=known(8, 8, 11, 11))


def test_one_verdict_an_answer_counts_however_often_it_was_judged(tmp_path):
    lines = rows("fail", 20, labels(10, 5)) + rows("pass", 80, labels(1, 20))
    once, thrice = jsonl(tmp_path / "a.jsonl", lines), jsonl(tmp_path / "b.jsonl", lines * 3)
    assert one(once) == one(thrice)


def test_nothing_is_corrected_where_every_answer_is_labelled(tmp_path):
    assert in_use(jsonl(tmp_path / "v.jsonl", rows("fail", 2, labels(1, 1)) + rows("pass", 1, labels(0, 1)))) == {}


def drawn(path, count, *, done=(), judge=None):
    found = open_external(path, given=(), labels=done, labelled=False)
    return draw_audit(found, Words(), judge=judge, count=count)


def test_half_of_an_audit_was_failed_and_it_does_not_say_which(tmp_path):
    lines = rows("fail", 30) + rows("pass", 300) + rows("error:timeout", 5)
    path = jsonl(tmp_path / "v.jsonl", [line | {"answer": "text", "score": 0.5} for line in lines])
    found = drawn(path, 20)
    assert (len(found.rows), found.failed, found.left, found.no_verdict) == (20, 10, 330, 5)
    assert {tuple(row) for row in found.rows} == {("item", "label", "answer")}
    again = jsonl(tmp_path / "w.jsonl", [json.loads(line) for line in path.read_text().splitlines()[::-1]])
    assert drawn(again, 20).rows == found.rows
    # Where one verdict has too few, the other makes up for them.
    assert (drawn(path, 100).failed, len(drawn(path, 100).rows)) == (30, 100)
    assert len(drawn(path, 1000).rows) == 330


def test_an_audit_that_is_filled_in_is_read_back_and_the_next_one_goes_on(tmp_path):
    path = jsonl(tmp_path / "v.jsonl", rows("fail", 40) + rows("pass", 100))
    first = drawn(path, 24).rows
    filled = tmp_path / "audit.csv"
    filled.write_text(audit_csv([row | {"label": "fail" if "fail" in row["item"] else "pass"} for row in first]))
    assert one(path, labels=[filled]).headline.wrong.share == pytest.approx(40 / 140)
    second = drawn(path, 24, done=[filled]).rows
    following = {row["item"] for row in second}
    assert following.isdisjoint({row["item"] for row in first})
    assert {row["item"] for row in drawn(path, 48).rows} == following | {row["item"] for row in first}
    also = tmp_path / "more.csv"
    also.write_text(audit_csv([row | {"label": "pass"} for row in second]))
    assert one(path, labels=[filled, also]).verdicts.labelled.items == 48
    assert following.isdisjoint({row["item"] for row in drawn(path, 24, done=[filled, also]).rows})


def test_what_no_audit_can_be_drawn_from_is_refused(tmp_path):
    scores = jsonl(tmp_path / "s.jsonl", [{"item": "a", "score": 0.5}])
    with pytest.raises(InputError, match="--threshold: expected where a score turns into the other verdict"):
        drawn(scores, 10)
    two = jsonl(tmp_path / "t.jsonl", [{"item": "a", "verdicts": {"x": "pass", "y": "fail"}}])
    with pytest.raises(InputError, match="one judge; name it with --judge, got x, y"):
        drawn(two, 10)
    with pytest.raises(InputError, match='no judge called "z"'):
        drawn(two, 10, judge="z")
    with pytest.raises(InputError, match="--labels: expected a whole number from 1"):
        drawn(two, 0, judge="x")
    labelled = jsonl(tmp_path / "l.jsonl", rows("fail", 2, labels(1, 1)))
    with pytest.raises(NotMeasured, match="every answer with a verdict is labelled"):
        drawn(labelled, 10)


def test_labels_that_fit_no_verdict_are_refused_all_at_once(tmp_path):
    path = jsonl(tmp_path / "v.jsonl", [{"item": "a", "verdict": "pass", "label": "fail"}, *rows("fail", 2)])
    wrong = [{"item": "a", "label": "pass"}, {"item": "b", "label": "pass"}]
    with pytest.raises(InputError, match="expected an item of the file of verdicts, got b"):
        open_external(path, given=(), labels=[jsonl(tmp_path / "b.jsonl", wrong)])
    with pytest.raises(InputError, match=r"item a: expected one label, got fail in .*v.jsonl, pass in .*c.jsonl"):
        open_external(path, given=(), labels=[jsonl(tmp_path / "c.jsonl", wrong[:1])])
    twice = [{"item": "fail0", "label": "pass"}, {"item": "fail0", "label": "fail"}]
    with pytest.raises(InputError, match="one label of item fail0, got pass and fail"):
        open_external(path, given=(), labels=[jsonl(tmp_path / "d.jsonl", twice)])
    with pytest.raises(InputError, match="columns for item and label, called so, got x"):
        open_external(path, given=(), labels=[jsonl(tmp_path / "e.jsonl", [{"x": 1}])])
    each = [jsonl(tmp_path / f"{label}.jsonl", [{"item": "fail0", "label": label}]) for label in ("pass", "fail")]
    with pytest.raises(
        InputError, match=r"item fail0: expected one label, got pass in .*pass.jsonl, fail in .*fail.jsonl"
    ):
        open_external(path, given=(), labels=each)


def test_a_text_that_a_spreadsheet_would_run_is_text_in_the_file_and_finds_its_answer_again(tmp_path):
    lines = [{"item": f"=cmd{place}", "verdict": "fail", "answer": "@SUM(1)", "n": "-5"} for place in range(12)]
    path = jsonl(tmp_path / "v.jsonl", lines)
    filled = tmp_path / "audit.csv"
    filled.write_text(audit_csv([row | {"label": "fail"} for row in drawn(path, 12).rows]), encoding="utf-8")
    read = list(csv.DictReader(filled.read_text(encoding="utf-8").splitlines()))
    assert {row["item"][:5] for row in read} == {"'=cmd"}
    assert {(row["answer"], row["n"]) for row in read} == {("'@SUM(1)", "-5")}
    assert in_use(path, labels=[filled]) == {}


CELL = st.one_of(st.none(), st.floats(), st.text(max_size=6), st.lists(st.integers(), max_size=2))


@given(st.lists(st.fixed_dictionaries({"item": st.text(max_size=4), "label": st.just(""), "x": CELL}), min_size=1))
@example([{"item": "a", "label": "", "x": "an old line end\rin a text"}, {"item": "\r", "label": "", "x": "\r"}])
def test_any_row_is_written_as_whole_lines_that_can_be_read_again(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("odd")
    for name, write in (("a.csv", audit_csv), ("a.jsonl", audit_jsonl)):
        (folder / name).write_text(write(lines), encoding="utf-8", errors="replace", newline="\n")
        assert len(read_table(folder / name).places) == len(lines)
