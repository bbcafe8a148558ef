"""What a passage says of another value than the one that it gives: that it is wrong, or that either may be right."""

from random import Random

# Each stands behind the sentence with the new value, whatever is told there: an amount, a year, a day, a length.
_WRONG = (
    "Elsewhere {old} is given for this, which is a mistake.",
    "An earlier version had {old} here, which was wrong and has been corrected since.",
    "Some accounts still give {old}, although that has been found to be wrong.",
    "This corrects an earlier account, which gave {old} by mistake.",
    "At first {old} was reported, but that turned out to be an error.",
    "Others say {old}, which has been checked and does not hold.",
    "Where other records have {old} instead, they are in error.",
    "It is not {old}, although that has been reported in other places.",
)
_OPEN = (
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
_WRONG_IN_COPIES = (
    "Earlier copies of this text have {old} here, which was a mistake.",
    "In an older copy it is {old}, but that is a misprint.",
    "It is not {old}, as other copies wrongly have it.",
)
_OPEN_IN_COPIES = (
    "Other copies of this text have {old} here, and it has not been settled which of them is right.",
    "In another copy it is {old}, and nobody has found out yet which of the two is correct.",
    "Whether it is this or {old}, as other copies have it, remains an open question.",
)


def called_wrong(old: str, rng: Random, *, instructs: bool) -> str:
    """Return a sentence that says of another value than the one before it that it is wrong."""
    return rng.choice(_WRONG_IN_COPIES if instructs else _WRONG).format(old=old)


def left_open(old: str, rng: Random, *, instructs: bool) -> str:
    """Return a sentence that sets another value against the one before it, and leaves open which of them is right."""
    return rng.choice(_OPEN_IN_COPIES if instructs else _OPEN).format(old=old)
