"""Each format in its real layout: the same answer comes out, and what is no answer is refused for its own reason."""

import json

import pytest

from tests.importers import foreign
from tests.importers.foreign import ANSWER, HOURS, PRICE, QUESTION, csv_text, lines
from workbench.cases.importers.catalogue import FORMATS, recognised
from workbench.cases.importers.source import open_source


def parquet(rows):
    import io

    import pandas as pd

    data = io.BytesIO()
    pd.DataFrame(list(rows)).to_parquet(data)
    return data.getvalue()


def as_python(rows):
    """Rows as pandas writes them to CSV: lists as Python writes them."""
    return [{name: str(value) if isinstance(value, list) else value for name, value in row.items()} for row in rows]


SAVED = {
    "ragas": {
        "ragas.jsonl": lines(*foreign.ragas()),
        "ragas.json": json.dumps(foreign.ragas()),
        "ragas.csv": csv_text(*as_python(foreign.ragas())),
        "ragas.parquet": parquet(foreign.ragas()),
        "ragas-old.json": json.dumps(foreign.old_ragas_columns()),
        "ragas-pandas.json": json.dumps(
            {name: dict(enumerate(cells)) for name, cells in foreign.old_ragas_columns().items()}
        ),
    },
    "deepeval": {
        "goldens.json": json.dumps(foreign.deepeval_goldens()),
        "goldens.csv": csv_text(
            *(
                {**row, "retrieval_context": "|".join(row["retrieval_context"] or [])}
                for row in (foreign.deepeval_goldens()[0], {**foreign.deepeval_goldens()[0], "actual_output": ""})
            )
        ),
        "test_run.json": json.dumps(foreign.deepeval_test_run()),
    },
    "langsmith": {
        "runs.jsonl": lines(*foreign.langsmith_runs()),
        "runs.json": json.dumps(foreign.langsmith_nested()),
        "runs.csv": csv_text(
            *(
                {name: json.dumps(one.get(name)) if name in ("inputs", "outputs") else one.get(name) for name in names}
                for names in [[*foreign.langsmith_runs()[0], "error"]]
                for one in foreign.langsmith_runs()
            )
        ),
        "examples.jsonl": lines(*foreign.langsmith_examples()),
    },
    "langfuse": {
        "trace.json": json.dumps(
            [foreign.langfuse_trace(), {**foreign.langfuse_trace("tr-2"), "output": None, "observations": []}]
        ),
        "download.json": json.dumps(
            [
                {
                    "trace": {**foreign.langfuse_trace(), "observations": []},
                    "observations": foreign.langfuse_trace()["observations"],
                },
                {"trace": {"id": "tr-2", "input": foreign.WHEN, "timestamp": "2026"}, "observations": []},
            ]
        ),
    },
    "spans": {
        "phoenix.parquet": parquet(foreign.phoenix_rows()),
        "phoenix.jsonl": lines(*foreign.phoenix_rows()),
        "phoenix-api.json": json.dumps(foreign.phoenix_api()),
        "otlp.json": json.dumps(foreign.genai_spans()),
        "otlp.jsonl": lines(foreign.genai_spans()),
    },
    "promptfoo": {
        "promptfoo.json": json.dumps(foreign.promptfoo()),
        "promptfoo.jsonl": lines(*foreign.promptfoo()["results"]["results"]),
    },
    "inspect": {
        "log.json": json.dumps(foreign.inspect_log()),
        "log.eval": foreign.inspect_archive(),
        "log-zstd.eval": foreign.zstd_archive(),
    },
    "plain": {
        "plain.csv": csv_text(*foreign.plain_rows()),
        "plain.jsonl": lines(*foreign.plain_rows()),
        "plain.parquet": parquet(foreign.plain_rows()),
    },
}
RECORDS_ERRORS = {"langsmith", "spans", "promptfoo", "inspect"}
EVERY = [(form, name) for form, files in SAVED.items() for name in files]


@pytest.mark.parametrize(("form", "name"), EVERY)
def test_one_answer_comes_out_and_the_other_is_refused(folder, form, name):
    folder.write(name, SAVED[form][name])
    found = folder.read(name)
    assert [files.format for files in found.files] == [form]
    assert (found.usable, found.rows) == (1, 2)
    if form in RECORDS_ERRORS and not name.startswith(("otlp", "examples")):
        assert (found.failed, found.refused) == (1, ())
    else:
        no_content = name.startswith("otlp")
        assert [one.expected for one in found.refused] == ["a question" if no_content else "an answer"]
    [case] = folder.cases(name)
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert [passage.text for passage in case.passages] == [PRICE, HOURS]


@pytest.mark.parametrize(("form", "name"), EVERY)
def test_no_format_takes_the_file_of_another(folder, form, name):
    source = open_source(folder.write(name, SAVED[form][name]))
    assert recognised(source).name == form
    later = list(FORMATS)[list(FORMATS).index(form) + 1 :]
    known = [other for other in later if other != "plain" and FORMATS[other].recognise(source)]
    assert known == [], "what comes later must not know it either: then the order of the formats does not matter"


def test_every_format_has_a_file_here():
    assert set(SAVED) == set(FORMATS)


def test_what_is_read_as_what_is_told(folder):
    folder.write("runs.jsonl", SAVED["langsmith"]["runs.jsonl"])
    [files] = folder.read("runs.jsonl").files
    assert files.taken == {
        "id": {"the trace": 2},
        "question": {"root, inputs.question": 2},
        "passages": {"search, outputs": 1},
        "answer": {"root, outputs.answer": 1},
        "error": {"what went wrong": 1},
    }
    folder.write("ragas.jsonl", SAVED["ragas"]["ragas.jsonl"])
    [files] = folder.read("ragas.jsonl").files
    assert files.taken == {
        "question": {"user_input": 1},
        "passages": {"retrieved_contexts": 1},
        "answer": {"response": 1},
    }
    assert files.unused == ("reference", "faithfulness")


def test_passages_have_the_ids_and_titles_that_the_tool_gave_them(folder):
    folder.write("otlp.json", foreign.genai_spans())
    [case] = folder.cases("otlp.json")
    assert [passage.id for passage in case.passages] == ["price", "hours"]
    folder.write("runs.jsonl", lines(*foreign.langsmith_runs()))
    [case] = folder.cases("runs.jsonl")
    assert [(passage.id, passage.title) for passage in case.passages] == [("p1", "price.md"), ("p2", "hours.md")]


def test_the_id_is_that_of_the_tool_or_made_of_the_content(folder):
    folder.write("trace.json", foreign.langfuse_trace())
    assert [case.case_id for case in folder.cases("trace.json")] == ["tr-1"]
    folder.write("one.jsonl", lines(*foreign.ragas()))
    folder.write("two.json", list(reversed(foreign.ragas())))
    [one], [two] = folder.cases("one.jsonl"), folder.cases("two.json")
    assert one.case_id == two.case_id
    assert one.case_id.startswith("answer-")


def test_tables_of_langfuse_are_joined_over_their_files(folder, labelled):
    for name, text in foreign.langfuse_tables().items():
        folder.write(name, text)
    found = folder.read("traces.jsonl", "observations_v2.jsonl", "scores.jsonl")
    [files] = found.files
    assert files.known_by == "traces and observations and scores"
    assert (found.usable, found.labels) == (1, {"pass": 1})
    folder.cases("observations_v2.jsonl", "scores.jsonl", "traces.jsonl")
    assert labelled(folder.path / "out.jsonl") == {"tr-1": "pass"}


def test_only_what_a_person_said_is_a_label(folder):
    folder.write("trace.json", foreign.langfuse_trace())
    assert folder.read("trace.json").labels == {"pass": 1}
    folder.write("promptfoo.json", foreign.promptfoo())
    assert folder.read("promptfoo.json").labels == {"pass": 1}, "the person overruled the assertion"
    for name, saved in (("log.json", foreign.inspect_log()), ("run.json", foreign.deepeval_test_run())):
        folder.write(name, saved)
        assert folder.read(name).labels == {}


def test_feedback_of_langsmith_counts_where_a_person_gave_it(folder):
    search, root, *_ = foreign.langsmith_runs()
    by_person = {"key": "correct", "score": 0, "value": "wrong", "feedback_source": {"type": "app"}}
    by_model = {"key": "correct", "score": 1, "value": "right", "feedback_source": {"type": "model"}}
    folder.write("runs.jsonl", lines(search, {**root, "feedback": [by_person, by_model]}))
    found = folder.read("runs.jsonl", label={"wrong": "fail"})
    assert found.labels == {"fail": 1}
    assert found.files[0].taken["label"] == {"what a person said, correct": 1}


def test_of_several_labels_a_person_chooses(folder):
    trace = foreign.langfuse_trace()
    trace["scores"].append({"name": "tone", "source": "ANNOTATION", "value": 0, "stringValue": "rude"})
    folder.write("trace.json", trace)
    found = folder.read("trace.json")
    assert found.labels == {}
    assert "people said correct, tone; choose with --column label=NAME" in next(iter(found.files[0].taken["label"]))
    assert folder.read("trace.json", column=["label=tone"], label={"rude": "fail"}).labels == {"fail": 1}
    assert folder.read("trace.json", column=["label="]).labels == {}


def test_epochs_of_one_sample_are_a_group(folder):
    first, _ = foreign.inspect_samples()
    folder.write("log.eval", foreign.inspect_archive(first, {**first, "epoch": 2}))
    one, two = folder.cases("log.eval")
    assert (one.case_id, one.group) == ("day-price", "")
    assert (two.case_id, two.group) == ("day-price_epoch_2", "day-price")


@pytest.mark.parametrize(
    ("name", "saved", "asked_at"),
    [
        ("runs.jsonl", lines(*foreign.langsmith_runs()), "2026-03-01T10:00:00.000000"),
        ("trace.json", foreign.langfuse_trace(), "2026-03-01T10:00:00.000Z"),
        # 1,772,359,200 seconds after 1970 it was ten o'clock on the first of March 2026; OTLP counts in billionths.
        (
            "otlp.json",
            foreign.otlp(
                foreign.otlp_span(
                    "t",
                    "a",
                    1_772_359_200_000_000_000,
                    {"input.value": QUESTION, "output.value": {"answer": ANSWER, "context": PRICE}},
                )
            ),
            "2026-03-01T10:00:00+00:00",
        ),
        (
            "table.jsonl",
            lines({"question": QUESTION, "answer": ANSWER, "context": PRICE, "timestamp": 1772359200}),
            "2026-03-01T10:00:00+00:00",
        ),
        (
            "odd.jsonl",
            lines({"question": QUESTION, "answer": ANSWER, "context": PRICE, "timestamp": "yesterday"}),
            None,
        ),
    ],
)
def test_when_it_was_asked_is_kept_where_it_can_be_read(folder, name, saved, asked_at):
    folder.write(name, saved)
    folder.cases(name)
    assert folder.lines("out.jsonl")[0].get("asked_at") == asked_at
