"""Replay a cascade of judges on the recorded verdicts of a run."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.analysis.cascade import Ends, Recorded, Stage, replay
from workbench.errors import InputError, Problem, unknown_name
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import IN_CODE
from workbench.records.summary import JudgeSummary, Summary
from workbench.records.vote import first_calls
from workbench.report.brief import short_name
from workbench.report.replayed import AskedStage, Cascade
from workbench.steps.measure import Measured, summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored

if TYPE_CHECKING:
    import pandas as pd

_STAGE = re.compile(r"(?P<name>[^@]+?)(?:@(?P<model>.+?))?(?::(?P<calls>[0-9]+))?")
_TO_AGREE = 2
_PER_THOUSAND = 1_000


def cascade(settings: Settings, *, stages: Sequence[str], run: str | None) -> Cascade:
    """What would these judges have caught, alarmed and cost, asked one after another?

    A script decides where it fails an answer; a judge in the middle where its calls agree; the last one always, by
    majority. A judge that votes decides every case, so it is the last; with `:calls` its first calls are taken one by
    one.

    Args:
        settings: The bench's settings.
        stages: `judge`, `judge@model` or either with `:calls`, in the order in which they are asked. Calls are 1 where
            they are not given, and 2 for a judge in the middle that is no script.
        run: The run's name or path; None for the newest that has the first judge.

    Raises:
        InputError: a stage cannot be read, is not in the run, comes twice or decides another rule.
        NotMeasured: the run is not finished, or has fewer repeats than a stage asks for.
        StoreError: the run's files are damaged.
    """
    read = [_read(text) for text in stages]
    found = find_stored(settings, run, judge=read[0][0] if read else None)
    measured = summarise(found, settings)
    asked = tuple(_asked(one, measured.summary, last=place == len(read)) for place, one in enumerate(read, start=1))
    _check(stages, asked)
    cases = _cases(measured, asked)
    return Cascade(
        run_id=found.manifest.run_id,
        rule=asked[0].judge.rule,
        stages=asked,
        whole=replay(cases, [one.stage for one in asked]),
        last=replay(cases, [asked[-1].stage]),
    )


def _read(text: str) -> tuple[str, str | None, int | None]:
    match = _STAGE.fullmatch(text)
    if match is None or match["calls"] == "0":
        expected = "judge, judge@model, or either with :calls, such as grounded@claude-haiku-5-5:2"
        raise InputError(Problem(where="stage", expected=expected, got=repr(text)))
    return match["name"], match["model"], int(match["calls"]) if match["calls"] else None


def _asked(read: tuple[str, str | None, int | None], summary: Summary, *, last: bool) -> AskedStage:
    name, model, calls = read
    where = f"run {summary.run_id} (name another with --run)"
    named = [judge for judge in summary.judges if judge.name == name]
    if not named:
        raise unknown_name("judge", name, sorted({judge.name for judge in summary.judges}), where=where)
    kept = [judge for judge in named if model in (None, judge.model)]
    if not kept:
        raise unknown_name("model", model or "", sorted({judge.model for judge in named}), where=where)
    if len(kept) > 1:
        models = ", ".join(f"{name}@{judge.model}" for judge in kept)
        raise InputError(Problem(where="stage", expected=f"one of {models}", got=name))
    judge, script = kept[0], kept[0].kind in IN_CODE
    ends = Ends.ALWAYS if last else Ends.ON_FAIL if script else Ends.ON_AGREEMENT
    cost = _price_of_a_call(judge)
    votes = bool(judge.votes) and calls is None
    stage = Stage(
        judge=short_name(judge),
        ends=ends,
        calls=judge.votes if votes else calls or (_TO_AGREE if ends is Ends.ON_AGREEMENT else 1),
        cost=cost or 0.0,
        votes=votes,
    )
    return AskedStage(stage=stage, judge=judge, priced=cost is not None)


def _price_of_a_call(judge: JudgeSummary) -> float | None:
    """Dollars; None where they are not known. What is told of a judge that votes is the price of its votes."""
    if not judge.cost.known or judge.cost.per_thousand is None:
        return None
    if judge.votes:
        return (judge.cost.dollars or 0.0) / judge.calls
    return judge.cost.per_thousand / _PER_THOUSAND


def _check(stages: Sequence[str], asked: Sequence[AskedStage]) -> None:
    if len(asked) < _TO_AGREE:
        raise InputError(
            Problem(where="stages", expected="two judges or more, the cheapest first", got=", ".join(stages) or "none")
        )
    problems = []
    rules = dict.fromkeys(one.judge.rule for one in asked)
    if len(rules) > 1:
        problems.append(Problem(where="stages", expected="judges of one rule", got=", ".join(rules)))
    judges = [one.stage.judge for one in asked]
    twice = [text for place, text in enumerate(stages) if judges[place] in judges[:place]]
    if twice:
        problems.append(Problem(where="stages", expected="each judge once", got=f"{', '.join(twice)} again"))
    problems += [
        Problem(where=text, expected="2 calls or more, that can agree: a later stage is never asked", got="1 call")
        for text, one in zip(stages, asked, strict=True)
        if one.stage.ends is Ends.ON_AGREEMENT and one.stage.calls < _TO_AGREE
    ]
    problems += [
        Problem(
            where=text,
            expected=f"a judge that votes as the last stage, or :{first_calls(one.judge.votes)} to decide where so "
            "many of its calls agree",
            got="it before others, though it decides every case",
        )
        for text, one in zip(stages[:-1], asked, strict=False)
        if one.stage.votes
    ]
    if problems:
        raise InputError(problems)


def _cases(measured: Measured, asked: Sequence[AskedStage]) -> list[Recorded]:
    said = {one.stage.judge: _said(measured.verdicts, one.judge.judge_id) for one in asked}
    return [
        Recorded(
            case_id=challenge.item.item_id,
            expected=challenge.expected,
            verdicts={judge: found.get(challenge.item.item_id, ()) for judge, found in said.items()},
            source=_source(challenge),
        )
        for challenge in measured.counted
        if challenge.rule == asked[0].judge.rule and challenge.set is not Set.NATURAL
    ]


def _source(challenge: Challenge) -> str:
    return challenge.parent if challenge.set in (Set.CLEAN, Set.NEAR_MISS) else ""


def _said(verdicts: "pd.DataFrame", judge_id: str) -> Mapping[str, tuple[str, ...]]:
    """What a judge said of each item, in the order of its repeats."""
    mine = verdicts[verdicts["judge_id"] == judge_id].sort_values("repeat")
    return {str(item): tuple(part) for item, part in mine.groupby("item_id", sort=False)["verdict"]}
