"""Measure judges that were run elsewhere, from a file of their verdicts. Needs no bench, no key and no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.analysis.score_separation import ScoreSeparation, score_separations
from workbench.analysis.summarise import summarise_judges
from workbench.errors import InputError, Problem
from workbench.external.columns import Columns, find_columns
from workbench.external.recorded import RULE, read_recorded
from workbench.external.table import Table, read_table
from workbench.external.words import Words
from workbench.identity import digest
from workbench.judges.threshold import Passes, Threshold
from workbench.prices import read_prices
from workbench.records.challenge import Set
from workbench.records.summary import Summary
from workbench.store.verdicts import both_tables

FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class External:
    """A file of verdicts that was read, and which of its columns is what."""

    table: Table
    columns: Columns


@dataclass(frozen=True, kw_only=True)
class ExternalReport:
    """What was measured of judges that were run elsewhere.

    Attributes:
        file: Name of the file.
        columns: Which of its columns is what.
        threshold: Turned scores into verdicts; None where the file holds verdicts, or scores alone.
        passes: Which scores are good ones.
        summary: The judges that gave verdicts, measured as in every run. Nobody put them before the gate.
        scores: How well each score separates; empty where there is none.
    """

    file: str
    columns: Columns
    threshold: Threshold | None
    passes: Passes
    summary: Summary
    scores: tuple[ScoreSeparation, ...]


def open_external(path: Path, *, given: Sequence[str]) -> External:
    """Read a file of verdicts, and find its columns. What is found is for a person to see before it is used.

    Raises:
        InputError: the file cannot be read, or a column that is needed is not found.
    """
    table = read_table(path)
    return External(table=table, columns=find_columns(table.names, given))


def measure_external(found: External, words: Words, *, threshold: float | None, passes: Passes) -> ExternalReport:
    """Measure what was opened. The same file gives the same report.

    Args:
        found: The file and its columns.
        words: What words mean besides `pass`, `fail` and `error:<code>`.
        threshold: Where a score turns into the other verdict; None to take the column of verdicts, where there is one.
        passes: Which scores are good ones.

    Raises:
        InputError: the rows are not as expected.
        NotMeasured: no item has a label.
    """
    cut = None if threshold is None else Threshold(at=threshold, passes=passes)
    if cut is not None and not found.columns.score:
        raise InputError(Problem(where="--threshold", expected="a column of scores", got=str(found.columns)))
    recorded = read_recorded(found.table, found.columns, words, cut)
    _, no_spend = both_tables((), ())
    judges = summarise_judges(
        recorded.challenges,
        recorded.verdicts,
        recorded.specs,
        repeats=recorded.repeats,
        baselines={},
        prices=read_prices(),
        spend=no_spend,
    )
    about = [found.table.path.name, str(found.columns), str(cut), dict(words.verdict), dict(words.label)]
    summary = Summary(
        format=FORMAT,
        run_id=f"recorded-{digest(about, length=8)}",
        bench=found.table.path.name,
        created_at="",
        repeats=recorded.repeats,
        calls=len(recorded.verdicts),
        search=None,
        counts={RULE: {str(Set.NATURAL): len(recorded.challenges)}},
        build={},
        left_out=recorded.left_out,
        judges=judges,
        baselines={},
        simulated=False,
        notes=recorded.notes,
    )
    return ExternalReport(
        file=found.table.path.name,
        columns=found.columns,
        threshold=cut,
        passes=passes,
        summary=summary,
        scores=score_separations(recorded.scores, high_is_good=passes is Passes.AT_LEAST),
    )
