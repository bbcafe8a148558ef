"""The verdict table and the spend table, made from a run's attempts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError
from workbench.records.reply import Attempt, JudgeSpec
from workbench.store.journal_reader import may_replace, second_final

if TYPE_CHECKING:
    import pandas as pd

USAGE = ("input_tokens", "cache_creation_5m", "cache_creation_1h", "cache_read_input_tokens", "output_tokens")
"""Token counts by how they are billed; a count that a reply does not give is 0."""

VERDICT_COLUMNS: Mapping[str, str] = {
    "item_id": "text",
    "judge_id": "text",
    "judge": "text",
    "rule": "text",
    "model": "text",
    "repeat": "count",
    "verdict": "text",
    "reason": "text",
    "evidence": "text",
    "score": "score",
    "stop_reason": "text",
    "answered_by": "text",
    "request_id": "text",
    "batch": "text",
    "latency_s": "seconds",
    "at": "text",
    "attempts": "count",
    "replaced": "count",
    **dict.fromkeys(USAGE, "count"),
}
SPEND_COLUMNS: Mapping[str, str] = {
    "judge_id": "text",
    "answered_by": "text",
    "batch": "text",
    **dict.fromkeys(USAGE, "count"),
}


def verdict_table(attempts: Iterable[Attempt], specs: Iterable[JudgeSpec]) -> "pd.DataFrame":
    r"""Return one row a verdict, that is a final attempt, sorted by judge, item and repeat.

    `verdict` has the text form `pass`, `fail` or `error:<code>`; `attempts` says how many calls it took (one
    more where it was made of several), `replaced` how
    many errors stood in its place before they were asked again. A cell without a final attempt has no row. `score` is
    null where a judge gave none. Lone surrogates, which tables cannot hold, appear as their escapes (`\ud800`); the
    journal has them as they came.

    Raises:
        StoreError: a cell with two verdicts, or a verdict of a judge that is not among the specs.
    """
    by_id = {spec.judge_id: spec for spec in specs}
    rows: dict[tuple[str, str, int], tuple[Any, ...]] = {}
    errors: dict[tuple[str, str, int], tuple[int, int]] = {}
    for attempt in attempts:
        if not attempt.final:
            continue
        key = (attempt.judge_id, attempt.item_id, attempt.repeat)
        before, replaced = errors.pop(key, (0, 0))
        if key in rows and not may_replace(error=before > 0, before=before, after=attempt.attempt):
            raise StoreError(second_final((attempt.item_id, attempt.judge_id, attempt.repeat)))
        if attempt.reply.verdict.error is not None:
            errors[key] = (attempt.attempt, replaced + 1)
        spec = by_id.get(attempt.judge_id)
        if spec is None:
            raise StoreError(
                f"the journal holds a verdict of judge {attempt.judge_id}, which the manifest does not name"
            )
        rows[key] = _row(attempt, spec, replaced)
    return _table([rows.pop(key) for key in sorted(rows)], VERDICT_COLUMNS)


def both_tables(
    attempts: Iterable[Attempt], specs: Iterable[JudgeSpec], *, besides: Iterable[Attempt] = ()
) -> tuple["pd.DataFrame", "pd.DataFrame"]:
    """Return the verdict table and the spend table of attempts, which are read once: a journal may be long.

    The spend table has one row an attempt, failed ones too, with the model that answered, its batch and the tokens
    billed. Its rows are sorted, so the order in which replies came plays no part.

    Args:
        attempts: The attempts of a run.
        specs: Its judges.
        besides: Attempts that were paid for and whose verdicts do not count.

    Raises:
        StoreError: as `verdict_table`.
    """
    spent = [*map(_spent, besides)]

    def noted() -> Iterator[Attempt]:
        for attempt in attempts:
            spent.append(_spent(attempt))
            yield attempt

    verdicts = verdict_table(noted(), specs)
    spent.sort()
    return verdicts, _table(spent, SPEND_COLUMNS)


def _spent(attempt: Attempt) -> tuple[Any, ...]:
    return (attempt.judge_id, _shown(attempt.reply.answered_by), _shown(attempt.reply.batch), *_usage(attempt))


def _row(attempt: Attempt, spec: JudgeSpec, replaced: int) -> tuple[Any, ...]:
    reply = attempt.reply
    return (
        attempt.item_id,
        attempt.judge_id,
        spec.name,
        spec.rule,
        spec.model,
        attempt.repeat,
        str(reply.verdict),
        _shown(reply.reason),
        _shown(reply.evidence),
        reply.score,
        _shown(reply.stop_reason),
        _shown(reply.answered_by),
        _shown(reply.request_id),
        _shown(reply.batch),
        reply.latency_s,
        attempt.at,
        attempt.attempt,
        replaced,
        *_usage(attempt),
    )


def _usage(attempt: Attempt) -> tuple[int, ...]:
    usage = attempt.reply.usage
    return tuple([usage.get(name, 0) for name in USAGE])


def _shown(text: str) -> str:
    """Return the text as UTF-8 can hold it."""
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _table(rows: list[tuple[Any, ...]], columns: Mapping[str, str]) -> "pd.DataFrame":
    """Build a table whose column types are the same whether or not there are rows.

    Takes the rows out of their list, so that memory never holds a large table as rows and as columns.
    """
    import pandas as pd

    types: Mapping[str, Any] = {"text": str, "count": "int64", "seconds": "float64", "score": "Float64"}
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    rows.clear()
    return pd.DataFrame(
        {
            name: pd.Series(list(column), dtype=types[kind])
            for (name, kind), column in zip(columns.items(), values, strict=True)
        }
    )
