"""A comparison of candidates in words, and as JSON for machines."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from decimal import ROUND_CEILING, ROUND_HALF_EVEN
from typing import Any

from workbench.analysis.comparison import told_apart
from workbench.analysis.planning import fewest_items
from workbench.gate.recommend import Recommendation
from workbench.records.comparison import Comparison, Kind, Part
from workbench.records.reply import IN_CODE
from workbench.records.summary import JudgeSummary
from workbench.report.brief import gate_brief, short_name
from workbench.report.columns import paragraph
from workbench.report.compared import Candidate, Compared, ComparedRule
from workbench.report.comparison_words import counts_words, difference_words, named_words, percent
from workbench.report.repeats_text import share_words
from workbench.report.visible import on_one_line
from workbench.report.words import NO_COST, level_words, per_thousand_words, plural

_LEAD = max(map(len, Kind)) + 2


def compare_text(rules: Sequence[ComparedRule], *, margin: float, width: int) -> str:
    """Say of each candidate what it fixed and broke, whether it can be told apart, and which one to use.

    Args:
        rules: The candidates of each rule, compared.
        margin: By how much a candidate may be worse and still be good enough, as a share.
        width: Columns of the page.
    """
    blocks = ["\n".join(_rule(rule, margin, width)) for rule in rules]
    return "\n\n".join(blocks) + "\n"


def compare_json(rules: Sequence[ComparedRule], *, margin: float) -> dict[str, Any]:
    """Return the comparison as a JSON document. Arguments as in `compare_text`."""
    return {"format": 1, "margin": margin, "rules": [_rule_json(rule, margin) for rule in rules]}


def _rule(rule: ComparedRule, margin: float, width: int) -> Iterator[str]:
    runs = dict.fromkeys(candidate.run_id for candidate in (rule.reference, *(one.candidate for one in rule.others)))
    several = len(runs) > 1
    head = f"rule {rule.rule}, each case by the majority of its repeats, against {_who(rule.reference, several)}"
    yield from _wrapped(head, width, first="COMPARE  ", rest="  ")
    for one in rule.others:
        yield ""
        yield from _wrapped(_who(one.candidate, several), width, rest="  ")
        yield from _like_for_like(one, rule.reference, width)
        yield from _comparison(one.comparison, margin, width)
        yield from _steadiness(one.candidate.judge, rule.reference.judge, width)
    yield ""
    for place, sentence in enumerate(_recommended(rule)):
        yield from _wrapped(sentence, width, first="" if place else "USE  ", rest="  ")


def _who(candidate: Candidate, several: bool) -> str:
    judge = candidate.judge
    cost = per_thousand_words(judge.cost)
    votes = candidate.judge.votes
    repeats = f"majority of {votes} calls" if votes else plural(candidate.repeats, "repeat")
    said = [repeats, cost if cost == NO_COST else f"{cost} per 1,000 verdicts"]
    if several:
        said.insert(0, f"run {candidate.run_id}")
    # An older version is what was asked for here: to run it again is no advice.
    since = f"; {candidate.stale.removesuffix(' Run it again.').rstrip('.')}" if candidate.stale else ""
    return f"{short_name(judge)} ({', '.join(said)}{since})"


def _like_for_like(one: Compared, reference: Candidate, width: int) -> Iterator[str]:
    """Say what has changed between two versions, and warn where it is more than one thing."""
    found = list(one.differences)
    if one.differences and one.candidate.repeats != reference.repeats:
        found.append(f"repeats were {reference.repeats:,} and are {one.candidate.repeats:,}")
    if found:
        said = f"{'not like for like' if len(found) > 1 else 'changed'}: {'; '.join(found)}"
        yield from _wrapped(said, width, first="  ", rest="    ")


def _steadiness(judge: JudgeSummary, reference: JudgeSummary, width: int) -> Iterator[str]:
    """Say how alike the repeats of both are. Pairwise agreement, since the unanimous share falls with more repeats."""
    ours, theirs = judge.consistency.pairwise, reference.consistency.pairwise
    if ours is not None and theirs is not None and not {judge.kind, reference.kind} & {*IN_CODE}:
        said = f"pairwise agreement {share_words(ours)}, reference {share_words(theirs)}"
        yield from _wrapped(said, width, first=f"  {'repeats':<{_LEAD}}", rest=" " * (_LEAD + 2))


def _comparison(comparison: Comparison, margin: float, width: int) -> Iterator[str]:
    if comparison.only_candidate or comparison.only_reference:
        said = (
            f"{plural(comparison.items, 'item')} in common; {comparison.only_candidate:,} and "
            f"{comparison.only_reference:,} others are compared with nothing"
        )
        yield from _wrapped(said, width, first="  ")
    for part in comparison.parts:
        sentences = list(_part(part, margin))
        yield from _wrapped(sentences[0], width, first=f"  {part.kind:<{_LEAD}}")
        for sentence in sentences[1:]:
            yield from _wrapped(sentence, width, first=" " * (_LEAD + 2))


def _part(part: Part, margin: float) -> Iterator[str]:
    yield counts_words(part, reference="reference")
    if part.fixed or part.broken or part.unsure:
        yield difference_words(part)
        if part.fixed:
            yield f"fixed: {named_words(part.fixed)}"
        if part.broken:
            yield f"broke: {named_words(part.broken)}"
    yield _good_enough(part, margin)


def _good_enough(part: Part, margin: float) -> str:
    worst = f"at most {percent(part.worst_loss, ROUND_CEILING)} points worse"
    allowed = f"{percent(margin, ROUND_HALF_EVEN)} points"
    if part.worst_loss <= margin:
        return f"{worst}: good enough, within {allowed}"
    if told_apart(part) and part.better < 0:
        return worst
    items = part.cases + part.left_out
    more = fewest_items(len(part.broken) + part.left_out, 1 - margin) - items
    return f"{worst}: not shown to be within {allowed}; {plural(more, 'more case')} without a loss would show it"


def _recommended(rule: ComparedRule) -> Iterator[str]:
    found = rule.recommendation
    if found.chosen is not None:
        yield f"{short_name(found.chosen)}: the cheapest that has earned {found.asked}, from the dearest down."
        if found.ended is not None:
            yield f"{short_name(found.ended)} has not: {_why(found.ended)}."
    elif found.ended is not None:
        place = "the dearest" if found.ended.cost.per_thousand else "first of those without cost"
        yield f"none yet: {short_name(found.ended)}, {place}, has not earned {found.asked}: {_why(found.ended)}."
    else:
        yield from _nothing_to_choose(rule)
    yield from _aside(found)


def _nothing_to_choose(rule: ComparedRule) -> Iterator[str]:
    """Say why no candidate could be chosen: to run one again helps where it has changed, and gives nothing a price."""
    every = (rule.reference, *(one.candidate for one in rule.others))
    changed = tuple(dict.fromkeys(short_name(one.judge) for one in every if one.stale))
    unpriced = rule.recommendation.unpriced
    if changed:
        yield f"none: {', '.join(changed)} changed since the run: run it again."
    if unpriced:
        names = ", ".join(dict.fromkeys(map(short_name, unpriced)))
        yield f"{'' if changed else 'none: '}no cost is known of {names}, so it cannot be the cheapest."


def _aside(found: Recommendation) -> Iterator[str]:
    if found.after:
        names = ", ".join(map(short_name, found.after))
        yield f"{names} has earned it, but is cheaper than one that has not: confirm it on fresh cases."
    if found.unpriced and (found.chosen or found.ended):
        yield f"Without a known cost, and so left out: {', '.join(map(short_name, found.unpriced))}."


def _why(judge: JudgeSummary) -> str:
    level = level_words(judge.decision.level if judge.decision else None)
    return f"{level}, {gate_brief(judge)}".rstrip(".")


def _rule_json(rule: ComparedRule, margin: float) -> dict[str, Any]:
    found = rule.recommendation
    return {
        "rule": rule.rule,
        "reference": _candidate_json(rule.reference),
        "candidates": [
            {
                **_candidate_json(one.candidate),
                "differences": list(one.differences),
                "items": one.comparison.items,
                "only_candidate": one.comparison.only_candidate,
                "only_reference": one.comparison.only_reference,
                "parts": [
                    {**asdict(part), "told_apart": told_apart(part), "good_enough": part.worst_loss <= margin}
                    for part in one.comparison.parts
                ],
            }
            for one in rule.others
        ],
        "recommendation": {
            "asked": str(found.asked),
            "chosen": _name_json(found.chosen),
            "ended": _name_json(found.ended),
            "after": [_name_json(judge) for judge in found.after],
            "unpriced": [_name_json(judge) for judge in found.unpriced],
        },
    }


def _candidate_json(candidate: Candidate) -> dict[str, Any]:
    judge = candidate.judge
    return {
        "name": judge.name,
        "model": judge.model,
        "judge_id": judge.judge_id,
        "run_id": candidate.run_id,
        "repeats": candidate.repeats,
        "pairwise": judge.consistency.pairwise,
        "dollars_per_thousand": judge.cost.per_thousand,
        "level": str(judge.decision.level) if judge.decision else None,
        "stale": candidate.stale,
    }


def _name_json(judge: JudgeSummary | None) -> dict[str, str] | None:
    return None if judge is None else {"name": judge.name, "model": judge.model, "judge_id": judge.judge_id}


def _wrapped(text: str, width: int, *, first: str = "", rest: str | None = None) -> list[str]:
    return paragraph(on_one_line(text), width=width, first=first, rest=rest)
