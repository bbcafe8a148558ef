"""The passages of one row: what the search brought, and what the model was sent of it."""

from collections.abc import Sequence
from typing import Any

from workbench.cases.fields import Fields
from workbench.cases.rows import described
from workbench.errors import Problem
from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved

PASSAGE_KEYS = ("passages", "sources", "contexts")


def read_passages(fields: Fields) -> tuple[Retrieved, ...]:
    """Read the list of passages, best first. What is wrong with it is added to the problems of `fields`."""
    keys = [key for key in PASSAGE_KEYS if fields.given(key)]
    if len(keys) != 1:
        got = " and ".join(f'"{key}"' for key in keys) or 'no "passages"'
        fields.wrong('"passages" (a list, empty where none were shown)', got)
        return ()
    values = fields.values[keys[0]]
    if not isinstance(values, list):
        fields.wrong(f'"{keys[0]}" (a list)', described(values))
        return ()
    return tuple(_retrieved(fields, value, place) for place, value in enumerate(values, start=1))


def sent_of(retrieved: Sequence[Retrieved]) -> tuple[Passage, ...]:
    """Return what the model was sent, in the order of the search."""
    return tuple(sent for one in retrieved if (sent := one.sent) is not None)


def _retrieved(fields: Fields, value: Any, place: int) -> Retrieved:  # noqa: ANN401 - any JSON value
    where = f"{fields.where}, passage {place}"
    if isinstance(value, str):
        value = {"text": value}
    if not isinstance(value, dict):
        problem = Problem(where=where, expected='text or an object with "text"', got=described(value))
        fields.problems.append(problem)
        return Retrieved(passage=Passage(id="", text=""))
    inner = Fields(where, value, fields.problems)
    passage = Passage(
        id=inner.name("id", required=True) if inner.given("id") else f"p{place}",
        text=inner.text("text", required=True),
        title=inner.text("title").strip(),
    )
    dropped = inner.flag("dropped") or False
    if dropped and inner.given("truncated_at"):
        inner.wrong('"dropped" or "truncated_at"', "both")
    return Retrieved(
        passage=passage,
        revision=inner.name("revision"),
        dropped=dropped,
        truncated_at=_truncated_at(inner, passage.text),
    )


def _truncated_at(fields: Fields, text: str) -> int | None:
    """Read how many characters were kept: some, and not all of them."""
    kept = fields.values.get("truncated_at")
    if kept is None:
        return None
    if not isinstance(kept, int) or isinstance(kept, bool) or kept < 1:
        fields.wrong('"truncated_at" (the number of characters kept, from 1)', described(kept))
        return None
    if kept >= len(text):
        expected = f'"truncated_at" below {len(text):,}, the number of characters of "text", which is the whole passage'
        fields.wrong(expected, f"{described(kept)}, which cuts nothing off")
    elif not text[:kept].strip():
        fields.wrong('"truncated_at" that keeps some text, or "dropped": true', "nothing but white space before it")
    return kept
