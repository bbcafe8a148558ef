import json
import types
from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from enum import StrEnum
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.records.summary import Summary
from workbench.report.summary_json import FORMAT, read_summary, write_summary

SCALARS = {
    str: st.text(max_size=8),
    int: st.integers(min_value=-(10**12), max_value=10**12),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    types.NoneType: st.none(),
}


def values_of(hint):
    """A strategy for any value that the records can hold, from the type hints alone."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in SCALARS:
        return SCALARS[hint]
    if origin in (Union, types.UnionType):
        return st.one_of([values_of(part) for part in parts])
    if origin is tuple:
        return st.lists(values_of(parts[0]), max_size=2).map(tuple)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(values_of(parts[0]), values_of(parts[1]), max_size=2)
    if issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    assert is_dataclass(hint)
    return st.builds(hint, **{name: values_of(part) for name, part in get_type_hints(hint).items()})


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(values_of(Summary).map(lambda summary: replace(summary, format=FORMAT)))
def test_any_summary_comes_back_as_it_was(summary):
    text = write_summary(summary)
    assert read_summary(text) == summary
    assert write_summary(read_summary(text)) == text


def test_equal_summaries_give_equal_bytes(run):
    # 6 == 6.0 and 0.0 == -0.0 in Python; a mapping is equal in any order.
    first = run.summary.judges[0]
    twin = replace(
        run.summary,
        counts={rule: dict(reversed(sets.items())) for rule, sets in reversed(run.summary.counts.items())},
        judges=(
            replace(first, planted=replace(first.planted, score=int(first.planted.score))),
            replace(run.summary.judges[1], false_alarms=replace(run.summary.judges[1].false_alarms, low=-0.0)),
            *run.summary.judges[2:],
        ),
    )
    assert twin == run.summary
    assert write_summary(twin) == write_summary(run.summary)


def test_keys_are_sorted_and_the_file_ends_with_a_newline(run):
    text = write_summary(run.summary)
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def test_nan_is_refused_when_written_and_when_read(run):
    with pytest.raises(ValueError, match="JSON compliant"):
        write_summary(replace(run.summary, judges=(spoilt(run.summary.judges[0]),)))
    with pytest.raises(InputError, match="NaN is not JSON"):
        read_summary(write_summary(run.summary).replace("0.607", "NaN"))


def spoilt(judge):
    return replace(judge, planted=replace(judge.planted, bound=float("nan")))


def test_a_lone_surrogate_survives(run):
    text = write_summary(replace(run.summary, bench="a\udc80b"))
    text.encode("utf-8")
    assert read_summary(text).bench == "a\udc80b"


def test_every_wrong_key_is_named_at_once(run):
    value = json.loads(write_summary(run.summary))
    del value["repeats"]
    value["colour"] = "red"
    value["judges"][0]["planted"]["hits"] = "five"
    value["judges"][1]["decision"]["level"] = "FINE"
    with pytest.raises(InputError) as caught:
        read_summary(json.dumps(value))
    assert sorted(str(problem) for problem in caught.value.problems) == [
        "summary.json.judges[0].planted.hits: expected a whole number, got 'five'",
        "summary.json.judges[1].decision.level: expected CERTIFIED or PROVISIONAL or PLUMBING ONLY or INVALID,"
        " got 'FINE'",
        'summary.json: expected known keys only, got "colour"',
        'summary.json: expected the key "repeats", got nothing',
    ]


@pytest.mark.parametrize("wrong", [True, 1.0, None, "1", [1]])
def test_a_count_is_a_whole_number_and_nothing_that_looks_like_one(run, wrong):
    value = json.loads(write_summary(run.summary))
    value["calls"] = wrong
    with pytest.raises(InputError, match=r"summary\.json\.calls: expected a whole number"):
        read_summary(json.dumps(value))


def test_a_newer_format_says_so(run):
    value = json.loads(write_summary(run.summary)) | {"format": FORMAT + 1}
    with pytest.raises(InputError, match="newer version of the workbench"):
        read_summary(json.dumps(value))


def test_an_older_format_says_how_it_is_made_again(run):
    value = json.loads(write_summary(run.summary)) | {"format": 1}
    with pytest.raises(InputError, match="make it again from the raw verdicts, with: workbench report"):
        read_summary(json.dumps(value))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 0}', '{"format": true}', '{"format": 1, "format": 1}', "{"]
)
def test_what_is_no_summary_is_refused(text):
    with pytest.raises(InputError, match=r"^summary\.json: expected"):
        read_summary(text)
