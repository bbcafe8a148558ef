"""Writing down who saw what, before it counts, and reading it back for the gate."""

from collections.abc import Sequence
from heapq import merge
from pathlib import Path

from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.gate.looks import LedgerView, view
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import Attempt, JudgeSpec
from workbench.steps.settings import Settings
from workbench.store.run_folder import FoundRun


class LookWriter:
    """Writes the looks of a run as they happen: before the first verdict that shows something is on record.

    A call that gave no verdict showed nothing, so a run without a valid key burns no held-out style. The looks at cases
    and planted styles are kept apart from those at held-out styles, so that a tuning run has no business in `holdout/`.
    Planted styles are written down too: one that is held out from now on was no secret to a rubric that was tuned on it
    before.
    """

    def __init__(self, found: FoundRun, challenges: Sequence[Challenge], settings: Settings) -> None:
        self._settings = settings
        self._ordinary: dict[str, Look] = {}
        self._held_out: dict[str, Look] = {}
        self._sealed = {one.item.item_id for one in challenges if one.set is Set.HELD_OUT}
        for spec in found.manifest.identity.judges:
            mine = [challenge for challenge in challenges if challenge.rule == spec.rule]
            cases = tuple(sorted({challenge.parent for challenge in mine}))
            self._ordinary[spec.judge_id] = _look(found, spec, styles=_styles(mine, Set.PLANTED), cases=cases)
            if opened := _styles(mine, Set.HELD_OUT):
                self._held_out[spec.judge_id] = _look(found, spec, styles=opened, cases=())

    def before(self, attempt: Attempt) -> None:
        """Write the looks that this attempt is the first to take.

        Raises:
            StoreError: a ledger is damaged or cannot be written.
        """
        if attempt.reply.verdict.outcome is None:
            return
        _write(self._ordinary, attempt.judge_id, self._settings.ledger)
        if attempt.item_id in self._sealed:
            _write(self._held_out, attempt.judge_id, self._settings.holdout.ledger)


def _write(looks: dict[str, Look], judge_id: str, ledger: Path) -> None:
    """Write a judge's look if it is still to be written; one that could not be written is still to be."""
    if judge_id in looks:
        append_to_ledger(ledger, [looks[judge_id]])
        del looks[judge_id]


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


def seen_by(ledger: Ledger, spec: JudgeSpec, *, run: str, challenges: Sequence[Challenge]) -> LedgerView:
    """Return what the looks mean for one judge version in one run."""
    mine = [challenge for challenge in challenges if challenge.rule == spec.rule]
    cases = {challenge.parent for challenge in mine}
    return view(ledger, spec, run=run, styles=_styles(mine, Set.HELD_OUT), cases=cases)
