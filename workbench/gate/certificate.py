"""A certificate: what a judge has earned, on what, by which figures, and until when.

It concludes nothing by itself. Whoever reads it works the same certificate out again from the raw verdicts and compares
the two; every part that differs is a reason why the one on file does not hold.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from workbench.records.summary import GateLine, Level

DAYS = 90
"""A model may change under the same name, and so may what people ask. Evidence counts for so many days."""


@dataclass(frozen=True, kw_only=True)
class Canary:
    """An item on which the judge never flipped, and its verdict. Asked again, it shows whether the judge changed."""

    item: str
    verdict: str


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """What a judge version has earned.

    Attributes:
        level: `CERTIFIED` or `PROVISIONAL`.
        judge: The judge's name.
        rule: The rule that it decides.
        model: The model that it runs on.
        judge_id: Its version.
        details: What went into its version.
        run: The run with the raw verdicts.
        set_hash: The version of the answer key.
        policy: The gate's policy, as JSON values.
        ledgers: Name of each ledger to the hash of its last line.
        lines: Every line of the level, with figure and bound.
        canaries: Items to ask again, planted ones and right ones.
        measured_at: When the run was started, UTC, ISO 8601.
        issued_at: When the certificate was written, likewise.
        expires_at: When its evidence is too old, likewise.
    """

    level: Level
    judge: str
    rule: str
    model: str
    judge_id: str
    details: Mapping[str, Any]
    run: str
    set_hash: str
    policy: Mapping[str, Any]
    ledgers: Mapping[str, str]
    lines: tuple[GateLine, ...]
    canaries: tuple[Canary, ...]
    measured_at: str
    issued_at: str
    expires_at: str


@dataclass(frozen=True, kw_only=True)
class Certified:
    """How it stands with the certificate of a judge.

    Attributes:
        path: Its file, from the bench's folder.
        holds: Whether the judge has it now.
        written: Whether it was written just now.
        until: When its evidence is too old; empty where it does not hold.
        broken: Why one on file does not hold, or did not before it was written anew.
    """

    path: str
    holds: bool
    written: bool = False
    until: str = ""
    broken: tuple[str, ...] = ()


def expiry(measured_at: str) -> str:
    """Until when does evidence of this date count? UTC, ISO 8601."""
    return (datetime.fromisoformat(measured_at) + timedelta(days=DAYS)).isoformat(timespec="milliseconds")


def out_of_date(measured_at: str, now: str) -> str:
    """Say why evidence of this date does not count today; empty where it does."""
    early = before_verdicts(measured_at, now)
    if early:
        return early
    if datetime.fromisoformat(now) > datetime.fromisoformat(expiry(measured_at)):
        return f"its verdicts are of {measured_at[:10]}, and verdicts count for {DAYS} days. Run it again."
    return ""


def before_verdicts(measured_at: str, now: str) -> str:
    """Say that the clock stands before evidence of this date was gathered; empty where it does not."""
    if datetime.fromisoformat(now) < datetime.fromisoformat(measured_at):
        return f"the clock stands at {now}, before the verdicts were given ({measured_at}); set it right"
    return ""


def differences(filed: Certificate, today: Certificate, chains: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Say why a certificate on file is not the one that the raw verdicts give today; empty where it is.

    Args:
        filed: The certificate on file.
        today: The same, worked out anew.
        chains: Name of each ledger to the hashes of all its lines. A ledger may have grown since, and nothing else.
    """
    return tuple(_differences(filed, today, chains))


def _differences(filed: Certificate, today: Certificate, chains: Mapping[str, Collection[str]]) -> Iterator[str]:
    if (filed.judge, filed.rule, filed.model, filed.judge_id) != (
        today.judge,
        today.rule,
        today.model,
        today.judge_id,
    ):
        yield f"it is of another judge version, {filed.judge_id}"
    if filed.run != today.run or filed.measured_at != today.measured_at:
        yield f"it rests on another run, {filed.run}"
    if filed.set_hash != today.set_hash:
        yield "the items have changed"
    if filed.policy != today.policy:
        yield f"the gate's policy has changed ({', '.join(_moved(filed.policy, today.policy))})"
    cut = [name for name, head in filed.ledgers.items() if head and head not in chains.get(name, ())]
    if cut:
        yield f"{' and '.join(cut)} lost lines or changed since it was written; restore from version control"
    if filed.level is not today.level or filed.lines != today.lines:
        yield "its figures are not those of the raw verdicts"
    if filed.canaries != today.canaries:
        yield "its canaries are not those of the raw verdicts"
    if filed.expires_at != today.expires_at:
        yield "its dates are not those of the run"


def _moved(before: Mapping[str, Any], now: Mapping[str, Any], where: str = "") -> Sequence[str]:
    moved: list[str] = []
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            moved += _moved(old, new, f"{where}{name}.")
        elif old != new:
            moved.append(f"{where}{name} was {old} and is {new}")
    return moved
