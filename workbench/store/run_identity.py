"""What makes two runs the same run."""

from collections.abc import Mapping
from dataclasses import dataclass

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
