"""Is the judge that is about to grade still the one that was certified? What its canaries said last."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from workbench.errors import NotEarned, NotMeasured
from workbench.gate.canary_check import CanaryCheck, Says
from workbench.gate.words import plural
from workbench.runner.clock import utc_now
from workbench.steps.canary_check import canary_checks
from workbench.steps.drift import Frozen, frozen_canaries
from workbench.steps.settings import Settings
from workbench.steps.usable_judge import UsableJudge

_HOLDS = timedelta(days=1)
"""Whoever grades twice on one day need not ask the canaries twice."""


@dataclass(frozen=True, kw_only=True)
class DriftState:
    """What is known of drift.

    Attributes:
        frozen: What canaries are compared with; None where there are too few, or the judge is too noisy.
        checks: Every time that they were asked since the certificate's run, the earliest first.
        note: Why nothing can be said, in words; empty where something can.
    """

    frozen: Frozen | None
    checks: tuple[CanaryCheck, ...]
    note: str = ""

    @property
    def due(self) -> bool:
        """Whether canaries should be asked: no whole check of the last day could tell anything."""
        if self.frozen is None:
            return False
        canaries, now = len(self.frozen.certificate.canaries), datetime.fromisoformat(utc_now())
        told = [one for one in self.checks if one.asked == canaries and one.says is not Says.NOT_MEASURABLE]
        return all(now - datetime.fromisoformat(check.at) >= _HOLDS for check in told)


def drift_state(judge: UsableJudge, settings: Settings) -> DriftState:
    """Look up what the canaries of a judge said. Nobody is asked.

    Raises:
        StoreError: the journal of a check is damaged.
    """
    certificate = judge.certificate
    try:
        frozen = frozen_canaries(settings, judge=certificate.judge, model=certificate.model, level=certificate.level)
    except NotMeasured as error:
        return DriftState(frozen=None, checks=(), note="; ".join(line.strip() for line in str(error).splitlines()))
    checks = canary_checks(certificate, frozen.noise, settings)
    return DriftState(frozen=frozen, checks=checks, note="" if checks else "the canaries were not asked yet")


def refuse_drift(checks: tuple[CanaryCheck, ...], judge: str) -> None:
    """Refuse a judge that the last check shows to have changed, or of which it can tell nothing.

    Raises:
        NotEarned: it has changed.
        NotMeasured: too few canaries gave a verdict to tell.
    """
    last = checks[-1]
    if last.says is Says.NOT_MEASURABLE:
        raise NotMeasured(
            f"whether {judge} has changed cannot be told: only {last.answered} of its {last.asked} canaries gave a "
            "verdict; no answer was graded\n  the same command asks all of them again; --no-drift asks none"
        )
    if last.says is Says.DRIFT:
        again = plural(last.answered, "canary", "canaries")
        raise NotEarned(
            f"{judge} has changed since it was certified: {len(last.flipped)} of {again} have another verdict; "
            f"no answer was graded\n  what flipped: workbench drift {judge}. Run the judge again on fresh cases."
        )
