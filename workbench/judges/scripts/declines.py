"""Decline check: does the answer hedge a guess, or answer out of nothing?

For `answers_when_it_can`. What a script can see is how the answer speaks, and whether anything was shown. It cannot see
whether the passages hold the answer: it passes a decline although they do, and a confident answer although they do
not. Both need a judge that reads. Wordings other than the exact decline phrase are recognised in English only.
"""

from workbench.judges.scripts.script import Check, Finding, failed, passed
from workbench.records.item import Item
from workbench.text.declines import declines, hedges, is_decline
from workbench.text.sentences import Span, sentences


def decline_wording(*, not_found: str) -> Check:
    """Return the check: fail a guess that follows an admission, and any answer where no passages were shown.

    A guess is a sentence with a hedge ("probably", "I would guess") in an answer that also says that the sources do not
    tell. A hedge alone is no guess: the passages may be as careful.

    Args:
        not_found: The exact words that the system uses to decline.
    """

    def check(item: Item) -> Finding:
        told = sentences(item.answer)
        admission = is_decline(item.answer, not_found) or any(declines(span.text) for span in told)
        guess = _first_hedge(told)
        if admission and guess is not None:
            return failed("the answer says that the sources do not tell, and guesses", evidence=guess.text)
        if is_decline(item.answer, not_found):
            return passed("the answer declines")
        if not item.passages:
            return failed("no passages were shown, and the answer is no decline")
        return passed("the answer answers; whether the passages hold it is beyond a script")

    return check


def _first_hedge(told: tuple[Span, ...]) -> Span | None:
    return next((span for span in told if hedges(span.text)), None)
