"""One row a candidate, as every view shows it: which figures, in which order, under which heading."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.records.challenge import Set
from workbench.records.summary import Constant, JudgeSummary, Rate, SliceRate, StyleRate, Summary, WithSetAside
from workbench.records.verdict import Outcome
from workbench.report.tags import Tag
from workbench.report.words import (
    Side,
    aside_words,
    consistency_words,
    count_words,
    kind_words,
    plural,
    readings,
    total_cost_words,
    unanimous_words,
    worst_case_words,
)

NO_SCRIPT = "is a script"
LABELLED_RIGHT = "labelled right"
_LABELLED_WRONG = "labelled wrong"


@dataclass(frozen=True, kw_only=True)
class Counted:
    """Which items a figure counts.

    Attributes:
        hit: What an item must be to be counted.
        filters: What the items have in common, as pairs such as `("set", "planted")`; pairs of one name widen it.
        among: What an item must be to be among them at all.
        by_script: Whether the judge is the script of the rule, whichever judge the figure stands beside.
        unresolved: What an item is that has too few verdicts to count.
    """

    hit: Tag
    filters: tuple[tuple[str, str], ...] = ()
    among: tuple[Tag, ...] = ()
    by_script: bool = False
    unresolved: Tag = Tag.UNRESOLVED


_CLEAN = Counted(hit=Tag.ALARMED, filters=(("set", Set.CLEAN),))
_NEAR_MISS = Counted(hit=Tag.ALARMED, filters=(("set", Set.NEAR_MISS),))
_PLANTED = Counted(hit=Tag.CAUGHT, filters=(("set", Set.PLANTED),))
_HELD_OUT = Counted(hit=Tag.CAUGHT, filters=(("set", Set.HELD_OUT),))
_PAIRS = Counted(hit=Tag.TOLD_APART, among=(Tag.PAIRED,), unresolved=Tag.PAIR_UNRESOLVED)
_BY_SCRIPT = Counted(hit=Tag.CAUGHT, filters=(*_PLANTED.filters, *_HELD_OUT.filters), by_script=True)
_SAME = Counted(hit=Tag.UNANIMOUS, among=(Tag.REPEATED,))
_WRONG = Counted(hit=Tag.CAUGHT, filters=(("set", Set.NATURAL), ("must", Outcome.FAIL)))
_RIGHT = Counted(hit=Tag.ALARMED, filters=(("set", Set.NATURAL), ("must", Outcome.PASS)))


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure of one candidate.

    Attributes:
        heading: What it is, in two parts: "held out", "caught".
        main: The count, "2 of 2".
        worst: What it proves, "at least 22%"; may be empty.
        asides: Repeats that differ, and what has no verdict: "83% of repeats", "1 error".
        readings: The count with errors left out, and with every error against the judge, each behind its name; empty
            without errors, and for what another judge caught.
        rate: What an interval strip is drawn from; None for a figure that is no rate.
        counted: Which items it counts; None for a figure that counts none.
    """

    heading: tuple[str, str]
    main: str
    worst: str = ""
    asides: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    rate: Rate | None = None
    counted: Counted | None = None

    @property
    def name(self) -> str:
        """The heading in one piece."""
        return " ".join(part for part in self.heading if part)

    @property
    def side(self) -> Side:
        """Which end of its rate is the worst case."""
        return Side.ALARMED if self.counted and self.counted.hit is Tag.ALARMED else Side.CAUGHT

    @property
    def brief(self) -> str:
        """The count for a narrow column: a dash where the judge is itself the script."""
        return "-" if self.main == NO_SCRIPT else self.main

    @property
    def words(self) -> str:
        """The figure in one line."""
        return ", ".join(part for part in (self.main, self.worst, *self.asides, *self.reading_words) if part)

    @property
    def reading_words(self) -> tuple[str, ...]:
        """The readings in one piece each."""
        return tuple(f"{name}: {words}" for name, words in self.readings)


def rate_figure(heading: tuple[str, str], rate: Rate, counted: Counted, *, before: Rate | None = None) -> Figure:
    """Return a rate as a figure.

    Args:
        heading: What it is, in two parts.
        rate: The rate.
        counted: Which items it counts.
        before: What it was with the items that people set aside; None where they set none aside.
    """
    side = Side.ALARMED if counted.hit is Tag.ALARMED else Side.CAUGHT
    was = () if before is None or before.items == rate.items else (f"was {count_words(before)}",)
    return Figure(
        heading=heading,
        main=count_words(rate),
        worst=worst_case_words(rate, side),
        asides=(*was, *aside_words(rate, side)),
        readings=() if counted.by_script else readings(rate, side),
        rate=rate,
        counted=counted,
    )


def held_out_opened(summary: Summary) -> bool:
    """Say whether any judge of the run was shown a held-out mistake."""
    return any(judge.held_out.items for judge in summary.judges)


def labelled(summary: Summary) -> bool:
    """Say whether the run had real answers that a person labelled."""
    return any(judge.natural_caught or judge.natural_alarms for judge in summary.judges)


def figures(judge: JudgeSummary, *, held_out: bool, pairs: bool = True) -> tuple[Figure, ...]:
    """Return the figures of the trust table, in its order.

    Args:
        judge: The candidate.
        held_out: Whether the run opened held-out mistakes; where it did not, there is no such column.
        pairs: Whether there is room for the pairs of mistake and untouched answer.
    """
    found = set_figures(judge, held_out=held_out, pairs=pairs)
    script = ("script", "caught")
    if judge.script_caught is None:
        found.append(Figure(heading=script, main=NO_SCRIPT))
    else:
        found.append(rate_figure(script, judge.script_caught, _BY_SCRIPT))
    return (*found, consistency_figure(judge))


def set_figures(judge: JudgeSummary | Constant, *, held_out: bool, pairs: bool) -> list[Figure]:
    """Return the rates of the sets, and of the pairs."""
    was = _before(judge)
    found = [
        rate_figure(("false alarms", "on clean"), judge.false_alarms, _CLEAN, before=was.false_alarms),
        rate_figure(("near misses", "alarmed"), judge.near_misses, _NEAR_MISS, before=was.near_misses),
        rate_figure(("planted", "caught"), judge.planted, _PLANTED, before=was.planted),
    ]
    if held_out:
        found.append(rate_figure(("held out", "caught"), judge.held_out, _HELD_OUT, before=was.held_out))
    if pairs:
        found.append(pair_figure(judge))
    return found


def pair_figure(judge: JudgeSummary | Constant) -> Figure:
    """Return how many mistakes the judge failed while it passed the very answer that they were made from."""
    return rate_figure(("pairs", "told apart"), judge.pairs, _PAIRS, before=_before(judge).pairs)


def _before(judge: JudgeSummary | Constant) -> JudgeSummary | Constant | WithSetAside:
    """Return what holds the rates as they were with the items that people set aside."""
    return (judge.with_set_aside if isinstance(judge, JudgeSummary) else None) or judge


def consistency_figure(judge: JudgeSummary) -> Figure:
    """Return on which share of items all repeats agree; of a judge that votes, all of its first calls."""
    return Figure(
        heading=("consistency", ""),
        main=consistency_words(judge.consistency),
        worst=unanimous_words(judge.consistency),
        asides=(judge.voting.of_first,) if judge.voting is not None else (),
        counted=_SAME,
    )


def natural_figures(judge: JudgeSummary | Constant) -> tuple[Figure, ...]:
    """Return what the judge made of real answers that a person labelled; empty where there were none."""
    was = _before(judge)
    found = (
        (("labelled wrong", "caught"), judge.natural_caught, _WRONG, was.natural_caught),
        (("labelled right", "alarmed"), judge.natural_alarms, _RIGHT, was.natural_alarms),
    )
    return tuple(rate_figure(heading, rate, counted, before=before) for heading, rate, counted, before in found if rate)


def style_side(style: StyleRate) -> Side:
    """Say which end of a style's rate is the worst case: what must pass may not be alarmed, all else must be caught."""
    passes = style.set in ("near_miss", "clean") or (style.set == "natural" and style.style.endswith(LABELLED_RIGHT))
    return Side.ALARMED if passes else Side.CAUGHT


def style_counted(style: StyleRate) -> Counted:
    """Say which items the rate of one style counts. The style of a natural answer tells what a person said of it."""
    alarmed = style_side(style) is Side.ALARMED
    filters: list[tuple[str, str]] = [("set", style.set)]
    name = style.style
    if style.set == Set.NATURAL:
        filters = [*(_RIGHT if alarmed else _WRONG).filters]
        name = name.removesuffix(LABELLED_RIGHT if alarmed else _LABELLED_WRONG).removesuffix(", ")
    filters.append(("style", name))
    return Counted(hit=Tag.ALARMED if alarmed else Tag.CAUGHT, filters=tuple(filters))


def slice_side(one: SliceRate) -> Side:
    """Say which end of a slice's rate is the worst case."""
    return Side.CAUGHT if one.expected == Outcome.FAIL else Side.ALARMED


def is_perfect(style: StyleRate) -> bool:
    """Say whether the judge made no mistake on a style and answered for all of it."""
    rate = style.rate
    return not rate.unresolved and rate.hits == (0 if style_side(style) is Side.ALARMED else rate.items)


def by_rule(judges: Sequence[JudgeSummary]) -> tuple[JudgeSummary, ...]:
    """Return the judges of one rule after each other, else in their order: only they can be compared."""
    rules = list(dict.fromkeys(judge.rule for judge in judges))
    return tuple(sorted(judges, key=lambda judge: rules.index(judge.rule)))


def run_line(summary: Summary) -> str:
    """Return the run in one line: "the sample, 2 repeats, 72 judge calls, about $0.25"."""
    cost = total_cost_words(judge.cost for judge in summary.judges)
    parts = (summary.bench, plural(summary.repeats, "repeat"), plural(summary.calls, "judge call"))
    return ", ".join((*parts, f"cost {cost}" if cost == "unknown" else cost))


def simulated_names(summary: Summary) -> tuple[str, ...]:
    """Return the names of the simulated judges of the run, each once."""
    return tuple(dict.fromkeys(judge.name for judge in summary.judges if judge.kind == "simulated"))


def run_notes(summary: Summary) -> tuple[str, ...]:
    """Return what a reader must see before any figure: what is simulated, what was not opened, the run's own notes."""
    notes = []
    names = simulated_names(summary)
    if names:
        notes.append(f"Simulated judges, made up to test the workbench: {', '.join(names)}")
    elif summary.simulated:
        notes.append("Simulated: a model of this run was made up to test the workbench")
    if not held_out_opened(summary) and not any(note.lower().startswith("held out") for note in summary.notes):
        notes.append("Held out: not opened in this run.")
    return (*notes, *_set_aside(summary), *summary.notes)


def _set_aside(summary: Summary) -> Iterator[str]:
    for rule in dict.fromkeys(judge.rule for judge in summary.judges):
        [was, *_] = [judge.with_set_aside for judge in summary.judges if judge.rule == rule]
        if was is not None:
            items = plural(len(was.items), "item")
            yield f"Set aside under {rule}, found wrong by a person: {items}. Figures count without; was is with them."


def judge_label(judge: JudgeSummary) -> tuple[str, ...]:
    """Return who judged, a line each: name, rule where it differs from the name, model, any other kind, and votes."""
    lines = [judge.name]
    if judge.rule != judge.name:
        lines.append(f"rule {judge.rule}")
    if judge.kind != judge.model:
        lines.append(judge.model)
    if judge.kind != "model":
        lines.append(kind_words(judge.kind))
    if judge.votes:
        lines.append(f"majority of {judge.votes} calls")
    return tuple(lines)


def items_to_read(summary: Summary) -> int:
    """Return how many different items some judge and the answer key disagree on."""
    return len({item for judge in summary.judges for item in judge.disagreements})
