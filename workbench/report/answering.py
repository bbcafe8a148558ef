"""What selective answering is made of, for the views that show it."""

from dataclasses import dataclass

from workbench.analysis.decline_rise import DeclineRise
from workbench.analysis.selective import Answered, RiskCoverage, Selective, Share


@dataclass(frozen=True, kw_only=True)
class Answering:
    """What an assistant answered and declined.

    Attributes:
        of: Whose answers these are, in words.
        trusted: Whether they are saved ones of which none is labelled wrong, which are right by definition.
        answerable: What became of the questions that the documents answer.
        unanswerable: What became of those that they do not.
        shares: What that comes to.
        declines: Questions declined, of all that were answered or declined, whether they can be answered or not.
        unknown: Questions of which nobody said whether the documents answer them; they are in no other count.
        unlabelled: Answers without a label, in a file of labelled ones; they are in no other count.
        odd: Ids of answers whose label does not fit: right though the question has no answer, or a decline of such a
            question that is labelled wrong.
        confident: Answers, declines left out, that came with a confidence.
        risk: How the share of wrong ones grows from the surest on; None without such answers.
        dates: On how many dates questions were asked, where the rows say so.
        rise: Where declines rose most clearly from date to date; None where they did not.
    """

    of: str
    trusted: bool
    answerable: Answered
    unanswerable: Answered
    shares: Selective
    declines: Share
    unknown: int
    unlabelled: int = 0
    odd: tuple[str, ...] = ()
    confident: int = 0
    risk: RiskCoverage | None = None
    dates: int = 0
    rise: DeclineRise | None = None
