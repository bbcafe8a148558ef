"""What a check of a bench is made of, for the views that show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from workbench.records.estimate import Estimate
from workbench.records.search import SearchSummary
from workbench.records.summary import Level
from workbench.report.planned import Today


@dataclass(frozen=True, kw_only=True)
class CheckedSet:
    """The set of a rule as the bench builds it today, its held-out mistakes left sealed.

    Attributes:
        today: Its items, and what they can show at best.
        held_out_styles: Held-out styles that may be planted under the rule.
        opened_styles: Those of them that were opened.
        held_out_most: The most held-out mistakes that settings ask for; None for all that can be planted.
        not_planted: Styles of mistakes that no answer took.
        left_out: Saved answers that are no clean answer of the rule, by reason.
    """

    today: Today
    held_out_styles: int
    opened_styles: int
    held_out_most: int | None
    not_planted: tuple[str, ...]
    left_out: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Instrument:
    """What came of judges whose verdicts are known.

    Attributes:
        rules: The rules on whose items they were tried; none where nothing is planted.
        judges: How many there were, all rules together.
        items: Items that they judged.
        verdicts: Verdicts that they gave.
        too_small: Rules with too few items for the gate to let even a judge without a mistake through.
        differences: What came out otherwise than it is known to be, in words.
    """

    rules: tuple[str, ...]
    judges: int
    items: int
    verdicts: int
    too_small: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()


class Ready(StrEnum):
    """Whether a judge can run here and now."""

    YES = "can run"
    MISSING = "cannot run"
    """Something is missing here, such as a key: a run leaves it out, and says so."""
    REFUSED = "refused"
    """A run would be refused for it: what settings say of it cannot be used."""


@dataclass(frozen=True, kw_only=True)
class CheckedJudge:
    """A judge that settings name, on one model.

    Attributes:
        name: Its name.
        rule: The rule that it decides; empty where that cannot be read.
        model: The model that it runs on; empty for judges that run on none, and where that cannot be read.
        ready: Whether it can run here and now.
        said: What it rests on, or what is missing, in words. A key is told by the name of its variable.
    """

    name: str
    rule: str
    model: str
    ready: Ready
    said: str


@dataclass(frozen=True, kw_only=True)
class NewestRun:
    """The newest run of a bench.

    Attributes:
        run_id: Its name.
        complete: Whether it owes no verdict.
        held_out: Whether it opened the held-out styles.
        current: Whether its judges and its saved answers are those of today.
        without: Judges that can run and are not in it, by name.
        unread: Items with a disagreement that nobody has decided.
        earned: Judges that have earned the level that is asked for, by name; simulated ones are not meant for use.
    """

    run_id: str
    complete: bool
    held_out: bool = False
    current: bool = False
    without: tuple[str, ...] = ()
    unread: int = 0
    earned: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CheckedCertificate:
    """A certificate on file.

    Attributes:
        judge: The judge's name; empty where the file is damaged.
        model: The model that it runs on.
        level: What it says.
        until: The day on which its evidence is too old, ISO 8601.
        broken: Why it does not hold, as far as that can be told without its verdicts; empty where nothing speaks
            against it.
    """

    judge: str
    model: str
    level: str
    until: str
    broken: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """A bench, checked.

    Attributes:
        bench: Its name.
        settings: The file of its settings.
        answers: Where its saved answers are.
        cases: How many there are.
        natural: Labelled real answers to measure on.
        search: What the search check found.
        unanswered: Questions of no saved answer.
        without_passages: Saved answers that no passages were shown for.
        sets: The sets that are built today, by rule.
        level: The level that is asked for.
        way: How its cases come together; empty where the level has one way only.
        instrument: What came of judges with known verdicts.
        judges: The judges that settings name.
        estimate: What a tuning run costs; None where that is not known.
        cost_unknown: Why it is not known, in words; empty where it is.
        run: The newest run; None where there is none.
        burned: Held-out styles that were opened: no later version may count them.
        sealed: Held-out styles that nobody has opened.
        ledger_lost: Why the ledgers let nothing count as held out, in words; empty where they are whole.
        certificates: The certificates on file.
        missing: What keeps the bench from being ready, in sentences.
        next: The one command that is most useful now, and why.
    """

    bench: str
    settings: str
    answers: str
    cases: int
    natural: int
    search: SearchSummary
    unanswered: tuple[str, ...]
    without_passages: int
    sets: tuple[CheckedSet, ...]
    level: Level
    way: str
    instrument: Instrument
    judges: tuple[CheckedJudge, ...]
    estimate: Estimate | None
    cost_unknown: str
    run: NewestRun | None
    burned: tuple[str, ...]
    sealed: tuple[str, ...]
    ledger_lost: str
    certificates: tuple[CheckedCertificate, ...]
    missing: tuple[str, ...] = ()
    next: tuple[str, str] = ("", "")

    @property
    def exit_code(self) -> int:
        """0 ready; 1 the instrument is broken; 2 a judge is refused; 4 something is missing."""
        if self.instrument.differences:
            return 1
        if any(judge.ready is Ready.REFUSED for judge in self.judges):
            return 2
        return 4 if self.missing else 0
