"""Where a bench stands: its newest run, its held-out styles, its certificates. What is sealed stays sealed."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from workbench.errors import NotMeasured
from workbench.gate.certificate import Certificate, out_of_date
from workbench.gate.certificate_file import Filed, read_certificates
from workbench.gate.decide import PASSED, exit_code
from workbench.gate.ledger import Ledger, read_ledger
from workbench.gate.unread import undecided
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decisions
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Level
from workbench.report.checked import CheckedCertificate, NewestRun
from workbench.runner.clock import utc_now
from workbench.steps.answer_key import AnswerKey
from workbench.steps.certified_judge import is_of_today
from workbench.steps.certify import as_json
from workbench.steps.looks import read_looks
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.decisions import read_decisions
from workbench.store.run_folder import list_runs


def newest_run(settings: Settings, key: AnswerKey, judges: Sequence[JudgeSpec], *, level: Level) -> NewestRun | None:
    """Say how the newest run stands; None where there is none.

    Args:
        settings: The bench's settings.
        key: The answer key as the bench builds it today, without held-out mistakes.
        judges: The judges that can run.
        level: The level that is asked for.

    Raises:
        StoreError: the run, the decisions or a ledger are damaged.
        InputError: the price file cannot be read.
    """
    try:
        found = find_stored(settings, None)
    except NotMeasured:
        return None
    manifest = found.manifest
    held_out = bool(manifest.settings.get("with_holdout"))
    try:
        measured = summarise(found, settings)
    except NotMeasured:
        return NewestRun(run_id=manifest.run_id, complete=False, held_out=held_out)
    decided = Decisions.of(read_decisions(settings.decisions))
    versions = {(spec.name, spec.model): spec.judge_id for spec in manifest.judges}
    return NewestRun(
        run_id=manifest.run_id,
        complete=True,
        held_out=held_out,
        current=all(versions.get((one.name, one.model), one.judge_id) == one.judge_id for one in judges)
        and _trusted(measured.challenges) == _trusted(one for one in key.challenges if one.rule in manifest.counts),
        without=tuple(dict.fromkeys(one.name for one in judges if (one.name, one.model) not in versions)),
        unread=len({item for judge in measured.summary.judges for item in undecided(judge, decided)}),
        earned=tuple(
            judge.name
            for judge in measured.summary.judges
            if judge.kind != str(JudgeKind.SIMULATED)
            and judge.decision is not None
            and exit_code(judge.decision, level) == PASSED
        ),
    )


def _trusted(challenges: Iterable[Challenge]) -> set[tuple[str, str]]:
    """The saved answers. What is planted in them follows decisions too, and is the gate's to compare."""
    return {(one.rule, one.item.item_id) for one in challenges if one.set is Set.CLEAN}


def opened_styles(settings: Settings) -> tuple[frozenset[str], str]:
    """Return the held-out styles that a run has opened, and why the ledgers cannot be believed (empty where they can).

    Where no run has opened any, `holdout/` is left alone.

    Raises:
        StoreError: a ledger is damaged.
    """
    if not _was_opened(settings, read_ledger(settings.ledger)):
        return frozenset(), ""
    opened = frozenset(style for look in read_ledger(settings.holdout.ledger).looks for style in look.styles)
    return opened, read_looks(settings, held_out=True).lost


def _was_opened(settings: Settings, ledger: Ledger) -> bool:
    """Whether a run or the ledger of ordinary cases knows of a look at held-out styles."""
    anchored = any(look.anchor and not (look.styles or look.cases or look.items) for look in ledger.looks)
    return anchored or any(run.manifest.settings.get("with_holdout") for run in list_runs(settings.runs).runs)


def certificates(settings: Settings) -> tuple[CheckedCertificate, ...]:
    """Read the certificates on file, and say which cannot hold any more.

    That one holds is worked out from its verdicts, by `workbench gate` alone: here only dates, judge, policy, run and
    ledger are compared, and no held-out mistake is opened for it.

    Raises:
        StoreError: the ledger is damaged.
    """
    filed = read_certificates(settings.certificates)
    hashes = frozenset(read_ledger(settings.ledger).hashes) if filed else frozenset()
    return tuple(_checked(one, settings, hashes) for one in filed)


def _checked(filed: Filed, settings: Settings, hashes: Collection[str]) -> CheckedCertificate:
    one = filed.certificate
    if one is None:
        return CheckedCertificate(judge="", model="", level="", until="", broken=f"{filed.path.name}: {filed.damage}")
    return CheckedCertificate(
        judge=one.judge,
        model=one.model,
        level=str(one.level),
        until=one.expires_at[:10],
        broken="; ".join(_broken(one, settings, hashes)),
    )


def _broken(one: Certificate, settings: Settings, hashes: Collection[str]) -> Iterator[str]:
    if late := out_of_date(one.measured_at, utc_now()):
        yield late.removesuffix(". Run it again.")
    if not is_of_today(one, settings):
        yield "the judge has changed since"
    if as_json(asdict(settings.policy)) != one.policy:
        yield "the gate's policy has changed since"
    if not (settings.runs / Path(one.run).name).is_dir():
        yield f"run {one.run}, which it rests on, is gone"
    head = one.ledgers.get("runs/ledger.jsonl")
    if head and head not in hashes:
        yield "runs/ledger.jsonl lost lines or changed since it was written; restore from version control"
