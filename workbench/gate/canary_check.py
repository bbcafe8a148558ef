"""One check of a certificate's canaries: what they say now, and whether that is news."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from workbench.analysis.canaries import Drift, drift, seen_if
from workbench.gate.certificate import Certificate
from workbench.records.reply import Attempt

CHANGED = 0.2
"""A judge that turned on this share of its verdicts should be seen."""
LEAST_CHANCE = 0.5
"""A check that sees it less often than this is none."""


class Says(StrEnum):
    """What a check says."""

    NO_DRIFT = "no drift"
    DRIFT = "drift"
    NOT_MEASURABLE = "not measurable"


@dataclass(frozen=True, kw_only=True)
class CanaryCheck:
    """The canaries, asked again once.

    Attributes:
        at: When the last of them was, UTC, ISO 8601.
        run: The run that asked, where a later run of the judge did; empty for a check of its own.
        asked: Canaries with a final reply.
        flipped: Canary to the verdict that it has now, where that is not the frozen one.
        found: What that shows; None where no canary gave a verdict.
        seen_if: With which chance it would show a judge that turned on `CHANGED` of its verdicts.
        flips: Whether each verdict is another one than the frozen one, in the order in which they came.
    """

    at: str
    run: str
    asked: int
    flipped: dict[str, str]
    found: Drift | None
    seen_if: float
    flips: tuple[bool, ...] = ()

    @property
    def answered(self) -> int:
        """Canaries that gave a verdict."""
        return self.found.canaries if self.found is not None else 0

    @property
    def says(self) -> Says:
        """Drift is drift however few canaries answered; that there is none takes enough of them."""
        if self.found is not None and self.found.changed:
            return Says.DRIFT
        return Says.NO_DRIFT if self.seen_if >= LEAST_CHANCE else Says.NOT_MEASURABLE


def check_canaries(
    attempts: Iterable[Attempt], certificate: Certificate, noise: float, *, run: str = ""
) -> CanaryCheck | None:
    """Compare the final replies of one check with the frozen verdicts.

    Args:
        attempts: What was asked at that time, in the order of the journal; whatever is about no canary is passed over.
        certificate: The certificate.
        noise: The chance that one call flips a canary of an unchanged judge.
        run: The run that asked; empty for a check of its own.

    Returns:
        None where no canary has a final reply.
    """
    frozen = {one.item: one.verdict for one in certificate.canaries}
    last = {
        attempt.item_id: attempt
        for attempt in attempts
        if attempt.final and attempt.judge_id == certificate.judge_id and attempt.item_id in frozen
    }
    if not last:
        return None
    said = {item: str(one.reply.verdict) for item, one in last.items() if one.reply.verdict.outcome is not None}
    flipped = {item: verdict for item, verdict in sorted(said.items()) if verdict != frozen[item]}
    return CanaryCheck(
        at=max(one.at for one in last.values()),
        run=run,
        asked=len(last),
        flips=tuple(verdict != frozen[item] for item, verdict in said.items()),
        flipped=flipped,
        found=drift(len(flipped), len(said), noise),
        seen_if=seen_if(CHANGED, len(said), noise),
    )
