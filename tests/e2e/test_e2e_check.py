"""Is a bench ready, and what is next? Nothing is asked, nothing is written, and what is held out stays sealed."""

import json
import shutil
from dataclasses import replace

import pytest

from tests.e2e.benches import answer, first_answers, set_line, small
from tests.e2e.command_line import KEY, refused, run_folder, tree, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from workbench.cli import check as command
from workbench.cli.gate import AskedLevel
from workbench.judges.rubric import shipped_rubric
from workbench.report.checked import Instrument
from workbench.steps import bench_state, read_bench
from workbench.steps import check as step

WHOLE = Instrument(rules=("grounded",), judges=5, items=9, verdicts=90)
PASSAGE = "The battery of the Kestrel lasts two years, unless the bike was left in the rain overnight."


@pytest.fixture
def here(monkeypatch, capsys):
    """Check a bench in this process, with what the instrument is made to say; return exit code and what was said."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(read_bench, "beside", lambda building: building)

    def checked(bench, *, instrument=WHOLE, **more):
        monkeypatch.setattr(step, "test_instrument", lambda settings, challenges: instrument)
        before = tree(bench)
        code = command.check(bench=bench, **more)
        assert tree(bench) == before
        said = capsys.readouterr()
        assert said.err == ""
        return code, json.loads(said.out) if more.get("as_json") else " ".join(said.out.split())

    return checked


@pytest.fixture(scope="module")
def checked(sample):
    """The sample, checked, and what was in its folder before."""
    before = tree(sample)
    return workbench("check", cwd=sample), before


def test_the_sample_is_ready_and_says_so_part_by_part(checked):
    ran, _ = checked
    assert ran.code == 0, ran.said
    leads = [line[:12].strip() for line in ran.out.splitlines() if line[:12].strip()]
    # Above stands the bench's place, on as many lines as its path needs.
    assert leads[leads.index("search") : -3] == [
        "search",
        "set",
        "bounds",
        "set",
        "bounds",
        "instrument",
        "judges",
        "cost",
        "state",
    ]
    assert "24 of 25 questions had their passage; 1 missed: stem-bolt-torque." in ran.said
    assert "grounded: 32 planted mistakes of 13 styles, 24 trusted answers, 40 near misses" in ran.said
    # A lower bound of 32 of 32 at one-sided 95 %: 0.05 ** (1 / 32) = 0.911.
    assert "shows at least 91% caught and at most 12% alarmed. Enough for PROVISIONAL." in ran.said
    assert "the gate let the one without a mistake through, and no other" in ran.said
    assert "No run yet. Sealed: outside_fact" in ran.said
    assert ran.out.endswith("READY\nnext: workbench run\n  no judge has run yet\n")
    assert ran.err == ""


def test_nothing_is_written(checked, sample):
    assert tree(sample) == checked[1]


def test_the_cost_is_that_of_an_estimate(tmp_path, here):
    bench = small(tmp_path)
    set_line(bench, "judges", '["floor", "grounded"]')
    asked = workbench("run", "--estimate", "--json", cwd=bench).json
    _, told = here(bench, as_json=True)
    assert asked["total"]["calls"] > 0
    assert {name: told["estimate"][name] for name in asked["total"]} == asked["total"]
    assert told["estimate"]["free_calls"] == asked["free_calls"]


def test_no_server_is_asked_and_a_key_is_told_by_name_alone(tmp_path):
    bench = small(tmp_path / "bench")
    set_line(bench, "judges", '["grounded", "mine"]')
    with (bench / "workbench.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[judge.mine]\nrule = "grounded"\nopenai_url = "http://127.0.0.1:9/v1"\n'
            'models = ["m"]\nkey_env = "MY_KEY"\n'
        )
    with MessagesServer() as server:
        ran = workbench("check", cwd=bench, **with_server(server, MY_KEY="secret-of-mine"))
        assert (server.api.bodies, server.api.controls) == ([], [])
    assert "2 of 2 can run here and now" in ran.said
    assert "grounded on claude-haiku-5-5: key in ANTHROPIC_API_KEY" in ran.said
    assert "mine on m: key in MY_KEY for 127.0.0.1:9/v1" in ran.said
    assert KEY not in ran.said
    assert "secret-of-mine" not in ran.said


def test_a_model_that_only_its_server_may_know_has_no_known_cost(tmp_path, here, monkeypatch):
    bench = small(tmp_path)
    write(bench / "workbench.toml", 'answers = "answers"\njudges = ["grounded"]\nmodels = ["claude-newest-9"]\n')
    # Without a key nobody can be asked, so a run would be refused.
    code, told = here(bench, as_json=True)
    assert (code, told["judges"][0]["ready"]) == (2, "refused")
    assert "claude-newest-9" in told["judges"][0]["said"]
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    _, said = here(bench)
    assert "✓ grounded on claude-newest-9: key in ANTHROPIC_API_KEY" in said
    assert "cost Not known: " in said


def test_a_small_bench_is_not_ready_and_says_what_is_missing(tmp_path, here):
    code, said = here(small(tmp_path))
    assert code == 4
    assert "NOT READY grounded: " in said
    # Ten trusted answers are asked for, and two are there.
    assert "8 more trusted answers" in said
    assert "next: workbench plan --level provisional" in said
    code, told = here(tmp_path, level=AskedLevel.CERTIFIED, as_json=True)
    assert (code, told["ready"], told["exit_code"], told["way"]) == (4, False, 4, "added as you go")


def test_the_holdout_is_not_even_read_while_nobody_has_opened_it(tmp_path, here):
    bench = small(tmp_path)
    assert workbench("run", cwd=bench).code == 0
    write(bench / "holdout", "garbage in place of a folder")
    code, said = here(bench)
    assert code == 4, said
    assert "Newest run" in said
    assert "Sealed: outside_fact" in said


def test_a_bench_that_nobody_has_filled_yet_is_nothing_wrong(tmp_path):
    refused(tmp_path, "check", says=("name saved answers", "workbench init"), code=4)
    workbench("init", cwd=tmp_path)
    says = ("not filled yet", "plants/answers", ".md or .jsonl", "questions.jsonl", "then: workbench check")
    refused(tmp_path, "check", says=says, code=4)
    write(tmp_path / "plants" / "answers" / "day.md", answer("What?", "Day hire is £32.", "It is £32 [p1]."))
    refused(tmp_path, "check", "--json", says=("list their questions in", "out of workbench.toml"), code=4)
    write(tmp_path / "plants" / "answers" / "week.md", "no section")
    refused(tmp_path, "check", says=("week.md",))


def test_everything_that_is_wrong_is_told_at_once(tmp_path):
    bench = small(tmp_path)
    write(bench / "answers" / "broken.md", "## Question\n\nWhat?\n")
    write(bench / "labelled.jsonl", '{"id": "x"}\n')
    settings = 'answers = "answers"\nnatural = "labelled.jsonl"\njudges = ["flor"]\nheld_out = ["outside_facts"]\n'
    write(bench / "workbench.toml", settings)
    says = ("broken.md", "labelled.jsonl:1", "did you mean: floor", "did you mean: outside_fact")
    refused(bench, "check", says=says)
    write(bench / "workbench.toml", 'answers = "answers"\nrepeats = 0\nplant = 3\n')
    refused(bench, "check", says=("2 problems", "repeats: expected a whole number from 1", "did you mean plants?"))


JUDGES = """\
answers = "answers"
judges = ["floor", "leaks", "gone", "imports", "program", "crashes", "twin", "grounded"]
[judge.leaks]
rule = "grounded"
rubric = "leaks.md"
[judge.gone]
rule = "grounded"
rubric = "gone.md"
[judge.imports]
rule = "grounded"
call = "mine:judge"
[judge.program]
rule = "grounded"
command = ["no-such-program"]
[judge.crashes]
rule = "grounded"
call = "theirs:judge"
[judge.twin]
rule = "grounded"
"""


def test_each_judge_says_whether_it_can_run_and_what_it_lacks(tmp_path, here):
    bench = small(tmp_path)
    write(bench / "workbench.toml", JUDGES)
    text = answer("How long does the battery last?", PASSAGE, f"{PASSAGE[:-1]} [p1].")
    write(bench / "answers" / "battery.md", text)
    rubric = shipped_rubric("grounded").text.replace("## Must pass\n", f"## Must pass\n\n- {PASSAGE}\n")
    write(bench / "leaks.md", rubric)
    write(bench / "mine.py", "def judge(question, passages, answer):\n    return True\n")
    write(bench / "theirs.py", "import no_such_package\n\ndef judge(question, passages, answer):\n    return True\n")
    code, found = here(bench, as_json=True)
    told = {judge["name"]: (judge["ready"], judge["said"]) for judge in found["judges"]}
    assert told["floor"] == ("can run", "")
    assert told["imports"] == ("can run", "mine:judge can be imported")
    assert told["leaks"][0] == told["gone"][0] == told["crashes"][0] == "refused"
    assert "rubric of leaks, line 31: expected no piece of an item" in told["leaks"][1]
    assert "gone.md: expected a rubric file" in told["gone"][1]
    assert "ModuleNotFoundError: No module named 'no_such_package'" in told["crashes"][1]
    assert told["program"] == ("cannot run", "there is no program 'no-such-program' that can be started")
    assert told["twin"] == (
        "cannot run",
        "no API key: set ANTHROPIC_API_KEY to ask model judges; script judges run without it",
    )
    # The same rubric on the same model under another name: their verdicts could not be told apart.
    assert told["grounded"][0] == "refused"
    assert "expected each judge once" in told["grounded"][1]
    assert (code, found["exit_code"]) == (2, 2)
    assert found["next"]["command"].startswith("workbench check")


def test_what_is_next_follows_the_state_of_the_bench(tmp_path, sample, here):
    bench = first_answers(tmp_path / "bench", 'judges = ["numbers"]\nplants = 8\nnear_misses = 4\n', sample, 14)

    def following():
        _, told = here(bench, as_json=True)
        return told["next"]["command"].removesuffix(f" --bench {bench}"), told["run"]

    assert following() == ("workbench run", None)
    assert workbench("run", cwd=bench).code == 0
    command_, run = following()
    assert (command_, run["current"], run["unread"] > 0) == ("workbench review", True, True)
    set_line(bench, "judges", '["numbers", "overlap"]')
    command_, run = following()
    # What there is to read comes before a judge that has not run yet.
    assert (command_, run["without"]) == ("workbench review", ["overlap"])
    saved = bench / "plants" / "answers" / "battery-guarantee.md"
    write(saved, saved.read_text(encoding="utf-8") + "\nAs ever.\n")
    command_, run = following()
    assert (command_, run["current"]) == ("workbench run", False)
    (run_folder(bench) / "journal.jsonl").unlink()
    command_, run = following()
    assert (command_, run["complete"]) == ("workbench run", False)


def test_a_judge_that_was_certified_may_grade_until_it_changes_or_grows_old(tmp_path, earned, here, monkeypatch):
    bench = tmp_path / "bench"
    shutil.copytree(earned, bench)
    code, said = here(bench)
    assert code == 0
    assert "knowing: knowing:knows can be imported" in said
    assert "Certificate: knowing on python, PROVISIONAL: nothing speaks against it until" in said
    assert "next: workbench grade knowing NEW-ANSWERS.jsonl" in said
    assert "Held-out styles opened: " in said
    with monkeypatch.context() as later:
        later.setattr(bench_state, "utc_now", lambda: "2099-01-01T00:00:00.000+00:00")
        _, told = here(bench, as_json=True)
    [certificate] = told["certificates"]
    assert "verdicts count for 90 days" in certificate["broken"]
    assert told["next"]["command"].startswith("workbench gate knowing --level provisional")
    source = bench / "knowing.py"
    write(source, source.read_text(encoding="utf-8") + "\n# another word\n")
    _, said = here(bench)
    assert "does not hold: the judge has changed since" in said
    assert "next: workbench run" in said


def test_a_damaged_ledger_is_told(tmp_path):
    bench = small(tmp_path)
    write(bench / "runs" / "ledger.jsonl", json.dumps({"format": 1}) + "\n")
    refused(bench, "check", says=("ledger.jsonl",))


def test_an_instrument_that_is_broken_is_told_and_nothing_else_is_recommended(tmp_path, here):
    code, said = here(small(tmp_path), instrument=replace(WHOLE, differences=("perfect: it alarms",)))
    assert code == 1
    assert "What came out is not what is known: ✗ perfect: it alarms" in said
    assert "BROKEN" in said
    assert "next: workbench check --json --bench" in said
