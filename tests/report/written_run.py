"""A small run, written by hand: what the report is made from."""

from dataclasses import dataclass

from tests.report.written_judges import build_judges
from tests.report.written_key import build_challenges
from workbench.records.challenge import Challenge
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.search import SearchSummary
from workbench.records.summary import FORMAT, Summary
from workbench.records.verdict import FAIL, PASS, ErrorCode, Verdict

TIMEOUT = Verdict(error=ErrorCode.TIMEOUT)


@dataclass(frozen=True)
class Run:
    """What a report is made from."""

    summary: Summary
    challenges: tuple[Challenge, ...]
    attempts: tuple[Attempt, ...]
    specs: tuple[JudgeSpec, ...]


def attempts_of(one, judge_id, *verdicts_and_reasons, evidence=""):
    return [
        Attempt(
            item_id=one.item.item_id,
            judge_id=judge_id,
            repeat=repeat,
            attempt=0,
            final=True,
            at="2026-11-30T12:00:00Z",
            reply=Reply(verdict=verdict, reason=reason, evidence=evidence),
        )
        for repeat, (verdict, reason) in enumerate(verdicts_and_reasons)
    ]


def build_run():
    challenges = build_challenges()
    figure, clean, outside, moved, added, decline, hidden = challenges
    judges = build_judges(*challenges)
    summary = Summary(
        format=FORMAT,
        run_id="2026-11-30-9c1e41d7",
        bench="the staff handbook",
        created_at="2026-11-30T12:00:00Z",
        repeats=3,
        calls=333,
        search=SearchSummary(
            answerable=8,
            found=7,
            ranks={f"q{number}": 1 + (number > 5) for number in range(1, 8)},
            missed=("q8",),
            uncited=("q3", "q5"),
            unanswerable=3,
            answered_anyway=("q10",),
            unchecked=("extra",),
        ),
        counts={
            "grounded": {"clean": 11, "near_miss": 8, "planted": 6, "held_out": 2},
            "answers_when_it_can": {"clean": 11, "near_miss": 1, "planted": 6},
        },
        build={"grounded": {"name swapped": {"no other name in the passages": 4}, "figure changed": {}}},
        left_out={"no passage was shown": 1},
        judges=judges,
        baselines={"grounded": "floor"},
        constants=(),
        read_first={},
        simulated=True,
        notes=("prices of 2026-11-01",),
    )
    attempts = [
        *attempts_of(
            figure,
            "aaaa000011112222",
            (PASS, "The notice period is supported by passage notice."),
            (PASS, "The notice period is supported by passage notice."),
            (TIMEOUT, "no reply within 60 s"),
            evidence="30 days of notice",
        ),
        *attempts_of(figure, "bbbb000011112222", *[(FAIL, "The passage says 45, not 30.")] * 3),
        *attempts_of(figure, "dddd000011112222", (PASS, "coverage 0.95, missing: 30")),
        *attempts_of(
            clean,
            "aaaa000011112222",
            (PASS, "Supported."),
            (FAIL, "The first month is not mentioned."),
            (PASS, "Supported."),
        ),
        *attempts_of(clean, "bbbb000011112222", *[(PASS, "Every claim has its passage.")] * 3),
        *attempts_of(outside, "aaaa000011112222", *[(PASS, "True in the world.")] * 3),
        *attempts_of(moved, "aaaa000011112222", (FAIL, "Order <b>differs</b>"), (PASS, "ok"), (PASS, "ok")),
        *attempts_of(added, "aaaa000011112222", *[(FAIL, "السبب: لا يوجد")] * 3),
        *attempts_of(decline, "cccc000011112222", (PASS, "It declines.")),
        *attempts_of(hidden, "cccc000011112222", (FAIL, "8 a.m. is not \x1b[31m08:00")),
    ]
    specs = tuple(
        JudgeSpec(
            name=judge.name,
            rule=judge.rule,
            model=judge.model,
            kind=JudgeKind(judge.kind),
            judge_id=judge.judge_id,
            details={"effort": "low", "max_tokens": 4096} if judge.kind == "model" else {},
            rubric=f"# {judge.name}\n## Rule\nEvery claim stands in a passage." if judge.kind == "model" else "",
        )
        for judge in judges
    )
    return Run(summary, challenges, tuple(attempts), specs)
