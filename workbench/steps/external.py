"""Measure judges that were run elsewhere, from a file of their verdicts. Needs no bench, no key and no network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.analysis.in_use import FailureRate, count_verdicts, failure_rate
from workbench.analysis.score_separation import ScoreSeparation, score_separations
from workbench.analysis.summarise import RunTables, count_run
from workbench.errors import InputError, NotMeasured, Problem
from workbench.external.audit_file import with_labels
from workbench.external.columns import Columns, find_columns
from workbench.external.recorded import RULE, Recorded, read_recorded
from workbench.external.table import Table, read_table
from workbench.external.words import Words
from workbench.identity import digest
from workbench.judges.threshold import Passes, Threshold
from workbench.prices import read_prices
from workbench.records.challenge import Set
from workbench.records.summary import FORMAT, Summary
from workbench.steps.known_judge import KnownJudge
from workbench.store.verdicts import both_tables


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
        in_use: How many answers are wrong, by judge, where people labelled some of them or none.
    """

    file: str
    columns: Columns
    threshold: Threshold | None
    passes: Passes
    summary: Summary
    scores: tuple[ScoreSeparation, ...]
    in_use: Mapping[str, FailureRate]


def open_external(
    path: Path, *, given: Sequence[str], labels: Sequence[Path] = (), labelled: bool = True, instead: str = ""
) -> External:
    """Read a file of verdicts, and find its columns. What is found is for a person to see before it is used.

    Args:
        path: The file.
        given: `thing=column` as a person gave them.
        labels: Files of labels by item, such as audits that were filled in.
        labelled: Whether the file of verdicts must have labels itself where no other has.
        instead: What a person may give instead of such labels, in words; empty where there is nothing.

    Raises:
        InputError: a file cannot be read, a column that is needed is not found, or labels fit no verdict.
    """
    table = read_table(path)
    columns = find_columns(table.names, given, labelled=labelled and not labels, instead=instead)
    if labels:
        table, columns = with_labels(table, columns, [read_table(file) for file in labels])
    return External(table=table, columns=columns)


def measure_external(
    found: External, words: Words, *, threshold: float | None, passes: Passes, known: KnownJudge | None = None
) -> ExternalReport:
    """Measure what was opened. The same file gives the same report.

    Args:
        found: The file and its columns.
        words: What words mean besides `pass`, `fail` and `error:<code>`.
        threshold: Where a score turns into the other verdict; None to take the column of verdicts, where there is one.
        passes: Which scores are good ones.
        known: What is known of the judge, for answers that nobody labelled; None where nothing is.

    Raises:
        InputError: the rows are not as expected, or it cannot be told which of several judges the known one is.
        NotMeasured: no item has a label, and nothing is known of the judge.
    """
    cut = threshold_of(found, threshold, passes)
    recorded = read_recorded(found.table, found.columns, words, cut)
    in_use = _in_use(recorded, known)
    if not recorded.challenges and known is None:
        raise NotMeasured(
            f"{found.table.path}: no item has a label that says pass or fail\n"
            "  which answers to label first: workbench audit; or correct the verdicts by what a run says: --judge NAME"
        )
    _, no_spend = both_tables((), ())
    counted = count_run(
        RunTables(
            challenges=recorded.challenges,
            verdicts=recorded.verdicts,
            specs=recorded.specs,
            repeats=recorded.repeats,
            baselines={},
            prices=read_prices(),
            spend=no_spend,
        )
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
        judges=counted.judges,
        baselines={},
        constants=counted.constants,
        read_first=counted.read_first,
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
        in_use=in_use,
    )


def threshold_of(found: External, threshold: float | None, passes: Passes) -> Threshold | None:
    """What turns the scores of a file into verdicts; None where it holds verdicts, or scores alone.

    Raises:
        InputError: a threshold, and no column of scores.
    """
    if threshold is not None and not found.columns.score:
        raise InputError(Problem(where="--threshold", expected="a column of scores", got=str(found.columns)))
    return None if threshold is None else Threshold(at=threshold, passes=passes)


def _in_use(recorded: Recorded, known: KnownJudge | None) -> dict[str, FailureRate]:
    """By judge, how many of the answers in use are wrong; judges whose answers are all labelled are left out."""
    counts = count_verdicts(recorded.in_use)
    mine = known.name if known is not None else None
    if known is not None and mine not in counts:
        if len(counts) != 1:
            got = ", ".join(counts) or "no verdict"
            raise InputError(Problem(where="--judge", expected=f"{mine} among the judges of the file", got=got))
        [mine] = counts
    found = {
        judge: failure_rate(verdicts, known.rates if known is not None and judge == mine else None)
        for judge, verdicts in counts.items()
        if verdicts.labelled.items < verdicts.judged or judge == mine
    }
    return {judge: rate for judge, rate in found.items() if rate is not None}
