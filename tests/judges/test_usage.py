"""Token counts as servers send them, flat."""

from types import SimpleNamespace

from workbench.judges.usage import TOKENS, flat_usage


def test_cache_writes_are_split_by_lifetime():
    written = SimpleNamespace(ephemeral_5m_input_tokens=30, ephemeral_1h_input_tokens=7)
    usage = SimpleNamespace(
        input_tokens=3,
        cache_creation_input_tokens=37,
        cache_creation=written,
        cache_read_input_tokens=11,
        output_tokens=50,
        output_tokens_details=SimpleNamespace(thinking_tokens=20),
    )
    assert tuple(flat_usage(usage)) == TOKENS
    assert tuple(flat_usage(usage).values()) == (3, 30, 7, 11, 50, 20)


def test_writes_without_a_split_are_five_minute_writes():
    usage = SimpleNamespace(input_tokens=3, cache_creation_input_tokens=37, cache_creation=None, output_tokens=5)
    assert tuple(flat_usage(usage).values()) == (3, 37, 0, 0, 5, 0)


def test_what_is_no_whole_number_is_not_counted_and_no_usage_is_none():
    assert set(flat_usage(SimpleNamespace(input_tokens=None, output_tokens="5")).values()) == {0}
    assert flat_usage(None) == {}
