"""What makes two runs the same run."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.errors import StoreError
from workbench.identity import digest
from workbench.records.reply import JudgeSpec


@dataclass(frozen=True, kw_only=True)
class RunIdentity:
    """What a run measures: who is judged, on what, how often, in which order. Not when, where or how fast.

    Attributes:
        judges: The judge versions.
        sets: Name of each set of challenges, such as its rule, to its hash.
        repeats: Reruns of each item.
        seed: Of the order of the calls.
    """

    judges: tuple[JudgeSpec, ...]
    sets: Mapping[str, str]
    repeats: int
    seed: int

    @property
    def digest(self) -> str:
        """Return the hash that stands for all of it; the order of judges and sets does not count."""
        judge_ids = sorted(spec.judge_id for spec in self.judges)
        return digest({"judges": judge_ids, "sets": dict(self.sets), "repeats": self.repeats, "seed": self.seed})

    def changes_since(self, before: "RunIdentity") -> tuple[str, ...]:
        """Name every part that differs from an earlier run; empty where it is the same run."""
        changes = [*_judge_changes(before.judges, self.judges), *_set_changes(before.sets, self.sets)]
        if before.repeats != self.repeats:
            changes.append(f"repeats: was {before.repeats}, now {self.repeats}")
        if before.seed != self.seed:
            changes.append(f"seed: was {before.seed}, now {self.seed}")
        return tuple(changes)


def refuse_changes(before: RunIdentity, now: RunIdentity, *, run_id: str) -> None:
    """Let a run be resumed only as what it was.

    Raises:
        StoreError: anything that a verdict depends on has changed; names each part.
    """
    changes = now.changes_since(before)
    if changes:
        raise StoreError(
            "\n  ".join((f"run {run_id} cannot be resumed, it measured something else", *changes, "start a new run"))
        )


def _judge_changes(before: tuple[JudgeSpec, ...], now: tuple[JudgeSpec, ...]) -> list[str]:
    was = {spec.judge_id: spec for spec in before}
    is_now = {spec.judge_id: spec for spec in now}
    gone = {_label(spec): spec.judge_id for spec in before if spec.judge_id not in is_now}
    new = {_label(spec): spec.judge_id for spec in now if spec.judge_id not in was}
    changes = []
    for label in sorted(gone.keys() | new.keys()):
        if label not in gone:
            changes.append(f"judge {label}: new")
        elif label not in new:
            changes.append(f"judge {label}: no longer there")
        else:
            changes.append(f"judge {label}: was version {gone[label]}, now {new[label]}")
    return changes


def _label(spec: JudgeSpec) -> str:
    return f"{spec.name} on {spec.model} (rule {spec.rule})"


def _set_changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return [
        f"cases of {name}: was version {before.get(name, 'none')}, now {now.get(name, 'none')}"
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    ]
