"""What a reader of a run must know of its learned judges: on which of its answers they were trained."""

from collections.abc import Iterator, Sequence

from workbench.gate.ledger import Ledger
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
        trained = seen_by(ledger, spec, found, challenges).trained
        clean = {one.parent for one in challenges if one.rule == spec.rule and one.set is Set.CLEAN}
        if trained & clean:
            yield (
                f"{spec.name} was trained on {len(trained & clean):,} of the {plural(len(clean), 'trusted answer')} of "
                f"{spec.rule}, or nothing shows that it was not: its figures on them flatter it, and count for no "
                "level. What it does on answers that it has not seen, workbench train says."
            )
