"""The choice of a threshold in words."""

from collections.abc import Iterable, Iterator

from workbench.analysis.calibration import LEAST_CASES, Calibration
from workbench.analysis.scored_cases import ScoredCases
from workbench.analysis.separation import Separation
from workbench.analysis.threshold_choice import GUESSING, Cap, Costs, ThresholdChoice
from workbench.analysis.threshold_setting import Point
from workbench.records.summary import Rate
from workbench.report.columns import Cell, paragraph, table
from workbench.report.tuned import Tuned
from workbench.report.visible import on_one_line
from workbench.report.words import Side, count_words, plural, worst_case_words

_ALARMS_SHOWN = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75)
_ANSWERS = 100
_UNIT = "Each answer counts as one, repeats of it averaged; bounds and intervals take the answers of a source for one."


def threshold_text(found: Tuned, *, width: int) -> str:
    """Say what was chosen, what it is worth, and what to write.

    Args:
        found: The choice.
        width: Columns of the page.
    """
    blocks = [
        _head(found, width),
        _thresholds(found.choice, width),
        _elsewhere(found.choice, width),
        _chances(found.choice, width),
        _end(found, width),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _head(found: Tuned, width: int) -> list[str]:
    cases = found.choice.cases
    wrong, right = cases.wrong.count(True), cases.wrong.count(False)
    sources = plural(len(set(cases.sources)), "source")
    said = f"{found.judge}, {found.place}: {wrong:,} {found.mistakes} and {right:,} right answers from {sources}"
    lines = _wrapped(said, width, first="THRESHOLD  ", rest="  ")
    lines += _wrapped(_UNIT, width, first="  ")
    for note in (*_left_out(cases), *found.notes, *_varying(cases)):
        lines += _wrapped(note, width, first="! ")
    return [*lines, *_wrapped(_area(found.choice.area), width, rest="  ")]


def _left_out(cases: ScoredCases) -> Iterator[str]:
    kinds = ((cases.unscored_wrong, "mistake"), (cases.unscored_right, "right answer"))
    told = [plural(count, what) for count, what in kinds if count]
    if told:
        yield f"Left out of every figure here, without a score: {', '.join(told)}."


def _varying(cases: ScoredCases) -> Iterator[str]:
    if cases.varying:
        varying = plural(cases.varying, "answer")
        yield f"The scores of {varying} vary between repeats: one call alone will do somewhat worse than averages."


def _area(area: Separation) -> str:
    if not area.error:
        which = "every mistake looks worse than every right answer" if area.auc else "all right answers look worse"
        return f"AUC {area.auc:.3f}: {which}. So few cases give no interval."
    told = f"AUC {area.auc:.3f} ({area.low:.3f} to {area.high:.3f})"
    said = f"{told}: the chance that a mistake looks worse than a right answer. 0.5 is guessing."
    if area.high is not None and area.high < GUESSING:
        return f"{said} The score points the other way: mistakes look better than right answers."
    return said


def _thresholds(choice: ThresholdChoice, width: int) -> list[str]:
    wanted = choice.wanted
    title = "WHAT EACH THRESHOLD DOES on the cases at hand"
    if isinstance(wanted, Costs):
        title += (
            f", where a miss costs {wanted.miss:g}, a false alarm {wanted.false_alarm:g}, "
            f"and {100 * wanted.base_rate:.3g} of 100 answers in use are wrong"
        )
    costs = [["cost of 100"]] if isinstance(wanted, Costs) else []
    heading: list[Cell] = [["threshold"], ["false alarms"], ["misses"], *costs, [""]]
    rows: list[list[Cell]] = [heading, *(_row(point, choice) for point in _shown(choice))]
    return [*_wrapped(title, width, rest="  "), *_drawn(rows, width)]


def _shown(choice: ThresholdChoice) -> list[Point]:
    """The thresholds at some shares of false alarms, the one chosen and the one the judge has, the mildest first."""
    most = [share * choice.points[0].cut.right for share in _ALARMS_SHOWN]
    within = [[point for point in choice.points if point.cut.alarmed <= alarms][-1] for alarms in most]
    every = [*within, choice.points[0], choice.points[-1], choice.chosen, choice.now]
    once = {(point.at, point.cut.caught, point.cut.alarmed): point for point in every if point is not None}
    return sorted(once.values(), key=lambda point: (point.cut.alarmed, point.cut.caught, -point.cut.threshold))


def _row(point: Point, choice: ThresholdChoice) -> list[Cell]:
    marks = (("chosen" if choice.earned else "best here", choice.chosen), ("as it was run", choice.now))
    marked = [word for word, one in marks if one is not None and (one.at, one.cut) == (point.at, point.cut)]
    costs = [[_cost(choice.wanted.of(point.cut))]] if isinstance(choice.wanted, Costs) else []
    return [
        [_at(point)],
        [_rate(choice.false_alarms(point.cut))],
        [_rate(choice.misses(point.cut))],
        *costs,
        [f"< {', '.join(marked)}" if marked else ""],
    ]


def _at(point: Point) -> str:
    if point.at is not None:
        return f"{point.at!r}"
    return "all failed" if point.cut.alarmed else "none failed"


def _elsewhere(choice: ThresholdChoice, width: int) -> list[str]:
    title = "ON CASES THAT IT WAS NOT CHOSEN ON"
    if isinstance(choice.wanted, Cap):
        if choice.chosen is None:
            return []
        told = f"{title} the cap holds by its own rule, and no mistake had a part in the choice."
        return _wrapped(told, width, rest="  ")
    how = f"{title}: chosen again without each fifth of the sources, and tried on that fifth"
    return [*_wrapped(how, width, rest="  "), *_sentences(_checked(choice, choice.wanted), width)]


def _checked(choice: ThresholdChoice, costs: Costs) -> Iterator[str]:
    check = choice.check
    if check is None:
        yield "Not measured: without a fifth of the sources too few are left to choose on."
        return
    own, others = check.own, check.others
    yield f"False alarms {_rate(choice.false_alarms(others))}; misses {_rate(choice.misses(others))}."
    gain = f"Catch rate minus false alarm rate: {own.youden:.3f} on its own cases, {others.youden:.3f} on others."
    optimism = f"{check.optimism:.3f} of it is optimism" if check.optimism > 0 else "no optimism is seen"
    yield f"{gain} So {optimism}."
    idle = "passed" if costs.passing_is_cheaper else "failed"
    yield (
        f"100 answers cost {_cost(costs.of(own))} on its own cases, {_cost(costs.of(others))} on others, "
        f"and {_cost(costs.without_judge)} where all are {idle} without a judge."
    )
    yield f"Thresholds chosen on the parts: {_range(choice)}."


def _range(choice: ThresholdChoice) -> str:
    found = sorted(at for at in choice.parts if at is not None)
    none = len(choice.parts) - len(found)
    told = [f"{found[0]!r} to {found[-1]!r}" if found[0] != found[-1] else f"{found[0]!r}"] if found else []
    told += [f"in {none} of {len(choice.parts)} none is worth it"] if none else []
    return "; ".join(told)


def _chances(choice: ThresholdChoice, width: int) -> list[str]:
    title = "DO THE SCORES SAY WHAT THEY MEAN, read as chances?"
    found = choice.calibration
    if found is None:
        return [f"{title} Not measured: some lie outside 0 to 1."]
    rows: list[list[Cell]] = [[["said to be wrong"], ["cases"], ["said, on average"], ["are wrong"]]]
    rows += [
        [
            [f"{bar.low:.1f} to {bar.high:.1f}"],
            [f"{bar.items:,}"],
            [f"{bar.said:.0%}"],
            [f"{bar.wrong / bar.items:.0%}"],
        ]
        for bar in found.bars
    ]
    lines = [*_wrapped(title, width, rest="  "), *_drawn(rows, width)]
    return [*lines, *_sentences(_brier(found, choice.cases), width)]


def _brier(found: Calibration, cases: ScoredCases) -> Iterator[str]:
    share = cases.wrong.count(True) / len(cases.wrong)
    ends = "" if found.interval is None else f" ({found.interval[0]:.3f} to {found.interval[1]:.3f})"
    yield (
        f"Brier score {found.brier:.3f}{ends}, 0 is perfect; whoever always says {share:.0%}, the share of mistakes "
        f"here, has {found.brier_of_share:.3f}. Both hold for that share only."
    )
    if found.error is None:
        yield f"No calibration error: below {LEAST_CASES} cases it is mostly noise, and there are {len(cases.wrong):,}."
    else:
        chance = f"a judge without any would show {found.error_by_chance:.3f} on these cases"
        yield f"Calibration error {found.error:.3f}; {chance}."


def _end(found: Tuned, width: int) -> list[str]:
    choice = found.choice
    if choice.chosen is None or not choice.earned:
        return ["NO THRESHOLD", *_sentences([_why_none(choice)], width)]
    told = list(found.next_steps)
    if isinstance(choice.wanted, Cap):
        told.insert(0, f"With 95 % confidence it fails at most {_cap(choice.wanted)} of right answers.")
    title = f"THE THRESHOLD IS {choice.chosen.at!r}" + (", in settings:" if found.settings else "")
    return [title, *(f"  {on_one_line(line)}" for line in found.settings), *_sentences(told, width)]


def _why_none(choice: ThresholdChoice) -> str:
    wanted, chosen = choice.wanted, choice.chosen
    if chosen is not None and not choice.separates:
        return "Nothing shows that the score tells mistakes from right answers: its AUC may be 0.5, or less."
    if isinstance(wanted, Cap):
        if chosen is not None:
            return f"Under a cap of {_cap(wanted)} it catches nothing."
        right = len(set(choice.cases.sources_of(wrong=False)))
        needed = f"To keep false alarms under {_cap(wanted)} takes right answers from {wanted.needed:,} sources"
        return f"{needed}; there are {right:,}: {wanted.needed - right:,} more."
    if chosen is None or not chosen.fails_some:
        how = "failed" if chosen is not None and chosen.cut.caught else "passed"
        return f"At these costs it is cheapest to have every answer {how}: the score is not worth asking for."
    return (
        "On cases that it was not chosen on, the best threshold costs no less than having no judge: the score is not "
        "worth asking for at these costs."
    )


def _drawn(rows: list[list[Cell]], width: int) -> list[str]:
    """The rows as a table or, where the page is too narrow, each as a sentence; the first row holds the headings."""
    drawn = table(rows, width=width, first=10)
    if drawn is not None:
        return [line for row in drawn for line in row]
    heading, *others = rows
    return _sentences((_in_words(heading, row) for row in others), width)


def _in_words(heading: list[Cell], row: list[Cell]) -> str:
    return ", ".join(f"{name[0]} {cell[0]}".strip() for name, cell in zip(heading, row, strict=True) if cell[0])


def _cap(cap: Cap) -> str:
    return f"{100 * cap.share:.3g} %"


def _rate(rate: Rate) -> str:
    return f"{count_words(rate)}, {worst_case_words(rate, Side.ALARMED)}"


def _cost(of_one: float) -> str:
    return f"{of_one * _ANSWERS:,.1f}"


def _sentences(sentences: Iterable[str], width: int) -> list[str]:
    return [line for text in sentences for line in _wrapped(text, width, rest="  ")]


def _wrapped(text: str, width: int, *, first: str = "", rest: str | None = None) -> list[str]:
    return paragraph(on_one_line(text), width=width, first=first, rest=rest)
