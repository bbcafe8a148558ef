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
from workbench.records.vote import Poll, counted_calls

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
        votes: Whether these calls are a vote, of which no more are made than settle it.
    """

    judge: str
    ends: Ends
    calls: int = 1
    cost: float = 0.0
    votes: bool = False


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
        reached: Cases that were asked of each judge.
        failed: Ids of the right answers that it would have failed.
    """

    catch: Rate
    alarms: Rate
    cost: float
    cost_low: float
    cost_high: float
    calls: Mapping[str, int]
    reached: Mapping[str, int]
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
    said_in_all = [
        [verdict for stage in stages[:asked] for verdict in _taken(case, stage)]
        for case, (_, asked) in zip(cases, taken, strict=True)
    ]
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
            "calls": [len(verdicts) for verdicts in said_in_all],
            "errors": [sum(verdict not in _VERDICTS for verdict in verdicts) for verdicts in said_in_all],
        }
    )
    wrong = rows["expected"] == str(Outcome.FAIL)
    costs = [
        math.fsum(len(_taken(case, stage)) * stage.cost for stage in stages[:asked])
        for case, (_, asked) in zip(cases, taken, strict=True)
    ]
    reached = {
        stage.judge: [case for case, (_, asked) in zip(cases, taken, strict=True) if asked > place]
        for place, stage in enumerate(stages)
    }
    low, high = _interval(costs)
    return Replay(
        catch=catch_rate(rows[wrong]),
        alarms=source_rate(rows[~wrong]),
        cost=math.fsum(costs) / len(costs),
        cost_low=low,
        cost_high=high,
        calls={stage.judge: sum(len(_taken(case, stage)) for case in reached[stage.judge]) for stage in stages},
        reached={judge: len(mine) for judge, mine in reached.items()},
        failed=_failed(rows[~wrong]),
    )


def _decide(case: Recorded, stages: Sequence[Stage]) -> tuple[Outcome | None, int]:
    """The cascade's verdict, if any, and how many stages were asked."""
    for asked, stage in enumerate(stages, start=1):
        verdict = _verdict(_taken(case, stage), stage)
        if verdict is not None:
            return verdict, asked
    return None, len(stages)


def _taken(case: Recorded, stage: Stage) -> Sequence[str]:
    """What the calls of a stage said of a case."""
    said = case.verdicts[stage.judge][: stage.calls]
    return said[: counted_calls(stage.calls, _outcomes(said))] if stage.votes else said


def _outcomes(said: Sequence[str]) -> list[Outcome | None]:
    return [Outcome(verdict) if verdict in _VERDICTS else None for verdict in said]


def _verdict(said: Sequence[str], stage: Stage) -> Outcome | None:
    if stage.votes:
        return Poll.of(stage.calls, _outcomes(said)).verdict
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
        short = sorted(case.case_id for case in cases if not _was_asked(case, stage))
        if short:
            more = f" and {len(short) - _SHOWN} more" if len(short) > _SHOWN else ""
            problems.append(f"{stage.judge}, {stage.calls} calls: {', '.join(short[:_SHOWN])}{more}")
    if problems:
        raise NotMeasured(
            "a cascade can be replayed only where every stage was asked about every case. Not asked so often:\n  "
            + "\n  ".join(problems)
        )


def _was_asked(case: Recorded, stage: Stage) -> bool:
    said = case.verdicts.get(stage.judge, ())
    return len(said) >= stage.calls or (stage.votes and Poll.of(stage.calls, _outcomes(said)).settled)
