"""The request of a rubric on a chat server: the rubric as system text, the item as the user's, in one shape for a run.

The texts are those of `judges/prompt.py`, as every model judge reads them. Servers differ in what they take: the name
of the token limit, and whether they can be told the form of the reply. What a server takes is found out once and is
part of the judge version. No sampling setting is ever sent.
"""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from workbench.judges.prompt import passages_text, system_text, task_text
from workbench.judges.request import reply_schema
from workbench.judges.rubric import Rubric
from workbench.judges.verdict_words import VerdictWords
from workbench.records.item import Item


class ReplyForm(StrEnum):
    """How a server is told the form of the reply, from the strictest on; `text` is the rubric's own words alone."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


class TokenLimit(StrEnum):
    """What a server calls the most output tokens."""

    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a server takes."""

    response_format: ReplyForm = ReplyForm.JSON_SCHEMA
    token_limit: TokenLimit = TokenLimit.MAX_TOKENS

    @property
    def details(self) -> dict[str, str]:
        """The shape as a judge version holds it."""
        return {name: str(value) for name, value in asdict(self).items()}


def chat_request(item: Item, *, rubric: Rubric, model: str, max_tokens: int, shape: Shape) -> dict[str, Any]:
    """Return the body of the request for a verdict."""
    user = "\n\n".join((passages_text(item.passages), task_text(item, rubric.judged)))
    return _body(system_text(rubric), user, words=rubric.words, model=model, max_tokens=max_tokens, shape=shape)


def trial_request(words: VerdictWords, *, model: str, max_tokens: int, shape: Shape) -> dict[str, Any]:
    """Return a small request that shows whether a server takes a shape; it holds nothing of any item."""
    system = "Reply with a JSON object with the fields evidence, reason and verdict."
    user = f"Leave evidence and reason empty. The verdict is {words.passing}."
    return _body(system, user, words=words, model=model, max_tokens=max_tokens, shape=shape)


def _body(system: str, user: str, *, words: VerdictWords, model: str, max_tokens: int, shape: Shape) -> dict[str, Any]:
    return {
        "model": model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        str(shape.token_limit): max_tokens,
        **_reply_form(shape.response_format, words),
    }


def _reply_form(form: ReplyForm, words: VerdictWords) -> dict[str, Any]:
    if form is ReplyForm.TEXT:
        return {}
    if form is ReplyForm.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    schema = {"name": "verdict", "strict": True, "schema": reply_schema(words)}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}
