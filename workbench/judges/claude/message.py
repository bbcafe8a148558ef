"""What a message of the API holds. It is read by attribute, so it may be the SDK's or one of a batch's results."""

from workbench.judges.reply.reader import Reading
from workbench.judges.reply.stop_reasons import read_stop


def stop_reason(message: object) -> str:
    """Return why the model stopped, as the API said it; empty where it did not say."""
    return text_of(message, "stop_reason")


def stopped(message: object, max_tokens: int) -> Reading | None:
    """The error that a stop reason stands for; None where the text may be read."""
    category = text_of(getattr(message, "stop_details", None), "category")
    return read_stop(stop_reason(message), max_tokens=max_tokens, category=category)


def visible_text(message: object) -> str:
    """Join the text blocks; thinking blocks, often the first and empty, are no part of the reply."""
    content = getattr(message, "content", None)
    blocks = content if isinstance(content, list | tuple) else ()
    return "".join(text_of(block, "text") for block in blocks if getattr(block, "type", None) == "text")


def text_of(source: object, name: str) -> str:
    """Return a field that is a text; empty where it is missing, or something else."""
    value = getattr(source, name, None)
    return value if isinstance(value, str) else ""
