"""What the choice of a threshold is made of, for the views that show it."""

from dataclasses import dataclass

from workbench.analysis.threshold_choice import ThresholdChoice


@dataclass(frozen=True, kw_only=True)
class Tuned:
    """The threshold of one judge.

    Attributes:
        judge: The judge, as reports call it.
        place: The run, or the file, whose scores these are.
        mistakes: What the mistakes are, in a word or two, such as `planted mistakes`.
        choice: What was chosen, and what it is worth.
        settings: The lines of settings that give the judge the threshold; empty where none was earned, or where the
            judge is of no bench.
        next_steps: What to do with the threshold, in sentences; empty where none was earned.
        notes: What a reader must know of the cases.
    """

    judge: str
    place: str
    mistakes: str
    choice: ThresholdChoice
    settings: tuple[str, ...]
    next_steps: tuple[str, ...]
    notes: tuple[str, ...]
