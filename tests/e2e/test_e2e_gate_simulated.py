"""Judges with known faults, through the whole pipeline: the gate refuses every one but the perfect one."""

import subprocess

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import command, environment, workbench
from tests.report.page_tree import Tree

pytestmark = pytest.mark.slow

BEHAVIOURS = {
    "sound": "perfect",
    "blind_to_edits": "blind:evidence_edited",
    "blind_to_conditions": "blind:dropped_condition",
    "blind_to_evidence": "blind:evidence_removed",
    "yes": "always_pass",
    "no": "always_fail",
    "broken": "always_error",
    "coin": "random",
    "wavering": "flaky:0.3",
}
SETTINGS = f"judges = {list(BEHAVIOURS)}\ngate_repeats = 2\n" + "".join(
    f'[judge.{name}]\nrule = "grounded"\nsimulated = "{behaviour}"\n' for name, behaviour in BEHAVIOURS.items()
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory, sample):
    folder = with_sample(tmp_path_factory.mktemp("gate") / "bench", SETTINGS, sample)
    ran = workbench("run", "--with-holdout", cwd=folder)
    assert ran.code == 0, ran.err
    return folder


@pytest.fixture(scope="module")
def all_of_them(bench):
    """What the gate says where no judge is named."""
    return workbench("gate", "--level", "provisional", "--json", cwd=bench, cold=True)


@pytest.mark.parametrize(
    ("judge", "code", "why"),
    [
        ("blind_to_edits", 3, 'Not caught: "evidence_edited" (held out), 0 of'),
        ("blind_to_conditions", 3, 'Not caught: "dropped_condition" (held out), 0 of'),
        ("blind_to_evidence", 3, 'Not caught: "evidence_removed" (held out), 0 of'),
        ("yes", 3, "0 of 12 planted mistakes caught"),
        ("no", 3, "24 of 24 sources alarmed"),
        ("broken", 4, "No call gave a verdict, so nothing is known of the judge"),
        ("coin", 3, "unanimous"),
        ("wavering", 3, "unanimous"),
    ],
)
def test_the_gate_refuses_a_judge_with_a_fault_and_says_which(bench, judge, code, why):
    ran = workbench("gate", judge, "--level", "provisional", cwd=bench)
    assert ran.code == code
    assert why in ran.said


def test_the_gate_passes_the_perfect_judge_at_the_provisional_level(bench):
    ran = workbench("gate", "sound", "--level", "provisional", "--json", cwd=bench)
    assert ran.code == 0
    assert ran.json["passed"] is True
    (judge,) = ran.json["judges"]
    assert judge["decision"]["level"] == "PROVISIONAL"


def test_twelve_plants_are_not_enough_to_certify_even_the_perfect_judge(bench):
    # 12 of 12 caught shows a catch rate of 0.05 ** (1 / 12) = 0.779 at least, and 0.85 is asked.
    ran = workbench("gate", "sound", cwd=bench)
    assert ran.code == 4
    assert "12 of 12 fresh plants caught; with 12 cases the true catch rate could be as low as 77%" in ran.said


def test_one_bad_judge_is_enough_to_refuse_all_of_them_together(all_of_them):
    assert all_of_them.code == 3
    assert all_of_them.json["passed"] is False
    levels = {judge["name"]: judge["decision"]["level"] for judge in all_of_them.json["judges"]}
    assert {name for name, level in levels.items() if level == "PROVISIONAL"} == {"sound"}
    assert levels["broken"] == "INVALID"


def test_the_report_says_of_every_judge_what_the_gate_says(bench, all_of_them):
    told = all_of_them.json["judges"]
    (page,) = (bench / "runs").glob("*/report.html")
    rows = {
        row.all("span", "judge")[0].text(): row
        for row in Tree(page.read_text(encoding="utf-8")).root.all("tbody", "candidate")
        if row.all("span", "level")
    }
    assert rows.keys() == BEHAVIOURS.keys() == {judge["name"] for judge in told}
    symbols = {}
    for judge in told:
        row, decision = rows[judge["name"]], judge["decision"]
        symbol, _, word = row.all("span", "level")[0].text().partition(" ")
        assert word == decision["level"]
        symbols.setdefault(word, set()).add(symbol)
        text = " ".join(row.text().split())
        for reason in decision["reasons"]:
            assert " ".join(reason.split()) in text
        for line in (one for lines in decision["lines"].values() for one in lines):
            assert f"{line['standing']} {line['line']}: {line['figure']}; asked: {line['asked']}" in text
    # A state is a word and a symbol of its own.
    assert symbols == {"PLUMBING ONLY": {"○"}, "PROVISIONAL": {"●"}, "INVALID": {"✗"}}


def test_a_perfect_judge_without_a_look_at_the_held_out_styles_stays_undecided(tmp_path, sample):
    folder = with_sample(
        tmp_path, 'judges = ["sound"]\n[judge.sound]\nrule = "grounded"\nsimulated = "perfect"\n', sample
    )
    assert workbench("run", cwd=folder).code == 0
    ran = workbench("gate", "sound", "--level", "provisional", cwd=folder)
    assert ran.code == 4
    assert "Held-out mistakes were not opened" in ran.said


def test_the_gate_code_survives_a_reader_that_goes_away(bench):
    process = subprocess.Popen(
        command("gate", "yes", "--level", "provisional"),
        cwd=bench,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(300) == 3
    assert complaint == b""
