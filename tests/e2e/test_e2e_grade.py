"""`workbench grade`: new answers, judged by a judge that may be used, once each, and put aside to be labelled."""

import json
import os
import shutil
import signal
import time
from dataclasses import replace
from threading import Thread

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.certified import KNOWING, _shown
from tests.e2e.command_line import Forked, refused, tree, with_server, workbench, write
from tests.e2e.model_faults import KeyedPolicy
from tests.report.test_report_grade import CHECKED
from tests.support.messages_server import MessagesServer
from workbench.analysis.sampling import is_sampled
from workbench.cases.in_use import load_in_use
from workbench.cases.labelled import load_labelled
from workbench.cli.grade_line import GradeLine
from workbench.errors import InputError, NotEarned, NotMeasured, StoreError
from workbench.gate.certificate import Certificate
from workbench.gate.certificate_file import certificate_path, write_certificate
from workbench.records.status import needs_judge
from workbench.records.summary import Level
from workbench.report.grade_text import grade_text
from workbench.steps import save_graded as saving
from workbench.steps.candidates import specs_of
from workbench.steps.certified_judge import filed_certificate
from workbench.steps.grade import Way, ask_judge, estimate_grade
from workbench.steps.grade_plan import item_of, plan_grade
from workbench.steps.grade_result import grade_result
from workbench.steps.named_judges import all_candidates
from workbench.steps.save_graded import save_graded
from workbench.steps.settings import read_settings
from workbench.steps.usable_judge import usable_judge
from workbench.store.counterfactual_file import write_counterfactuals
from workbench.store.saved_answers import read_saved

pytestmark = pytest.mark.slow

PRICES = ({"id": "list", "title": "", "text": "A day of hire costs £32 and a week £150."},)


def answers(path, week, *, wrong=4, right=8):
    """A week of answers: wrong ones, right ones, a decline, one without passages, two alike and a failure."""
    rows = [
        *(f"A day costs £{60 + place}. <b>{week}</b>" for place in range(wrong)),
        *(f"A day costs £32, in the words of {week}, number{place * '!'}." for place in range(right)),
        "Not in the sources.",
        f"It is so, says {week}. \x1b[m\u202e`[x](javascript:x)`",
        f"It is so, says {week}. \x1b[m\u202e`[x](javascript:x)`",
    ]
    lines = [
        {"id": f"{week}-{place}", "question": f"What does a day cost, {week}?", "passages": PRICES, "answer": text}
        for place, text in enumerate(rows)
    ]
    lines.append({"id": f"{week}-none", "question": "And a boat?", "passages": [], "answer": "It costs £9."})
    lines.append({"question": "And?", "error": "timeout"})
    return write(path, "".join(json.dumps(line) + "\n" for line in lines))


def is_wrong(answer):
    return "£6" in answer


def judged(path, one_in):
    """The answers of a file that are to be judged, each content once."""
    found = {item_of(case).item_id: case for case in load_in_use(path).cases}
    return {item: case for item, case in found.items() if needs_judge(case.passages) and is_sampled(item, one_in)}


def tell(bench, *files):
    """Let the judge of the bench know what is right of new answers."""
    truth = json.loads((bench / "truth.json").read_text(encoding="utf-8"))
    for file in files:
        truth |= {_shown(item_of(one)): "fail" if is_wrong(one.answer) else "pass" for one in load_in_use(file).cases}
    write(bench / "truth.json", json.dumps(truth))


def grade(bench, code, *options, **more):
    ran = workbench("grade", *options, cwd=bench, **more)
    assert ran.code == code, ran.said
    return ran


@pytest.fixture
def bench(earned, tmp_path):
    return shutil.copytree(earned, tmp_path / "bench")


def test_a_set_is_graded_kept_compared_and_five_of_it_are_put_aside(bench, tmp_path):
    first, second = answers(tmp_path / "a.jsonl", "early"), answers(tmp_path / "b.jsonl", "late", wrong=9)
    tell(bench, first, second)
    ran = grade(bench, 0, "knowing", first, "--one-in", "1", "--date", "2026-11-23", "--save", "5", "--json")
    told = ran.json
    # 4 wrong, 8 right, a decline, one of two alike, one without passages; all but the last are judged.
    assert (told["answers"], told["sampled"], told["alike"], told["failures"]) == (15, 14, 1, 1)
    assert told["statuses"] == {"answered": 10, "ungrounded": 4, "no_context": 1}
    assert (told["passed"]["hits"], told["passed"]["items"]) == (10, 14)
    # Four prices that nobody names, and the one of the boat.
    assert (told["figures"]["hits"], told["declines"]["hits"]) == (5, 1)
    assert told["counterfactual"] is None
    assert told["drift"]["check"]["says"] == "no drift"
    # The judge caught 13 of 13 and passed 12 of 12: (4/14 + 1 - 1) / (1 + 1 - 1) = 4/14.
    [way] = told["failure"]["ways"]
    assert way["wrong"]["share"] == pytest.approx(4 / 14)
    assert [one["why"] for one in told["to_read"]][:5] == [
        *["failed_with_figure"] * 4,
        "answered_without_passages",
    ]
    assert (told["saved"]["failed"], told["saved"]["passed"]) == (3, 2)

    before = tree(bench / "plants")
    again = grade(bench, 0, "knowing", first, "--one-in", "1", "--save", "5")
    assert "2026-W48 has 5 answers put aside already" in again.said
    assert "Asked" not in again.err
    assert tree(bench / "plants") == before
    assert "\x1b" not in again.out
    assert "\u202e" not in again.out
    [report] = (bench / "runs" / "grades").glob("*/grade.md")
    text = report.read_text(encoding="utf-8")
    assert "&lt;b&gt;early&lt;/b&gt;" in text
    assert "<b>" not in text

    later = grade(bench, 0, "knowing", second, "--one-in", "1", "--date", "2026-11-30", "--save", "5", "--no-drift")
    assert "2026-11-23 15 1 (" in later.said
    assert "2026-11-30 20 1 (" in later.said
    # 4 of 14 and 9 of 19 failed: as far apart by chance alone.
    assert "Nothing rose more than chance explains" in later.said
    check_labels(bench, first, second)


def check_labels(bench, *files):
    """Nobody reads what was put aside before every line is labelled; then it is read as natural answers are."""
    aside = sorted((bench / "plants" / "to_label").iterdir())
    assert [path.name for path in aside] == ["2026-W48.jsonl", "2026-W49.jsonl"]
    rows = [json.loads(line) for path in aside for line in path.read_text(encoding="utf-8").splitlines()]
    assert len({row["id"] for row in rows}) == len({row["case"] for row in rows}) == 10
    assert {row["label"] for row in rows} == {None}
    assert not any("verdict" in row for row in rows)
    with pytest.raises(InputError, match=r'"label" \(pass or fail\)'):
        load_labelled(aside[0])
    write(aside[0], "".join(json.dumps({**row, "label": "pass"}) + "\n" for row in rows))
    known = {case.case_id: case for file in files for case in load_in_use(file).cases}
    labelled = {case.case_id: case for case in load_labelled(aside[0])}
    for row in rows:
        assert labelled[row["id"]].answer == known[row["case"]].answer
        assert labelled[row["id"]].passages == known[row["case"]].passages


def test_a_judge_that_may_not_be_used_is_refused_with_what_is_missing(bench, tmp_path):
    path = answers(tmp_path / "a.jsonl", "early")
    refused(bench, "grade", "floor", path, says=["floor has no certificate", "did not measure it"], code=3)
    refused(bench, "grade", "flor", path, says=['no judge called "flor"', "did you mean: floor"])
    missing = "held out: 3 of 3 caught, at least 36%, asked 8 or more"
    refused(
        bench, "grade", "knowing", path, "--level", "certified", says=["no certificate for CERTIFIED", missing], code=3
    )
    refused(bench, "grade", "knowing", path, "--date", "2999-01-01", "--one-in", "1", says=["--date: expected"])
    [run] = (path.parent for path in (bench / "runs").glob("*/manifest.json"))
    run.rename(bench / "elsewhere")
    refused(bench, "grade", "knowing", path, says=["its raw verdicts with it; restore it"], code=3)
    (bench / "elsewhere").rename(run)
    write(bench / "mood", "")
    tell(bench, path)
    turned = grade(bench, 3, "knowing", path)
    assert "10 of 25 canaries have another verdict; no answer was graded" in turned.said
    assert not (bench / "runs" / "grades").exists()
    (bench / "mood").unlink()
    write(bench / "knowing.py", KNOWING + "\n# another thought\n")
    refused(bench, "grade", "knowing", path, says=["does not hold", "its own source has changed"], code=3)


def test_answers_are_not_paid_for_where_too_few_canaries_replied_and_they_are_asked_again(bench, tmp_path):
    path = answers(tmp_path / "a.jsonl", "early")
    tell(bench, path)
    write(bench / "dumb", "")
    stopped = grade(bench, 4, "knowing", path, "--one-in", "1")
    assert "whether knowing has changed cannot be told: only" in stopped.said
    assert "of its 25 canaries gave a verdict; no answer was graded" in stopped.said
    assert not (bench / "runs" / "grades").exists()
    (bench / "dumb").unlink()
    assert grade(bench, 0, "knowing", path, "--one-in", "1", "--json").json["drift"]["check"]["says"] == "no drift"
    check_two_commands_put_nothing_aside_twice(bench, path)


def check_two_commands_put_nothing_aside_twice(bench, path):
    plan = planned(bench, path)
    graded = asked(plan)
    other = []

    def save_at_once():
        try:
            save_graded(plan, graded, 6)
        except StoreError as error:
            other.append(str(error))

    def write_slowly(*told):
        # In a thread, as a lock is held by one.
        thread = Thread(target=save_at_once)
        thread.start()
        thread.join()
        return write_rows(*told)

    write_rows = saving._write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saving, "_write", write_slowly)
        patch.setattr(saving, "_WAIT_S", 0)
        save_graded(plan, graded, 6)
    assert [f"another run is at work in {bench / 'runs' / 'grades'}" in one for one in other] == [True]
    assert len(read_saved(bench / "runs")) == 6
    assert save_graded(plan, graded, 8).before == 6


def test_errors_are_asked_again_only_where_that_is_wanted_and_nothing_judged_is_not_measured(bench, tmp_path):
    path = answers(tmp_path / "a.jsonl", "early")
    write(bench / "runs" / "counterfactual" / "c" / "note", "")
    write_counterfactuals(bench / "runs" / "counterfactual" / "c", CHECKED)
    plan = planned(bench, path)
    assert estimate_grade(plan, Way()).free_calls == 25 + 14
    assert estimate_grade(plan, Way(drift=False)).free_calls == 14
    assert not (bench / "runs" / "grades").exists()
    failed = asked(plan)
    assert not failed.measured
    assert (failed.view.grading.statuses["ungrounded"], failed.view.grading.judge_failed) == (14, 14)
    assert "not measured: no answer has a verdict" in grade_text(failed.view, width=100)
    tell(bench, path)
    # Nothing is owed, so nobody is asked and nothing is needed to ask.
    assert ask_judge(plan, Way(), GradeLine()).outcome is None
    mended = asked(plan, retry_errors=True).view
    assert (mended.grading.passed.hits, mended.grading.passed.items) == (10, 14)
    told = grade_text(mended, width=100)
    assert "the canaries were not asked yet" in told
    assert "8 of 10 (95%: 49.0% to 94.0%)" in told
    assert len(list((bench / "runs" / "grades").glob("*/grade.json"))) == 1


def planned(bench, path):
    return plan_grade(read_settings(bench), path, judge="knowing", model=None, level=None, one_in=1, day=None)


def asked(plan, **way):
    done = ask_judge(plan, Way(drift=False, **way), GradeLine())
    return grade_result(plan, done.found, done.drift)


def test_of_several_certificates_the_one_of_the_version_of_today_is_taken_before_a_newer_one(tmp_path):
    write(tmp_path / "workbench.toml", 'judges = ["floor"]\n')
    settings = read_settings(tmp_path)
    [spec] = specs_of(all_candidates(settings, names=["floor"], models=None, plans={}), settings)
    of_today = certificate(spec, "2026-11-01")
    for one in (of_today, replace(certificate(spec, "2026-11-20"), judge_id="another", details={"code": "another"})):
        write_certificate(certificate_path(settings.certificates, one.judge_id, one.level), one)
    assert filed_certificate(settings, judge="floor", model=None) == of_today
    with pytest.raises(NotMeasured, match="no certificate for CERTIFIED"):
        filed_certificate(settings, judge="floor", model=None, level=Level.CERTIFIED)


def test_what_is_wrong_with_a_certificate_is_said_before_what_it_comes_to(tmp_path):
    write(tmp_path / "workbench.toml", 'judges = ["floor"]\n')
    settings = read_settings(tmp_path)
    [spec] = specs_of(all_candidates(settings, names=["floor"], models=None, plans={}), settings)
    path = certificate_path(settings.certificates, spec.judge_id, Level.PROVISIONAL)
    write_certificate(path, certificate(spec, "2026-11-01"))
    whole = path.read_text(encoding="utf-8")
    edited, newer = whole.replace('"PROVISIONAL"', '"CERTIFIED"'), whole.replace('"format": 1', '"format": 2')
    for text, damage in ((edited, "it was edited after it was written"), (newer, "by a newer workbench (format 2)")):
        write(path, text)
        with pytest.raises(NotEarned) as caught:
            usable_judge(settings, judge="floor", model=None, level=None)
        said = str(caught.value)
        assert said.index("cannot be used") < said.index(f"{path}: ") < said.index(damage) < said.index("floor has no")


def test_where_the_higher_certificate_does_not_hold_the_lower_one_may_and_is_said(tmp_path, monkeypatch):
    write(tmp_path / "workbench.toml", 'judges = ["floor"]\n')
    settings = read_settings(tmp_path)
    [spec] = specs_of(all_candidates(settings, names=["floor"], models=None, plans={}), settings)
    for level in (Level.CERTIFIED, Level.PROVISIONAL):
        one = replace(certificate(spec, "2026-11-01"), level=level)
        write_certificate(certificate_path(settings.certificates, one.judge_id, level), one)
    tried = []

    def holding(_settings, one):
        tried.append(one.level)
        if one.level is Level.CERTIFIED:
            raise NotEarned("its bar was raised")
        return one

    monkeypatch.setattr("workbench.steps.usable_judge._holding", holding)
    found = usable_judge(settings, judge="floor", model=None, level=None)
    assert (found.level, tried) == (Level.PROVISIONAL, [Level.CERTIFIED, Level.PROVISIONAL])
    with pytest.raises(NotEarned, match="its bar was raised"):
        usable_judge(settings, judge="floor", model=None, level=Level.CERTIFIED)


def certificate(spec, day):
    parts = {"judge": spec.name, "rule": spec.rule, "model": spec.model, "judge_id": spec.judge_id}
    at = {"measured_at": f"{day}T10:00:00.000+00:00", "issued_at": f"{day}T10:00:00.000+00:00", "expires_at": ""}
    empty = {"run": "r", "set_hash": "s", "policy": {}, "ledgers": {}, "lines": (), "canaries": ()}
    return Certificate(level=Level.PROVISIONAL, details=json.loads(json.dumps(spec.details)), **parts, **at, **empty)


class Knowing(KeyedPolicy):
    """Knows the answer key of a bench, and what is wrong with the answers here."""

    def _known(self, body):
        try:
            return super()._known(body)
        except KeyError:
            return "fail" if is_wrong(body["messages"][-1]["content"][1]["text"]) else "pass"


SETTINGS = """\
judges = ["grounded"]
gate_repeats = 2
plants = 10
near_misses = 4
held_out_plants = 3
concurrency = 2
"""


def test_a_model_is_asked_about_each_answer_once_whatever_stops_it_in_between(tmp_path, sample):
    bench = first_answers(tmp_path / "bench", SETTINGS, sample, 14)
    first, both = answers(tmp_path / "a.jsonl", "early"), tmp_path / "both.jsonl"
    more = answers(tmp_path / "b.jsonl", "late").read_text(encoding="utf-8")
    write(both, first.read_text(encoding="utf-8") + more)
    with MessagesServer(policy=Knowing(bench)) as server:
        there = with_server(server)
        assert workbench("run", "--with-holdout", cwd=bench, **there).code == 0
        assert workbench("gate", "grounded", "--level", "provisional", cwd=bench).code == 0
        server.api.bodies.clear()
        all_of_them = ("grounded", first, "--one-in", "1")
        # The canaries, and five answers; the one without passages is in no call.
        stopped = grade(bench, 5, *all_of_them, "--max-calls", "30", **there)
        canaries = int(stopped.said.partition(" canaries to ask")[0].split()[-1])
        assert f"{30 - canaries} of 14 answers were asked; --max-calls 30 is reached" in stopped.said
        server.api.latency_s = 0.2
        with Forked(["grade", *map(str, all_of_them)], cwd=bench, more=there) as process:
            wait_for(lambda: len(server.api.bodies) > 32)
            os.kill(process.pid, signal.SIGKILL)
            process.ended()
        server.api.latency_s = 0
        # What was in flight when it was killed may be asked again: at most two at once.
        assert grade(bench, 0, *all_of_them, "--json", **there).json["passed"]["hits"] == 10
        in_flight = len(server.api.bodies) - canaries - 14
        assert 0 <= in_flight <= 2
        assert not any("a boat" in json.dumps(body) for body in server.api.bodies)
        # A file that holds the first week too asks about what is new in it.
        told = grade(bench, 0, "grounded", both, "--one-in", "1", "--json", **there).json
        assert len(server.api.bodies) == canaries + 14 + in_flight + 14
        assert (told["sampled"], told["passed"]["hits"]) == (28, 20)


def wait_for(done):
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)
