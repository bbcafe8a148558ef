"""A judge that may be used on new answers: it has a certificate, and the certificate holds today."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import InputError, NotEarned, NotMeasured
from workbench.gate.certificate import Certificate
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Level
from workbench.steps.certified_judge import filed_certificate
from workbench.steps.certify import Case, why_not
from workbench.steps.gate import before_the_gate
from workbench.steps.known_judge import KnownJudge, known_rates
from workbench.steps.named_judges import all_candidates
from workbench.steps.settings import Settings


@dataclass(frozen=True, kw_only=True)
class UsableJudge:
    """A judge that may be used.

    Attributes:
        certificate: Its certificate.
        case: How it stands before the gate.
    """

    certificate: Certificate
    case: Case

    @property
    def spec(self) -> JudgeSpec:
        """Its version."""
        return self.case.spec

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """What it was certified on."""
        return self.case.measured.challenges

    @property
    def known(self) -> KnownJudge:
        """How it did there."""
        return known_rates(self.case.judge, run_id=self.case.measured.summary.run_id)


def usable_judge(settings: Settings, *, judge: str, model: str | None, level: Level | None) -> UsableJudge:
    """Find a judge's certificate, and work out from the raw verdicts that it holds. Nothing is written.

    Args:
        settings: The bench's settings.
        judge: The judge's name.
        model: The model that it runs on, where it is certified on several.
        level: The level that it must have; None for either.

    Raises:
        NotEarned: it has no certificate, or one that does not hold; says what is missing.
        InputError: there is no such judge, or on several models and none was named.
        StoreError: the run that it rests on, or a ledger, is damaged.
    """
    try:
        certificate = filed_certificate(settings, judge=judge, model=model, level=level)
    except NotMeasured as error:
        said = str(error)
        missing = (why for why in _missing(settings, judge, model, level) if why not in said)
        raise NotEarned("\n  ".join((said, *missing))) from error
    try:
        return _holding(settings, certificate)
    except NotEarned:
        if level is not None or certificate.level is not Level.CERTIFIED:
            raise
        with suppress(NotEarned):
            return usable_judge(settings, judge=judge, model=model, level=Level.PROVISIONAL)
        raise


def _holding(settings: Settings, certificate: Certificate) -> UsableJudge:
    judge, run = certificate.judge, settings.runs / Path(certificate.run).name
    told = f"the certificate of {judge} ({certificate.level}, by run {certificate.run}) does not hold:"
    if not run.is_dir():
        raise NotEarned(f"{told}\n  {run} is gone, and its raw verdicts with it; restore it, or run the judge again")
    [case] = before_the_gate(settings, judge=judge, model=certificate.model, run=str(run), level=certificate.level)
    broken = why_not(case, settings)
    if broken:
        raise NotEarned("\n  ".join((told, *broken)))
    if case.spec.kind is JudgeKind.SIMULATED:
        raise NotEarned(f"{judge} is simulated: it knows the answer key of the bench, and nothing of new answers")
    return UsableJudge(certificate=certificate, case=case)


def _missing(settings: Settings, judge: str, model: str | None, level: Level | None) -> tuple[str, ...]:
    """What the gate would say of the newest run that has the judge."""
    asked = level or Level.PROVISIONAL
    # A judge that nobody knows is a slip of the keys, and not one that has to earn something.
    all_candidates(settings, names=[judge], models=None, plans={})
    try:
        cases = before_the_gate(settings, judge=judge, model=model, run=None, level=asked)
    except NotMeasured as error:
        return (str(error),)
    except InputError:
        return (f"the newest run did not measure it; one that does: workbench run --judges {judge} --with-holdout",)
    several = len(cases) > 1
    return tuple(f"{case.judge.model}: {why}" if several else why for case in cases for why in why_not(case, settings))
