"""Dataclasses to JSON values and back by their own type hints, strict in both directions."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from workbench.errors import Problem

_SCALARS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _may_be_left_out(kind: type) -> frozenset[str]:
    """Fields that are not written where they are None, marked so in their metadata."""
    return frozenset(field.name for field in fields(kind) if field.metadata.get("left_out"))


def encode(hint: Any, value: Any) -> Any:  # noqa: ANN401 - any type hint, any value of it
    """Return the JSON value of `value`, spelled by its type: equal values give equal JSON.

    A float field that holds 6 becomes 6.0 and -0.0 becomes 0.0, so that equal summaries are equal byte for byte.

    Raises:
        TypeError: the type hint is of a kind that JSON cannot hold.
    """
    if value is None:
        return None
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return encode(_without_none(hint), value)
    if origin is tuple:
        return [encode(get_args(hint)[0], part) for part in value]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {str(key): encode(get_args(hint)[1], part) for key, part in value.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        left_out = {name for name in _may_be_left_out(hint) if getattr(value, name) is None}
        return {name: encode(part, getattr(value, name)) for name, part in _hints(hint).items() if name not in left_out}
    return _encode_scalar(hint, value)


def _encode_scalar(hint: Any, value: Any) -> Any:  # noqa: ANN401 - any type hint, any value of it
    if hint is float:
        return float(value) + 0.0
    if hint in (int, bool, str):
        return hint(value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return str(hint(value))
    raise TypeError(f"no JSON form for {hint!r}")


def _without_none(hint: Any) -> Any:  # noqa: ANN401 - any type hint
    """Return the one type of an `X | None`; the records use no other unions."""
    [kind] = [part for part in get_args(hint) if part is not types.NoneType]
    return kind


class StrictReader:
    """Reads JSON values into dataclasses and gathers every problem instead of stopping at the first."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def decode(self, hint: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - any type hint, any JSON value
        """Return the value that `hint` describes; None and a problem where the JSON value is not of that type."""
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            return None if value is None else self.decode(_without_none(hint), value, where)
        if origin is tuple:
            return self._tuple(get_args(hint)[0], value, where)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(get_args(hint)[1], value, where)
        if is_dataclass(hint) and isinstance(hint, type):
            return self._record(hint, value, where)
        return self._scalar(hint, value, where)

    def _refuse(self, where: str, expected: str, value: object) -> None:
        got = repr(value)
        self.problems.append(Problem(where=where, expected=expected, got=got if len(got) <= 60 else f"{got[:57]}..."))

    def _tuple(self, hint: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - any type hint, any JSON value
        if not isinstance(value, list):
            return self._refuse(where, "a list", value)
        return tuple(self.decode(hint, part, f"{where}[{index}]") for index, part in enumerate(value))

    def _mapping(self, hint: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - any type hint, any JSON value
        if not isinstance(value, dict):
            return self._refuse(where, "an object", value)
        return {key: self.decode(hint, part, f"{where}.{key}") for key, part in value.items()}

    def _record(self, kind: type, value: Any, where: str) -> Any:  # noqa: ANN401 - any record, any JSON value
        if not isinstance(value, dict):
            return self._refuse(where, "an object", value)
        hints = _hints(kind)
        before = len(self.problems)
        for name in sorted(hints.keys() - value.keys() - _may_be_left_out(kind)):
            self.problems.append(Problem(where=where, expected=f'the key "{name}"', got="nothing"))
        for name in sorted(value.keys() - hints.keys()):
            self.problems.append(Problem(where=where, expected="known keys only", got=f'"{name}"'))
        parts = {name: self.decode(hints[name], value[name], f"{where}.{name}") for name in hints if name in value}
        return None if len(self.problems) > before else kind(**parts)

    def _scalar(self, hint: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - any scalar type, any JSON value
        if hint is float and type(value) is int:
            return float(value)
        if hint in _SCALARS:
            return value if type(value) is hint else self._refuse(where, _SCALARS[hint], value)
        if isinstance(value, str) and value in list(hint):
            return hint(value)
        return self._refuse(where, " or ".join(hint), value)
