"""Model judges with known faults, over the real SDK against a local server, through the whole pipeline."""

import json
import shutil

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import KEY, refused, tree, with_server, workbench, write
from tests.e2e.model_faults import KeyedPolicy, OneModelDown
from tests.support.messages_server import MessagesServer
from tests.support.server_verdicts import Policy
from workbench.prices import TOKEN_PRICES

pytestmark = pytest.mark.slow

MODELS = ("sound", "blind", "says-pass", "says-fail", "flips", "down")
SETTINGS = f"""\
judges = ["grounded"]
models = {list(MODELS)}
gate_repeats = 2
concurrency = 256
prices = "prices.json"
"""
# Dollars for a million tokens; the one that is down never answers, so nobody can know what it costs.
PRICES = {"sound": 9.0, "flips": 4.0, "blind": 3.0, "says-pass": 2.0, "says-fail": 1.0}


@pytest.fixture(scope="module")
def bench(tmp_path_factory, sample):
    return with_sample(tmp_path_factory.mktemp("models") / "bench", SETTINGS, sample)


@pytest.fixture(scope="module")
def keyed(bench):
    """What the models know; to read the answer key takes a while."""
    return KeyedPolicy(bench)


@pytest.fixture(scope="module")
def measured(bench, keyed):
    """A bench that ran six models with the held-out styles, and what the run said."""
    table = {model: {"prices": dict.fromkeys(TOKEN_PRICES.values(), price)} for model, price in PRICES.items()}
    told = {"format": 1, "as_of": "2026-11-30", "batch_factor": 0.5, "models": table}
    write(bench / "prices.json", json.dumps(told))
    faults = OneModelDown()
    with MessagesServer(policy=keyed, faults=faults, retry_after="0.01") as server:
        faults.api = server.api
        ran = workbench("run", "--with-holdout", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    return bench, ran


@pytest.mark.parametrize(
    ("model", "code", "why"),
    [
        ("blind", 3, 'Not caught: "dropped_condition" (held out), 0 of'),
        ("says-pass", 3, "0 of 12 planted mistakes caught"),
        ("says-fail", 3, "24 of 24 sources alarmed"),
        ("down", 4, "No call gave a verdict, so nothing is known of the judge"),
        ("flips", 3, "unanimous"),
    ],
)
def test_the_gate_refuses_a_model_with_a_fault_and_says_which(measured, model, code, why):
    ran = workbench("gate", "grounded", "--model", model, "--level", "provisional", cwd=measured[0])
    assert ran.code == code
    assert why in ran.said


def test_the_gate_passes_the_sound_model_without_key_and_server(measured):
    ran = workbench("gate", "grounded", "--model", "sound", "--level", "provisional", "--json", cwd=measured[0])
    assert ran.code == 0, ran.said
    assert ran.json["judges"][0]["decision"]["level"] == "PROVISIONAL"


def test_a_model_that_is_overloaded_gives_errors_and_neither_catches_nor_alarms(measured):
    ran = workbench("report", "--json", cwd=measured[0])
    (down,) = [judge for judge in ran.json["judges"] if judge["model"] == "down"]
    # 24 clean, 24 near misses, 12 planted and 12 held out, twice each: 72 x 2 = 144 calls.
    assert down["calls"] == 144
    assert down["errors"] == {"overloaded": 144}
    for name, items in (("false_alarms", 24), ("near_misses", 24), ("planted", 12), ("held_out", 12)):
        assert (down[name]["hits"], down[name]["items"], down[name]["unresolved"]) == (0, items, items)


def test_models_are_compared_on_the_items_that_both_gave_verdicts_on(measured):
    ran = workbench("compare", "--level", "provisional", "--json", cwd=measured[0])
    assert ran.code == 0, ran.said
    (rule,) = ran.json["rules"]
    parts = {one["model"]: {part["kind"]: part for part in one["parts"]} for one in rule["candidates"]}
    assert rule["reference"]["model"] == "sound"
    assert parts["down"] == {}
    assert {one["style"] for one in parts["blind"]["mistakes"]["broken"]} == {"dropped_condition"}
    assert parts["says-fail"]["sources"]["told_apart"] is True
    assert parts["says-pass"]["sources"]["broken"] == []
    found = rule["recommendation"]
    assert found["chosen"]["model"] == "sound"
    assert (found["ended"]["model"], found["after"]) == ("flips", [])
    assert [one["model"] for one in found["unpriced"]] == ["down"]


def test_planned_calls_are_priced_as_the_newest_run_was(measured):
    (paid,) = [one for one in workbench("report", "--json", cwd=measured[0]).json["judges"] if one["model"] == "sound"]
    ran = workbench("plan", "--json", cwd=measured[0])
    assert [one["judge"] for one in ran.json["paid"]] == [f"grounded on {model}" for model in MODELS if model in PRICES]
    assert ran.json["paid"][0]["dollars"] == pytest.approx(paid["cost"]["per_thousand"] * ran.json["calls"] / 1000)


def test_two_models_are_compared_where_they_are_named(measured):
    ran = workbench("compare", "grounded", "--models", "blind,sound", cwd=measured[0])
    assert ran.code == 0, ran.said
    assert "against grounded on blind" in ran.said
    assert "grounded on sound" in ran.said
    assert "changed: model was blind and is sound" in ran.said
    assert "flips" not in ran.out


def test_a_cascade_is_replayed_from_what_was_recorded(measured):
    stages = ("numbers", "grounded@says-fail:2", "grounded@sound:2")
    refused(measured[0], "cascade", *stages, says=['no judge called "numbers"'])
    found = workbench("cascade", *stages[1:], "--json", cwd=measured[0]).json
    # The first stage fails everything, so the last one is never asked and costs nothing.
    assert (found["cascade"]["catch"]["hits"], found["cascade"]["alarms"]["hits"]) == (24, 24)
    assert found["last_alone"]["alarms"]["hits"] == 0
    assert len(found["added_alarms"]) == 48
    cheap, dear = (stage["dollars_a_call"] for stage in found["stages"])
    assert 0 < cheap < dear
    assert found["cascade"]["cost"] == pytest.approx(2 * cheap)
    assert found["last_alone"]["cost"] == pytest.approx(2 * dear)


def test_a_stage_without_a_known_cost_leaves_the_cost_unknown(measured):
    ran = workbench("cascade", "grounded@down:2", "grounded@sound", cwd=measured[0])
    assert ran.code == 0, ran.said
    assert "unknown" in ran.said
    assert "72 of 72 items reach the last stage" in ran.said


def test_a_certified_model_is_asked_its_canaries_again_within_its_budget(measured, keyed, tmp_path):
    bench = shutil.copytree(measured[0], tmp_path / "bench")
    assert workbench("gate", "grounded", "--model", "sound", "--level", "provisional", cwd=bench).code == 0
    with MessagesServer(policy=keyed) as server:
        ran = workbench("drift", "grounded", "--max-calls", "10", cwd=bench, **with_server(server))
        assert ran.code == 5
        assert "10 of 27 canaries were asked; --max-calls 10 is reached" in ran.said
        ran = workbench("drift", "grounded", cwd=bench, **with_server(server))
        assert ran.code == 0, ran.said
        assert "17 of 27 canaries to ask of grounded; 17 calls to models, about $" in ran.said
        assert "spent $" in ran.said
        assert len({json.dumps(body, sort_keys=True) for body in server.api.bodies}) == len(server.api.bodies) == 27
    with MessagesServer(policy=Policy("pass")) as server:
        ran = workbench("drift", "grounded", cwd=bench, **with_server(server))
    assert ran.code == 3, ran.said
    assert "drift: 12 of 27 canaries" in ran.said
    assert KEY not in "".join(ran.said)


def test_no_key_is_written_or_printed(measured):
    bench, ran = measured
    files = tree(bench)
    assert sum(content is not None for content in files.values()) > 40
    assert [name for name, content in files.items() if content and KEY.encode() in content] == []
    assert KEY not in ran.out
    assert KEY not in ran.err
