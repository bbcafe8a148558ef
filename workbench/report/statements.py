"""Sentences about a run that terminal, Markdown and HTML share, so that no two of them count differently."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from workbench.records.search import SearchSummary
from workbench.records.summary import Decision, GateLine, JudgeSummary, Level, Standing, Summary
from workbench.report.words import SET_WORDS, plural, set_words

IN_SUMMARY = "all in summary.json"
SEARCH_NOT_RUN = "not measured: no question says which passage holds the answer."
DISAGREEMENTS_NONE = "none on this run."
STYLES_NONE = "Not measured: no changed answer was judged."
COUNTING = (
    "Rates count items, never calls: the repeats of one item are one observation.",
    "Caught means that every valid repeat said fail. A false alarm is an item of which any valid repeat said fail.",
    "The figure after a count is its worst case at 95%: at least this share is caught, at most this share is alarmed. "
    "It is rounded against the judge.",
    "A call without a verdict is an error, neither pass nor fail. An item with too few valid repeats is unresolved, "
    "and the worst case counts it against the judge.",
    "Where an error occurred, the rate is read twice more: with errors left out, and with every error against the "
    "judge, as the wrong verdict.",
    "A pair is a mistake and the very answer that it was made from. It is told apart where every repeat failed the one "
    "and passed the other: a judge that fails everything catches every mistake and tells none apart.",
    "Consistency is the share of items on which all valid repeats agree, rounded down.",
    "Script caught is what the plain script of the same rule caught of the planted and held-out mistakes: what a judge "
    "adds lies above it.",
)
READING = (
    "A quote in a judge's reasoning, of two words or more, is looked up in what the judge was shown. Nearly so means "
    "that a word or a mark may differ, and no figure.",
    "Where three judges of a rule or more were run on 100 items or more, what they disagree on among themselves stands "
    "first in every list, the least certain by the estimates of Dawid and Skene before the rest. No figure is made of "
    "these estimates.",
    "Caught for another reason is a list to read and counts for nothing: every repeat failed the mistake, and no "
    "reason has a word in common with the change. Words alone can be wrong either way.",
)
BLIND_SPOTS = (
    "Pages that the system never fetched. A judge sees only the passages that were shown: an answer built on the wrong "
    "passage can still be grounded. That is what the retrieval check is for.",
    "Mistakes unlike the planted ones. The figures hold for mistakes of these styles and answers like these.",
    "A wrong answer among the trusted ones. It looks like a false alarm until a person has read it.",
)


def listed(names: Collection[str], *, limit: int = 12, rest: str = IN_SUMMARY) -> str:
    """Return names joined by commas; where there are more than `limit`, how many more, and in `rest` where they are."""
    shown = ", ".join(list(names)[:limit])
    more = len(names) - limit
    return f"{shown} and {more:,} more ({rest})" if more > 0 else shown


def search_statements(search: SearchSummary | None, *, rest: str = IN_SUMMARY) -> tuple[str, ...]:
    """Say what the retrieval check found, a sentence each, and in `rest` where the names are that are too many here."""
    return tuple(_search(search, rest)) if search else (SEARCH_NOT_RUN,)


def unanswered_words(ids: Sequence[str], *, rest: str) -> str:
    """Say which questions no saved answer has; empty where there are none."""
    return f"Questions of no saved answer, passed over: {_count_and_names(ids, rest)}." if ids else ""


def _search(search: SearchSummary, rest: str) -> Iterator[str]:
    if search.answerable:
        yield f"Passage found for {search.found:,} of {plural(search.answerable, 'answerable question')}."
    else:
        yield "Passage found: not measured, no question has an evidence phrase."
    if search.ranks:
        ranks = sorted(Counter(search.ranks.values()).items())
        yield f"Rank of the passage: {', '.join(f'{count:,} at {rank}' for rank, count in ranks)}."
    if search.missed:
        yield f"Missed: {listed(search.missed, rest=rest)}."
    yield f"Uncited answers: {_count_and_names(search.uncited, rest)}."
    if search.unanswerable:
        answered = _count_and_names(search.answered_anyway, rest, f" of {search.unanswerable:,}")
        yield f"Unanswerable questions answered: {answered}."
    else:
        yield "Unanswerable questions answered: not measured, there is none."
    if search.unchecked:
        yield f"Not checked, no question names them: {_count_and_names(search.unchecked, rest)}."


def _count_and_names(names: Sequence[str], rest: str, of: str = "") -> str:
    return f"{len(names):,}{of} ({listed(names, rest=rest)})" if names else f"0{of}"


def set_statements(summary: Summary) -> tuple[str, ...]:
    """Say what the judges were tested on: items of each set, plants that were declined, cases left out."""
    return (*count_statements(summary), *_declined(summary.build), *_left_out(summary.left_out))


def count_statements(summary: Summary) -> tuple[str, ...]:
    """Say how many items of each set there were, a sentence a rule."""
    rules = (rule for rule in (*(judge.rule for judge in summary.judges), *summary.counts) if rule in summary.counts)
    return tuple(f"{rule}: {_sets(summary.counts[rule]) or 'nothing'}." for rule in dict.fromkeys(rules))


def _sets(sets: Mapping[str, int]) -> str:
    known = [name for name in SET_WORDS if name in sets]
    names = [*known, *(name for name in sets if name not in SET_WORDS)]
    return ", ".join(f"{sets[name]:,} {set_words(name)}" for name in names)


def left_out_brief(summary: Summary) -> str:
    """Say in one sentence that styles declined cases and that cases were left out; empty where nothing was."""
    parts = []
    declined = len({style for styles in summary.build.values() for style, reasons in styles.items() if reasons})
    if declined:
        parts.append(f"{plural(declined, 'style')} declined some cases")
    left_out = sum(summary.left_out.values())
    if left_out:
        parts.append(f"{plural(left_out, 'case')} left out")
    return f"{', '.join(parts)}: the reasons are in report.html." if parts else ""


def _declined(build: Mapping[str, Mapping[str, Mapping[str, int]]]) -> Iterator[str]:
    for rule, styles in build.items():
        for style, reasons in styles.items():
            shown = "; ".join(f"{reason} ({plural(cases, 'case')})" for reason, cases in reasons.items())
            if shown:
                yield f"{rule}, not planted, {style}: {shown}."


def _left_out(left_out: Mapping[str, int]) -> Iterator[str]:
    for reason, cases in left_out.items():
        yield f"Left out, {plural(cases, 'case')}: {reason}."


def next_level(decision: Decision) -> Level | None:
    """Return the level that a judge could reach next; None where it holds the highest."""
    if decision.level is Level.CERTIFIED:
        return None
    return Level.CERTIFIED if decision.level is Level.PROVISIONAL else Level.PROVISIONAL


def next_lines(decision: Decision) -> tuple[GateLine, ...]:
    """Return the lines of the level that a judge could reach next; none where it holds the highest."""
    level = next_level(decision)
    return tuple(decision.lines.get(level, ())) if level else ()


def lines_statement(level: str, lines: Sequence[GateLine]) -> str:
    """Say how a level stands: "PROVISIONAL: 7 of 9 lines met; missing: repeats; against: held out"."""
    parts = [f"{level}: {sum(line.standing is Standing.MET for line in lines)} of {plural(len(lines), 'line')} met"]
    for standing in (Standing.MISSING, Standing.AGAINST):
        names = [line.line for line in lines if line.standing is standing]
        if names:
            parts.append(f"{standing}: {', '.join(names)}")
    return "; ".join(parts)


def calls_statement(judge: JudgeSummary) -> str:
    """Say how many calls came to nothing and why: "2 errors in 72 calls (2 timeout)"."""
    errors = sum(judge.errors.values())
    causes = ", ".join(f"{count:,} {code}" for code, count in judge.errors.items() if count)
    return f"{plural(errors, 'error')} in {plural(judge.calls, 'call')}" + (f" ({causes})" if causes else "")
