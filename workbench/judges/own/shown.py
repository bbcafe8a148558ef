"""An item as plain data, as judges of the user's own are given it: question, passages and answer, and nothing else."""

from typing import Any

from workbench.records.item import Item


def shown_item(item: Item) -> dict[str, Any]:
    """Return the item, made anew for each call: what a judge does to it stays there."""
    return {
        "question": item.question,
        "passages": [{"id": passage.id, "title": passage.title, "text": passage.text} for passage in item.passages],
        "answer": item.answer,
    }
