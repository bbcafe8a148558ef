"""What a run would cost, before and while it is paid for: `--estimate`, `--max-cost` and `--max-calls`."""

import json

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import KEY, refused, run_folder, summary_of, tree, with_server, workbench, write
from tests.support.chat_server import ChatServer
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults
from workbench.prices import TOKEN_PRICES
from workbench.report.words import dollar_words
from workbench.store.journal_reader import read_attempts

SETTINGS = """\
answers = "answers"
judges = ["grounded", "numbers"]
models = ["claude-haiku-5-5"]
plants = 2
near_misses = 1
repeats = 3
concurrency = 1
"""


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path / "bench")
    write(folder / "workbench.toml", SETTINGS)
    return folder


def estimate(bench, *options, **environment):
    ran = workbench("run", "--estimate", "--json", *options, cwd=bench, **environment)
    assert ran.code == 0, ran.said
    return ran.json


def attempts(bench):
    folder = run_folder(bench)
    return [*read_attempts(folder / "self_test.jsonl"), *read_attempts(folder / "journal.jsonl")]


def own_price(folder, model, **dollars):
    prices = dict.fromkeys(TOKEN_PRICES.values(), 0.0) | dollars
    table = {"format": 1, "as_of": "2026-11-30", "batch_factor": 0.5, "models": {model: {"prices": prices}}}
    write(folder / "prices.json", json.dumps(table))


def test_an_estimate_sends_no_judgement_writes_nothing_and_needs_no_key(bench):
    before = tree(bench)
    with MessagesServer() as server:
        online = estimate(bench, **with_server(server))
        asked = {path.rpartition("/")[2] for path in server.api.model_routes.asked}
        assert (server.api.bodies, server.api.controls) == ([], [])
    offline = estimate(bench)
    assert tree(bench) == before
    assert asked == {"claude-haiku-5-5", "count_tokens"}
    assert [online["judges"][0]["counted"], offline["judges"][0]["counted"]] == [True, False]
    assert online["total"]["calls"] == offline["total"]["calls"]
    assert online["free_calls"] == offline["free_calls"] == online["total"]["calls"] - 2


def test_about_is_what_the_run_is_billed_once_the_length_of_replies_is_known(bench):
    with MessagesServer() as server:
        told = with_server(server)
        assert workbench("run", cwd=bench, **told).code == 0
        (bench / "once").mkdir()
        run_folder(bench).rename(bench / "once" / "run")
        expected = estimate(bench, **told)
        (bench / "once" / "run").rename(bench / "runs" / "first")
        again = estimate(bench, "--again", **told)
    (model, _) = json.loads((bench / "runs" / "first" / "summary.json").read_text(encoding="utf-8"))["judges"]
    first, second = expected["judges"][0], again["judges"][0]
    assert (first["recorded"], second["recorded"]) == (False, True)
    paid = model["cost"]["tokens"]
    assert first["prompt_tokens"] == sum(count for name, count in paid.items() if name != "output_tokens")
    assert second["output_tokens"] == pytest.approx(paid["output_tokens"], rel=0.01)
    assert second["about"] == pytest.approx(model["cost"]["dollars"], rel=0.03)
    assert first["at_most"] > model["cost"]["dollars"]


def test_at_most_is_every_attempt_at_full_length_and_nothing_from_the_cache(bench):
    own_price(bench, "claude-haiku-5-5", output=1_000_000.0)
    write(bench / "workbench.toml", SETTINGS + 'max_tokens = 3\nprices = "prices.json"\n')
    told = estimate(bench)
    # A dollar a token of output: 3 dollars a call, and six attempts at each.
    assert told["total"]["at_most"] == pytest.approx(told["total"]["calls"] * 3 * 6)
    own_price(bench, "claude-haiku-5-5", input=1_000_000.0, cache_write_5m=2_000_000.0)
    with MessagesServer() as server:
        told = estimate(bench, **with_server(server))
    assert told["judges"][0]["counted"]
    assert told["total"]["at_most"] == pytest.approx(told["judges"][0]["prompt_tokens"] * 2 * 6)


def test_a_batch_costs_half_but_for_the_two_calls_of_the_self_test(bench):
    own_price(bench, "claude-haiku-5-5", output=1_000_000.0)
    write(bench / "workbench.toml", SETTINGS + 'max_tokens = 3\nprices = "prices.json"\n')
    told = estimate(bench, "--batch")["total"]
    assert told["about"] == pytest.approx((told["calls"] - 2) * 3 * 0.5 + 2 * 3)
    assert told["at_most"] == pytest.approx(told["about"] * 6)


def test_a_stopped_run_goes_on_with_the_same_command_and_what_is_paid_is_not_counted_again(bench):
    with MessagesServer() as server:
        told = with_server(server)
        whole = estimate(bench, **told)
        ran = workbench("run", "--max-calls", "7", "--json", cwd=bench, **told)
        assert (ran.code, ran.json["reason"]) == (5, "--max-calls 7 is reached")
        assert len(server.api.bodies) + len(server.api.controls) == 7 == ran.json["spend"]["calls"]
        assert "go on with the same command" in ran.err
        assert "run --max-calls 7 --json" in ran.err
        refused(
            bench, "run", "--estimate", "--retry-errors", "--repeats", "2", says=("no error to ask",), code=4, **told
        )
        left = estimate(bench, **told)
        assert (left["judges"][0]["done"], left["total"]["calls"]) == (5, whole["total"]["calls"] - 7)
        assert left["run_id"] == run_folder(bench).name
        finished = workbench("run", cwd=bench, **told)
        assert finished.code == 0
        assert len(server.api.bodies) + len(server.api.controls) == whole["total"]["calls"]
    spent = summary_of(bench)["judges"][0]["cost"]["dollars"]
    assert 0 < ran.json["spend"]["dollars"] < spent


def test_max_cost_holds_with_failing_calls_and_many_at_once(bench):
    own_price(bench, "claude-haiku-5-5", output=1000.0)
    own = 'prices = "prices.json"\nmax_tokens = 100\n'
    write(bench / "workbench.toml", SETTINGS.replace("concurrency = 1", "concurrency = 8") + own)
    # A reply of 60 to 70 tokens costs 6 to 7 cents, and a call 10 at most.
    faults = Faults({"server_error": 0.2, "garbage": 0.2}, seed=3)
    with MessagesServer(faults=faults, latency_s=0.01) as server:
        ran = workbench("run", "--max-cost", "0.5", "--json", cwd=bench, **with_server(server))
    assert ran.code == 5
    assert ran.json["reason"].startswith("--max-cost $0.5 is reached: $0.4")
    billed = sum(one.reply.usage.get("output_tokens", 0) for one in attempts(bench)) / 1000
    assert billed == pytest.approx(ran.json["spend"]["dollars"])
    assert 0.4 < billed <= 0.5
    assert f"spent ${billed:.2f} in" in ran.err


def test_a_model_without_a_price_is_unknown_and_cannot_be_bounded_in_dollars(bench):
    write(bench / "workbench.toml", SETTINGS.replace("claude-haiku-5-5", "some-model"))
    with MessagesServer() as server:
        told = with_server(server)
        shown = workbench("run", "--estimate", cwd=bench, **told)
        assert "unknown" in shown.out
        assert "No price is known for some-model" in shown.said
        assert "$0" not in shown.out
        says = ("price of some-model", "--max-calls", "prices")
        refused(bench, "run", "--max-cost", "5", says=says, **told)
        ran = workbench("run", "--max-calls", "3", cwd=bench, **told)
        assert (ran.code, len(server.api.bodies) + len(server.api.controls)) == (5, 3)
    assert "cost unknown: no price is known for some-model" in ran.err


@pytest.mark.parametrize("option", ["--max-cost=0", "--max-cost=nan", "--max-calls=0"])
def test_a_bound_out_of_range_is_refused(bench, option):
    refused(bench, "run", option, says=(option.partition("=")[0],), ANTHROPIC_API_KEY=KEY)


def test_a_run_says_what_it_costs_before_it_starts(bench):
    with MessagesServer() as server:
        told = estimate(bench, **with_server(server))["total"]
        ran = workbench("run", cwd=bench, **with_server(server))
        calls = len(server.api.bodies) + len(server.api.controls)
    before, _, after = ran.err.partition("spent $")
    assert f"{calls} calls to models, about $0.0" in before
    # What the estimate counted besides does not make it promise less than the run's own budget will take.
    assert f"at most {dollar_words(told['at_most'], up=True)}" in before
    about = before.partition("about $")[2].partition(",")[0]
    assert f"in {calls} calls to models (estimated: about ${about} in {calls})" in after


def test_a_judge_on_a_chat_server_is_estimated_and_bounded_alike(bench):
    own_price(bench, "qwen-small", input=1.0, output=4.0)
    with ChatServer(key="local-1") as server:
        chat = f'[judge.local]\nrule = "grounded"\nopenai_url = "{server.url}"\nmodels = ["qwen-small"]\n'
        own = SETTINGS.replace('"grounded", "numbers"', '"local"') + 'prices = "prices.json"\n'
        write(bench / "workbench.toml", f'{own}{chat}key_env = "LOCAL_KEY"\n')
        told = estimate(bench)
        assert (server.bodies, server.trials) == ([], [])
        assert 0 < told["total"]["about"] < told["total"]["at_most"]
        ran = workbench("run", "--max-calls", "4", "--json", cwd=bench, LOCAL_KEY="local-1")
        assert (ran.code, len(server.bodies), ran.json["spend"]["calls"]) == (5, 4, 4)
        trials = len(server.trials)
        left = estimate(bench)
        assert (left["judges"][0]["done"], left["total"]["calls"]) == (2, told["total"]["calls"] - 4)
        assert len(server.trials) == trials
    assert f"{told['total']['calls']} calls to models, about $" in ran.err
    assert 0 < ran.json["spend"]["dollars"] < told["total"]["about"]
