"""A run as pandas tables, for notebooks: `from workbench.frames import load_run`."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.records.summary import JudgeSummary, SetRates

if TYPE_CHECKING:
    import pandas as pd

    from workbench.records.challenge import Challenge

_RATES = tuple(part.name for part in fields(SetRates))


@dataclass(frozen=True, kw_only=True)
class RunFrames:
    """A finished run. Its tables are copies, made anew from the raw verdicts.

    `who` names a judge and its model in one piece, such as "grounded on claude-haiku-5-5"; a judge that is simulated
    has that in its name. Held-out items are in the tables only where the run opened them.

    Attributes:
        run_id: The name of the run.
        verdicts: One row a verdict, as in `verdicts.parquet`, with `who` and with what was expected: `set`, `style`,
            `parent`, `expected`.
        items: One row a judge and item: `set`, `style`, `parent`, `expected`, `asked` (false where a run that stopped
            early needed no verdict), the counts `calls`, `errors`, `passes`, `fails`, the case score `score` (0 to 1;
            null where too few repeats are valid), and `flips`, whether its valid repeats disagree. Of a judge that
            votes, `passes`, `fails` and `score` are those of its vote.
        judges: One row a judge, in the order of settings: its names, `level`, `consistency` (share of items; null where
            none has two valid repeats), `dollars_per_1000` (null where unknown), and for every set, and for the pairs
            of mistake and untouched answer, `<set>_hits`, `<set>_items` and `<set>_bound`, the worst case at one-sided
            95 %. What was not measured is null.
    """

    run_id: str
    verdicts: "pd.DataFrame"
    items: "pd.DataFrame"
    judges: "pd.DataFrame"


def load_run(run: str | None = None, *, bench: str | Path = ".") -> RunFrames:
    """Load a run. Needs no key and no network, and writes nothing.

    Args:
        run: Its name or path; None for the newest of the bench.
        bench: The bench's folder, or one below it.

    Raises:
        NotMeasured: the run is not finished, or there is none.
        StoreError: the run's files are damaged.
        InputError: the bench has no settings, or they are not as expected.
    """
    from workbench.analysis.truth import item_table
    from workbench.steps.measure import summarise
    from workbench.steps.settings import read_settings
    from workbench.steps.stored_run import find_stored

    settings = read_settings(Path(bench))
    found = find_stored(settings, run)
    measured = summarise(found, settings)
    specs = found.manifest.judges
    judges = _judges(measured.summary.judges)
    who = judges.set_index("judge_id")["who"]
    items = item_table(
        measured.challenges,
        measured.verdicts,
        specs,
        repeats=found.manifest.identity.repeats,
        stopped_early=bool(found.manifest.settings.get("stop_early")),
    )
    items.insert(0, "who", items["judge_id"].map(who))
    verdicts = measured.verdicts.merge(_expected(measured.challenges), on=["item_id", "rule"], how="left")
    verdicts.insert(0, "who", verdicts["judge_id"].map(who))
    return RunFrames(run_id=found.manifest.run_id, verdicts=verdicts, items=items, judges=judges)


def _expected(challenges: "tuple[Challenge, ...]") -> "pd.DataFrame":
    import pandas as pd

    rows = [(one.item.item_id, one.rule, str(one.set), one.style, one.parent, str(one.expected)) for one in challenges]
    return pd.DataFrame(rows, columns=["item_id", "rule", "set", "style", "parent", "expected"])


def _judges(summaries: "tuple[JudgeSummary, ...]") -> "pd.DataFrame":
    import pandas as pd

    table = pd.DataFrame([_judge(judge) for judge in summaries])
    counts = [f"{name}_{part}" for name in _RATES for part in ("hits", "items")]
    shares = ["consistency", "dollars_per_1000", *(f"{name}_bound" for name in _RATES)]
    return table.astype(dict.fromkeys(counts, "Int64") | dict.fromkeys(shares, "Float64"))


def _judge(judge: JudgeSummary) -> dict[str, Any]:
    from workbench.report.brief import short_name

    agreed = judge.consistency
    row: dict[str, Any] = {
        "who": short_name(judge),
        "judge_id": judge.judge_id,
        "judge": judge.name,
        "rule": judge.rule,
        "model": judge.model,
        "kind": judge.kind,
        "level": str(judge.decision.level) if judge.decision and judge.decision.level else None,
        "consistency": agreed.unanimous / agreed.items if agreed.items else None,
        "dollars_per_1000": judge.cost.per_thousand,
    }
    for name in _RATES:
        rate = getattr(judge, name)
        measured = asdict(rate) if rate is not None else {}
        row |= {f"{name}_{part}": measured.get(part) for part in ("hits", "items", "bound")}
    return row
