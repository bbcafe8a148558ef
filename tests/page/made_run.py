"""A run of any size: made-up cases, made-up replies from a seed, and real figures counted from them."""

import random

from tests.report.written_run import Run
from workbench.analysis.summarise import RunTables, count_run
from workbench.identity import digest
from workbench.prices import read_prices
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.search import SearchSummary
from workbench.records.summary import FORMAT, Summary
from workbench.records.verdict import FAIL, PASS, ErrorCode, Outcome, Verdict
from workbench.store.attempt_line import to_line
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import write_challenges
from workbench.store.manifest import Manifest
from workbench.store.run_folder import create_run
from workbench.store.run_identity import RunIdentity
from workbench.store.verdicts import both_tables

RULES = ("grounded", "answers_when_it_can")
MODELS = {"claude-haiku-5-5": 0.86, "claude-sonnet-5-5": 0.95, "claude-opus-5-5": 0.98}
BASELINES = {"grounded": "floor"}
_STYLES = ("figure_changed", "name_swapped", "date_shifted")
_WORDS = """the a of to in and for with on by from at before after each every no more than notice days weeks month leave
manager desk form letter staff holiday payment bike helmet station member hire price deposit loan returned booked paid
written signed open closed north south early late first second free only must may should report office""".split()


def made_run(items, *, repeats=5, seed=7, script=False, words=_WORDS):
    """Make a run of two judges on three models; with `script`, of the script that they are compared with as well.

    A word that stands twice among the `words` is written twice as often.
    """
    chance = Words(seed, words)
    challenges = [one for number in range(items) for one in _challenges(chance, number)]
    specs = [_spec(rule, model, JudgeKind.MODEL) for rule in RULES for model in MODELS]
    if script:
        specs.append(_spec("floor", "script", JudgeKind.SCRIPT))
    attempts = [
        one for spec in specs for challenge in challenges for one in _attempts(chance, spec, challenge, repeats)
    ]
    return Run(_summary(challenges, attempts, specs, repeats), tuple(challenges), tuple(attempts), tuple(specs))


class Words(random.Random):
    """Chance that writes texts of these words."""

    def __init__(self, seed, words):
        super().__init__(seed)
        self.words = words

    def text(self, count):
        return " ".join(self.choices(self.words, k=count)).capitalize()


def write_bench(root, run):
    """Write a made-up run into a bench as `workbench run` leaves it, but for what was measured; give its folder."""
    rules = {one.rule: [other for other in run.challenges if other.rule == one.rule] for one in run.challenges[:2]}
    identity = RunIdentity(
        judges=run.specs, sets={rule: set_hash(key) for rule, key in rules.items()}, repeats=run.summary.repeats, seed=7
    )
    manifest = Manifest(
        bench=run.summary.bench, created_at=run.summary.created_at, identity=identity, versions={}, baselines={}
    )
    folder = create_run(root / "runs", manifest).folder
    write_challenges(folder.challenges, run.challenges)
    folder.journal.write_bytes(b"".join(map(to_line, run.attempts)))
    (root / "workbench.toml").write_text('answers = "answers"\n', encoding="utf-8")
    return folder


def _spec(name, model, kind):
    rule = name if name in RULES else "grounded"
    return JudgeSpec(name=name, rule=rule, model=model, kind=kind, judge_id=digest([name, model]), details={})


def _summary(challenges, attempts, specs, repeats):
    verdicts, spend = both_tables(attempts, specs)
    ranks = {one.parent: int(one.parent.removeprefix("case-")) % 3 + 1 for one in challenges}
    counted = count_run(
        RunTables(
            challenges=challenges,
            verdicts=verdicts,
            specs=specs,
            repeats=repeats,
            baselines=BASELINES,
            prices=read_prices(None),
            spend=spend,
            ranks=ranks,
        )
    )
    return Summary(
        format=FORMAT,
        run_id="2026-11-30-0badcafe",
        bench="a made-up handbook",
        created_at="2026-11-30T12:00:00Z",
        repeats=repeats,
        calls=len(attempts),
        search=SearchSummary(
            answerable=len(ranks),
            found=len(ranks),
            ranks=ranks,
            missed=(),
            uncited=(),
            unanswerable=0,
            answered_anyway=(),
        ),
        counts={},
        build={},
        left_out={},
        judges=counted.judges,
        baselines=BASELINES,
        constants=counted.constants,
        read_first=counted.read_first,
        simulated=True,
    )


def _challenges(chance, number):
    """One item under both rules; seven of a row share their case: one untouched, two near misses, four mistakes."""
    case = Words(number // 7, chance.words)
    passages = tuple(Passage(id=f"p{place}", title=case.text(4), text=case.text(70)) for place in range(3))
    first, last = case.text(20), case.text(20)
    trusted = f"{first} 45 days {last} [p1]."
    place, sites, style = number % 7, (), ""
    answer, part = trusted, Set.CLEAN
    if place in (1, 2):
        part, style, answer = Set.NEAR_MISS, "figure_respelled", trusted.replace(" 45 ", f" {'forty-five ' * place}")
        sites = (Site(where="answer", start=len(first) + 1, before="45", after=("forty-five " * place)[:-1]),)
    elif place:
        style = _STYLES[place % 3] if place < 6 else "outside_fact"
        part = Set.PLANTED if place < 6 else Set.HELD_OUT
        answer = trusted.replace(" 45 ", f" {place}0 ")
        sites = (Site(where="answer", start=len(first) + 1, before="45", after=f"{place}0"),)
    expected = Outcome.FAIL if part in (Set.PLANTED, Set.HELD_OUT) else Outcome.PASS
    if number % 10 == 9:
        # A real answer that a person labelled, with a style or without one.
        part, style, sites = Set.NATURAL, ("", "pasted")[number // 10 % 2], ()
        expected = (Outcome.FAIL, Outcome.PASS)[number // 20 % 2]
    item = Item.of(question=f"{case.text(8)} {number // 7}?", passages=passages, answer=answer)
    for rule in RULES:
        yield Challenge(
            item=item,
            rule=rule,
            set=part,
            style=style,
            parent=f"case-{number // 7}",
            group=f"case-{number // 7}",
            expected=expected,
            sites=sites,
            proof="the passages say 45" if sites else "a person trusts this answer",
        )


def _attempts(chance, spec, challenge, repeats):
    if challenge.rule != spec.rule:
        return
    skill = MODELS.get(spec.model, 0.7)
    right = FAIL if challenge.expected is Outcome.FAIL else PASS
    wrong = PASS if right is FAIL else FAIL
    sure, down = chance.random() < skill, chance.random() < 0.02
    for repeat in range(repeats):
        verdict = right if (chance.random() < 0.97) == sure else wrong
        if down or chance.random() < 0.01:
            verdict = Verdict(error=ErrorCode.TIMEOUT)
        quote = " ".join(challenge.item.passages[repeat % 3].text.split()[4:11])
        reason = f'Passage p1 says "{quote}". {chance.text(40)} 45.' if chance.random() < 0.9 else chance.text(30)
        yield Attempt(
            item_id=challenge.item.item_id,
            judge_id=spec.judge_id,
            repeat=repeat,
            attempt=1,
            final=True,
            at="2026-11-30T12:00:00Z",
            reply=Reply(verdict=verdict, reason=reason, raw=reason),
        )
