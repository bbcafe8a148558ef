"""How a passage says that a value which it gives is not settled, in words of its own."""

from random import Random

# Each stands behind the sentence with the new value, whatever is told there: an amount, a year, a day, a length.
_WORDINGS = (
    "Other accounts give {old} instead, and it has not been settled which of the two is right.",
    "Elsewhere {old} is given for this, and which of the two is correct remains an open question.",
    "This is disputed: others say {old}, and neither has been confirmed.",
    "Accounts differ on this point, as {old} is reported as well, and so far nobody has established which one holds.",
    "There is no agreement on this, since another record has {old} in its place.",
    "Whether this or {old}, as stated elsewhere, is the right one has yet to be found out.",
    "The records do not agree here, for {old} is found too, and the question has been left open.",
    "Some would have it that {old} is correct, and the difference has never been explained.",
    "How this goes together with {old}, which is what others report, is not known.",
)
# Behind what tells somebody to do something.
_OF_COPIES = (
    "Other copies of this text have {old} here, and it has not been settled which of them is right.",
    "In another copy it is {old}, and nobody has found out yet which of the two is correct.",
    "Whether it is this or {old}, as other copies have it, remains an open question.",
)


def left_open(old: str, rng: Random, *, instructs: bool) -> str:
    """Return a sentence that sets another value against the one before it, and leaves open which of them is right."""
    return rng.choice(_OF_COPIES if instructs else _WORDINGS).format(old=old)
