"""A figure that no passage holds, worked into a sentence of the answer or added as a sentence of its own."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.bounds import is_example
from workbench.plants.wording.house_style import append_sentence
from workbench.plants.wording.new_figures import is_new
from workbench.plants.wording.told_roughly import (
    AGED,
    DATED,
    HAPPENED,
    LONG,
    MANIES,
    MANY,
    ROLE,
    SHARE,
    SHARES,
    SOMEBODY,
    SPEAKS,
    VAGUE,
)
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.names import NameKind
from workbench.text.number_words import number_in_words
from workbench.text.sentences import Span


@dataclass(frozen=True, kw_only=True)
class _Addition:
    """An edit of the answer, and the figure that it brings in."""

    start: int
    end: int
    new: str
    figure: str


_Kind = Callable[[Ground, Random], Iterator[_Addition]]

_DEFINES = re.compile(r"(?:\S+\s+){1,6}?(?:is|are)\s+an?\s")
_LIST_FOLLOWS = re.compile(r":\s")
_SOON = 160
_HAS_RULES = re.compile(
    r"\b(?:members?|hirers?|customers|applicants?|passengers|tenants|riders?|refund\w*|deposit|booking|loans?|licen[cs]e"
    r"|permit|certificate|handbook)\b",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:battery|charger|cable|plug|unplug|bolts?|tighten|workshop|install\w*|updates?|updated|cleared|reset|reboots?)\b",
    re.IGNORECASE,
)
_ANSWERED = re.compile(r"\b(?:repl\w+|respon\w+|answer\w*|decid\w+|days?|weeks?)\b", re.IGNORECASE)
_SENT_IN = re.compile(r"\b(?:send|sent|application|in writing|write to|form)\b", re.IGNORECASE)


def figure_added(ground: Ground, rng: Random) -> Draft:
    """Bring a figure into the answer that no passage holds."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("a part of the answer declines")
    found = [list(kind(ground, rng)) for kind in _KINDS]
    kinds = [kept for additions in found if (kept := [one for one in additions if is_new(ground, one.figure)])]
    if not kinds:
        raise Declined("no place where a new figure would read well")
    chosen = rng.choice(rng.choice(kinds))
    proof = (
        f'the passages give no such figure: "{chosen.figure}" stands in no passage, question or other part of the '
        "answer, in any spelling or unit"
    )
    return edited(ground, [(chosen.start, chosen.end, chosen.new)], proof)


def _counts(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`several countries` becomes `eight countries`; `a few minutes` becomes `seven minutes`."""
    for span in _prose(ground):
        if _DEFINES.match(span.text):
            continue  # nobody counts the hosts of software in general
        for match in VAGUE.finditer(span.text):
            if _LIST_FOLLOWS.search(ground.case.answer, span.start + match.end(), span.end + _SOON):
                continue  # the list could be counted
            if is_example(span.text[: match.start()]):
                continue  # another number would be as right
            few = range(13, 20) if match.group("word").lower() in ("numerous", "a wide range of") else range(6, 13)
            free = [value for value in few if value not in _countable(ground)]
            if free:
                word = number_in_words(rng.choice(free))
                new = word.capitalize() if match.group("word")[0].isupper() else word
                start, end = span.start + match.start(), span.start + match.end()
                yield _Addition(start=start, end=end, new=new, figure=f"{word} {match.group('what')}")


def _countable(ground: Ground) -> set[int]:
    """Numbers that a reader could find by counting: things listed in a sentence or by line, years between years."""
    lists = [text.count(",") + text.count(";") for text in (s.text for s in ground.shown_sentences)]
    lines = [
        len(re.findall(r"^\s*(?:[-*+•]|\d+[.)])\s", text, re.MULTILINE)) for text in (ground.shown, ground.case.answer)
    ]
    years = {int(figure.value) for figure in ground.shown_figures if _is_year(figure)}
    return {count + more for count in lists for more in (1, 2)} | set(lines) | {b - a for a in years for b in years}


def _shares(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`most users` becomes `about 70 percent of users`."""
    for span in _prose(ground):
        for match in SHARE.finditer(span.text):
            word = match.group("word")
            value = rng.choice(SHARES[word.lower()])
            about = "About" if word[0].isupper() else "about"
            new = f"{about} {value} percent{match.group('of') or ' of'}"
            start = span.start + match.start()
            yield _Addition(start=start, end=span.start + match.end(), new=new, figure=f"{value} percent")


def _ages(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`Laura Bennett said` becomes `Laura Bennett, 47, said`."""
    for name in ground.names:
        if name.kind is NameKind.PERSON and SPEAKS.match(ground.case.answer, name.end):
            value = str(rng.randrange(34, 68))
            yield _Addition(start=name.end, end=name.end, new=f", {value},", figure=value)


def _manies(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`hundreds of homes` becomes `about 430 homes`; `for months` becomes `for seven months`."""
    for span in _prose(ground):
        for match in MANY.finditer(span.text):
            if span.text[: match.start()].endswith(("tens of ", "of ")):
                continue
            value = f"{rng.choice(MANIES[match['word'].lower()]):,}"
            about = "About" if match["word"][0].isupper() else "about"
            start = span.start + match.start()
            yield _Addition(start=start, end=span.start + match.end(), new=f"{about} {value}", figure=value)
        for match in LONG.finditer(span.text):
            word = number_in_words(rng.randrange(6, 14))
            place = span.start + match.start()
            yield _Addition(start=place, end=place, new=f"{word} ", figure=f"{word} {match['word']}")


def _somebody(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`A man was arrested` becomes `A 43-year-old man was arrested`."""
    if AGED.search(ground.shown):
        return  # whoever it is, somebody's age is told
    for span in _prose(ground):
        for match in SOMEBODY.finditer(span.text):
            age = f"{rng.randrange(24, 58)}-year-old"
            start = span.start + match.start()
            new = f"{match['article']} {age} {match['who']}"
            yield _Addition(start=start, end=span.start + match.end(), new=new, figure=f"{age[:2]} years")


def _years(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`It was founded by two teachers` gets a year, `in 1987`."""
    seen = sorted(int(one.value) for one in ground.shown_figures if _is_year(one))
    if not seen:
        return
    middle = seen[len(seen) // 2]
    for span in _prose(ground):
        happened = HAPPENED.search(span.text)
        if figures(span.text) or DATED.search(span.text) or not happened:
            continue
        if len(span.text[: happened.start()].split()) > 6 or "," in span.text[: happened.start()]:
            continue  # the verb of a side clause
        end = re.search(r"(?<=[a-z])(?=(?:\s*\[[^\[\]]{1,120}\])*\.(?:\s*\[[^\[\]]{1,120}\])*$)", span.text)
        if end and 5 <= len(span.text.split()) <= 24:
            year = str(rng.randrange(middle - 14, min(middle + 9, 2024)))
            place = span.start + end.start()
            yield _Addition(start=place, end=place, new=f" in {year}", figure=year)


def _terms(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """`Thomas Reid, the safety officer,` becomes `Thomas Reid, the safety officer since 2021,`."""
    seen = [int(one.value) for one in ground.shown_figures if _is_year(one)]
    for name in ground.names if seen else ():
        role = ROLE.match(ground.case.answer, name.end) if name.kind is NameKind.PERSON else None
        if role:
            year = str(max(seen) - rng.randrange(3, 12))
            yield _Addition(start=role.end(), end=role.end(), new=f" since {year}", figure=year)


def _is_year(figure: Figure) -> bool:
    return figure.kind in (FigureKind.YEAR, FigureKind.DATE) and 1500 <= figure.value <= 2100


def _sentences(ground: Ground, rng: Random) -> Iterator[_Addition]:
    """A sentence of its own, only where the answer speaks of requests or of steps."""
    last = ground.sentences[-1].text if ground.sentences else ""
    answer = ground.case.answer
    has_rules = _HAS_RULES.search(answer) is not None
    if has_rules and _SENT_IN.search(last) and not _ANSWERED.search(answer):
        value = f"{rng.randrange(4, 19)} working days"
        yield from _appended(ground, f"A reply takes up to {value}.", value)
    if re.match(r"how (?:do|to|can)\b", ground.asks, re.IGNORECASE) and len(_STEPS.findall(answer)) >= 2:
        value = f"{rng.choice((10, 15, 20, 25))} minutes"
        yield from _appended(ground, f"The whole process takes about {value}.", value)


def _appended(ground: Ground, sentence: str, figure: str) -> Iterator[_Addition]:
    try:
        start, end, new = append_sentence(ground, sentence)
    except Declined:
        return
    yield _Addition(start=start, end=end, new=new, figure=figure)


def _prose(ground: Ground) -> Iterator[Span]:
    """Sentences that say something with certainty, outside quotes and code."""
    for span in ground.sentences:
        if not hedges(span.text) and not any(mark in span.text for mark in '"“”`|*') and span.text[:1].isupper():
            yield span


_KINDS: tuple[_Kind, ...] = (_counts, _shares, _manies, _ages, _somebody, _years, _terms, _sentences)


STYLES = (
    Style(
        name="figure_added",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a figure that no passage holds is worked into a sentence, or added in one of its own",
        covers="the new figure stands in no passage in any spelling; whether it could be counted is for a reader",
        plant=figure_added,
        examples=(
            Example(
                question="Who may use the workshop?",
                passages=("Most members use the workshop at Ellerford, which several clubs share.",),
                answer="Most members use the workshop, which is shared with several clubs.",
                becomes="About 86 percent of members use the workshop, which is shared with several clubs.",
            ),
            Example(
                question="Who signs the green tags?",
                passages=("The tags of 2026 are signed by Thomas Reid, the safety officer, after the check.",),
                answer="Green tags are signed by Thomas Reid, the safety officer.",
                becomes="Green tags are signed by Thomas Reid, the safety officer since 2017.",
            ),
        ),
    ),
)
