"""A training in words."""

from collections.abc import Iterable, Iterator

from workbench.analysis.threshold_choice import Cap, Costs
from workbench.records.challenge import Set
from workbench.records.summary import JudgeSummary, StyleRate
from workbench.report.columns import Cell, paragraph, table
from workbench.report.constant_figures import constant_figures, constant_natural_figures
from workbench.report.natural_text import natural_statements
from workbench.report.scorecard import natural_figures, set_figures
from workbench.report.terminal import NARROWEST, WIDEST
from workbench.report.terminal_table import Row, candidate_lines
from workbench.report.training import Training
from workbench.report.visible import on_one_line
from workbench.report.words import count_words, plural

_WEIGHTS = 8
_NEXT = (
    "All that it was trained on is in runs/ledger.jsonl, and counts for no level of it: only trusted answers that are "
    "added now can show what it is worth. Keep the file and the ledger in version control.",
    "Trained again, on other answers or after a decision, it is another version.",
    "It counts marks and reads no meaning: what it fails goes to a judge that reads, or to a person.",
)


def training_text(found: Training, *, width: int) -> str:
    """Say what the judge was trained on, what it does on what it has not seen, what weighs, and how to use it.

    Args:
        found: The training.
        width: Columns of the page; below 40 and above 100 it is drawn in towards them.
    """
    width = max(NARROWEST, min(width, WIDEST))
    blocks = [_head(found, width), _table(found, width), _natural(found, width), _styles(found, width)]
    blocks += [_weights(found, width), _end(found, width)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _head(found: Training, width: int) -> list[str]:
    cases = found.choice.cases
    said = (
        f"{found.name}, rule {found.rule}: {plural(cases.wrong.count(True), 'planted mistake')} and "
        f"{plural(cases.wrong.count(False), 'right answer')} from {plural(len(set(cases.sources)), 'trusted answer')}"
    )
    lines = _wrapped([said], width, first="TRAINING  ")
    for note in ("Held-out mistakes were not built.", *found.notes):
        lines += _wrapped([note], width, first="! ")
    return lines


def _table(found: Training, width: int) -> list[str]:
    how = (
        "ON SOURCES THAT IT HAS NOT SEEN: weights and threshold found again without each fifth of the trusted answers, "
        "and tried on that fifth; the scripts on the same items"
    )
    rows: list[Row] = [(judge, set_figures(judge, held_out=False, pairs=True)) for judge in found.judges]
    rows += [(one, constant_figures(one, held_out=False, pairs=True)[:-2]) for one in found.constants]
    return [
        *_wrapped([how], width),
        *candidate_lines(rows, gate=False, width=width),
        *_wrapped(_separates(found), width),
    ]


def _separates(found: Training) -> Iterator[str]:
    area, choice = found.choice.area, found.choice
    ends = "" if area.low is None else f" ({area.low:.3f} to {area.high:.3f})"
    yield f"AUC {area.auc:.3f}{ends}: the chance that a mistake looks worse than a right answer. 0.5 is guessing."
    if isinstance(choice.wanted, Cap):
        yield (
            f"False alarms are kept under {100 * choice.wanted.share:.3g} % by the most suspicious copy of each "
            "trusted answer, scored without it. The weights in the file are fitted on all, so the 95 % hold nearly, "
            "not exactly."
        )
    if isinstance(choice.wanted, Costs) and choice.check is not None:
        wanted = choice.wanted
        idle = "passed" if wanted.passing_is_cheaper else "failed"
        yield (
            f"Where a miss costs {wanted.miss:g}, a false alarm {wanted.false_alarm:g}, and "
            f"{100 * wanted.base_rate:.3g} of 100 answers in use are wrong, 100 answers cost "
            f"{100 * wanted.of(choice.check.others):,.1f}; "
            f"{100 * wanted.without_judge:,.1f} where all are {idle} without a judge."
        )


def _natural(found: Training, width: int) -> list[str]:
    rows: list[Row] = [(judge, natural_figures(judge)) for judge in found.judges if natural_figures(judge)]
    if not rows:
        return []
    rows += [(one, constant_natural_figures(one)[:-1]) for one in found.constants]
    said = natural_statements(found.judges)
    return [
        "REAL ANSWERS THAT A PERSON LABELLED, which it was not trained on",
        *candidate_lines(rows, gate=False, width=width),
        *_wrapped(said, width),
    ]


def _styles(found: Training, width: int) -> list[str]:
    """Each style of mistakes, the worst first, beside the best script that raises no more false alarms."""
    own, *scripts = found.judges
    fair = [judge for judge in scripts if _alarms(judge) <= _alarms(own)]
    shown = sorted(_planted(own), key=lambda one: (one.rate.hits / one.rate.items, one.style))
    rows: list[list[Cell]] = [[["caught of each style"], [on_one_line(own.name)], ["best script that alarms no more"]]]
    rows += [[[one.style], [count_words(one.rate)], [_best(one, fair)]] for one in shown]
    drawn = table(rows, width=width, first=20)
    if drawn is None:
        return _wrapped((", ".join(cell[0] for cell in row) for row in rows), width)
    return [line for row in drawn for line in row]


def _alarms(judge: JudgeSummary) -> int:
    return judge.false_alarms.hits + judge.near_misses.hits


def _planted(judge: JudgeSummary) -> list[StyleRate]:
    return [one for one in judge.by_style if one.set == Set.PLANTED]


def _best(one: StyleRate, scripts: Iterable[JudgeSummary]) -> str:
    found = [(style, judge.name) for judge in scripts for style in _planted(judge) if style.style == one.style]
    if not found:
        return ""
    style, name = max(found, key=lambda pair: pair[0].rate.hits)
    return f"{count_words(style.rate)} {name}"


def _weights(found: Training, width: int) -> list[str]:
    if found.learned is None:
        return []
    heavy = sorted(found.learned.features, key=lambda one: (-one.weight, one.name))
    told = [one for one in heavy if one.weight][:_WEIGHTS]
    title = "WHAT SPEAKS AGAINST AN ANSWER, by what one standard deviation adds to the log odds of a mistake"
    lines = _wrapped([title], width)
    for one in told:
        lines += _wrapped([found.meanings[one.name]], width, first=f"  {one.weight:+.2f}  ", rest=" " * 9)
    idle = [one.name for one in heavy if not one.weight]
    if idle:
        lines += _wrapped([f"Without weight on these items: {', '.join(idle)}."], width, first="  ", rest="  ")
    return lines


def _end(found: Training, width: int) -> list[str]:
    if found.learned is None:
        return ["NOTHING WAS WRITTEN", *_wrapped([_why_none(found)], width, first="  ", rest="  ")]
    lines = _wrapped([f"WRITTEN TO {found.path}, threshold {found.learned.threshold!r}. In settings:"], width)
    lines += [f"  {on_one_line(line)}" for line in found.settings]
    return [*lines, *(line for text in _NEXT for line in _wrapped([text], width, first="  ", rest="  "))]


def _why_none(found: Training) -> str:
    choice = found.choice
    if not choice.separates:
        return "Nothing shows that it tells mistakes from right answers: its AUC may be 0.5, or less."
    if isinstance(choice.wanted, Cap):
        return f"With false alarms kept under {100 * choice.wanted.share:.3g} % it catches nothing."
    return "On answers that it has not seen it costs no less than having no judge."


def _wrapped(sentences: Iterable[str], width: int, *, first: str = "", rest: str = "  ") -> list[str]:
    return [line for text in sentences for line in paragraph(on_one_line(text), width=width, first=first, rest=rest)]
