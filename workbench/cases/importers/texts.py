"""The question, or the answer, in a value of whatever shape: a text, chat messages, or an object with names for both.

Tools save what a function was given and what it gave back, and every application has its own objects. What is found
comes with its path, to be shown to a person before anything is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.cases.column_names import known_name
from workbench.cases.importers.json_text import unpacked

_DEEP = 12
"""How far a value is looked into."""
_TEXT_PARTS = ("text", "input_text", "output_text")
_CONTENTS = frozenset({"content", "contents", "parts"})


@dataclass(frozen=True, kw_only=True)
class Sought:
    """What is looked for.

    Attributes:
        names: Names of fields that hold it, the most telling first.
        roles: Who says it in a chat.
    """

    names: tuple[str, ...]
    roles: frozenset[str]


QUESTION = Sought(
    names=(
        *("question", "user_input", "query", "user_query", "user_question", "user_message", "input", "input_text"),
        *("inputs", "prompt", "message", "messages", "text", "content", "kwargs", "args"),
    ),
    roles=frozenset({"user", "human", "humanmessage"}),
)
ANSWER = Sought(
    names=(
        *("answer", "response", "actual_output", "output", "output_text", "generated_answer", "result", "reply"),
        *("completion", "generations", "choices", "outputs", "message", "messages", "text", "content"),
    ),
    roles=frozenset({"assistant", "ai", "aimessage", "model", "aimessagechunk"}),
)


@dataclass(frozen=True, kw_only=True)
class Told:
    """A text and where it stands in its value, as names with points between them; an empty path is the value itself."""

    text: str
    path: str = ""


def told(value: Any, sought: Sought) -> Told | None:  # noqa: ANN401 - any JSON value
    """Find a text; None where there is none. Of chat messages, it is the last of those who say it."""
    try:
        return _told(value, sought, 0)
    except RecursionError:
        return None


def at_path(value: Any, path: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return what stands at a path, such as `inputs.ticket.text`; None where there is nothing."""
    value = unpacked(value)
    if not isinstance(value, Mapping):
        return None
    if path in value:
        return value[path]
    first, _, rest = path.partition(".")
    while rest:
        if first in value:
            return at_path(value[first], rest)
        more, _, rest = rest.partition(".")
        first = f"{first}.{more}"
    return None


def joined(*parts: str) -> str:
    """Join the steps of a path; words that are no field come behind a comma."""
    whole = ""
    for part in filter(None, parts):
        whole += (", " if " " in part.split(",")[0] else ".") * bool(whole) + part
    return whole


def _told(value: Any, sought: Sought, depth: int) -> Told | None:  # noqa: ANN401 - any JSON value
    if depth > _DEEP or value is None:
        return None
    inner = unpacked(value)
    if isinstance(inner, str):
        return Told(text=inner) if inner.strip() else None
    if isinstance(inner, bool | int | float):
        return Told(text=str(inner)) if inner == inner else None
    as_text = isinstance(value, str)
    if isinstance(inner, list | tuple):
        found = _in_list(inner, sought, depth, alone=not as_text)
    else:
        found = _in_object(inner, sought, depth, alone=not as_text)
    # A text that is JSON with nothing of what is looked for, such as `[1]`, is itself what was said.
    return found or (Told(text=value) if as_text else None)


def _in_list(value: Sequence[Any], sought: Sought, depth: int, *, alone: bool) -> Told | None:
    for one in reversed(value):
        text = "".join(_parts(one)) if _role(one) in sought.roles else ""
        if text.strip():
            return Told(text=text, path=f"last message of {_role(one)}")
    if value and all(isinstance(one, Mapping) and one.get("type") in _TEXT_PARTS for one in value):
        text = "".join(_parts({"content": list(value)}))
        return Told(text=text) if text.strip() else None
    if any(map(_role, value)):
        return None
    return _told(value[0], sought, depth + 1) if alone and len(value) == 1 else None


def _in_object(
    value: Any,  # noqa: ANN401 - an object, or what Parquet holds
    sought: Sought,
    depth: int,
    *,
    alone: bool,
) -> Told | None:
    if not isinstance(value, Mapping):
        return None
    role = _role(value)
    if role:
        return _in_list([value], sought, depth, alone=False) if role in sought.roles else None
    left = [str(name) for name in value]
    while name := known_name(sought.names, left):
        found = _told(value[name], sought, depth + 1)
        if found is not None:
            return Told(text=found.text, path=joined(name, found.path))
        left.remove(name)
    if alone and len(value) == 1:
        [(name, inner)] = value.items()
        found = _told(inner, sought, depth + 1)
        return Told(text=found.text, path=joined(str(name), found.path)) if found else None
    return None


def _role(message: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return who says a message, in lower case; empty where the value is none."""
    if not isinstance(message, Mapping):
        return ""
    inner = message.get("kwargs")
    if message.get("type") == "constructor" and isinstance(inner, Mapping):
        kind = message.get("id")
        return str(kind[-1]).lower() if isinstance(kind, list) and kind and "content" in inner else ""
    if isinstance(message.get("message"), Mapping) and len(message) <= 3:
        return _role(message["message"])
    role = message.get("role", message.get("type"))
    return role.lower() if isinstance(role, str) and not _CONTENTS.isdisjoint(message) else ""


def _parts(message: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Return the texts of a message: what is not text, such as an image or the call of a tool, is passed over."""
    if isinstance(message.get("message"), Mapping):
        message = message["message"]
    if message.get("type") == "constructor":
        message = message["kwargs"]
    content = next((message[name] for name in ("content", "contents", "parts") if message.get(name)), None)
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        inner = part.get("message_content", part) if isinstance(part, Mapping) else part
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, Mapping) and inner.get("type", "text") in _TEXT_PARTS:
            yield from (inner[name] for name in ("text", "content") if isinstance(inner.get(name), str))
