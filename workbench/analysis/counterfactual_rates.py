"""How many questions did a system pass? The unit is the question: several repeats of it are one observation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.analysis.intervals import wilson
from workbench.records.counterfactual import Change, PassRate, Result, Tried


def question_rate(tried: Iterable[Tried]) -> PassRate:
    """On how many questions did the system pass every change that could be tried?

    One finding against it fails a question; else an answer that a person has to read makes it unclear, a failed call an
    error. A question on which nothing could be tried is not tested.
    """
    return _rate(_by_question(tried))


def change_rates(tried: Sequence[Tried]) -> Mapping[str, PassRate]:
    """On how many questions did the system pass each change? Those that were asked for, in the order of `Change`."""
    return {
        str(change): _rate(_by_question(of_change))
        for change in Change
        if (of_change := [one for one in tried if one.change is change])
    }


def _by_question(tried: Iterable[Tried]) -> Iterator[str]:
    by_case: dict[str, list[Result]] = {}
    for one in tried:
        by_case.setdefault(one.case, []).append(one.result)
    return map(_together, by_case.values())


def _together(results: Sequence[Result]) -> str:
    kinds = Counter(_kind(result) for result in results)
    return next(kind for kind in ("failed", "unclear", "errors", "passed", "not_tested") if kinds[kind])


def _kind(result: Result) -> str:
    if result.passes or result.fails:
        return "passed" if result.passes else "failed"
    return {Result.UNCLEAR: "unclear", Result.ERROR: "errors"}.get(result, "not_tested")


def _rate(kinds: Iterable[str]) -> PassRate:
    count = Counter(kinds)
    items = count["passed"] + count["failed"] + count["unclear"]
    low, high = wilson(count["passed"], items) or (None, None)
    return PassRate(
        passed=count["passed"],
        failed=count["failed"],
        unclear=count["unclear"],
        errors=count["errors"],
        not_tested=count["not_tested"],
        low=low,
        high=high,
    )
