"""Held-out means held out: tuning leaves the folder alone, and one look is all that counts."""

import json

import pytest

from tests.e2e.benches import set_line, with_sample
from tests.e2e.command_line import run_folder, tree, with_server, workbench, write
from tests.e2e.model_faults import KeyedPolicy
from tests.report.packed import unpacked
from tests.support.messages_server import MessagesServer
from workbench.judges.rubric import shipped_rubric
from workbench.records.challenge import Set
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench
from workbench.store.verdict_file import read_verdicts

pytestmark = pytest.mark.slow

SCRIPTS = 'judges = ["floor", "numbers", "declines"]\n'
SEALED = ("evidence_edited", "dropped_condition", "evidence_removed")


def held_out_line(gate):
    (judge,) = gate["judges"]
    (line,) = [line for line in judge["decision"]["lines"]["PROVISIONAL"] if line["line"] == "held out"]
    return line


def test_plant_and_run_work_where_the_holdout_cannot_be_opened(tmp_path, sample):
    bench = with_sample(tmp_path, SCRIPTS, sample)
    write(bench / "holdout", "garbage in place of a folder")
    assert workbench("plant", cwd=bench).code == 0
    assert workbench("run", cwd=bench).code == 0
    assert workbench("report", cwd=bench).code == 0
    assert workbench("gate", "floor", cwd=bench).code == 3
    assert (bench / "holdout").read_text(encoding="utf-8") == "garbage in place of a folder"


def test_plant_and_run_leave_a_holdout_with_a_broken_ledger_as_it_is(tmp_path, sample):
    bench = with_sample(tmp_path, SCRIPTS, sample)
    write(bench / "holdout" / "ledger.jsonl", "garbage\n\x00\n")
    write(bench / "holdout" / "grounded.jsonl", "garbage")
    before = tree(bench / "holdout")
    assert workbench("plant", cwd=bench).code == 0
    assert workbench("run", cwd=bench).code == 0
    assert tree(bench / "holdout") == before


def test_no_file_of_a_tuning_run_names_a_held_out_style_or_holds_a_held_out_item(tmp_path, sample):
    bench = with_sample(tmp_path, SCRIPTS, sample)
    key = build_answer_key(open_bench(bench), held_out=True).challenges
    assert workbench("plant", cwd=bench).code == 0
    ran = workbench("run", cwd=bench)
    assert ran.code == 0
    held_out = [one for one in key if one.set is Set.HELD_OUT]
    assert {one.style for one in held_out} >= set(SEALED)
    added = [site.after for one in held_out for site in one.sites if site.where == "answer" and len(site.after) > 30]
    hidden = [*SEALED, *(one.item.item_id for one in held_out), *added]
    files = {
        name: content for name, content in tree(bench).items() if content and name.startswith(("plants/", "runs/"))
    }
    files = {name: content for name, content in files.items() if not name.startswith("plants/answers")}
    assert len(files) > 8
    report = (run_folder(bench) / "report.html").read_text(encoding="utf-8")
    for words in hidden:
        shown = json.dumps(words, ensure_ascii=False)[1:-1].encode()
        assert [name for name, content in files.items() if words.encode() in content or shown in content] == []
        assert words not in ran.out + ran.err
        assert words not in json.dumps(unpacked(report), ensure_ascii=False)
    judged = set(read_verdicts(run_folder(bench) / "verdicts.parquet")["item_id"])
    assert judged.isdisjoint(one.item.item_id for one in held_out)
    assert not (bench / "holdout").exists()


def test_a_second_version_of_a_judge_finds_the_styles_burned_and_says_when_and_by_whom(tmp_path, sample):
    settings = 'judges = ["sound"]\ngate_repeats = 2\n[judge.sound]\nrule = "grounded"\nsimulated = "perfect"\n'
    bench = with_sample(tmp_path, settings, sample)
    first = workbench("run", "--with-holdout", "--json", cwd=bench).json
    assert workbench("gate", "sound", "--level", "provisional", cwd=bench).code == 0

    # The same verdicts from another version: only what was seen has changed.
    set_line(bench, "simulated", '"flaky:0"')
    changed = workbench("gate", "sound", "--level", "provisional", cwd=bench)
    assert changed.code == 4
    assert "kind was perfect and is flaky" in changed.said
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    second = workbench("gate", "sound", "--level", "provisional", "--json", cwd=bench)
    assert second.code == 4
    line = held_out_line(second.json)
    assert line["standing"] == "missing"
    for style in SEALED:
        assert f'"{style}" was opened on {first["created_at"]} by {first["judges"][0]["judge_id"]}' in line["figure"]
    told = " ".join(second.json["judges"][0]["decision"]["reasons"])
    assert "is now tuning data. Add a new style." in told

    # Going back to the first version does not burn it: it was the first to look.
    set_line(bench, "simulated", '"perfect"')
    assert "was complete already" in workbench("run", "--with-holdout", cwd=bench).err
    run_id = first["run_id"]
    assert workbench("gate", "sound", "--level", "provisional", "--run", run_id, cwd=bench).code == 0


def test_a_style_that_was_tuned_on_cannot_be_held_out_afterwards(tmp_path, sample):
    settings = 'judges = ["sound"]\ngate_repeats = 2\nheld_out = []\n'
    settings += '[judge.sound]\nrule = "grounded"\nsimulated = "perfect"\n'
    bench = with_sample(tmp_path, settings, sample)
    tuned = workbench("run", "--json", cwd=bench).json
    set_line(bench, "held_out", '["dropped_condition"]')
    set_line(bench, "simulated", '"flaky:0"')
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    gate = workbench("gate", "sound", "--level", "provisional", "--json", cwd=bench)
    assert gate.code == 4
    by = tuned["judges"][0]["judge_id"]
    assert f'"dropped_condition" was opened on {tuned["created_at"]} by {by}' in held_out_line(gate.json)["figure"]


def test_a_changed_threshold_is_another_version_to_which_the_styles_are_burned(tmp_path, sample):
    bench = with_sample(tmp_path, 'judges = ["floor"]\ngate_repeats = 2\n[judge.floor]\nthreshold = 0.75\n', sample)
    first = workbench("run", "--with-holdout", "--json", cwd=bench).json
    set_line(bench, "threshold", "0.7")
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    second = workbench("gate", "floor", "--level", "provisional", "--json", cwd=bench)
    # Its false alarms speak against it whatever it has seen.
    assert second.code == 3
    line = held_out_line(second.json)
    assert (
        f'"dropped_condition" was opened on {first["created_at"]} by {first["judges"][0]["judge_id"]}' in line["figure"]
    )


def test_a_changed_rubric_revokes_the_gate_and_a_rerun_finds_the_styles_burned(tmp_path, sample):
    settings = (
        'judges = ["mine"]\nmodels = ["sound"]\ngate_repeats = 2\n[judge.mine]\nrule = "grounded"\nrubric = "mine.md"\n'
    )
    bench = with_sample(tmp_path, settings, sample)
    rubric = shipped_rubric("grounded").text
    write(bench / "mine.md", rubric)
    gate = ("gate", "mine", "--level", "provisional")
    with MessagesServer(policy=KeyedPolicy(bench)) as server:
        assert workbench("run", "--with-holdout", cwd=bench, **with_server(server)).code == 0
        assert workbench(*gate, cwd=bench).code == 0
        write(bench / "mine.md", rubric + "\nRead every figure twice.\n")
        changed = workbench(*gate, cwd=bench)
        assert changed.code == 4
        assert "its rubric has changed" in changed.said
        assert workbench("run", "--with-holdout", cwd=bench, **with_server(server)).code == 0
    second = workbench(*gate, cwd=bench)
    assert second.code == 4
    assert 'Held-out style "dropped_condition" was opened on' in second.said
