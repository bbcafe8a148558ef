"""May this judge gate? One function decides, and every view and exit code follows it.

The rule has two levels, and a level is earned by meeting all of its lines. Nothing is averaged over lines, and there
is no verdict by default: what was not measured is missing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from workbench.gate.evidence import Evidence, FreshEvidence, any_evidence, fresh_evidence
from workbench.gate.finding import Finding
from workbench.gate.held_out_lines import held_out_lines
from workbench.gate.looks import LedgerView
from workbench.gate.policy import Bars, Policy
from workbench.gate.rate_lines import FRESH_PLANTS, FRESH_SOURCES, PLANTS, SOURCES, Bar, rate_line
from workbench.gate.reading import Reading, reading_lines
from workbench.gate.run_lines import ROUNDING, consistency_line, error_words, errors_line, repeats_line
from workbench.gate.style_lines import every_style_line, largest_style_line, styles_line
from workbench.gate.training_line import training_line
from workbench.gate.words import percent
from workbench.records.summary import Decision, JudgeSummary, Level, Standing

PASSED, NOT_PASSED, UNDECIDED = 0, 3, 4
"""Exit codes of the gate."""

_ORDER = (Level.INVALID, Level.PLUMBING_ONLY, Level.PROVISIONAL, Level.CERTIFIED)
_MAY = {
    Level.PROVISIONAL: "May warn, label and sort for review; may block only with a person who can overrule it.",
    Level.CERTIFIED: "May block without a person.",
}


def decide(
    judge: JudgeSummary,
    policy: Policy,
    *,
    repeats: int,
    seen: LedgerView,
    read: Reading,
    fresh: FreshEvidence | None = None,
) -> Decision:
    """What has a judge earned, and what is missing?

    Args:
        judge: The judge, measured.
        policy: The bars.
        repeats: How many repeats were asked for.
        seen: What the ledger says of this judge version.
        read: What people have read and decided.
        fresh: The judge, measured on fresh cases alone, where earlier versions saw some of the cases. Left out, all
            cases count as fresh if the ledger knows of no earlier version, and none if it does.

    Raises:
        ValueError: the ledger view belongs to another judge version, or the number of repeats is negative.
    """
    if (seen.judge, seen.rule, seen.judge_id) != (judge.name, judge.rule, judge.judge_id):
        raise ValueError(
            f"the ledger view of {seen.judge} {seen.judge_id} says nothing of {judge.name} {judge.judge_id}"
        )
    if repeats < 0:
        raise ValueError(f"counts cannot be negative, got {repeats} repeats")
    run = (repeats, read, seen)
    provisional = _lines(judge, policy.provisional, Level.PROVISIONAL, any_evidence(judge, seen, fresh), run)
    certified = _lines(judge, policy.certified, Level.CERTIFIED, fresh_evidence(judge, seen, fresh), run)
    invalid = _invalid(judge, policy)
    level = _level(invalid, provisional, certified)
    return Decision(
        level=level,
        lines={
            str(Level.PROVISIONAL): tuple(finding.line for finding in provisional),
            str(Level.CERTIFIED): tuple(finding.line for finding in certified),
        },
        reasons=_reasons(judge, level, invalid, provisional, certified),
    )


def exit_code(decision: Decision, asked: Level) -> int:
    """What does the gate return to a shell?

    Args:
        decision: The decision.
        asked: The level that is needed, `PROVISIONAL` or `CERTIFIED`.

    Returns:
        0 where the level or a higher one was earned; 3 where a line of it speaks against the judge; else 4, as there
        is not enough evidence.

    Raises:
        ValueError: `asked` is a level that nobody has to earn.
    """
    if asked not in _MAY:
        raise ValueError(f"a gate asks for PROVISIONAL or CERTIFIED, got {asked}")
    if _ORDER.index(decision.level) >= _ORDER.index(asked):
        return PASSED
    against = any(line.standing is Standing.AGAINST for line in decision.lines[str(asked)])
    return NOT_PASSED if against else UNDECIDED


def _lines(
    judge: JudgeSummary, bars: Bars, level: Level, evidence: Evidence, run: tuple[int, Reading, LedgerView]
) -> tuple[Finding, ...]:
    repeats, read, seen = run
    plants, sources = (FRESH_PLANTS, FRESH_SOURCES) if evidence.fresh else (PLANTS, SOURCES)
    # A smoke test claims nothing that the luckiest of several could falsify.
    candidates = seen.candidates if level is Level.CERTIFIED else 1
    plain = Bar(level=level, minimum=bars.plants, floor=bars.catch_floor, candidates=candidates)
    catch = replace(plain, evidence=evidence.open_ended, terms=evidence.terms)
    passing = replace(catch, minimum=bars.sources, floor=bars.pass_floor)
    more_styles = {"more": f"style of {plants.more[1]}", "of_what": f"styles of {plants.more[1]}"}
    return (
        *((training_line(seen, judge.sources.items),) if seen.learned else ()),
        every_style_line(judge.by_style),
        rate_line(plants, evidence.plants, catch),
        rate_line(sources, evidence.sources, passing),
        styles_line("plant styles", len(evidence.styles), bars.plant_styles, **more_styles),
        *((largest_style_line(evidence.styles, bars),) if bars.style_share < 1 else ()),
        *held_out_lines(judge.by_style, seen.burned, bars, plain, votes=bool(judge.votes)),
        repeats_line(judge, repeats, bars),
        consistency_line(judge, bars),
        errors_line(judge, bars),
        *reading_lines(judge, read),
    )


def _invalid(judge: JudgeSummary, policy: Policy) -> str:
    """Say why nothing can be said of the judge at all; empty where something can."""
    # A run that stopped early may have had no need to ask about one.
    if not judge.planted.items and not judge.planted.not_asked:
        return "No planted mistake was judged, so nothing is known of what the judge catches."
    calls, errors = judge.steady_calls
    if errors == calls:
        return "No call gave a verdict, so nothing is known of the judge."
    if errors > policy.invalid_errors * calls + ROUNDING:
        return f"{error_words(judge)} Above {percent(policy.invalid_errors)} a run says nothing of the judge."
    return ""


def _level(invalid: str, provisional: Iterable[Finding], certified: Iterable[Finding]) -> Level:
    if invalid:
        return Level.INVALID
    if all(finding.standing is Standing.MET for finding in certified):
        return Level.CERTIFIED
    if all(finding.standing is Standing.MET for finding in provisional):
        return Level.PROVISIONAL
    return Level.PLUMBING_ONLY


def _reasons(
    judge: JudgeSummary, level: Level, invalid: str, provisional: Sequence[Finding], certified: Sequence[Finding]
) -> tuple[str, ...]:
    """Order the sentences: what speaks against the judge, then what is missing for the next level, then errors.

    Of a run that says nothing, counts of what is missing would say nothing either.
    """
    wanted = {Level.PROVISIONAL: certified, Level.CERTIFIED: ()}.get(level, provisional)
    against = [finding for finding in wanted if finding.standing is Standing.AGAINST]
    missing = [finding for finding in wanted if finding.standing is Standing.MISSING and not invalid]
    sentences = [_MAY.get(level, ""), invalid, *(finding.reason for finding in (*against, *missing))]
    if not against and len(missing) == 1:
        sentences[-1] = missing[0].alone or missing[0].reason
    errors = error_words(judge)
    if not any(errors in sentence for sentence in sentences):
        sentences.append(errors)
    return tuple(dict.fromkeys(sentence for sentence in sentences if sentence))
