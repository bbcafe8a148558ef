"""Reading the fields of records that tools save under several spellings, and what people said of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.cases.importers.json_text import unpacked


def first_of(values: Mapping[str, Any], *names: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the first of some fields that is there and holds something; None where none does."""
    return next((values[name] for name in names if values.get(name) not in (None, "")), None)


def text_of(values: Mapping[str, Any], *names: str) -> str:
    """Return the first of some fields that holds a text or a whole number, as text; empty where none does."""
    value = first_of(values, *names)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def saved(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return what a column holds that may be JSON text of anything: a text in quotes loses them, `null` is nothing."""
    text = value.strip() if isinstance(value, str) else ""
    if text == "null":
        return None
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return json.loads(text)
        except ValueError:
            return value
    return value


def objects_in(value: Any) -> list[Mapping[str, Any]]:  # noqa: ANN401 - any JSON value
    """Return the objects of a list, or of its JSON text; none where it is no list."""
    inner = unpacked(value)
    return [one for one in inner if isinstance(one, Mapping)] if isinstance(inner, list | tuple) else []


def object_in(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - any JSON value
    """Return an object, or that of its JSON text; an empty one where there is none."""
    inner = unpacked(value)
    return inner if isinstance(inner, Mapping) else {}


def labels_of(
    entries: Iterable[Mapping[str, Any]], *, person: str, source: str, name: str, said: Sequence[str]
) -> dict[str, Any]:
    """Return what people said, by the name of their label. What a metric or a model said is no label.

    Args:
        entries: Scores, annotations or feedback.
        person: What their source is where a person gave them, without case.
        source: The field that holds the source.
        name: The field that holds the name.
        said: The fields that hold what was said, words before numbers.
    """
    return {
        text_of(one, name): first_of(one, *said)
        for one in entries
        if text_of(one, source).casefold() == person and text_of(one, name)
    }
