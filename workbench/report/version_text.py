"""What each judge fixed and broke since its version before, in sentences."""

from collections.abc import Iterator, Sequence

from workbench.records.comparison import Part, VersionChange
from workbench.records.summary import JudgeSummary
from workbench.report.comparison_words import counts_words, difference_words, named_words
from workbench.report.words import plural

TITLE = "Since the version before"
READING = (
    "The same items, judged by two versions of a judge in two runs. A case is right or wrong by the majority of its "
    "repeats; a source is right where its clean answer and all its near misses are. Which earlier run it is was "
    "written down when this one was made: the newest that held another version.",
)
_ID = 8


def changed_judges(judges: Sequence[JudgeSummary]) -> tuple[JudgeSummary, ...]:
    """Return the judges that had another version in an earlier run."""
    return tuple(judge for judge in judges if judge.since)


def against(change: VersionChange) -> str:
    """Say with what a judge is compared, and in what the two versions differ."""
    which = f"version {change.judge_id[:_ID]} of run {change.run_id}" if change.judge_id else f"run {change.run_id}"
    lead = "not like for like: " if len(change.differences) > 1 else ""
    said = "; ".join((*change.differences, *rubric_words(change)))
    return f"against {which}" + (f": {lead}{said}" if said else "")


def rubric_words(change: VersionChange) -> tuple[str, ...]:
    """Say how much of the rubric changed; nothing where nothing did."""
    if not change.rubric:
        return ()
    new = sum(line.startswith("+") for line in change.rubric)
    return (f"rubric: {plural(new, 'line')} new, {len(change.rubric) - new:,} gone",)


def shared_words(change: VersionChange) -> str:
    """Say how many items both versions judged, where they did not judge the same; empty where they did."""
    found = change.comparison
    if found is None or not (found.only_candidate or found.only_reference):
        return ""
    others = f"{found.only_candidate:,} of this run and {found.only_reference:,} of the other"
    return f"{plural(found.items, 'item')} in common; {others} are compared with nothing"


def version_statements(judge: JudgeSummary) -> tuple[str, ...]:
    """Return what a judge fixed and broke since its version before; empty where there was none."""
    return tuple(_statements(judge.since)) if judge.since else ()


def _statements(change: VersionChange) -> Iterator[str]:
    yield f"{against(change)}."
    if change.comparison is None:
        yield f"Not compared: {change.trouble}."
        return
    if shared_words(change):
        yield f"{shared_words(change)}."
    for part in change.comparison.parts:
        yield part_statement(part)
        if part.fixed:
            yield f"{part.kind} fixed: {named_words(part.fixed)}."
        if part.broken:
            yield f"{part.kind} broken: {named_words(part.broken)}."


def part_statement(part: Part) -> str:
    """Say of one kind of case what was fixed and broken, and whether the two versions can be told apart."""
    differ = f"; {difference_words(part)}" if part.fixed or part.broken or part.unsure else ""
    return f"{part.kind}: {counts_words(part, reference='before')}{differ}."
