"""Numbers written in English words."""

import re
from collections.abc import Iterator
from fractions import Fraction

_ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SHARES = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "third": Fraction(1, 3)}

_WORD = r"(?:" + "|".join([*_ONES, *_TENS, *_SCALES, "dozen"]) + r")"
_RUN = re.compile(
    rf"\b(?:an?\s+(?=(?:hundred|thousand|million|billion|trillion|dozen)\b))?{_WORD}(?:(?:[\s-]+(?:and\s+)?){_WORD})*\b",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\b(half|third|quarter)s?\b", re.IGNORECASE)
_PIECE = re.compile(r"[a-z]+", re.IGNORECASE)


def spelled_numbers(text: str) -> Iterator[tuple[int, int, Fraction]]:
    """Yield (start, end, value) of every number written in English words, shares such as `half` included.

    `twenty-five`, `one hundred and five`, `two million`, `a dozen`; two numbers side by side (`nineteen eighty-four`)
    come out as two.
    """
    for match in _RUN.finditer(text):
        yield from _parse_run(text, match.start(), match.end())
    for match in _SHARE.finditer(text):
        yield match.start(), match.end(), _SHARES[match.group(1).lower()]


def _parse_run(text: str, start: int, end: int) -> Iterator[tuple[int, int, Fraction]]:
    """Read a run of number words from the left, starting anew where a word cannot go on."""
    total = current = 0
    first = last = start
    smallest = 10**15
    begun = False
    for piece in _PIECE.finditer(text, start, end):
        word = piece.group().lower()
        if word in ("and", "a", "an"):
            continue
        worth = _ONES.get(word, _TENS.get(word, 0))
        if word in _SCALES or word == "dozen":
            scale = _SCALES.get(word, 12)
            if scale >= 1000:
                total, current = total + (current or 1) * scale, 0
            else:
                current = (current or 1) * scale
            smallest = scale
        elif not begun or _may_follow(worth, current, smallest):
            current += worth
            smallest = 1 if word in _ONES else 10
        else:
            yield first, last, Fraction(total + current)
            total, current, first, smallest = 0, worth, piece.start(), (1 if word in _ONES else 10)
        begun, last = True, piece.end()
    if begun:
        yield first, last, Fraction(total + current)


def _may_follow(worth: int, current: int, smallest: int) -> bool:
    """`five` may follow `twenty`; `eighty` may not follow `nineteen`."""
    if smallest >= 100:
        return True
    return smallest == 10 and 0 < worth < 10 and current % 10 == 0


def number_in_words(value: int) -> str:
    """Write a whole number in English words, as prose does: `twenty-five`."""
    from num2words import num2words

    return str(num2words(value, lang="en")).replace(",", "")
