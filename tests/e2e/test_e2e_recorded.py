"""`workbench report --verdicts`: judges run elsewhere, measured without a bench and without writing anything."""

from tests.e2e.command_line import refused, tree, workbench, write

CSV = """id,grader,judgement,human,error_type
w1,one,bad,wrong,figure\u200b
w2,one,good,wrong,figure\u200b
r1,one,good,right,
r2,one,,right,
"""
WORDS = ("--verdict", "bad=fail", "--verdict", "good=pass", "--label", "wrong=fail", "--label", "right=pass")


def test_a_file_is_measured_and_its_columns_are_shown_first(tmp_path):
    path = write(tmp_path / "v.csv", CSV)
    before = tree(tmp_path)
    ran = workbench("report", "--verdicts", path, *WORDS, cwd=tmp_path)
    assert ran.code == 0
    assert ran.err == "columns: item = id; label = human; verdict = judgement; judge = grader; style = error_type\n"
    for words in ("1 of 2", "0 of 2", "1 error in 4 calls (1 missing)", "caught 1 of 2: figure", "DISAGREEMENTS"):
        assert words in ran.said
    assert "\u200b" not in ran.out
    assert tree(tmp_path) == before

    ran = workbench("report", "--verdicts", path, *WORDS, "--json", cwd=tmp_path)
    [judge] = ran.json["summary"]["judges"]
    assert (judge["natural_caught"]["hits"], judge["natural_alarms"]["unresolved"]) == (1, 1)
    assert ran.json["columns"]["verdict"] == ["judgement"]
    assert ran.out == workbench("report", "--verdicts", path, *WORDS, "--json", cwd=tmp_path).out


def test_what_cannot_be_read_is_refused_and_nothing_is_printed(tmp_path):
    path = write(tmp_path / "v.csv", CSV)
    refused(
        tmp_path,
        "report",
        "--verdicts",
        path,
        says=["columns: item = id", '"bad" (1 of 4 rows)', '"wrong" (2 of 4 rows)'],
    )
    says = ["3 problems", "--run", "--threshold", "--passes"]
    refused(
        tmp_path,
        *("report", "--verdicts", path, "--run", "x", "--threshold", "nan", "--passes", "up"),
        says=says,
    )
    refused(tmp_path, "report", "--label", "a=pass", says=["--label: expected --verdicts FILE"])
    refused(tmp_path, "report", "--verdicts", path, "--threshold", "0.5", says=["a column of scores"])
