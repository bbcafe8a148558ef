"""Answer keys and verdict tables, made by hand for the tests of analysis and gate."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from workbench.analysis.summarise import RunTables, summarise_judges
from workbench.analysis.truth import item_table
from workbench.prices import TOKEN_PRICES, read_prices
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import JudgeSummary
from workbench.records.verdict import Outcome

RULE = "grounded"
COLUMNS = ["item_id", "judge_id", "repeat", "verdict", "answered_by", "batch", *TOKEN_PRICES]
WORDS = {1: "fail", 0: "pass", None: "error:timeout"}
Say = Callable[[Challenge, int], str]


def challenge(
    item_id: str, of: Set, *, style: str = "", parent: str = "", rule: str = RULE, expected=None
) -> Challenge:
    if expected is None:
        expected = Outcome.FAIL if of in (Set.PLANTED, Set.HELD_OUT) else Outcome.PASS
    item = Item(item_id=item_id, question="How long?", passages=(), answer="Ten days.")
    parent = parent or f"case-{item_id}"
    return Challenge(item=item, rule=rule, set=of, style=style, parent=parent, group=parent, expected=expected)


def answer_key(
    *,
    clean: int = 0,
    near_miss: Mapping[str, int] | None = None,
    planted: Mapping[str, int] | None = None,
    held_out: Mapping[str, int] | None = None,
    rule: str = RULE,
) -> list[Challenge]:
    """Make an answer key of so many clean answers, and so many changed copies of each style."""
    made = [challenge(f"{rule}-clean-{i}", Set.CLEAN, parent=f"case-{i}", rule=rule) for i in range(clean)]
    for of, styles in ((Set.NEAR_MISS, near_miss), (Set.PLANTED, planted), (Set.HELD_OUT, held_out)):
        for style, count in (styles or {}).items():
            made += [
                challenge(f"{rule}-{of}-{style}-{i}", of, style=style, parent=f"case-{i}", rule=rule)
                for i in range(count)
            ]
    return made


def spec(
    name: str = "judge", *, kind: JudgeKind = JudgeKind.MODEL, model: str = "claude-haiku-5-5", **more
) -> JudgeSpec:
    rule = more.pop("rule", RULE)
    return JudgeSpec(name=name, rule=rule, model=model, kind=kind, judge_id=more.pop("judge_id", f"{name}-1"), **more)


def table(rows: Iterable[tuple[str, str, int, str]], **usage: int) -> pd.DataFrame:
    """Make a verdict table of (item_id, judge_id, repeat, verdict)."""
    frame = pd.DataFrame(list(rows), columns=COLUMNS[:4]).astype({"repeat": "int64"})
    frame["answered_by"] = "claude-haiku-5-5"
    frame["batch"] = ""
    for name in TOKEN_PRICES:
        frame[name] = pd.Series(usage.get(name, 0), index=frame.index, dtype="int64")
    return frame


def says(judge: JudgeSpec, challenges: Sequence[Challenge], say: Say, *, repeats: int) -> pd.DataFrame:
    """Let a judge answer every item of its rule so often."""
    return table(
        (c.item.item_id, judge.judge_id, repeat, say(c, repeat))
        for c in challenges
        if c.rule == judge.rule
        for repeat in range(repeats)
    )


def of_repeats(said: Sequence[Sequence[int | None]]) -> pd.DataFrame:
    """Make the item table of one plant for each row of verdicts: 1 fail, 0 pass, None error."""
    key = [challenge(f"i{place}", Set.PLANTED, style="s") for place in range(len(said))]
    cells = [(f"i{i}", "judge-1", r, WORDS[v]) for i, answers in enumerate(said) for r, v in enumerate(answers)]
    return item_table(key, table(cells), [spec()], repeats=max(len(answers) for answers in said))


def measure(judge: JudgeSpec, challenges: Sequence[Challenge], say: Say, *, repeats: int) -> JudgeSummary:
    """Measure one judge the way a run does."""
    verdicts = says(judge, challenges, say, repeats=repeats)
    return summaries([judge], challenges, verdicts, repeats=repeats)[0]


def summaries(specs, challenges, verdicts, *, repeats, **more) -> tuple[JudgeSummary, ...]:
    return summarise_judges(run_tables(specs, challenges, verdicts, repeats=repeats, **more))


def run_tables(specs, challenges, verdicts, *, repeats, baselines=None, spend=None, ranks=None, **more) -> RunTables:
    return RunTables(
        challenges=challenges,
        verdicts=verdicts,
        specs=specs,
        repeats=repeats,
        baselines=baselines or {},
        prices=read_prices(),
        spend=verdicts if spend is None else spend,
        ranks=ranks or {},
        **more,
    )


def perfect(c: Challenge, _: int) -> str:
    return str(c.expected)


def always(verdict: str) -> Say:
    return lambda _challenge, _repeat: verdict


def at_random(c: Challenge, repeat: int) -> str:
    return ("pass", "fail")[zlib.crc32(f"{c.item.item_id}/{repeat}".encode()) & 1]


def blind_to(style: str) -> Say:
    return lambda c, _: "pass" if c.style == style else str(c.expected)
