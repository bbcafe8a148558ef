"""What a message of the API holds. It is read by attribute, so it may be the SDK's or one of a batch's results."""

from workbench.judges.keys import without_keys
from workbench.judges.reply.reader import Reading
from workbench.judges.reply.stop_reasons import read_stop
from workbench.judges.surrogates import without_lone_surrogates


def stop_reason(message: object) -> str:
    """Return why the model stopped, as the API said it; empty where it did not say."""
    return str(getattr(message, "stop_reason", None) or "")


def stopped(message: object, max_tokens: int) -> Reading | None:
    """The error that a stop reason stands for; None where the text may be read."""
    category = str(getattr(getattr(message, "stop_details", None), "category", None) or "")
    return read_stop(stop_reason(message), max_tokens=max_tokens, category=category)


def visible_text(message: object) -> str:
    """Join the text blocks; thinking blocks, often the first and empty, are no part of the reply."""
    blocks = getattr(message, "content", None) or ()
    return "".join(str(getattr(block, "text", "")) for block in blocks if getattr(block, "type", None) == "text")


def storable(text: str, key_env: str = "") -> str:
    """Return a text that can be kept: without keys that a server echoed, and as UTF-8 can hold it."""
    return without_lone_surrogates(without_keys(text, key_env))
