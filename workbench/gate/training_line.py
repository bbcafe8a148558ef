"""The line of the gate that only a learned judge has: was it trained on what it is tested with?"""

from workbench.gate.finding import Finding, met
from workbench.gate.looks import LedgerView
from workbench.gate.words import plural
from workbench.records.summary import GateLine, Standing


def training_line(seen: LedgerView, sources: int) -> Finding:
    """Is something left that it was not trained on? What it was trained on counts for no level.

    Args:
        seen: What the ledger says of the judge version.
        sources: Trusted answers of the run, under its rule.
    """
    trained = min(len(seen.trained), sources)
    figure = f"trained on {trained:,} of {plural(sources, 'trusted answer')} of this run, which count for no level"
    asked = "trusted answers that it was not trained on"
    if trained < sources:
        return met("training", figure=figure, asked=asked)
    line = GateLine(line="training", standing=Standing.MISSING, figure=figure, asked=asked, missing=asked)
    reason = (
        f"It was trained on all {plural(sources, 'trusted answer')} of this run, or nothing shows on which, so nothing "
        "here is fresh for it. Add trusted answers, and run it on them without training it again."
    )
    return Finding(line=line, reason=reason)
