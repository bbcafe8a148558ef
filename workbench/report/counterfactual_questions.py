"""A counterfactual check question by question: what each change came to, in a word."""

from collections.abc import Iterator, Sequence

from workbench.records.counterfactual import Change, Counterfactuals, Result, Tried
from workbench.report.columns import table
from workbench.report.visible import on_one_line

CHANGE_WORDS = {
    Change.REMOVED: "evidence removed",
    Change.EDITED: "fact changed",
    Change.LONGER: "long passage added",
    Change.CONFLICT: "conflict added",
    Change.IDENTITY: "other identity",
}
_SHORT = {
    Result.FOLLOWS: "follows",
    Result.DECLINED: "declined",
    Result.KEPT_BACK: "kept back",
    Result.MEMORY: "FROM MEMORY",
    Result.PASSED_OVER: "PASSED OVER",
    Result.DISTRACTED: "DISTRACTED",
    Result.NEEDLESS: "NEEDLESS",
    Result.LEAKED: "LEAKED",
    Result.UNCLEAR: "unclear",
    Result.ERROR: "error",
    Result.NOT_TESTED: "-",
}
WORST_FIRST = (
    Result.LEAKED,
    Result.MEMORY,
    Result.PASSED_OVER,
    Result.DISTRACTED,
    Result.NEEDLESS,
    Result.UNCLEAR,
    Result.ERROR,
)
"""The results that are to be read, in the order in which they are."""
_MOST = 30


def question_lines(found: Counterfactuals, *, width: int) -> Iterator[str]:
    """Draw a row a question and a column a change; those that differ from the common answer first, then findings."""
    changes = [change for change in Change if change in found.changes]
    by_case: dict[str, list[Tried]] = {}
    for one in found.tried:
        by_case.setdefault(one.case, []).append(one)
    cases = sorted(by_case.items(), key=lambda pair: (not pair[1][0].differs, min(map(_place, pair[1]))))
    heading = [["", "question"], *(CHANGE_WORDS[change].rsplit(" ", 1) for change in changes)]
    rows: list[list[str]] = []
    for case, tried in cases[:_MOST]:
        name = on_one_line(case) + (" *" if tried[0].differs else "")
        rows.append([name, *(_cell(tried, change) for change in changes)])
    drawn = table([heading, *([[cell] for cell in row] for row in rows)], width=width)
    if drawn is None:
        return
    yield from (line for row in drawn for line in row)
    if len(cases) > _MOST:
        yield f"... and {len(cases) - _MOST:,} more: all with --json"
    if any(tried[0].differs for _, tried in cases):
        yield "* the documents differ from the common answer"


def _place(one: Tried) -> int:
    return WORST_FIRST.index(one.result) if one.result in WORST_FIRST else len(WORST_FIRST)


def _cell(tried: Sequence[Tried], change: Change) -> str:
    """The worst result of a change; there are several where several identities ask."""
    of_change = [one for one in tried if one.change is change]
    return _SHORT[min(of_change, key=_place).result] if of_change else _SHORT[Result.NOT_TESTED]
