"""A judge that has a certificate on file: which one, for which version, and how that very version is asked again."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.errors import InputError, NotMeasured, Problem, StoreError, unknown_name
from workbench.gate.certificate import Certificate
from workbench.gate.certificate_file import read_certificates
from workbench.judges.judge import Judge
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Level
from workbench.steps.candidates import Candidates, Models, find_candidates, specs_of
from workbench.steps.changes import judge_differences
from workbench.steps.named_judges import all_candidates
from workbench.steps.settings import Settings
from workbench.store.run_folder import FoundRun


def filed_certificate(settings: Settings, *, judge: str, model: str | None, level: Level | None = None) -> Certificate:
    """Find the certificate of a judge: of the version that settings make today, else of any.

    Of several the newest, and the higher level where one run has earned both. Whether it holds is another question: see
    `certify.why_not`.

    Args:
        settings: The bench's settings.
        judge: The judge's name.
        model: The model that it runs on, where it is certified on several.
        level: The level that the certificate must say; None for any.

    Raises:
        NotMeasured: there is none on file that can be read.
        InputError: there are some on several models, and none was named.
    """
    filed = read_certificates(settings.certificates)
    whole = [one.certificate for one in filed if one.certificate is not None]
    named = [one for one in whole if one.judge == judge and level in (None, one.level)]
    if not named:
        others = ", ".join(sorted({f"{one.judge} ({one.level})" for one in whole})) or "none"
        asked = f" for {level}" if level is not None else ""
        none = f"{judge} has no certificate{asked}; judges that have one: {others}\n  one is written"
        lost = [f"{one.path}: {one.damage}" for one in filed if one.certificate is None]
        if lost:
            # Whose it was cannot be told from a damaged file, so it may well be the one that is looked for.
            mend = "restore what is damaged, update to read what is newer"
            none = "\n  ".join(("on file is what cannot be used:", *lost, f"{mend}; without it, {none} anew"))
        raise NotMeasured(f"{none} where a judge has earned its level: workbench gate {judge}")
    models = sorted({one.model for one in named})
    if model is not None and model not in models:
        raise unknown_name("model", model, models, where=f"the certificates of {judge}")
    if model is None and len(models) > 1:
        raise InputError(Problem(where="--model", expected=f"one of {', '.join(models)}", got="none"))
    mine = [one for one in named if model in (None, one.model)]
    return max(mine, key=lambda one: (is_of_today(one, settings), one.measured_at, one.level is Level.CERTIFIED))


def is_of_today(certificate: Certificate, settings: Settings) -> bool:
    """Say whether settings, rubric and code still make the version that a certificate is of."""
    try:
        made = specs_of(all_candidates(settings, names=[certificate.judge], models=None, plans={}), settings)
    except InputError:
        return False
    return any(
        spec.model == certificate.model and not any(judge_differences(_as_certified(spec, certificate), spec))
        for spec in made
    )


def _as_certified(spec: JudgeSpec, certificate: Certificate) -> JudgeSpec:
    return replace(spec, rule=certificate.rule, judge_id=certificate.judge_id, details=certificate.details)


def certified_version(found: FoundRun, certificate: Certificate) -> JudgeSpec:
    """Return the judge version that a certificate is of, as its run has it.

    Raises:
        StoreError: the run does not have it.
    """
    for spec in found.manifest.judges:
        if spec.judge_id == certificate.judge_id:
            return spec
    raise StoreError(f"run {certificate.run} has no judge {certificate.judge_id}, which its certificate is of")


def same_candidate(spec: JudgeSpec, challenges: Sequence[Challenge], settings: Settings, use: Models) -> Candidates:
    """Find the candidate of a judge version among those that settings name today.

    Raises:
        InputError: it cannot be made any more.
        SetupError: something is missing to run it.
    """
    models = [spec.model] if spec.kind in (JudgeKind.MODEL, JudgeKind.METRIC) else None
    return find_candidates(settings, challenges, names=[spec.name], models=models, use=use)


def refuse_another(spec: JudgeSpec, judges: Sequence[Judge]) -> None:
    """Make sure that judges, once connected, are of the version that was certified.

    Raises:
        NotMeasured: what its server takes makes one of them another version.
    """
    for judge in judges:
        if judge.spec.judge_id != spec.judge_id:
            changed = "; ".join(judge_differences(spec, judge.spec)) or "it has changed"
            raise NotMeasured(f"{spec.name} is not the judge that was certified: {changed}. Run it again.")
