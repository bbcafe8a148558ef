"""A graded set: answers in use of one date, and those of them that a certified judge was asked about."""

from dataclasses import dataclass

from workbench.identity import digest
from workbench.records.summary import Level


@dataclass(frozen=True, kw_only=True)
class AnswerInUse:
    """What is known of one answer without any judge.

    Attributes:
        case: Its id in the file that it came from.
        item: The id of its content.
        shown: Whether the system was shown any passage. Without one, no judge is asked.
        sampled: Whether the judge is asked about it.
        declines: Whether it declines.
        figures: Its figures that stand in no passage, with commas; empty where there are none.
    """

    case: str
    item: str
    shown: bool
    sampled: bool
    declines: bool
    figures: str = ""


@dataclass(frozen=True, kw_only=True)
class Grade:
    """What a graded set is made of. Verdicts are in the journal of the judge version.

    Attributes:
        grade_id: The name of its folder; given by `create_grade`.
        date: The date of the answers, ISO 8601, without a time.
        created_at: When it was begun, UTC, ISO 8601.
        judge: The judge's name.
        rule: The rule that it decides.
        model: The model that it runs on.
        judge_id: Its version.
        level: What its certificate says.
        run: The run that its certificate rests on.
        one_in: One answer in so many is judged, of those with passages.
        failures: Questions on which the system failed, so that there is no answer.
        alike: Answers left out because another says the same, word for word, over the same passages.
        answers: The answers, in the order of their ids.
    """

    grade_id: str
    date: str
    created_at: str
    judge: str
    rule: str
    model: str
    judge_id: str
    level: Level
    run: str
    one_in: int
    failures: int
    alike: int
    answers: tuple[AnswerInUse, ...]

    @property
    def identity(self) -> str:
        """A hash of what makes two sets the same: the judge version, the answers and how many are judged."""
        answers = [[one.case, one.item] for one in self.answers]
        return digest({"judge": self.judge_id, "one_in": self.one_in, "failures": self.failures, "answers": answers})

    @property
    def sampled(self) -> tuple[AnswerInUse, ...]:
        """The answers that the judge is asked about."""
        return tuple(one for one in self.answers if one.sampled)
