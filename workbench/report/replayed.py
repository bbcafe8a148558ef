"""What a replayed cascade is made of, for the views that show it."""

from dataclasses import dataclass

from workbench.analysis.cascade import Replay, Stage
from workbench.records.summary import JudgeSummary


@dataclass(frozen=True, kw_only=True)
class AskedStage:
    """A stage, and the judge that is asked there. `priced` is False where nobody knows what it costs."""

    stage: Stage
    judge: JudgeSummary
    priced: bool


@dataclass(frozen=True, kw_only=True)
class Cascade:
    """A cascade, replayed.

    Attributes:
        run_id: The run.
        rule: The rule that its judges decide.
        stages: Its stages, in order.
        whole: What it would have done.
        last: What its last stage would have done alone.
    """

    run_id: str
    rule: str
    stages: tuple[AskedStage, ...]
    whole: Replay
    last: Replay
