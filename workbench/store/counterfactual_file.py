"""`summary.json` of a counterfactual check, and where the newest one is."""

import json
from collections.abc import Iterable
from pathlib import Path

from workbench.errors import StoreError
from workbench.identity import canonical_json
from workbench.records.counterfactual import Change, Counterfactuals
from workbench.records.system import Ask
from workbench.store.strict_json import StrictReader, encode
from workbench.store.versioned_json import read_versioned
from workbench.store.whole_file import write_whole

FORMAT = 1
FOLDER = "counterfactual"
_SUMMARY, _ASKS = "summary.json", "asks.jsonl"


def counterfactual_json(found: Counterfactuals) -> dict[str, object]:
    """Return a check as a JSON value, with its format."""
    return {"format": FORMAT, **encode(Counterfactuals, found)}


def write_counterfactuals(folder: Path, found: Counterfactuals) -> None:
    """Write what came out into the folder of the check, whole or not at all.

    Raises:
        StoreError: the folder is missing or cannot be written.
    """
    text = json.dumps(counterfactual_json(found), ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    write_whole(folder / _SUMMARY, text.encode("utf-8", "surrogatepass"))


def write_asks(folder: Path, asks: Iterable[tuple[str, Change | None, Ask]]) -> None:
    """Write what is asked, one line each, so that whoever reads an answer can see what the system was shown.

    Args:
        folder: The folder of the check.
        asks: The saved answer, the change (None for none) and the question.

    Raises:
        StoreError: the folder is missing or cannot be written.
    """
    lines = [
        canonical_json(
            {
                "v": FORMAT,
                "case": case,
                "change": None if change is None else str(change),
                "key": ask.key,
                "question": ask.question,
                "identity": ask.identity,
                "passages": None if ask.passages is None else [vars(passage) for passage in ask.passages],
            }
        )
        for case, change, ask in asks
    ]
    write_whole(folder / _ASKS, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"))


def read_counterfactuals(path: Path) -> Counterfactuals:
    """Read a `summary.json` back.

    Raises:
        StoreError: it is missing, damaged, or of a newer format.
    """
    _, value = read_versioned(path, newest=FORMAT, oldest=FORMAT)
    reader = StrictReader()
    read: Counterfactuals = reader.decode(Counterfactuals, value, str(path))
    if reader.problems:
        raise StoreError("\n  ".join(map(str, reader.problems)))
    return read


def newest_counterfactuals(runs: Path) -> Counterfactuals | None:
    """Return the newest check below the folder of all runs; None where none was brought to its end.

    Raises:
        StoreError: one of them cannot be read, so that nobody knows which is the newest.
    """
    found = [read_counterfactuals(path) for path in sorted((runs / FOLDER).glob(f"*/{_SUMMARY}"))]
    return max(found, key=lambda one: (one.made_at, one.run_id), default=None)
