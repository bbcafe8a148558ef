"""What a reader of a run must know of its learned judges: on which of its answers they were trained."""

from collections.abc import Iterator, Sequence

from workbench.gate.ledger import Ledger
from workbench.gate.looks import TRAINING
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeKind
from workbench.report.words import plural
from workbench.steps.looks import seen_by
from workbench.store.run_folder import FoundRun


def trained_notes(ledger: Ledger, found: FoundRun, challenges: Sequence[Challenge]) -> Iterator[str]:
    """Say of each learned judge how much of the run it was trained on; its figures there are better than it is.

    Args:
        ledger: All looks.
        found: The run.
        challenges: Its answer key.
    """
    for spec in found.manifest.judges:
        if spec.kind is not JudgeKind.LEARNED:
            continue
        if not any((look.kind, look.judge_id) == (TRAINING, spec.trained_on) for look in ledger.looks):
            yield f"No training of {spec.name} is on record in this bench, so none of its figures counts for a level."
            continue
        clean = {one.parent for one in challenges if one.rule == spec.rule and one.set is Set.CLEAN}
        trained = seen_by(ledger, spec, found, challenges).trained & clean
        if trained:
            yield (
                f"{spec.name} was trained on {len(trained):,} of the {plural(len(clean), 'trusted answer')} of "
                f"{spec.rule}: its figures on them flatter it, and count for no level. What it does on answers that it "
                "has not seen, workbench train says."
            )
