"""The request of a model judge: one shape for all models of the Messages API.

The rubric is the system text, the passages the first block of the user message, question and answer the second. Rubric
and passages each end in a prompt-cache breakpoint: they are equal for all repeats and all variants of a case. The
verdict comes last in the reply, after what it rests on. No sampling setting, no prefill and no tool is ever sent.
"""

from enum import StrEnum
from typing import Any

from workbench.judges.prompt import passages_text, system_text, task_text
from workbench.judges.rubric import Rubric
from workbench.judges.verdict_words import VerdictWords
from workbench.records.item import Item

CACHE_LIFE_S = 300.0
"""How long the API keeps a prompt after its last use, in seconds: the shorter of its two terms, and the cheaper."""


class CacheTime(StrEnum):
    """How long the prompt cache keeps what a request wrote. It changes what a call costs, and nothing else."""

    FIVE_MINUTES = "5m"
    ONE_HOUR = "1h"


def build_request(
    item: Item,
    *,
    rubric: Rubric,
    model: str,
    effort: str | None,
    max_tokens: int,
    cache_time: CacheTime = CacheTime.FIVE_MINUTES,
) -> dict[str, Any]:
    """Return the body of the request, but for the transport.

    Args:
        item: What is judged.
        rubric: The instructions.
        model: The model id.
        effort: The effort level; None where the model takes none.
        max_tokens: The most output tokens, thinking included.
        cache_time: How long the prompt cache keeps rubric and passages.
    """
    output: dict[str, Any] = {"format": {"type": "json_schema", "schema": reply_schema(rubric.words)}}
    if effort is not None:
        output["effort"] = effort
    return {
        "model": model,
        "max_tokens": max_tokens,
        "system": [_cached(system_text(rubric), cache_time)],
        "messages": [
            {
                "role": "user",
                "content": [
                    _cached(passages_text(item.passages), cache_time),
                    _text(task_text(item, rubric.judged)),
                ],
            }
        ],
        "output_config": output,
    }


def reply_schema(words: VerdictWords) -> dict[str, Any]:
    """Return the JSON schema of the reply: evidence, reason and verdict, in this order, all required."""
    return {
        "type": "object",
        "properties": {
            "evidence": {"type": "string"},
            "reason": {"type": "string"},
            "verdict": {"type": "string", "enum": [words.passing, words.failing]},
        },
        "required": ["evidence", "reason", "verdict"],
        "additionalProperties": False,
    }


def shown_material(item: Item) -> str:
    """Return all text of an item that was written by others, to tell a quotation from the judge's own words."""
    passages = (part for passage in item.passages for part in (passage.id, passage.title, passage.text))
    return "\n".join((item.question, *passages, item.answer))


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _cached(text: str, cache_time: CacheTime) -> dict[str, Any]:
    # Five minutes is what a server takes where none is named; some know no other.
    named = {} if cache_time is CacheTime.FIVE_MINUTES else {"ttl": str(cache_time)}
    return {**_text(text), "cache_control": {"type": "ephemeral", **named}}
