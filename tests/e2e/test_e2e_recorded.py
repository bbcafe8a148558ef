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
    bare = write(tmp_path / "bare.csv", "item,verdict\na,pass\n")
    refused(tmp_path, "report", "--verdicts", bare, says=["--column label=NAME (or give --labels FILE"])
    ran = workbench("threshold", "--verdicts", bare, cwd=tmp_path)
    assert ran.code == 2
    assert "--labels" not in ran.err
    refused(tmp_path, "report", "--label", "a=pass", says=["--label: expected --verdicts FILE"])
    refused(tmp_path, "report", "--verdicts", path, "--threshold", "0.5", says=["a column of scores"])


def test_an_audit_is_drawn_filled_in_and_read_back(tmp_path):
    lines = ["item,score,answer", *(f"a{place},{place / 100},text {place}" for place in range(100))]
    path = write(tmp_path / "in_use.csv", "\n".join(lines) + "\n")
    cut = ("--threshold", "0.2")
    ran = workbench("audit", path, *cut, "--labels", "30", "--out", "to-label.csv", cwd=tmp_path)
    assert ran.code == 0, ran.said
    assert "30 answers to label in to-label.csv: 15 that the judge failed" in ran.said
    assert "70 answers with a verdict are left without a label" in ran.said
    file = tmp_path / "to-label.csv"
    head, *drawn = file.read_text(encoding="utf-8").splitlines()
    assert head == "item,label,answer"
    # A judge that is right but once: a7 is failed, and no mistake.
    item_ids = [line.partition(",")[0] for line in drawn]
    said = {item: "fail" if int(item[1:]) < 20 and item != "a7" else "pass" for item in item_ids}
    write(file, "item,label\n" + "".join(f"{item},{label}\n" for item, label in said.items()))
    ran = workbench("report", "--verdicts", path, *cut, "--labels", file, cwd=tmp_path)
    assert ran.code == 0, ran.said
    assert "Failed by the judge: 20 of 100 (20.0%)." in ran.said
    wrong = 20 * sum(label == "fail" for label in said.values()) / 15
    assert f"Wrong: {wrong:.1f}% (95%: " in ran.said
    # It was drawn by verdict, and is known now: nothing is supposed about how many are wrong in use.
    assert "rates of the labelled answers alone are not those in use" in ran.said
    assert "if 1 answer in 20 were wrong" not in ran.said
    table = ran.said.partition("JUDGES RUN ELSEWHERE")[2]
    assert "of the labelled answers alone, 30 of 100. Where an audit chose them by verdict, these are not" in table
    ran = workbench("audit", path, *cut, "--labels", "30", "--done", file, "--out", "more.csv", cwd=tmp_path)
    assert f"--labels {file} --labels more.csv" in ran.said
    refused(tmp_path, "audit", path, *cut, "--out", "to-label.csv", says=["got one that is there already"])
    says = ["3 problems", "--out", "--threshold", "--passes"]
    refused(tmp_path, "audit", path, "--out", "x.txt", "--threshold", "inf", "--passes", "up", says=says)
