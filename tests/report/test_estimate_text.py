"""What a run would cost, in words: unknown stays unknown, and hostile names stay on their line."""

from dataclasses import replace

import pytest

from tests.analysis.answer_key import spec
from workbench.records.estimate import Estimate, JudgeEstimate, TooLong
from workbench.report.estimate_text import estimate_text, spend_ahead, too_long_lines


def judge(model="claude-haiku-5-5", **fields):
    told = {
        "calls": 100,
        "done": 0,
        "prompt_tokens": 250_000,
        "counted": True,
        "output_tokens": 60_000,
        "recorded": True,
        "about": 0.0512,
        "at_most": 3.4511,
    }
    return JudgeEstimate(spec=spec(model=model), **{**told, **fields})


def estimate(*judges, **fields):
    told = {
        "bench": "hire",
        "run_id": "",
        "repeats": 2,
        "attempts": 6,
        "free_calls": 0,
        "prices_as_of": "2026-11-30",
        "judges": judges,
    }
    return Estimate(**{**told, **fields})


def test_a_bound_is_rounded_up_and_an_estimate_to_the_cent():
    assert spend_ahead(estimate(judge())) == "100 calls to models, about $0.05, at most $3.46"


@pytest.mark.parametrize(
    ("bounds", "says"),
    [
        ({"max_cost": 4}, "--max-cost $4.00 is enough, whatever happens."),
        ({"max_cost": 2}, "--max-cost $2.00 is enough for what it takes about; if not, the run stops cleanly there"),
        ({"max_cost": 0.05}, "--max-cost $0.05: the run stops cleanly there, and the same command goes on."),
        ({"max_calls": 600}, "--max-calls 600 is enough, whatever happens."),
        ({"max_calls": 599}, "--max-calls 599 is enough for what it takes about; if not, the run stops"),
        ({"max_calls": 99}, "--max-calls 99: the run stops cleanly there"),
    ],
)
def test_bounds_are_held_against_what_the_run_takes(bounds, says):
    assert says in " ".join(estimate_text(estimate(judge()), width=100, **bounds).split())


def test_no_bound_in_dollars_is_called_enough_while_a_price_is_unknown():
    shown = estimate_text(estimate(judge(about=None, at_most=None)), width=100, max_cost=5)
    assert "no run starts while a price is unknown" in shown
    assert "enough" not in shown


def test_the_trial_of_a_chat_server_is_named_as_what_is_not_counted():
    chat = replace(judge(model="qwen"), spec=replace(spec(model="qwen"), details={"openai_url": "127.0.0.1:8000/v1"}))
    shown = " ".join(estimate_text(estimate(chat), width=100).split())
    assert "finds out what the server of qwen takes, by a request of about 100 tokens or a few" in shown
    assert "finds out" not in estimate_text(estimate(judge()), width=100)


def test_tokens_that_were_not_counted_are_marked():
    shown = estimate_text(estimate(judge(), judge(model="other", counted=False)), width=100)
    assert "  250,000  " in shown
    assert "  ~250,000  " in shown
    assert shown.count("~60,000") == 2
    assert "200" in shown.partition("total")[2]


def test_an_unknown_price_makes_the_total_unknown_and_never_less():
    unknown = judge(model="some-model", about=None, at_most=None)
    both = estimate(judge(), unknown)
    assert (both.about, both.at_most, both.unpriced) == (None, None, ("some-model",))
    shown = estimate_text(both, width=100)
    assert shown.partition("total")[2].split()[:3] == ["200", "unknown", "unknown"]
    assert "No price is known for some-model" in shown
    assert spend_ahead(both) == "200 calls to models, cost unknown: no price is known for some-model"


def test_a_run_without_model_judges_costs_nothing_and_says_so():
    assert spend_ahead(estimate(free_calls=40)) == ""
    assert "No call to a model; 40 calls of other judges." in estimate_text(estimate(free_calls=40), width=100)


def test_assumed_lengths_are_said_and_what_is_paid_is_shown():
    shown = estimate_text(estimate(judge(recorded=False, done=12), run_id="r7"), width=100)
    assert "replies of 600 tokens, thinking included (assumed" in shown
    assert "+ 12 paid" in shown
    assert "run r7" in shown


def test_what_about_rests_on_is_said_for_batches_too():
    alone, batched = (
        " ".join(estimate_text(estimate(judge(), batch=batch), width=100).split()) for batch in (False, True)
    )
    rests = "About: list prices as of 2026-11-30, replies as long as in earlier runs of the judge, "
    assert f"{rests}the prompt cache as a run uses it, no call failed." in alone
    assert f"{rests}the price of message batches, nothing read from the prompt cache, no call failed." in batched


def test_all_cases_that_are_too_long_are_named_with_their_size():
    cases = [
        TooLong(judge="grounded", model="m", case=f"case{n}", items=3, tokens=9000 + n, counted=n == 0, room=8000)
        for n in range(12)
    ]
    (line,) = too_long_lines(cases)
    assert "36 items of case0 (9,000 tokens); case1 (up to 9,001 tokens)" in line
    assert "and 2 more" in line
    assert "room for 8,000 tokens" in line


def test_names_from_files_cannot_start_a_line_of_their_own():
    hostile = "m\n$0 total\u202e"
    shown = estimate_text(estimate(judge(model=hostile, about=None, at_most=None)), width=100)
    assert "\n$0 total" not in shown
    assert "\u202e" not in shown
    narrow = estimate_text(estimate(judge(model=hostile), judge()), width=30)
    assert "\n$0 total" not in narrow
