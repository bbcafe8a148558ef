"""Which lines lie inside a code fence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.fences import all_readings, read_fences


def inside(text, **ways):
    """Mark each line: `x` inside a fence, `.` outside."""
    return "".join("x" if is_in else "." for is_in in read_fences(text.split("\n"), **ways).inside)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n```\nb\n```\nc", ".xxx."),
        ("~~~\n```\n~~~\na", "xxx."),
        ("```python\nb\n```", "xxx"),
        ("````\n```\nb\n```\n````\nc", "xxxxx."),
        ("```\nb\n`````\nc", "xxx."),
        ("```\nb\n``` c\n```\nd", "xxxx."),
        ("   ```\nb\n  ```\nc", "xxx."),
        ("    ```\nb", ".."),
        ("``` a`b\nc", ".."),
        ("~~~ a`b\nc\n~~~\nd", "xxx."),
        ("``\nb\n``", "..."),
        ("```\n    ```\nb", "xxx"),
    ],
)
def test_fences_are_read_as_commonmark_reads_them(text, expected):
    assert inside(text) == expected


def test_an_unclosed_fence_runs_to_the_end_and_names_its_line():
    fences = read_fences(["a", "```", "b", "c"])
    assert fences.inside == (False, True, True, True)
    assert fences.opened_by == (-1, 1, 1, 1)
    assert fences.unclosed == 1


def test_a_fence_in_a_list_or_a_quote_is_seen_only_on_request():
    assert inside("- ```\n  b\n  ```\nc") == "..xx"
    assert inside("- ```\n  b\n  ```\nc", containers=True) == "xxx."
    assert inside("> ```\n> b\n> ```\nc", containers=True) == "xxx."
    assert inside("1. ~~~\n   b\n   ~~~\nc", containers=True) == "xxx."


def test_a_fence_with_a_language_inside_a_fence_nests_only_on_request():
    text = "```markdown\n```python\nb\n```\nc\n```\nd"
    assert inside(text) == "xxxx.xx"
    assert inside(text, nested=True) == "xxxxxx."


def test_a_longer_closing_line_closes_the_outer_fence_past_an_inner_one_that_was_left_open():
    assert inside("````\n```python\nb\n````\nc", nested=True) == "xxxx."


@given(st.lists(st.sampled_from(["a", "", "```", "~~~", "````", "```py", "- ```", "> ~~~", "    ```", "``` `"])))
def test_every_reading_marks_every_line_and_never_leaves_text_without_fences_inside(lines):
    for fences in all_readings(lines):
        assert len(fences.inside) == len(fences.opened_by) == len(lines)
        assert all(opener <= index for index, opener in enumerate(fences.opened_by))
        if not any("`" in line or "~" in line for line in lines):
            assert not any(fences.inside)
