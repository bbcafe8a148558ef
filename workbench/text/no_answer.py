"""Texts that stand where an answer should, and are none: what is left of a call that failed."""

import json
import re

_PAGE = re.compile(r"\s*(?:<\?xml\b[^>]{0,200}>\s*)?<(?:!doctype\s|html\b|head\b|body\b)", re.IGNORECASE)
_JSON_OBJECT = re.compile(r"\s*\{\s*(?:\"|$|\}\s*$)")
_SHOWN = 100


def why_no_answer(text: str) -> str:
    """Say why a text cannot be what a system answered to a person: a page of HTML, a part of JSON. Empty where it can.

    Whether a sentence such as "Internal server error" is an answer is not for here to say: words can be either.
    """
    shown = " ".join(text[:_SHOWN].split())
    if _PAGE.match(text):
        return f"a page of HTML stands in place of the answer: {shown}"
    if begins_as_json(text):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return f"JSON that breaks off or is damaged stands in place of the answer: {shown}"
    return ""


def begins_as_json(text: str) -> bool:
    """Say whether a text begins as a JSON object does."""
    return _JSON_OBJECT.match(text) is not None
