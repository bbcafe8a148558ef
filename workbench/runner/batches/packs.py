"""Which calls go into one batch together."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.judges.batch import BatchJudge
from workbench.records.verdict import ErrorCode
from workbench.runner.schedule import Cell

_AROUND = 100
"""Bytes at most that stand around the body of a request in a batch: its custom id, names, braces and commas."""


@dataclass(frozen=True, kw_only=True)
class BatchSize:
    """How large a batch may be: requests, and bytes of the request that makes it. The defaults are the API's."""

    requests: int = 100_000
    bytes: int = 256_000_000


@dataclass(frozen=True, kw_only=True)
class Packed:
    """A cell with the body that asks about it."""

    cell: Cell
    params: Mapping[str, Any]


def packs(
    cells: Iterable[Cell],
    judges: Mapping[str, BatchJudge],
    size: BatchSize,
    refuse: Callable[[Cell, ErrorCode, str], None],
) -> Iterator[list[Packed]]:
    """Cut cells, in their order, into batches that are not too large. Repeats of an item share one body in memory.

    Args:
        cells: What is to be asked.
        judges: Judge id to judge.
        size: How large a batch may be.
        refuse: Called with a cell that no batch can carry, and why: it would keep the others from being sent.
    """
    pack: list[Packed] = []
    held = 0
    bodies: dict[tuple[str, str], tuple[Mapping[str, Any], int]] = {}
    for cell in cells:
        known = (cell.judge_id, cell.item.item_id)
        try:
            if known not in bodies:
                params = judges[cell.judge_id].batch_request(cell.item)
                bodies[known] = (params, _AROUND + _size(params))
        except UnicodeEncodeError as error:
            reason = f"the item holds a lone surrogate ({error.reason}), which no request can carry; mend its file"
            refuse(cell, ErrorCode.JUDGE_CRASHED, reason)
            continue
        params, length = bodies[known]
        if length > size.bytes:
            reason = f"the request has {length:,} bytes, and a whole batch may have {size.bytes:,}"
            refuse(cell, ErrorCode.CONTEXT_TOO_LONG, reason)
            continue
        if len(pack) == size.requests or held + length > size.bytes:
            yield pack
            pack, held, bodies = [], 0, {known: (params, length)}
        pack.append(Packed(cell=cell, params=params))
        held += length
    if pack:
        yield pack


def _size(params: Mapping[str, Any]) -> int:
    return len(json.dumps(params, ensure_ascii=False, allow_nan=False).encode("utf-8"))
