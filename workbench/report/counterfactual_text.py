"""A counterfactual check in the terminal: the pass rate, what each change came to, and what to read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from workbench.records.counterfactual import Change, Counterfactuals, PassRate, Result, Tried
from workbench.report.columns import paragraph, table
from workbench.report.counterfactual_questions import CHANGE_WORDS, WORST_FIRST, question_lines
from workbench.report.visible import on_one_line
from workbench.report.words import NOT_MEASURED, plural

_HEADINGS = ("change", "passed", "95%", "failed", "unclear", "errors", "not tested")
_MOST, _MOST_REASONS = 12, 6


def counterfactual_text(found: Counterfactuals, *, width: int) -> str:
    """Return title, table, findings and reasons, ending in a newline."""
    repeats = "" if found.repeats == 1 else f", {found.repeats} repeats"
    calls = f", {plural(found.calls, 'call')}" if found.run_id else ""
    title = f"COUNTERFACTUAL CHECK, {found.bench}: {found.system}{repeats}{calls}"
    lines = [*_lines(title, width), *_rates(found, width), "", *_table(found, width)]
    lines += ["", *question_lines(found, width=width)]
    findings = sorted(
        (one for one in found.tried if one.result in WORST_FIRST),
        key=lambda one: (not one.differs, WORST_FIRST.index(one.result)),
    )
    if findings:
        lines += ["", *_lines("TO READ, cases where the documents differ from the common answer first", width)]
        told = list(_findings(findings))
        for text in told[:_MOST]:
            lines += _lines(text, width)
        if len(told) > _MOST:
            lines.append(f"... and {len(told) - _MOST:,} more: all with --json")
    lines += [line for text in _aside(found) for line in _lines(text, width)]
    return "\n".join(lines) + "\n"


def rate_text(rate: PassRate) -> str:
    """Return "17 of 20 questions, 85% (95%: 64% to 95%)", with what stands beside it; "not measured" for none."""
    if rate.share is None or rate.low is None or rate.high is None:
        return NOT_MEASURED
    beside = [f"{rate.unclear:,} unclear"] if rate.unclear else []
    if rate.errors:
        beside.append(f"{rate.errors:,} with failed calls, in no rate")
    ends = f"95%: {rate.low:.0%} to {rate.high:.0%}"
    return "; ".join([f"{rate.passed:,} of {plural(rate.items, 'question')}, {rate.share:.0%} ({ends})", *beside])


def _rates(found: Counterfactuals, width: int) -> Iterator[str]:
    yield from _lines(f"Pass rate: {rate_text(found.questions)}.", width)
    differing = found.differing
    if differing.items or differing.not_tested or differing.errors:
        said = f"Where the documents differ from the common answer: {rate_text(differing)}."
    else:
        said = "No question says what the common answer is (`default`), where memory and documents would differ most."
    yield from _lines(said, width)


def _table(found: Counterfactuals, width: int) -> list[str]:
    rows = [_HEADINGS, *(_row(change, found.changes[change]) for change in Change if change in found.changes)]
    drawn = table([[[cell] for cell in row] for row in rows], width=width)
    if drawn is not None:
        return [line for row in drawn for line in row]
    return [line for row in rows[1:] for line in _lines(_listed(row), width)]


def _row(change: Change, rate: PassRate) -> tuple[str, ...]:
    ends = "-" if rate.low is None or rate.high is None else f"{rate.low:.0%} to {rate.high:.0%}"
    passed = f"{rate.passed:,} of {rate.items:,}" if rate.items else "-"
    counts = (rate.failed, rate.unclear, rate.errors, rate.not_tested)
    return (CHANGE_WORDS[change], passed, ends, *(f"{count:,}" if count else "-" for count in counts))


def _listed(row: Sequence[str]) -> str:
    """A row where the page is too narrow for a table."""
    name, *cells = row
    return f"{name}: {', '.join(f'{head} {cell}' for head, cell in zip(_HEADINGS[1:], cells, strict=True))}"


def _findings(findings: Iterable[Tried]) -> Iterator[str]:
    """What is to be read, each reason once: what shows before any change shows with each of them."""
    changes: dict[tuple[str, str], list[str]] = {}
    for one in findings:
        changes.setdefault((one.case, f"{str(one.result).upper()}. {one.why}"), []).append(CHANGE_WORDS[one.change])
    for (case, said), made in changes.items():
        yield f"{case}, {', '.join(made)}: {said}"


def _aside(found: Counterfactuals) -> Iterator[str]:
    # What stands behind a colon is of one case alone.
    why = Counter(one.why.partition(": ")[0] for one in found.tried if one.result is Result.NOT_TESTED)
    if why or found.notes:
        yield ""
    if why:
        yield "not tested: " + "; ".join(f"{count:,} {told}" for told, count in why.most_common(_MOST_REASONS))
        if len(why) > _MOST_REASONS:
            yield f"... and {len(why) - _MOST_REASONS:,} more reasons: all with --json"
    for note in found.notes:
        yield f"note: {note}"


def _lines(text: str, width: int) -> Sequence[str]:
    return paragraph(on_one_line(text), width=width, rest="  ")
