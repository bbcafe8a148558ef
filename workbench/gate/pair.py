"""The two ledgers as one: the looks at ordinary cases, and those at held-out styles, in one order that needs no clock.

A held-out look is written first; then a line with nothing but its hash goes into the ordinary ledger, as an anchor.
So the ordinary ledger knows between which of its own lines each style was opened, and neither ledger can be cut or
reset without the other showing it. A cut at the end of both is shown by the runs and the certificates on file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.gate.chain import Entry, Look
from workbench.gate.ledger import Ledger

ORDINARY, SEALED = "runs/ledger.jsonl", "holdout/ledger.jsonl"
NOTHING_COUNTS = "restore the ledgers from version control; until then nothing counts as fresh or held out"


def joined(
    ordinary: Ledger,
    held_out: Ledger | None,
    *,
    strange: Sequence[str] = (),
    certified: Iterable[Mapping[str, str]] = (),
) -> Ledger:
    """Put the two ledgers into one order, and notice what was lost.

    Args:
        ordinary: The ledger beside the runs.
        held_out: The ledger of the holdout; None where it stays closed, as no held-out style was run.
        strange: Names of runs that hold verdicts which no look on record covers.
        certified: What the certificates on file know of the ledgers: the name of each to the hash of a line of it.

    Returns:
        All entries; `lost` says where a ledger was cut, reset or replaced.
    """
    sealed = held_out or Ledger()
    return Ledger(
        entries=tuple(_in_order(ordinary, sealed)),
        hashes=(*ordinary.hashes, *sealed.hashes),
        torn="; ".join(one for one in (ordinary.torn, sealed.torn) if one),
        lost=_lost(ordinary, held_out, strange, certified),
    )


def _in_order(ordinary: Ledger, held_out: Ledger) -> Iterator[Entry]:
    place = {own_hash: place for place, own_hash in enumerate(held_out.hashes, start=1)}
    told = 0
    for entry in ordinary.entries:
        anchored = place.get(entry.anchor, 0) if isinstance(entry, Look) else 0
        yield from held_out.entries[told:anchored]
        told = max(told, anchored)
        yield entry
    # A look without an anchor comes last, where it burns the most.
    yield from held_out.entries[told:]


def _lost(
    ordinary: Ledger, held_out: Ledger | None, strange: Sequence[str], certified: Iterable[Mapping[str, str]]
) -> str:
    if held_out is not None:
        if not {look.anchor for look in held_out.looks if look.anchor} <= set(ordinary.hashes):
            return f"{ORDINARY} lost lines that {SEALED} knows; {NOTHING_COUNTS}"
        if not {look.anchor for look in ordinary.looks if look.anchor} <= set(held_out.hashes):
            return f"{SEALED} lost lines that {ORDINARY} knows; {NOTHING_COUNTS}"
    open_ = {ORDINARY: ordinary, **({} if held_out is None else {SEALED: held_out})}
    for heads in certified:
        for name, ledger in open_.items():
            if heads.get(name) and heads[name] not in ledger.hashes:
                return f"{name} lost lines that a certificate knows; {NOTHING_COUNTS}"
    if strange:
        return f"no look is on record of verdicts in run {strange[0]}; {NOTHING_COUNTS}"
    return ""
