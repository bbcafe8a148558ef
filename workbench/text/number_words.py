"""Numbers written in English words."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from workbench.text.lower import lower

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
_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SHARES = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "third": Fraction(1, 3)}

_WORD = r"(?:" + "|".join([*_ONES, *_TENS, *_SCALES]) + r")"
_GAP = r"[\s-]{1,4}"
# To ask for the first letter first saves a third of the time, for most words begin with another one.
_FIRST = "(?=[" + "".join({word[0] for word in ("a", *_ONES, *_TENS, *_SCALES)}) + "])"
# All of them read lower case.
_RUN = re.compile(
    rf"\b{_FIRST}(?:an?\s{{1,4}}(?=(?:{'|'.join(_SCALES)})\b))?{_WORD}(?:{_GAP}(?:and\s{{1,4}})?{_WORD})*\b"
)
_SHARE = re.compile(r"\b(half|halve|third|quarter)s?\b")
_SHARE_AFTER = re.compile(rf"{_GAP}(half|third|quarter)s\b")
_AND_A_SHARE = re.compile(r"\s{1,4}and\s{1,4}(?:an?|one)\s{1,4}(half|third|quarter)\b")
_PIECE = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def spelled_numbers(text: str) -> tuple[tuple[int, int, Fraction], ...]:
    """Return (start, end, value) of every number written in English words, shares such as `half` included, in order.

    `twenty-five`, `one hundred and five`, `two million`, `a dozen`, `two thirds`, `two and a half`; two numbers side by
    side (`nineteen eighty-four`) come out as two.
    """
    text = lower(text)
    found: list[tuple[int, int, Fraction]] = []
    for match in _RUN.finditer(text):
        found += _parse_run(text, match.start(), match.end())
    found = [_with_share(text, start, end, value) for start, end, value in found]
    taken = {end for _, end, _ in found}
    for match in _SHARE.finditer(text):
        if match.end() not in taken:
            share = match.group(1).replace("halve", "half")
            found.append((match.start(), match.end(), _SHARES[share]))
    return tuple(sorted(found))


def _with_share(text: str, start: int, end: int, value: Fraction) -> tuple[int, int, Fraction]:
    """Read on where a share follows: `two thirds`, `two and a half`."""
    times = _SHARE_AFTER.match(text, end)
    if times:
        return start, times.end(), value * _SHARES[times.group(1)]
    more = _AND_A_SHARE.match(text, end)
    return (start, more.end(), value + _SHARES[more.group(1)]) if more else (start, end, value)


class _Reading:
    """One number in the making: closed groups in `total`, the open one in `current`."""

    def __init__(self) -> None:
        self.total = self.current = 0
        self.last_scale = 10**15
        self.smallest = 1000
        self.begun = False

    def takes(self, word: str) -> bool:
        """Add a word where the number can go on with it, else say no."""
        if word in _SCALES:
            return self._takes_scale(_SCALES[word])
        worth = _ONES.get(word, _TENS.get(word, 0))
        if self.begun and not self._may_follow(worth):
            return False
        self.current += worth
        self.smallest = 1 if word in _ONES else 10
        return self._go_on()

    def _takes_scale(self, scale: int) -> bool:
        least = 1000 if scale >= 1000 else 100
        if self.current >= least or scale >= self.last_scale or (self.begun and not self.current):
            return False
        if scale >= 1000:
            self.total, self.current, self.last_scale = self.total + (self.current or 1) * scale, 0, scale
        else:
            self.current = (self.current or 1) * scale
        self.smallest = scale
        return self._go_on()

    def _may_follow(self, worth: int) -> bool:
        """`five` may follow `twenty` and `hundred`; `eighty` may not follow `nineteen`."""
        if self.smallest >= 100:
            return True
        return self.smallest == 10 and 0 < worth < 10

    def _go_on(self) -> bool:
        self.begun = True
        return True


def _parse_run(text: str, start: int, end: int) -> Iterator[tuple[int, int, Fraction]]:
    """Read a run of number words from the left, starting anew where a word cannot go on."""
    reading, first, last = _Reading(), start, start
    for piece in _PIECE.finditer(text, start, end):
        word = piece.group()
        if word in ("and", "a", "an"):
            continue
        if not reading.takes(word):
            yield first, last, Fraction(reading.total + reading.current)
            reading, first = _Reading(), piece.start()
            reading.takes(word)
        last = piece.end()
    yield first, last, Fraction(reading.total + reading.current)


@lru_cache(maxsize=4096)
def number_in_words(value: int) -> str:
    """Write a whole number in English words, as prose does: `twenty-five`.

    Raises:
        OverflowError: the number is beyond every named scale.
    """
    from num2words import num2words

    return str(num2words(value, lang="en")).replace(",", "")
