"""Citations, figures and overlap of answers: how often each fault was found, and which answers to read."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from workbench.records.answer_check import AnswerCheck, AnswerChecks
from workbench.report.columns import paragraph
from workbench.report.statements import listed
from workbench.report.visible import on_one_line
from workbench.report.words import NOT_MEASURED, plural
from workbench.text.support import COVERED, OVERLAPS

_REST = "all with --json"
_SHOWN = 5
_IN_AN_ANSWER = 2
_QUOTED = 100

Told = Callable[[AnswerCheck], str]
"""What is said of one answer; empty where it is not concerned."""


def answer_checks_text(found: AnswerChecks, *, width: int) -> str:
    """Return both sections, ending in a newline."""
    lines = [line for section in (_citations(found), _figures(found)) for line in _section(section, width)]
    return "\n".join(lines) + "\n"


def answer_checks_json(found: AnswerChecks) -> dict[str, Any]:
    """Return the same for machines: every answer with what was found, and the totals."""
    cites, claims = found.citing
    return {
        "checks": {
            "must_cite": found.must_cite,
            "trusted_claims": claims,
            "trusted_claims_that_cite": cites,
            "answers": [asdict(one) for one in found.answers],
        }
    }


Section = Iterator[tuple[str, Sequence[str]]]
"""Sentences, each with the answers that it is about, a line each. The first is the heading."""


def _section(section: Section, width: int) -> Iterator[str]:
    yield ""
    for text, answers in section:
        yield from paragraph(on_one_line(text), width=width, rest="  ")
        for told in answers:
            yield from paragraph(on_one_line(told), width=width, first="  ", rest="    ")


def _citations(found: AnswerChecks) -> Section:
    every = [one.citations for one in found.answers]
    claims, citing = sum(one.claims for one in every), sum(one.citing for one in every)
    answers = plural(len(every), "answer")
    yield (f"CITATIONS: {citing:,} of {plural(claims, 'claim')} of {answers} cite" if claims else "CITATIONS"), ()
    if not claims:
        yield f"{NOT_MEASURED.capitalize()}: no answer claims anything.", ()
        return
    yield _concerned("Cited, and never sent to the model", found.answers, _unknown, none="none")
    cite, trusted = found.citing
    demanded = f"{cite:,} of {plural(trusted, 'claim')} of answers labelled pass cite"
    if found.must_cite:
        yield _concerned(f"Claims that cite nothing ({demanded}, so each must)", found.answers, _uncited, none="none")
    else:
        uncited = sum(len(one.uncited) for one in every)
        yield f"Claims that cite nothing: {uncited:,}. No fault here: {demanded}.", ()
    yield _concerned(
        f"Claims with less than {COVERED:.0%} of their words in what they cite (paraphrase or mistake: for a judge to "
        "say, not for the bin)",
        found.answers,
        _weak,
        none="none",
    )
    yield from _system_says(found.answers)


def _figures(found: AnswerChecks) -> Section:
    figures = sum(one.figures.figures for one in found.answers)
    yield "FIGURES AND OVERLAP", ()
    if figures:
        missing = sum(len(one.figures.missing) for one in found.answers)
        text = f"Figures in no passage, {missing:,} of {figures:,} (each may be a wrong fact)"
        yield _concerned(text, found.answers, lambda one: ", ".join(one.figures.missing), none="none")
    else:
        yield f"Figures: {NOT_MEASURED}, no answer holds one.", ()
    if any(one.figures.overlap is not None for one in found.answers):
        text = f"Less than {OVERLAPS:.0%} of the runs of three words stand in a passage (look at these; it is no proof)"
        yield _concerned(text, found.answers, _apart, none="none")
    else:
        yield f"Overlap: {NOT_MEASURED}, no answer has three words.", ()


def _concerned(text: str, answers: Iterable[AnswerCheck], told: Told, *, none: str) -> tuple[str, Sequence[str]]:
    """A sentence with how many answers it is about, and these: wrong ones first, so many as a reader reads."""
    lines = [(one, said) for one in answers if (said := told(one))]
    if not lines:
        return f"{text}: {none}.", ()
    lines.sort(key=lambda pair: pair[0].label != "fail")
    shown = [f"{_name(one)}: {said}{_says(one)}" for one, said in lines[:_SHOWN]]
    if len(lines) > _SHOWN:
        shown.append(f"Also: {listed([one.case_id for one, _ in lines[_SHOWN:]], rest=_REST)}")
    return f"{text}: {plural(len(lines), 'answer')}.", shown


def _name(one: AnswerCheck) -> str:
    return f"{one.case_id}, labelled fail" if one.label == "fail" else one.case_id


def _says(one: AnswerCheck) -> str:
    said = ", ".join(f"{name} {value}" for name, value in one.says.items() if name != "citations")
    return f" (the system says: {said})" if said else ""


def _system_says(answers: Sequence[AnswerCheck]) -> Section:
    for name in ("status", "grounded"):
        said = Counter(one.says[name] for one in answers if name in one.says)
        if said:
            told = ", ".join(f"{value} {count:,}" for value, count in said.most_common(_SHOWN))
            yield f"The system says of its own answers, {name}: {told}. It proves nothing, and was not used.", ()


def _unknown(one: AnswerCheck) -> str:
    dropped = one.citations.dropped
    return ", ".join(
        f"[{name}], dropped before the model" if name in dropped else f"[{name}]" for name in one.citations.unknown
    )


def _uncited(one: AnswerCheck) -> str:
    return _quoted(one.citations.uncited)


def _weak(one: AnswerCheck) -> str:
    """The claim with the least in what it cites, and how many more there are."""
    if not one.citations.weak:
        return ""
    least = min(one.citations.weak, key=lambda weak: weak.share)
    cited = ", ".join(f"[{name}]" for name in least.cited)
    more = len(one.citations.weak) - 1
    missing = ", ".join(least.missing[:_SHOWN]) + (" ..." if len(least.missing) > _SHOWN else "")
    told = f"{_short(least.claim)} has {least.share:.0%} in {cited}, without {missing}"
    return told + (f"; {plural(more, 'more claim')}" if more else "")


def _apart(one: AnswerCheck) -> str:
    share = one.figures.overlap
    return f"{share:.1%}" if share is not None and share < OVERLAPS else ""


def _quoted(texts: Sequence[str]) -> str:
    return listed([_short(text) for text in texts], limit=_IN_AN_ANSWER, rest=_REST)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= _QUOTED else f'"{line[: _QUOTED - 4]} ..."'
