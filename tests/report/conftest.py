"""A small run, written by hand: five candidates, seven disagreements of every kind, every odd corner of a figure."""

from dataclasses import dataclass, replace

import pytest

from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.summary import (
    Consistency,
    Cost,
    Decision,
    GateLine,
    JudgeSummary,
    Level,
    Rate,
    SearchSummary,
    Standing,
    StyleRate,
    Summary,
)
from workbench.records.verdict import FAIL, PASS, ErrorCode, Outcome, Verdict

TIMEOUT = Verdict(error=ErrorCode.TIMEOUT)
PASSAGES = (
    Passage(id="hours", title="Working hours", text="The desk is open from 08:00 to 17:30, Monday to Friday."),
    Passage(
        id="notice",
        title="Giving notice",
        text="Staff give 45 days of notice in writing.\n\n## Exceptions\n\nNobody gives notice in the first month.",
    ),
    Passage(id="leave", title="", text="A full year earns 25 days of leave. Unused days lapse on 31 March."),
)
QUESTION = "How many days of notice must I give?"
ANSWER = "You give 45 days of notice, in writing [notice]. In the first month no notice is needed [notice]."
PLANTED_ANSWER = "You give 30 days of notice, in writing [notice]. In the first month no notice is needed [notice]."


@dataclass(frozen=True)
class Run:
    """What a report is made from."""

    summary: Summary
    challenges: tuple[Challenge, ...]
    attempts: tuple[Attempt, ...]
    specs: tuple[JudgeSpec, ...]


def rate(hits, items, *, low=None, high=None, bound=None, errors=0, unresolved=0):
    return Rate(
        hits=hits, items=items, unresolved=unresolved, errors=errors, calls=items * 3, score=float(hits), low=low,
        high=high, bound=bound,
    )  # fmt: skip


NOTHING = rate(0, 0)
NO_COST = Cost(dollars=0.0, per_thousand=0.0, tokens={}, known=True)


def challenge(parent, rule, part, style, expected, *, answer=ANSWER, passages=PASSAGES, question=QUESTION, sites=(), proof=""):  # fmt: skip
    item = Item.of(question=question, passages=passages, answer=answer)
    return Challenge(
        item=item, rule=rule, set=part, style=style, parent=parent, group=parent, expected=expected, sites=sites,
        proof=proof,
    )  # fmt: skip


def attempts_of(one, judge_id, *verdicts_and_reasons, evidence=""):
    return [
        Attempt(
            item_id=one.item.item_id, judge_id=judge_id, repeat=repeat, attempt=0, final=True,
            at="2026-11-30T12:00:00Z", reply=Reply(verdict=verdict, reason=reason, evidence=evidence),
        )
        for repeat, (verdict, reason) in enumerate(verdicts_and_reasons)
    ]  # fmt: skip


def build_challenges():
    figure = challenge(
        "notice-period", "grounded", Set.PLANTED, "figure changed", Outcome.FAIL, answer=PLANTED_ANSWER,
        sites=(Site(where="answer", start=9, before="45", after="30"),),
        proof='"30" stands in no passage, in any spelling; the passages say "45".',
    )  # fmt: skip
    clean = challenge("notice-period", "grounded", Set.CLEAN, "", Outcome.PASS, proof="a person trusts this answer")
    outside = challenge(
        "notice-period", "grounded", Set.HELD_OUT, "outside fact", Outcome.FAIL,
        answer=ANSWER + " A notice by e-mail counts as written under German law.",
        sites=(Site(where="answer", start=len(ANSWER), before="",
                    after=" A notice by e-mail counts as written under German law."),),
        proof="no passage mentions e-mail or law",
    )  # fmt: skip
    moved = challenge(
        "notice-period", "grounded", Set.NEAR_MISS, "passages reordered", Outcome.PASS,
        passages=(PASSAGES[2], PASSAGES[0], PASSAGES[1]),
        sites=(Site(where="passages", start=0, before="hours notice leave", after="leave hours notice"),),
        proof="the same passages in another order",
    )  # fmt: skip
    added = challenge(
        "leave-days", "grounded", Set.NEAR_MISS, "unrelated passage added", Outcome.PASS,
        question="متى تنتهي أيام الإجازة غير المستخدمة؟", answer="تنتهي في 31 مارس [leave].",
        passages=(PASSAGES[2], Passage(id="bikes", title="Bikes", text="The bike shed has 40 places.")),
        sites=(Site(where="passages", start=0, before="leave", after="leave bikes"),),
        proof="the added passage says nothing of leave",
    )  # fmt: skip
    decline = challenge(
        "notice-period", "answers_when_it_can", Set.PLANTED, "decline", Outcome.FAIL, answer="Not in the sources.",
        sites=(Site(where="answer", start=0, before=ANSWER, after="Not in the sources."),),
        proof='passage notice holds the evidence "45 days of notice"',
    )  # fmt: skip
    hidden = challenge(
        "opening", "answers_when_it_can", Set.NEAR_MISS, "figure respelled", Outcome.PASS,
        question="When does the desk open\u202e?", answer="At eight o'clock\u200b.",
        passages=(replace(PASSAGES[0], text="The desk is open from 8 a.m. to 17:30."),),
        sites=(Site(where="passage:hours", start=22, before="08:00", after="8 a.m."),
               Site(where="answer", start=3, before="08:00", after="eight o'clock\u200b")),
        proof="08:00 and 8 a.m. are one time",
    )  # fmt: skip
    return figure, clean, outside, moved, added, decline, hidden


def candidate(name, rule, model, kind, judge_id, **parts):
    values = {
        "calls": 72, "false_alarms": rate(0, 11, low=0.0, high=0.259, bound=0.2384),
        "near_misses": rate(0, 8, low=0.0, high=0.324, bound=0.3123), "planted": rate(6, 6, low=0.61, high=1.0, bound=0.607),
        "held_out": rate(2, 2, low=0.342, high=1.0, bound=0.2236), "natural_caught": None, "natural_alarms": None,
        "sources": rate(0, 11, low=0.0, high=0.259, bound=0.2384), "by_style": (),
        "consistency": Consistency(repeats=3, unanimous=27, items=27, bound=0.895, pairwise=1.0), "errors": {},
        "script_caught": rate(3, 8, low=0.137, high=0.694, bound=0.1111),
        "cost": Cost(dollars=0.1234, per_thousand=1.71, tokens={"input_tokens": 91234, "output_tokens": 8123}, known=True),
        "disagreements": (), "decision": None,
    }  # fmt: skip
    return JudgeSummary(name=name, rule=rule, model=model, kind=kind, judge_id=judge_id, **(values | parts))


def build_judges(figure, clean, outside, moved, added, decline, hidden):
    small = candidate(
        "grounded", "grounded", "claude-haiku-4-5", "model", "aaaa000011112222",
        planted=rate(5, 6, low=0.436, high=0.97, bound=0.4182, errors=2), false_alarms=rate(1, 11, low=0.016, high=0.377, bound=0.3644),
        near_misses=rate(2, 8, low=0.07, high=0.59, bound=0.5997), held_out=rate(1, 2, low=0.095, high=0.905, bound=0.0253),
        by_style=(
            StyleRate(set="held_out", style="outside fact", rate=rate(0, 1, low=0.0, high=0.793, bound=0.0)),
            StyleRate(set="planted", style="figure changed", rate=rate(2, 3, low=0.208, high=0.939, bound=0.1354, errors=2)),
            StyleRate(set="near_miss", style="passages reordered", rate=rate(1, 4, low=0.046, high=0.699, bound=0.7514)),
            StyleRate(set="planted", style="name swapped", rate=rate(3, 3, low=0.438, high=1.0, bound=0.3684)),
        ),
        errors={"timeout": 2}, calls=81,
        consistency=Consistency(repeats=3, unanimous=25, items=27, bound=0.785, pairwise=0.951,
                                flipped=(clean.item.item_id, moved.item.item_id)),
        disagreements=tuple(one.item.item_id for one in (outside, figure, added, clean, moved)),
        decision=Decision(
            level=Level.PLUMBING_ONLY,
            lines={
                "PROVISIONAL": (
                    GateLine(line="plants", standing=Standing.MISSING, figure="5 of 6, at least 41%", asked="at least 65%",
                             missing="6 more plants, all caught"),
                    GateLine(line="held out, first look", standing=Standing.AGAINST, figure="1 of 2", asked="no repeat wrong",
                             missing="a new style that nobody has seen"),
                    GateLine(line="repeats", standing=Standing.MET, figure="3", asked="at least 2"),
                ),
                "CERTIFIED": (GateLine(line="repeats", standing=Standing.MISSING, figure="3", asked="at least 5"),),
            },
            reasons=("it missed a held-out mistake: outside fact, 0 of 1",
                     "5 of 6 planted mistakes caught; the true catch rate could be as low as 41%"),
        ),
    )  # fmt: skip
    large = candidate(
        "grounded", "grounded", "claude-sonnet-5-5", "model", "bbbb000011112222", calls=81,
        cost=Cost(dollars=0.1043, per_thousand=1.29, tokens={"input_tokens": 91234}, known=False),
        by_style=(StyleRate(set="planted", style="figure changed", rate=rate(3, 3, low=0.438, high=1.0, bound=0.3684)),),
        planted=rate(19, 19, low=0.83, high=1.0, bound=0.8541), false_alarms=rate(0, 19, low=0.0, high=0.17, bound=0.1459),
        decision=Decision(level=Level.PROVISIONAL, lines={"PROVISIONAL": (), "CERTIFIED": (
            GateLine(line="repeats", standing=Standing.MISSING, figure="3", asked="at least 5", missing="run it with 5 repeats"),)},
            reasons=("19 of 19 caught, 0 of 19 false alarms; may warn, may not block",)),
    )  # fmt: skip
    declines = candidate(
        "answers_when_it_can", "answers_when_it_can", "claude-sonnet-5-5", "model", "cccc000011112222",
        planted=rate(5, 6, low=0.436, high=0.97, bound=0.4182, unresolved=0), near_misses=rate(1, 1, low=0.207, high=1.0, bound=1.0),
        held_out=NOTHING, consistency=Consistency(repeats=1, unanimous=0, items=0, bound=None, pairwise=None),
        natural_caught=rate(4, 5, low=0.376, high=0.964, bound=0.3425), natural_alarms=rate(0, 7, low=0.0, high=0.354, bound=0.3482),
        cost=Cost(dollars=None, per_thousand=None, tokens={"input_tokens": 4000}, known=False),
        by_style=(StyleRate(set="planted", style="decline", rate=rate(0, 1, low=0.0, high=0.793, bound=0.0)),),
        disagreements=(decline.item.item_id, hidden.item.item_id),
    )  # fmt: skip
    floor = candidate(
        "floor", "grounded", "script", "script", "dddd000011112222", script_caught=None, cost=NO_COST, calls=27,
        planted=rate(3, 6, low=0.188, high=0.812, bound=0.1531), held_out=rate(0, 2, low=0.0, high=0.658, bound=0.0),
        consistency=Consistency(repeats=1, unanimous=0, items=0, bound=None, pairwise=None),
        disagreements=(figure.item.item_id,),
        decision=Decision(level=Level.INVALID, lines={"PROVISIONAL": (), "CERTIFIED": ()}, reasons=("no plant exists",)),
    )  # fmt: skip
    perfect = candidate(
        "perfect", "grounded", "simulated", "simulated", "eeee000011112222", cost=NO_COST,
        decision=Decision(level=Level.CERTIFIED, lines={"PROVISIONAL": (), "CERTIFIED": ()}, reasons=()),
    )  # fmt: skip
    return small, large, declines, floor, perfect


@pytest.fixture(scope="session")
def run():
    return build_run()


def build_run():
    challenges = build_challenges()
    figure, clean, outside, moved, added, decline, hidden = challenges
    judges = build_judges(*challenges)
    summary = Summary(
        format=1, run_id="2026-11-30-9c1e41d7", bench="the staff handbook", created_at="2026-11-30T12:00:00Z", repeats=3,
        calls=333, search=SearchSummary(
            answerable=8, found=7, ranks={f"q{number}": 1 + (number > 5) for number in range(1, 8)}, missed=("q8",),
            uncited=("q3", "q5"), unanswerable=3, answered_anyway=("q10",), unchecked=("extra",)),
        counts={"grounded": {"clean": 11, "near_miss": 8, "planted": 6, "held_out": 2},
                "answers_when_it_can": {"clean": 11, "near_miss": 1, "planted": 6}},
        build={"grounded": {"name swapped": {"no other name in the passages": 4}, "figure changed": {}}},
        left_out={"no passage was shown": 1}, judges=judges, baselines={"grounded": "floor"}, simulated=True,
        notes=("prices of 2026-11-01",),
    )  # fmt: skip
    attempts = [
        *attempts_of(figure, "aaaa000011112222", (PASS, "The notice period is supported by passage notice."),
                     (PASS, "The notice period is supported by passage notice."), (TIMEOUT, "no reply within 60 s"),
                     evidence="30 days of notice"),
        *attempts_of(figure, "bbbb000011112222", *[(FAIL, "The passage says 45, not 30.")] * 3),
        *attempts_of(figure, "dddd000011112222", (PASS, "coverage 0.95, missing: 30")),
        *attempts_of(clean, "aaaa000011112222", (PASS, "Supported."), (FAIL, "The first month is not mentioned."), (PASS, "Supported.")),
        *attempts_of(clean, "bbbb000011112222", *[(PASS, "Every claim has its passage.")] * 3),
        *attempts_of(outside, "aaaa000011112222", *[(PASS, "True in the world.")] * 3),
        *attempts_of(moved, "aaaa000011112222", (FAIL, "Order <b>differs</b>"), (PASS, "ok"), (PASS, "ok")),
        *attempts_of(added, "aaaa000011112222", *[(FAIL, "السبب: لا يوجد")] * 3),
        *attempts_of(decline, "cccc000011112222", (PASS, "It declines.")),
        *attempts_of(hidden, "cccc000011112222", (FAIL, "8 a.m. is not \x1b[31m08:00")),
    ]  # fmt: skip
    specs = tuple(
        JudgeSpec(name=judge.name, rule=judge.rule, model=judge.model, kind=JudgeKind(judge.kind), judge_id=judge.judge_id,
                  details={"effort": "low", "max_tokens": 4096} if judge.kind == "model" else {})
        for judge in judges
    )  # fmt: skip
    return Run(summary, challenges, tuple(attempts), specs)
