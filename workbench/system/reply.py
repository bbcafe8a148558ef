"""What a system gave back: an answer, what it found for it, or an error. Nothing is assumed for it.

It may be the answer as text, or a mapping or an object with

- `answer`, the answer as text;
- `candidates` (or `passages`), if it likes: what it found or used, each a text, an id, or fields `id`, `title`, `text`;
- `error` in place of an answer, which says why there is none, and `stop` where no further call would help.

Other fields are not read. A text that is a JSON object stands for its fields. Everything else is an error, a page of
HTML and JSON that breaks off too, and an error is never an answer that declines.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from workbench.judges.storable import storable
from workbench.records.passage import Passage
from workbench.records.system import SystemReply
from workbench.text.no_answer import begins_as_json, why_no_answer

_FIELDS = ("answer", "candidates", "passages", "error", "stop")
_EXPECTED = 'expected the answer as text, or fields with "answer"'
_LONGEST = 1_000_000
"""Characters of an answer, or of all candidates: more than any assistant writes for a person to read."""
_MOST_CANDIDATES = 10_000
_SHOWN = 200
_MOST_OF_AN_ERROR = 2_000


def read_reply(value: object, *, key_env: str = "") -> SystemReply:
    """Read what a system gave back. Keys that it echoes are taken out, and what no file can hold is replaced.

    Args:
        value: Any value. Reading an object of the user's runs its code, so this may raise what that raises.
        key_env: An environment variable that holds a key, besides the usual ones.
    """
    fields: Mapping[str, Any]
    if value is None or isinstance(value, str):
        inner = _json_object(value or "")
        fields = {"answer": value} if inner is None else inner
    elif isinstance(value, Mapping):
        fields = value
    else:
        fields = {name: getattr(value, name) for name in _FIELDS if hasattr(value, name)}
    if fields.get("error") not in (None, "", False):
        said = failed(f"the system says: {fields['error']}", key_env=key_env)
        return SystemReply(error=said.error, stops=fields.get("stop") is True)
    if "answer" not in fields:
        return failed(f"{_EXPECTED}; got {type(value).__name__}: {_short(value)}", key_env=key_env)
    answer = fields["answer"]
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return failed("the answer is empty", key_env=key_env)
    if not isinstance(answer, str):
        return failed(f"{_EXPECTED}; the answer is {type(answer).__name__}: {_short(answer)}", key_env=key_env)
    if len(answer) > _LONGEST:
        return failed(f"the answer has {len(answer):,} characters, more than {_LONGEST:,}", key_env=key_env)
    if why := why_no_answer(answer):
        return failed(why, key_env=key_env)
    found = fields.get("candidates")
    return _with_candidates(storable(answer, key_env), found if found is not None else fields.get("passages"), key_env)


def _json_object(text: str) -> Mapping[str, Any] | None:
    """A body or a line that somebody passed on unread; None where the text is something else."""
    if not begins_as_json(text):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def failed(reason: str, *, key_env: str = "", stops: bool = False) -> SystemReply:
    """Return a reply without an answer."""
    reason = storable(reason, key_env)
    return SystemReply(error=reason[:_MOST_OF_AN_ERROR] or "no reason was given", stops=stops)


def _with_candidates(answer: str, found: object, key_env: str) -> SystemReply:
    if found is None:
        return SystemReply(answer=answer)
    if isinstance(found, str | Mapping) or not isinstance(found, Iterable):
        return failed(f"the candidates are no list: {_short(found)}", key_env=key_env)
    candidates: list[Passage] = []
    room = _LONGEST
    for one in found:
        passage = _passage(one)
        if passage is None:
            return failed(f"a candidate is neither text nor fields with id or text: {_short(one)}", key_env=key_env)
        room -= len(passage.text) + len(passage.title) + len(passage.id)
        if room < 0 or len(candidates) == _MOST_CANDIDATES:
            most = f"{_LONGEST:,} characters or {_MOST_CANDIDATES:,}"
            return failed(f"the candidates are more than {most}", key_env=key_env)
        candidates.append(Passage(**{name: storable(text, key_env) for name, text in vars(passage).items()}))
    return SystemReply(answer=answer, candidates=tuple(candidates))


def _passage(value: object) -> Passage | None:
    """Read a candidate. A text alone may be an id as well as a passage, and is taken for both."""
    if isinstance(value, str):
        return Passage(id=value, text=value)
    names = ("id", "title", "text")
    if isinstance(value, Mapping):
        given = {name: value.get(name) for name in names}
    else:
        given = {name: getattr(value, name, None) for name in names}
    if given["id"] is None and given["text"] is None:
        return None
    fields = {name: "" if part is None else str(part) for name, part in given.items()}
    return Passage(**fields)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
