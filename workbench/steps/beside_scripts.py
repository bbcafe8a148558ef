"""Verdicts that no run has, counted as a run counts, beside what the scripts of the rule make of the same items."""

import asyncio
from collections.abc import Mapping, Sequence

from workbench.analysis.summarise import Counted, RunTables, count_run
from workbench.judges.catalogue import SCRIPT_JUDGES
from workbench.judges.scripts.script import ScriptJudge
from workbench.prices import read_prices
from workbench.records.challenge import Challenge
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import Outcome, Verdict
from workbench.steps.named_judges import all_candidates
from workbench.steps.settings import Settings
from workbench.store.verdicts import both_tables


def beside_scripts(
    challenges: Sequence[Challenge], fails: Mapping[str, bool], *, name: str, settings: Settings
) -> Counted:
    """Count the verdicts of a learned judge in training, then those of the scripts.

    Args:
        challenges: The items, at least one, all of one rule.
        fails: Item id to whether it was failed by weights that had not seen its source.
        name: What the judge is called.
        settings: The bench's settings, which may set the scripts up.
    """
    rule = challenges[0].rule
    scripts = [
        one
        for one in all_candidates(settings, names=tuple(SCRIPT_JUDGES), models=None, plans={})
        if isinstance(one, ScriptJudge) and one.spec.rule == rule
    ]
    spec = JudgeSpec(
        name=name,
        rule=rule,
        model=str(JudgeKind.LEARNED),
        kind=JudgeKind.LEARNED,
        judge_id="learned",
        details={"settings": {"trained_on": ""}},
    )
    said = [_attempt(one, spec, Reply(verdict=_verdict(fails[one.item.item_id]))) for one in challenges]
    said += asyncio.run(_asked(scripts, challenges))
    specs = (spec, *(one.spec for one in scripts))
    verdicts, spend = both_tables(said, specs)
    return count_run(
        RunTables(
            challenges=challenges,
            verdicts=verdicts,
            specs=specs,
            repeats=1,
            baselines={},
            prices=read_prices(settings.prices),
            spend=spend,
        )
    )


async def _asked(scripts: Sequence[ScriptJudge], challenges: Sequence[Challenge]) -> list[Attempt]:
    return [_attempt(one, judge.spec, await judge.judge(one.item, 0)) for judge in scripts for one in challenges]


def _attempt(one: Challenge, spec: JudgeSpec, reply: Reply) -> Attempt:
    return Attempt(
        item_id=one.item.item_id, judge_id=spec.judge_id, repeat=0, attempt=1, final=True, at="", reply=reply
    )


def _verdict(fails: bool) -> Verdict:
    return Verdict(outcome=Outcome.FAIL if fails else Outcome.PASS)
