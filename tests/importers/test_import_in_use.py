"""What nobody labelled, what nothing was found for, and questions that brought no answer: kept, apart, and counted."""

import json

import pytest

from tests.importers import foreign
from tests.importers.foreign import ANSWER, PRICE, QUESTION, csv_text, lines
from workbench.cases.importers.asked import read_asked
from workbench.cases.in_use import load_in_use
from workbench.cases.labelled import load_asked
from workbench.cases.load import load_cases
from workbench.errors import InputError
from workbench.report.import_text import import_text, next_lines
from workbench.steps.answer_files import Targets
from workbench.steps.import_answers import import_answers

ROW = {"question": QUESTION, "context": [PRICE], "answer": ANSWER}
RIGHT, WRONG = {**ROW, "id": "right", "label": "pass"}, {**ROW, "id": "wrong", "label": "fail"}
UNREAD = {**ROW, "id": "unread", "label": None}
UNSHOWN = {**ROW, "id": "unshown", "context": [], "label": None}
FAILED = {"id": "failed", "question": QUESTION, "error": "timed out", "label": None}


def shown(found):
    return import_text(found, width=200) + "\n".join(next_lines(found, out=None, in_use=None))


def test_labelled_and_other_answers_are_written_apart(folder):
    folder.write("a.jsonl", lines(RIGHT, WRONG, UNREAD, UNSHOWN, FAILED))
    found = folder.bring("a.jsonl", in_use=True)
    assert (found.usable, found.unlabelled, found.unshown, found.failed, found.rows) == (3, 1, 1, 1, 5)
    assert found.placed == {"--out": 2, "--in-use": 3}
    assert {line["id"]: line["label"] for line in folder.lines("out.jsonl")} == {"right": "pass", "wrong": "fail"}
    in_use = load_in_use(folder.path / "in-use.jsonl")
    assert ([case.case_id for case in in_use.cases], in_use.failures) == (["unread", "unshown"], 1)
    assert [case.passages for case in in_use.cases if case.case_id == "unshown"] == [()]


def test_without_a_second_file_nothing_that_nobody_labelled_is_mixed_in(folder):
    folder.write("a.jsonl", lines(RIGHT, UNREAD))
    with pytest.raises(InputError, match="people labelled 1 answers, and 1 others not") as caught:
        folder.bring("a.jsonl")
    assert "--in-use FILE takes the others apart" in str(caught.value)


@pytest.mark.parametrize("label", [None, {"good": "skip"}])
def test_labels_that_mean_nothing_yet_make_the_other_answers_no_trusted_ones(folder, label):
    folder.write("a.jsonl", lines({**RIGHT, "label": "good"}, UNREAD))
    with pytest.raises(InputError, match="people labelled 1 answers, and 1 others not"):
        folder.bring("a.jsonl", label=label)
    assert "--out answers" not in shown(folder.read("a.jsonl", label=label))


def test_a_question_that_fails_twice_counts_twice(folder):
    failed = {"question": QUESTION, "context": None, "answer": None, "error": "timed out"}
    folder.write("a.jsonl", lines(failed, failed, ROW))
    assert folder.bring("a.jsonl").failed == 2
    assert load_in_use(folder.path / "out.jsonl").failures == 2


def test_all_of_them_may_go_into_one_file_for_grading(folder):
    folder.write("a.jsonl", lines(RIGHT, UNREAD, UNSHOWN, FAILED))
    folder.bring("a.jsonl", out=False, in_use=True)
    in_use = load_in_use(folder.path / "in-use.jsonl")
    assert (len(in_use.cases), in_use.failures) == (3, 1)


def test_where_nobody_labelled_any_the_labelled_file_would_be_empty_and_is_refused(folder):
    folder.write("a.jsonl", lines(ROW))
    with pytest.raises(InputError, match="--out takes labelled answers, and there is none"):
        folder.bring("a.jsonl", in_use=True)
    assert not list(folder.path.glob("*-use.jsonl"))


@pytest.mark.parametrize(
    ("out", "in_use", "said"),
    [
        ("new.jsonl", "there.jsonl", "--in-use .*there.jsonl: expected a new file, or --overwrite"),
        ("new.jsonl", "new.jsonl", "a file of its own"),
        (None, "folder", "a file that ends in .jsonl, got a name that ends in nothing"),
    ],
)
def test_the_second_file_is_checked_as_the_first(folder, out, in_use, said):
    source = folder.write("a.jsonl", lines(RIGHT))
    folder.write("there.jsonl", "mine")
    targets = Targets(out=out and folder.path / out, in_use=folder.path / in_use)
    with pytest.raises(InputError, match=said):
        import_answers([source], asked=read_asked(()), targets=targets, tell=lambda _: None)
    assert sorted(path.name for path in folder.path.iterdir()) == ["a.jsonl", "there.jsonl"]


def test_a_question_that_failed_is_kept_and_a_bench_passes_over_it(folder):
    folder.write(
        "a.jsonl", lines(ROW, {"question": "When?", "error": "timed out", "answer": None, "timestamp": "2026-03-01"})
    )
    found = folder.bring("a.jsonl")
    assert (found.usable, found.failed, found.refused) == (1, 1, ())
    assert len(load_cases(folder.path / "out.jsonl")) == 1
    _, failed = load_asked(folder.path / "out.jsonl", trusting=True)
    assert (failed.text, failed.case, str(failed.asked_on)) == ("When?", None, "2026-03-01")
    assert folder.lines("out.jsonl")[1]["error"] == "timed out"


@pytest.mark.parametrize("error", [None, "", False])
def test_where_nothing_went_wrong_a_missing_answer_is_only_missing(folder, error):
    folder.write("a.jsonl", lines({"question": QUESTION, "context": PRICE, "error": error, "answer": None}))
    assert (folder.read("a.jsonl").failed, folder.read("a.jsonl").usable) == (0, 0)


def test_an_answer_counts_although_something_went_wrong_on_the_way(folder):
    folder.write("a.jsonl", lines({**ROW, "error": "retried once"}))
    assert (folder.read("a.jsonl").failed, folder.read("a.jsonl").usable) == (0, 1)


@pytest.mark.parametrize(
    ("status", "error"),
    [
        ({"code": 2, "message": "timed out"}, "timed out"),
        ({"code": 2}, "error"),
        ({"code": "STATUS_CODE_ERROR"}, "error"),
        ({"status_code": "ERROR", "description": "timed out"}, "timed out"),
    ],
)
def test_a_span_whose_status_is_an_error_is_a_question_that_failed(folder, status, error):
    root = foreign.otlp_span("t", "r", 1, {"input.value": QUESTION}, status=status)
    folder.write("spans.json", foreign.otlp(root))
    folder.bring("spans.json")
    assert [(line["question"], line["error"]) for line in folder.lines("out.jsonl")] == [(QUESTION, error)]


def test_a_root_that_failed_gave_no_answer_whatever_its_model_said(folder):
    root = foreign.otlp_span("t", "r", 1, {"input.value": QUESTION}, status={"code": 2, "message": "blocked"})
    model = {"openinference.span.kind": "LLM", "output.value": ANSWER}
    folder.write("spans.json", foreign.otlp(root, foreign.otlp_span("t", "m", 2, model, parent="r")))
    assert folder.read("spans.json").failed == 1


def test_an_observation_of_langfuse_at_the_level_of_errors_is_one_too(folder):
    trace = foreign.langfuse_trace()
    one = {**trace["observations"][0], "output": None, "level": "ERROR", "statusMessage": "rate limit"}
    folder.write("trace.json", {**trace, "output": None, "observations": [one]})
    folder.bring("trace.json")
    assert [line["error"] for line in folder.lines("out.jsonl")] == ["rate limit"]


@pytest.mark.parametrize("name", ["promptfoo.json", "log.json"])
def test_a_field_of_passages_that_is_empty_says_that_nothing_was_found(folder, name):
    if name == "log.json":
        saved = foreign.inspect_log()
        saved["samples"] = [{**saved["samples"][0], "metadata": {"context": []}}]
    else:
        saved = foreign.promptfoo()
        result = saved["results"]["results"][0]
        saved["results"]["results"] = [{**result, "vars": {"question": QUESTION, "context": []}, "gradingResult": None}]
    folder.write(name, saved)
    found = folder.read(name)
    assert (found.usable, found.unshown, found.refused) == (0, 1, ())


def test_how_sure_the_system_was_is_kept(folder):
    rows = [{**ROW, "id": str(place), "confidence": said} for place, said in enumerate((0.9, "0.5", "high", None))]
    folder.write("a.jsonl", lines(*rows))
    found = folder.bring("a.jsonl")
    assert [line.get("confidence") for line in folder.lines("out.jsonl")] == [0.9, 0.5, None, None]
    assert found.unread == {"confidence": 1}
    assert "confidence" not in found.files[0].unused
    assert "1 row told confidence in a form that cannot be read" in shown(found)
    search, root, *_ = foreign.langsmith_runs()
    folder.write("runs.jsonl", lines(search, {**root, "outputs": {"answer": ANSWER, "confidence": 0.7}}))
    folder.bring("runs.jsonl")
    assert folder.lines("out.jsonl")[0]["confidence"] == 0.7


def test_a_time_that_cannot_be_read_is_counted(folder):
    folder.write("a.jsonl", lines({**ROW, "timestamp": "yesterday"}, {**ROW, "id": "b", "timestamp": "2026-03-01"}))
    found = folder.read("a.jsonl")
    assert found.unread == {"asked_at": 1}
    assert "1 row told asked_at in a form that cannot be read" in shown(found)


def test_what_markdown_does_not_keep_is_said(folder):
    source = folder.write("a.jsonl", lines({**RIGHT, "timestamp": "2026-03-01"}, FAILED))
    out = folder.path / "md"
    found = import_answers([source], asked=read_asked(()), targets=Targets(out=out), tell=lambda _: None)
    assert found.not_kept == {"label": 1, "asked_at": 1}
    told = "\n".join(next_lines(found, out="md", in_use=None))
    assert "Markdown does not keep asked_at, which 1 row had" in told
    assert "1 question with an error: not written" in told


def test_words_of_labels_that_nobody_explained_are_asked_for_with_the_fields_shown(folder):
    rows = [{**ROW, "id": str(place), "label": word} for place, word in enumerate(("good", "good", "not bad"))]
    folder.write("a.csv", csv_text(*({**row, "context": json.dumps(row["context"])} for row in rows)))
    found = folder.read("a.csv")
    assert (found.usable, found.words) == (0, {"good": 2, "not bad": 1})
    told = shown(found)
    assert "answer     <- answer" in told
    assert "--label good=MEANING --label 'not bad=MEANING'" in told
    assert "--format" not in told


def test_names_that_no_passage_has_are_counted_where_the_file_gives_them_none(folder):
    folder.write("a.jsonl", lines(ROW, {**ROW, "id": "b", "answer": "It is £32 [1], see [the list](http://x) [sic]."}))
    found = folder.read("a.jsonl")
    assert found.uncited == 1
    assert "1 answer cited by a name" in shown(found)
    folder.write("b.jsonl", lines({**ROW, "context": [{"id": "price", "text": PRICE}]}))
    assert folder.read("b.jsonl").uncited == 0


def test_what_our_own_lines_say_of_evidence_and_passages_is_listed(folder):
    ours = {"id": "a", "question": QUESTION, "answer": ANSWER, "evidence": "Day hire", "rule": None}
    folder.write("a.jsonl", lines({**ours, "passages": [{"id": "p", "text": PRICE, "dropped": True}]}))
    [files] = folder.read("a.jsonl").files
    assert files.taken["evidence"] == {"evidence": 1}
    assert files.taken["passages"] == {"passages, with dropped": 1}
    assert "rule" not in files.taken
