"""Cheap judges first, dear ones where they are needed: what would it have caught, alarmed and cost?

Where every stage was asked about every case, any order of stages can be replayed from the recorded verdicts, exactly
and for free. Choosing the best of many cascades on the same verdicts is tuning: confirm the chosen one on fresh cases.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.analysis.rates import catch_rate, source_rate
from workbench.errors import NotMeasured
from workbench.records.summary import Rate
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_DRAWS = 2_000
_SEED = 20_240_607
_SHOWN = 5
_VERDICTS = (str(Outcome.PASS), str(Outcome.FAIL))


class Ends(StrEnum):
    """When a stage decides, so that no later one is asked."""

    ON_FAIL = "on fail"
    ON_AGREEMENT = "on agreement"
    ALWAYS = "always"


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One stage of a cascade.

    Attributes:
        judge: The judge's name, as in the recorded verdicts.
        ends: Decides where any of its calls fails the answer; where all its calls agree; or always, by majority. A
            call that gave no verdict decides nothing, so the case goes on.
        calls: Calls on each case that reaches it; the first so many repeats are taken.
        cost: What one call costs.
    """

    judge: str
    ends: Ends
    calls: int = 1
    cost: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A case with what every judge said of it.

    Attributes:
        case_id: Its id.
        expected: What a right judge says.
        verdicts: Judge to what it said, repeat by repeat, in text form (`pass`, `fail`, `error:timeout`).
        source: The trusted answer that a right one comes from: an answer and its near misses are one observation.
            Empty where the case stands alone.
    """

    case_id: str
    expected: Outcome
    verdicts: Mapping[str, Sequence[str]]
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Replay:
    """What a cascade would have done.

    Attributes:
        catch: Mistakes that it would have failed. A case that no stage decided is unresolved.
        alarms: Right answers that it would have failed, counted by source.
        cost: Mean cost of a case.
        cost_low: Lower end of its 95 % interval, a seeded bootstrap over cases.
        cost_high: Its upper end.
        calls: Calls by judge.
        failed: Ids of the right answers that it would have failed.
    """

    catch: Rate
    alarms: Rate
    cost: float
    cost_low: float
    cost_high: float
    calls: Mapping[str, int]
    failed: tuple[str, ...]


def replay(cases: Sequence[Recorded], stages: Sequence[Stage]) -> Replay:
    """What would this cascade have caught, alarmed and cost?

    Alarms of stages add up: a cascade alarms wherever any of its stages may decide on a fail. Replay the last stage
    alone to see how many alarms the others added.

    Args:
        cases: Cases with recorded verdicts of every stage.
        stages: In the order in which they are asked.

    Raises:
        NotMeasured: there are no cases or no stages, or a stage was not asked about every case so often: what it
            would have said there is not known.
    """
    _check(cases, stages)
    import pandas as pd

    taken = [_decide(case, stages) for case in cases]
    said = [verdict for verdict, _ in taken]
    right = [float(verdict is case.expected) for verdict, case in zip(said, cases, strict=True)]
    rows = pd.DataFrame(
        {
            "case": [case.case_id for case in cases],
            "parent": [case.source or case.case_id for case in cases],
            "expected": [str(case.expected) for case in cases],
            "asked": [True] * len(cases),
            "resolved": [verdict is not None for verdict in said],
            "valid": [int(verdict is not None) for verdict in said],
            "fails": [int(verdict is Outcome.FAIL) for verdict in said],
            "score": right,
            # An error of a stage asks the next one: it is no verdict of the cascade, and counts against nothing.
            "against": right,
            "calls": [_calls(stages[:asked]) for _, asked in taken],
            "errors": [_errors(case, stages[:asked]) for case, (_, asked) in zip(cases, taken, strict=True)],
        }
    )
    wrong = rows["expected"] == str(Outcome.FAIL)
    costs = [math.fsum(stage.calls * stage.cost for stage in stages[:asked]) for _, asked in taken]
    low, high = _interval(costs)
    return Replay(
        catch=catch_rate(rows[wrong]),
        alarms=source_rate(rows[~wrong]),
        cost=math.fsum(costs) / len(costs),
        cost_low=low,
        cost_high=high,
        calls=_calls_by_judge(stages, [asked for _, asked in taken]),
        failed=_failed(rows[~wrong]),
    )


def _decide(case: Recorded, stages: Sequence[Stage]) -> tuple[Outcome | None, int]:
    """The cascade's verdict, if any, and how many stages were asked."""
    for asked, stage in enumerate(stages, start=1):
        verdict = _verdict(case.verdicts[stage.judge][: stage.calls], stage)
        if verdict is not None:
            return verdict, asked
    return None, len(stages)


def _verdict(said: Sequence[str], stage: Stage) -> Outcome | None:
    fails, passes = (sum(verdict == outcome for verdict in said) for outcome in (Outcome.FAIL, Outcome.PASS))
    match stage.ends:
        case Ends.ON_FAIL:
            return Outcome.FAIL if fails else None
        case Ends.ON_AGREEMENT:
            if len(said) in (fails, passes):
                return Outcome.FAIL if fails else Outcome.PASS
            return None
        case Ends.ALWAYS:
            if fails == passes:
                return None
            return Outcome.FAIL if fails > passes else Outcome.PASS


def _calls(stages: Sequence[Stage]) -> int:
    return sum(stage.calls for stage in stages)


def _errors(case: Recorded, stages: Sequence[Stage]) -> int:
    said = [verdict for stage in stages for verdict in case.verdicts[stage.judge][: stage.calls]]
    return sum(verdict not in _VERDICTS for verdict in said)


def _calls_by_judge(stages: Sequence[Stage], asked: Sequence[int]) -> dict[str, int]:
    calls = dict.fromkeys((stage.judge for stage in stages), 0)
    for place, stage in enumerate(stages):
        calls[stage.judge] += stage.calls * sum(count > place for count in asked)
    return calls


def _failed(rows: "pd.DataFrame") -> tuple[str, ...]:
    return tuple(sorted(rows.loc[rows["fails"] > 0, "case"]))


def _interval(costs: Sequence[float]) -> tuple[float, float]:
    import numpy as np

    random = np.random.default_rng(_SEED)
    weights = random.multinomial(len(costs), np.full(len(costs), 1 / len(costs)), size=_DRAWS)
    low, high = np.quantile(weights @ np.sort(np.array(costs)) / len(costs), (0.025, 0.975))
    return float(low), float(high)


def _check(cases: Sequence[Recorded], stages: Sequence[Stage]) -> None:
    if not cases or not stages:
        raise NotMeasured("a cascade is replayed on recorded verdicts: there are no cases, or no stages")
    problems = []
    for stage in stages:
        short = sorted(case.case_id for case in cases if len(case.verdicts.get(stage.judge, ())) < stage.calls)
        if short:
            more = f" and {len(short) - _SHOWN} more" if len(short) > _SHOWN else ""
            problems.append(f"{stage.judge}, {stage.calls} calls: {', '.join(short[:_SHOWN])}{more}")
    if problems:
        raise NotMeasured(
            "a cascade can be replayed only where every stage was asked about every case. Not asked so often:\n  "
            + "\n  ".join(problems)
        )
