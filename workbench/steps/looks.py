"""Writing down who saw what, before the first call, and reading it back for the gate."""

from collections.abc import Sequence
from heapq import merge

from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.gate.looks import LedgerView, view
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeSpec
from workbench.steps.settings import Settings
from workbench.store.run_folder import FoundRun


def write_looks(found: FoundRun, challenges: Sequence[Challenge], settings: Settings) -> None:
    """Write the looks of a run: at its cases and planted styles, and at the held-out styles where it opens them.

    The two are kept apart, so that a tuning run has no business in `holdout/`. Planted styles are written down too: one
    that is held out from now on was no secret to a rubric that was tuned on it before.

    Raises:
        StoreError: a ledger is damaged or cannot be written.
    """
    identity = found.manifest.identity
    ordinary, held_out = [], []
    for spec in identity.judges:
        mine = [challenge for challenge in challenges if challenge.rule == spec.rule]
        cases = tuple(sorted({challenge.parent for challenge in mine}))
        ordinary.append(_look(found, spec, styles=_styles(mine, Set.PLANTED), cases=cases))
        if opened := _styles(mine, Set.HELD_OUT):
            held_out.append(_look(found, spec, styles=opened, cases=()))
    append_to_ledger(settings.ledger, ordinary)
    if held_out:
        append_to_ledger(settings.holdout.ledger, held_out)


def _styles(challenges: Sequence[Challenge], part: Set) -> tuple[str, ...]:
    return tuple(sorted({challenge.style for challenge in challenges if challenge.set is part}))


def _look(found: FoundRun, spec: JudgeSpec, *, styles: tuple[str, ...], cases: tuple[str, ...]) -> Look:
    return Look(
        at=found.manifest.created_at,
        judge=spec.name,
        rule=spec.rule,
        judge_id=spec.judge_id,
        run=found.manifest.run_id,
        set_hash=found.manifest.identity.sets[spec.rule],
        styles=styles,
        cases=cases,
    )


def read_looks(settings: Settings, *, held_out: bool) -> Ledger:
    """Read all looks: at cases and, where a run opened them, at held-out styles.

    Raises:
        StoreError: a ledger is damaged.
    """
    looks = read_ledger(settings.ledger).looks
    opened = read_ledger(settings.holdout.ledger).looks if held_out else ()
    # Each ledger keeps the order in which it was written; between the two, the date decides who looked first.
    return Ledger(looks=tuple(merge(looks, opened, key=lambda look: look.at)))


def seen_by(ledger: Ledger, spec: JudgeSpec) -> LedgerView:
    """Return what the looks mean for one judge version."""
    return view(ledger, judge=spec.name, rule=spec.rule, judge_id=spec.judge_id)
