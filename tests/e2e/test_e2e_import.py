"""`workbench import`: a trace in, a bench that runs out."""

import json

from tests.e2e.command_line import refused, workbench, write
from tests.importers import foreign
from tests.importers.foreign import csv_text, lines

QUESTION = '{"id": "tr-1", "question": "What does a day cost?", "evidence": "Day hire is £32"}\n'


def test_a_trace_becomes_a_bench_that_runs(tmp_path):
    write(tmp_path / "trace.json", json.dumps(foreign.langfuse_trace()))
    shown = workbench("import", "trace.json", cwd=tmp_path)
    assert shown.code == 0, shown.said
    assert "trace.json: Langfuse traces, known by traces with observations" in shown.said
    assert "question <- root, input.args" in shown.said
    assert "label <- what a person said, correct" in shown.said
    assert "1 of 1 row can be used: 1 labelled pass." in shown.said
    assert "Nothing was written" in shown.said
    assert [path.name for path in tmp_path.iterdir()] == ["trace.json"]
    done = workbench("import", "trace.json", "--out", "answers.jsonl", cwd=tmp_path)
    assert "1 row in answers.jsonl" in done.said
    write(tmp_path / "questions.jsonl", QUESTION)
    write(tmp_path / "workbench.toml", 'answers = "answers.jsonl"\nquestions = "questions.jsonl"\njudges = ["floor"]\n')
    ran = workbench("search", "--json", cwd=tmp_path).json
    assert (ran["found"], ran["answerable"]) == (1, 1)


def test_one_json_document_says_the_same_and_lists_what_cannot_be_used(tmp_path):
    write(tmp_path / "ragas.jsonl", lines(*foreign.ragas()))
    told = workbench("import", "ragas.jsonl", "--json", cwd=tmp_path).json
    assert (told["format"], told["rows"], told["usable"], told["written"]) == (1, 2, 1, None)
    assert told["refused"] == [
        {"expected": "an answer", "count": 1, "places": [{"where": "ragas.jsonl:2", "got": "nothing"}]}
    ]
    assert told["files"][0]["taken"]["question"] == {"user_input": 1}
    assert told["examples"][0]["passages"][0] == {"id": "p1", "text": foreign.PRICE}
    told = workbench("import", "ragas.jsonl", "--json", "--out", "md", cwd=tmp_path).json
    assert told["written"] == "md"


def test_a_table_of_ones_own_is_named_and_its_labels_are_explained(tmp_path):
    rows = [{"ask": "What?", "seen": foreign.PRICE, "said": "It is £32.", "grade": word} for word in ("ok", "no")]
    write(tmp_path / "graded.csv", csv_text(*({**row, "said": f"{row['said']} {row['grade']}"} for row in rows)))
    refused(tmp_path, "import", "graded.csv", says=["a column for question: name it with --column question=NAME"])
    columns = [f"--column={pair}" for pair in ("question=ask", "passages=seen", "answer=said", "label=grade")]
    unclear = workbench("import", "graded.csv", *columns, cwd=tmp_path)
    assert unclear.code == 2
    assert "expected a label that means something: --label WORD=pass, fail or skip" in unclear.said
    words = ["--label", "ok=pass", "--label", "no=fail"]
    done = workbench("import", "graded.csv", *columns, *words, "--out", "labelled.jsonl", cwd=tmp_path)
    assert "2 of 2 rows can be used: 1 labelled fail, 1 labelled pass." in done.said
    asked = workbench("search", "--natural", "labelled.jsonl", cwd=tmp_path)
    assert asked.code == 2, "there is no bench here"
    refused(tmp_path, "import", "graded.csv", *columns, *words, "--out", "labelled.jsonl", says=["--overwrite"])


def test_hostile_texts_do_not_steer_the_terminal(tmp_path):
    row = {"id": "\x1b[31m/../x", "question": "q\x1b]0;x\x07", "context": "c\u202e", "answer": "a"}
    write(tmp_path / "a.jsonl", lines(row))
    ran = workbench("import", "a.jsonl", "--out", "md", cwd=tmp_path)
    assert "\x1b" not in ran.out
    assert "[U+001B]" in ran.out
    assert "1 id cannot be the name of a file" in ran.said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "md"]
