"""What a training came to, for the views that show it."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.analysis.threshold_choice import ThresholdChoice
from workbench.records.learned import LearnedJudge
from workbench.records.summary import Constant, JudgeSummary


@dataclass(frozen=True, kw_only=True)
class Training:
    """One trained judge, beside the scripts of its rule on the same items.

    Attributes:
        name: Its name.
        learned: What its file holds; None where no threshold was worth writing down.
        path: The file, as people are told of it; empty where nothing was written.
        choice: Its threshold and how well its scores separate, on sources that it had not seen.
        judges: What it made of items whose source it had not seen, then what the scripts made of the same.
        constants: What always passing and always failing would have.
        meanings: Feature to what it counts, in words.
        settings: The lines of settings that make it a judge; empty where nothing was written.
        notes: What a reader must know.
    """

    name: str
    rule: str
    learned: LearnedJudge | None
    path: str
    choice: ThresholdChoice
    judges: tuple[JudgeSummary, ...]
    constants: tuple[Constant, ...]
    meanings: Mapping[str, str]
    settings: tuple[str, ...]
    notes: tuple[str, ...]
