"""The attributes of spans as one nested object, whatever form they were saved in."""

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.cases.importers.json_text import unpacked

_MOST_STEPS = 12
_KINDS = ("stringValue", "intValue", "doubleValue", "boolValue", "bytesValue")


def nested(attributes: Mapping[str, Any], *, depth: int = 0) -> dict[str, Any]:
    """Return attributes with points in their names as objects inside objects, and numbered ones as lists.

    `{"a.0.b": 1}` is `{"a": [{"b": 1}]}`, and so is `{"a": [{"b": 1}]}` itself. Where a name stands for a value and for
    an object, the value is that of the name without a word. What is nested too deeply stays as it is.
    """
    tree: dict[str, Any] = {}
    for name, value in attributes.items():
        if value is None or value != value:
            continue
        steps = name.split(".")
        if len(steps) > _MOST_STEPS:
            steps = [name]
        place = tree
        for step in steps[:-1]:
            inner = place.setdefault(step, {})
            if not isinstance(inner, dict):
                inner = place[step] = {"": inner}
            place = inner
        _put(place, steps[-1], _inside(value, depth + 1))
    return {name: _listed(value) for name, value in tree.items()}


def _inside(value: Any, depth: int) -> Any:  # noqa: ANN401 - any JSON value
    if depth > _MOST_STEPS:
        return value
    if isinstance(value, Mapping):
        return nested({str(name): inner for name, inner in value.items()}, depth=depth)
    if isinstance(value, list | tuple):
        return [_inside(one, depth + 1) for one in value]
    return value


def _put(place: dict[str, Any], name: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    before = place.get(name)
    if isinstance(before, dict) and isinstance(value, dict):
        before.update(value)
    elif isinstance(before, dict):
        before[""] = value
    elif isinstance(value, dict) and before is not None:
        place[name] = {"": before, **value}
    else:
        place[name] = value


def _listed(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if not isinstance(value, dict):
        return value
    if value and all(name.isdecimal() and len(name) < 8 for name in value):
        return [_listed(value[name]) for name in sorted(value, key=int)]
    return {name: _listed(inner) for name, inner in value.items()}


def at(attributes: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a name with points in nested attributes; None where there is none."""
    value: Any = attributes
    for step in name.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
    if isinstance(value, Mapping) and "" in value:
        return value[""]
    return value


def of_pairs(pairs: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return the attributes that OTLP saves as a list of keys and values of a told kind."""
    inner = unpacked(pairs)
    found = {}
    for pair in inner if isinstance(inner, Iterable) and not isinstance(inner, str | Mapping) else ():
        if isinstance(pair, Mapping) and isinstance(pair.get("key"), str):
            found[pair["key"]] = _value(pair.get("value"), 0)
    return found


def _value(value: Any, depth: int) -> Any:  # noqa: ANN401 - any JSON value
    if not isinstance(value, Mapping) or depth > _MOST_STEPS:
        return value
    for kind in _KINDS:
        if kind in value:
            return value[kind]
    if isinstance(listed := value.get("arrayValue"), Mapping):
        return [_value(one, depth + 1) for one in listed.get("values") or ()]
    if isinstance(pairs := value.get("kvlistValue"), Mapping):
        return {
            str(pair.get("key")): _value(pair.get("value"), depth + 1)
            for pair in pairs.get("values") or ()
            if isinstance(pair, Mapping)
        }
    return None
