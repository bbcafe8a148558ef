"""What was found of a bench, in words."""

from collections.abc import Iterator, Sequence

from workbench.report.checked import Checked, CheckedCertificate, CheckedJudge, CheckedSet, Instrument, Ready
from workbench.report.columns import paragraph
from workbench.report.estimate_text import spend_ahead, too_long_lines
from workbench.report.plan_text import today_sentences, today_words
from workbench.report.statements import listed
from workbench.report.visible import on_one_line
from workbench.report.words import plural

_LEAD = 12
_REST = "all with --json"
_MARKS = {Ready.YES: "✓", Ready.MISSING: "○", Ready.REFUSED: "✗"}


def check_text(found: Checked, *, width: int, bench: str = "") -> str:
    """Say what was found, whether the bench is ready, and what to do next.

    Args:
        found: What was found.
        width: Columns of the page.
        bench: The option that names the bench, to be added to the next command; empty where it is where one stands.
    """
    answers = plural(found.cases, "saved answer")
    natural = f", {found.natural:,} labelled real ones" if found.natural else ""
    lines = paragraph(
        on_one_line(f"CHECK  {found.bench}: {answers}{natural}; {found.settings}"), width=width, rest="  "
    )
    for lead, text in _sections(found):
        lines += paragraph(on_one_line(text), width=width, first=f"{lead:<{_LEAD}}", rest=" " * _LEAD)
    lines += ["", *_verdict(found, width), *_next(found, width, bench)]
    return "".join(f"{line}\n" for line in lines)


def _sections(found: Checked) -> Iterator[tuple[str, str]]:
    yield "search", " ".join(_search(found))
    for one in found.sets:
        yield "set", f"{one.today.rule}: {'. '.join(_set(one))}."
        way = f", {found.way}" if found.way else ""
        yield "  bounds", " ".join(today_sentences(one.today, level=f"{found.level}{way}"))
    if found.without_passages:
        said = plural(found.without_passages, "saved answer")
        yield "", f"Without passages: {said}. No judge is asked about them."
    yield from _instrument(found)
    able = sum(judge.ready is Ready.YES for judge in found.judges)
    yield "judges", f"{able:,} of {len(found.judges):,} can run here and now."
    yield from (("", _judges(alike)) for alike in _alike(found.judges))
    yield "cost", " ".join(_cost(found))
    yield "state", " ".join(_state(found))
    yield from (("", _certificate(one)) for one in found.certificates)


def _certificate(one: CheckedCertificate) -> str:
    who = f"{one.judge} on {one.model}, {one.level}" if one.judge else "one that cannot be read"
    holds = f"nothing speaks against it until {one.until}; workbench gate works it out from its verdicts"
    return f"Certificate: {who}: {f'does not hold: {one.broken}' if one.broken else holds}."


def _search(found: Checked) -> Iterator[str]:
    search = found.search
    if search.answerable:
        missed = f"; {len(search.missed):,} missed: {listed(search.missed, rest=_REST)}" if search.missed else ""
        yield f"{search.found:,} of {plural(search.answerable, 'question')} had their passage{missed}."
    else:
        yield "Not measured: no question says which passage holds the answer."
    if search.answerable and search.unchecked:
        yield f"{len(search.unchecked):,} not checked, as no question names them."
    if found.unanswered:
        without = plural(len(found.unanswered), "question")
        yield f"{without} without a saved answer: {listed(found.unanswered, rest=_REST)}."


def _set(one: CheckedSet) -> Iterator[str]:
    most = "" if one.held_out_most is None else f"up to {one.held_out_most:,} "
    opened = f"{one.opened_styles:,} opened" if one.opened_styles else "sealed"
    held_out = f"{most}held out of {plural(one.held_out_styles, 'style')} ({opened})"
    natural = one.today.counts.get("natural", 0)
    real = f"{plural(natural, 'natural answer')}, " if natural else ""
    yield f"{today_words(one.today)}, {real}{held_out if one.held_out_styles else 'none held out'}"
    if one.not_planted:
        yield f"Taken by no answer: {listed(one.not_planted, limit=6, rest='all, and why: workbench plant')}"
    if one.left_out:
        yield f"Left out: {', '.join(f'{count:,} ({reason})' for reason, count in one.left_out.items())}"


def _instrument(found: Checked) -> Iterator[tuple[str, str]]:
    tested = found.instrument
    if not tested.rules:
        yield "instrument", "Not tested: nothing is planted that it could be tested on."
        return
    said = (
        f"{plural(tested.judges, 'judge')} whose verdicts are known gave {tested.verdicts:,} verdicts on "
        f"{tested.items:,} of these items."
    )
    if not tested.differences:
        yield "instrument", f"{said} Every figure came out as it is known; {_let_through(tested)}."
        return
    yield "instrument", f"{said} What came out is not what is known:"
    yield from (("", f"✗ {difference}") for difference in tested.differences)


def _let_through(tested: Instrument) -> str:
    """Say what the gate made of judges that it has to refuse, and of the one that it has not."""
    if not tested.too_small:
        return "the gate let the one without a mistake through, and no other"
    if len(tested.too_small) == len(tested.rules):
        return "the gate let none through; for the one without a mistake, it asks for more items"
    more = " and ".join(tested.too_small)
    return f"the gate let the one without a mistake through (for {more} it asks for more items), and no other"


def _alike(judges: Sequence[CheckedJudge]) -> Iterator[list[CheckedJudge]]:
    """Put judges together of which the same is to be said."""
    groups: dict[tuple[Ready, str, str], list[CheckedJudge]] = {}
    for judge in judges:
        groups.setdefault((judge.ready, judge.model, judge.said), []).append(judge)
    yield from groups.values()


def _judges(alike: Sequence[CheckedJudge]) -> str:
    first, names = alike[0], ", ".join(judge.name for judge in alike)
    who = f"{_MARKS[first.ready]} {names}{f' on {first.model}' if first.model else ''}"
    if first.ready is Ready.YES:
        return f"{who}{f': {first.said}' if first.said else ''}"
    return f"{who}, {first.ready}: {first.said}"


def _cost(found: Checked) -> Iterator[str]:
    estimate = found.estimate
    if estimate is None:
        yield f"Not known: {found.cost_unknown}."
        return
    repeats = plural(estimate.repeats, "repeat")
    yield f"workbench run, {repeats}: {spend_ahead(estimate) or 'no call to a model'}."
    if estimate.free_calls:
        yield f"Besides, {plural(estimate.free_calls, 'call')} of judges that ask no model."
    yield from too_long_lines(estimate.too_long)


def _state(found: Checked) -> Iterator[str]:
    run = found.run
    if run is None:
        yield "No run yet."
    elif not run.complete:
        yield f"Newest run {run.run_id}, not finished."
    else:
        kind = "with held-out mistakes" if run.held_out else "to tune"
        read = f"{plural(run.unread, 'disagreement')} undecided" if run.unread else "every disagreement decided"
        yield f"Newest run {run.run_id}, {kind}: {read}."
        if not run.current:
            yield "Judges or saved answers have changed since."
    if found.ledger_lost:
        yield f"! {found.ledger_lost}."
    if found.burned:
        yield f"Held-out styles opened: {listed(found.burned, rest=_REST)}."
    left = listed(found.sealed, rest=_REST) if found.sealed else "none"
    yield f"Sealed: {left}."
    if not found.certificates:
        yield "No certificate."


def _verdict(found: Checked, width: int) -> list[str]:
    word, why = {
        0: ("READY", ""),
        1: ("BROKEN  ", "the instrument does not measure what it is known to measure"),
        2: ("REFUSED  ", "a run would be refused for what is marked ✗"),
        4: ("NOT READY  ", "; ".join(found.missing)),
    }[found.exit_code]
    return paragraph(on_one_line(why), width=width, first=word, rest="  ")


def _next(found: Checked, width: int, bench: str) -> list[str]:
    command, why = found.next
    # A command that is folded cannot be copied.
    return [f"next: {on_one_line(command)}{on_one_line(bench)}", *paragraph(on_one_line(why), width=width, first="  ")]
