import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.prices import TOKEN_PRICES, read_prices

USAGE = st.fixed_dictionaries({name: st.integers(0, 10**7) for name in TOKEN_PRICES})
SHIPPED = read_prices()


def test_each_class_of_tokens_is_priced_once():
    usage = {"input_tokens": 3, "cache_creation_5m": 12304, "cache_read_input_tokens": 0, "output_tokens": 550}
    # Sonnet 5.5: 3 * 2 + 12304 * 2.5 + 550 * 10 = 6 + 30760 + 5500 = 36266 dollars per million.
    assert SHIPPED.dollars("claude-sonnet-5-5", usage) == pytest.approx(0.036266)


def test_an_unknown_model_has_an_unknown_price_and_never_zero():
    assert SHIPPED.dollars("some-new-model", {"input_tokens": 1}) is None
    assert SHIPPED.dollars("some-new-model", {}) is None


def test_a_dated_id_costs_what_its_model_costs():
    usage = {"input_tokens": 1_000_000, "output_tokens": 1_000_000}
    assert SHIPPED.dollars("claude-haiku-4-5-20251001", usage) == SHIPPED.dollars("claude-haiku-4-5", usage) == 6.0


def test_a_long_prompt_is_billed_at_the_long_price_and_cached_tokens_count_towards_it():
    short = {"input_tokens": 60_000, "cache_read_input_tokens": 40_000, "output_tokens": 1000}
    long = {**short, "cache_read_input_tokens": 40_001}
    # Up to 100,000: 60000 * 0.10 + 40000 * 0.01 + 1000 * 0.50 = 6000 + 400 + 500 = 6900 per million.
    assert SHIPPED.dollars("claude-haiku-5-5", short) == pytest.approx(0.0069)
    # Above: 60000 * 0.50 + 40001 * 0.05 + 1000 * 2.50 = 30000 + 2000.05 + 2500 = 34500.05 per million.
    assert SHIPPED.dollars("claude-haiku-5-5", long) == pytest.approx(0.03450005)


def test_cache_writes_are_billed_by_how_long_they_are_kept_and_thinking_as_output():
    usage = {"cache_creation_5m": 1000, "cache_creation_1h": 1000, "output_tokens": 1000, "thinking_tokens": 900}
    # Opus 5.5: 1000 * 5 + 1000 * 8 + 1000 * 20 = 33000 dollars per million; thinking is a part of the output.
    assert SHIPPED.dollars("claude-opus-5-5", usage) == pytest.approx(0.033)


def test_a_batch_costs_half():
    usage = {"output_tokens": 1_000_000}
    assert SHIPPED.dollars("claude-opus-5-5", usage, batch=True) == 10.0


def test_writes_and_reads_of_the_shipped_table_keep_to_their_multiples_of_input():
    for model, price in SHIPPED.models.items():
        for prices in filter(None, (price.prices, price.long_prices)):
            assert prices["cache_write_5m"] == pytest.approx(1.25 * prices["input"]), model
            assert prices["cache_write_1h"] == pytest.approx(2 * prices["input"]), model
            assert prices["output"] == pytest.approx(5 * prices["input"]), model
            assert prices["cache_read"] / prices["input"] == pytest.approx(0.1) or "5-" in model, model
        assert price.source
        assert price.date


@given(USAGE, USAGE, st.sampled_from(sorted(m for m in SHIPPED.models if SHIPPED.models[m].long_above is None)))
def test_cost_is_linear_and_never_negative(one, other, model):
    both = {name: one[name] + other[name] for name in TOKEN_PRICES}
    parts = SHIPPED.dollars(model, one) + SHIPPED.dollars(model, other)
    assert SHIPPED.dollars(model, both) == pytest.approx(parts)
    assert parts >= 0


def test_a_users_own_file_overrides_model_by_model(tmp_path):
    own = tmp_path / "prices.json"
    prices = dict.fromkeys(TOKEN_PRICES.values(), 1.0)
    models = {"claude-haiku-5-5": {"prices": prices}, "my-model": {"prices": prices, "aliases": ["mine"]}}
    own.write_text(
        json.dumps({"format": 1, "as_of": "2026-12-01", "batch_factor": 1, "models": models}), encoding="utf-8"
    )
    table = read_prices(own)
    for model in ("claude-haiku-5-5", "my-model", "mine"):
        assert table.dollars(model, {"input_tokens": 1_000_000}) == 1.0
    assert table.dollars("claude-opus-5", {"input_tokens": 1_000_000}) == 5.0
    assert table.dollars("claude-haiku-5-5-20261007", {"input_tokens": 1_000_000}) == 1.0


def test_everything_wrong_with_a_price_file_is_named_at_once(tmp_path):
    own = tmp_path / "prices.json"
    models = {"m": {"prices": {"input": -1, "output": "two", "cash": 3}}, "n": 4}
    own.write_text(json.dumps({"format": 2, "batch_factor": True, "models": models}), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_prices(own)
    text = str(caught.value)
    for part in (
        "as_of",
        "format",
        "batch_factor",
        "models.m.prices.input",
        "prices.output",
        "prices.cash",
        "models.n",
    ):
        assert part in text


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1, "models": {"m": {"prices": {"input": NaN}}}}'])
def test_a_file_that_is_no_price_table_is_refused(tmp_path, text):
    own = tmp_path / "prices.json"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        read_prices(own)


def test_a_price_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="readable"):
        read_prices(tmp_path / "none.json")
