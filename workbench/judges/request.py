"""The request of a model judge: one shape for all models of the Messages API.

The rubric is the system text, the passages the first block of the user message, question and answer the second. Rubric
and passages each end in a prompt-cache breakpoint: they are equal for all repeats and all variants of a case. The
verdict comes last in the reply, after what it rests on. No sampling setting, no prefill and no tool is ever sent.
"""

from typing import Any

from workbench.judges.prompt import passages_text, question_and_answer_text, system_text
from workbench.judges.rubric import Rubric
from workbench.judges.verdict_words import VerdictWords
from workbench.records.item import Item

CACHE_LIFE_S = 300.0
"""How long the API keeps a prompt after its last use, in seconds: the shorter of its two terms, and the cheaper."""


def build_request(item: Item, *, rubric: Rubric, model: str, effort: str | None, max_tokens: int) -> dict[str, Any]:
    """Return the body of the request, but for the transport.

    Args:
        item: What is judged.
        rubric: The instructions.
        model: The model id.
        effort: The effort level; None where the model takes none.
        max_tokens: The most output tokens, thinking included.
    """
    output: dict[str, Any] = {"format": {"type": "json_schema", "schema": reply_schema(rubric.words)}}
    if effort is not None:
        output["effort"] = effort
    return {
        "model": model,
        "max_tokens": max_tokens,
        "system": [_cached(system_text(rubric))],
        "messages": [
            {"role": "user", "content": [_cached(passages_text(item.passages)), _text(question_and_answer_text(item))]}
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


def _cached(text: str) -> dict[str, Any]:
    return {**_text(text), "cache_control": {"type": "ephemeral"}}
