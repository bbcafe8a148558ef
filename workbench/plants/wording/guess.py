"""A specific answer to a question that its passages do not answer, in the form that the question asks for."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from workbench.plants.ground import Ground, has_words
from workbench.plants.library import drawn
from workbench.plants.style import Declined
from workbench.text.figures import FigureKind
from workbench.text.name_lists import COUNTRIES, SURNAMES
from workbench.text.names import NameKind


@dataclass(frozen=True, kw_only=True)
class Guess:
    """One invented answer: said with confidence, and said as a guess (a clause that may follow `but`)."""

    confident: str
    hedged: str
    invented: str

    @property
    def bare(self) -> str:
        """The answer as a phrase: `In 1986.` is `1986`, `The load is 40 kg.` is `40 kg`, `Yes, it is.` is `yes`."""
        bare = _LEADS_TO.sub("", self.confident).rstrip(".")
        return "yes" if bare.startswith("Yes, ") else bare[0].lower() + bare[1:] if bare.startswith("Every ") else bare


_LEADS_TO = re.compile(r"(?:It\s(?:is|was|takes|weighs)|The\s[^?]+?\s(?:is|was|are|were)|In|On|For|At)\s(?=[\w£$€])")


_Form = tuple[re.Pattern[str], Callable[[Ground, Random, re.Match[str]], Guess]]


# A longer question is a text with a question in it, and its form says little.
_LONGEST_QUESTION = 300
# "Do you know the regions?" asks for regions; "who ... for her actions" wants a woman; "or" wants a choice.
_NOT_WHAT_IT_SEEMS = re.compile(
    r"\b(?:do|can|could|would) (?:you|u) (?:know|tell|give|show|explain|help|list|provide|have|please|recommend"
    r"|suggest|think)\b"
    r"|\b(?:can|could) i (?:ask|know|get more)\b",
    re.IGNORECASE,
)


def guess(ground: Ground, rng: Random) -> Guess:
    """Invent an answer whose figure or name stands in no passage.

    Raises:
        Declined: the question has no form that can be answered without knowing the topic.
    """
    question = ground.asks
    if len(question) <= _LONGEST_QUESTION and not _NOT_WHAT_IT_SEEMS.search(question):
        for pattern, answer in _FORMS:
            match = pattern.search(question)
            if match:
                return answer(ground, rng, match)
    raise Declined("no question form that can be answered without the documents")


def _fresh(ground: Ground, rng: Random, values: range) -> str:
    """A number of a range that stands nowhere a judge can see."""
    taken = {reading for figure in ground.shown_figures for reading in figure.readings}
    free = [value for value in values if value not in taken and not has_words(ground.known, str(value))]
    if not free:
        raise Declined("every figure of the right size stands in a passage")
    return f"{rng.choice(free):,}" if values.stop > 10_000 else str(rng.choice(free))


def _of(template: str, hedged: str, values: range) -> Callable[[Ground, Random, re.Match[str]], Guess]:
    """A form whose answer is one figure. `{n}` in both templates is the figure."""

    def answer(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
        n = _fresh(ground, rng, values)
        groups = {name: value for name, value in match.groupdict().items() if value is not None}
        fill = {"n": n, "sign": _sign(ground), **groups}
        return Guess(confident=template.format(**fill), hedged=hedged.format(**fill), invented=n)

    return answer


_NATIONWIDE = re.compile(
    r"\b(?:world|earth|country|nation|us|usa|u\.s\.|uk|america|europe|" + "|".join(COUNTRIES) + r")\b", re.IGNORECASE
)


_COUNTED_BY_HUNDREDS = 180


def _count(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
    """`How many members does it have?`: a two-digit or three-digit count, so nothing that is counted by nation."""
    if _NATIONWIDE.search(match.string) or not match.group("what").islower():
        raise Declined("no question form that can be answered without the documents")
    counted = re.compile(
        rf"(?<![\d,])(?P<n>\d[\d,]{{0,14}})(?P<scale>\s(?:thousand|million|billion))?\s(?:[a-z-]+\s){{0,2}}{match['what']}\b"
    )
    seen = [(int(found["n"].replace(",", "")), found["scale"]) for found in counted.finditer(ground.shown)]
    if any(scale or count >= _COUNTED_BY_HUNDREDS for count, scale in seen):
        raise Declined("the passages count such things by the hundred")
    least = max((count for count, _ in seen), default=0)
    # Not many more than are known of: a book has no 181 chapters.
    most = min(190, max(60, 2 * least + 30))
    return _of("{n} {what}.", "it is probably around {n} {what}", range(max(13, least + 5), most))(ground, rng, match)


def _sign(ground: Ground) -> str:
    return next((sign for sign in "£$€" if sign in ground.shown), "£")


# What is measured tells the unit: (words of the question, unit with the figure, range).
_MEASURES = (
    (r"(?:price|cost|fee|charge|deposit|fine|rent|salary|fare)", "{sign}{n}", range(12, 480, 4)),
    (r"(?:weight|load|mass|payload)", "{n} kg", range(15, 140, 3)),
    (r"(?:temperature)", "{n} °C", range(12, 75, 3)),
    (r"(?:speed|speed limit)", "{n} km/h", range(18, 120, 3)),
    (r"(?:length|width|height|depth|distance|elevation|altitude)", "{n} metres", range(12, 480, 7)),
    (r"(?:range)", "{n} km", range(25, 180, 7)),
    (r"(?:torque)", "{n} Nm", range(32, 98, 3)),
    (r"(?:voltage)", "{n} V", range(14, 96, 2)),
    (r"(?:capacity|volume)", "{n} litres", range(14, 240, 6)),
    (r"(?:population)", "{n}", range(11_300, 96_000, 700)),
    (r"(?:percentage|share|rate|proportion)", "{n} percent", range(6, 94)),
    (r"(?:number|total|size)", "{n}", range(14, 480, 7)),
    (r"(?:age)", "{n} years", range(14, 70)),
)


def _measure(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
    """`What is the maximum load of the trailer?`: the head noun tells the unit, the question gives the subject."""
    subject, verb = match.group("subject"), match.group("verb").lower()
    head = re.split(r"\s(?:of|for|on|in|at|to|per|that|which|with|from|during)\s", subject)[0]
    for words, unit, values in _MEASURES:
        if re.search(rf"\b{words}$", head, re.IGNORECASE):
            n = _fresh(ground, rng, values)
            figure = unit.format(n=n, sign=_sign(ground))
            subject = subject[0].upper() + subject[1:]
            said = f"{subject} {verb} {figure}."
            return Guess(confident=said, hedged=f"it {_past(verb)} probably around {figure}", invented=n)
    raise Declined("no question form that can be answered without the documents")


def _past(verb: str) -> str:
    return {"are": "is", "were": "was"}.get(verb, verb)


_MONTHS = ("January", "February", "March", "April", "June", "July", "August", "September", "October", "November")


def _when(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
    if match.group("aux").lower() in ("was", "were", "did"):
        year = _fresh(ground, rng, _years(ground))
        return Guess(confident=f"In {year}.", hedged=f"it was probably around {year}", invented=year)
    months = [month for month in _MONTHS if not has_words(ground.known, month)]
    if not months:
        raise Declined("every month stands in a passage")
    day, month = rng.randrange(3, 28), rng.choice(months)
    return Guess(confident=f"On {day} {month}.", hedged=f"it is probably in {month}", invented=month)


def _years(ground: Ground) -> range:
    """Years near those of the passages, so that the guess sounds right."""
    dated = [figure for figure in ground.shown_figures if figure.kind in (FigureKind.YEAR, FigureKind.DATE)]
    seen = [int(figure.value) for figure in dated if figure.value > 999]
    if not seen:
        raise Declined("no year in the passages that a guess could stand near")
    middle = sorted(seen)[len(seen) // 2]
    return range(middle - 14, min(middle + 9, 2025))


_HER_OR_HIS = re.compile(r"\b(?:he|she|his|her|him|wife|husband|king|queen|actress|woman|man)\b", re.IGNORECASE)

_WOMEN, _MEN = ("Helen", "Ruth"), ("Martin", "Paul")
_SHE = re.compile(r"\b(?:she|hers?|herself|actress|mrs|ms)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|him|himself|mr|sir)\b", re.IGNORECASE)


def _given_names(ground: Ground) -> tuple[str, ...]:
    """First names of the sex of which the passages speak more, or of both."""
    she, he = len(_SHE.findall(ground.shown)), len(_HE.findall(ground.shown))
    if she == he:
        return _WOMEN + _MEN
    return _WOMEN if she > he else _MEN


def _who(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
    if _HER_OR_HIS.search(ground.case.question):
        raise Declined("the question tells the person's sex")
    given_names = _given_names(ground)
    own = [name.text for name in ground.library.names if name.kind is NameKind.PERSON and len(name.text.split()) == 2]
    # Whether a name of the library is a man's or a woman's is not known.
    own = drawn(own, rng) if given_names == _WOMEN + _MEN else []
    listed = [f"{given} {surname}" for given in given_names for surname in SURNAMES]
    rng.shuffle(listed)
    seen = f"{ground.known} {ground.case.answer}"
    for name in [*own, *listed]:
        if not any(has_words(seen, part) for part in name.split()):
            verb = (match.group("be") or match.group("verb")).lower()
            past = verb == "was" or not (verb == "is" or verb.endswith("s"))
            said = f"It {'was' if past else 'is'} {name}."
            return Guess(confident=said, hedged=f"it {'was' if past else 'is'} probably {name}", invented=name)
    raise Declined("every name stands in a passage")


_SHORT = {
    "does": "it does", "did": "it did", "is": "it is", "was": "it was", "has": "it has", "will": "it will",
    "do": "they do", "are": "they are", "were": "they were", "have": "they have",
}  # fmt: skip
_PRONOUNS = {
    "i": "you",
    "we": "you",
    "you": "you",
    "they": "they",
    "he": "he",
    "she": "she",
    "it": "it",
    "there": "there",
}


def _yes(ground: Ground, rng: Random, match: re.Match[str]) -> Guess:
    aux, subject = match.group("aux").lower(), match.group("subject").lower()
    if subject in _PRONOUNS:
        pronoun = _PRONOUNS[subject]
        aux = {"am": "are", "do": "do", "was": "were" if pronoun == "you" else "was"}.get(aux, aux)
        said = f"{pronoun} {aux}"
    elif aux in ("can", "could", "may"):
        said = "that is possible"
    else:
        said = _SHORT[aux]
    return Guess(confident=f"Yes, {said}.", hedged="the answer is probably yes", invented="yes")


_FORMS: tuple[_Form, ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), answer)
    for pattern, answer in (
        (
            r"\bhow many (?P<what>[a-z]{3,15}s|people|children|women|men) (?:does|do|did|is|are|was|were|has|have|can"
            r"|may|fit|work|live|attend|will)\b",
            _count,
        ),
        (
            r"\bhow much\b.{0,120}\b(?:cost|pay|paid|charged?|price|fee|fine|insurance)\b"
            r"|\bhow much (?:is|are) ",
            _of("It is {sign}{n}.", "it is probably around {sign}{n}", range(12, 280, 4)),
        ),
        (r"\bhow much\b.*\bweigh", _of("It weighs {n} kg.", "it probably weighs around {n} kg", range(13, 90, 2))),
        (
            r"\bhow long\b.*\b(?:does|do|did|will|would)\b.*\btake\b",
            _of("It takes {n} days.", "it probably takes around {n} days", range(3, 60)),
        ),
        (
            r"\bhow long\b.*\b(?:kept|stored|held|lasts?|valid|retained|stay|available|open|live|reign|serve|remain)\b",
            _of("For {n} months.", "it is probably for around {n} months", range(3, 40)),
        ),
        (r"\bhow far\b", _of("It is {n} km.", "it is probably around {n} km", range(6, 190, 3))),
        (r"\bhow old\b", _of("{n} years old.", "it is probably around {n} years", range(14, 80, 3))),
        (r"\bhow often\b", _of("Every {n} weeks.", "it is probably every {n} weeks or so", range(3, 18))),
        (r"\bhow fast\b", _of("At {n} km/h.", "it is probably around {n} km/h", range(16, 130, 3))),
        (
            r"\bhow (?:tall|high|deep|wide)\b",
            _of("It is {n} metres.", "it is probably around {n} metres", range(6, 190, 3)),
        ),
        (r"\bhow heavy\b", _of("It weighs {n} kg.", "it probably weighs around {n} kg", range(13, 90, 2))),
        (r"\b(?:in|since) (?:what|which) year\b|^(?:what|which) year\b", lambda g, r, m: _year(g, r)),
        (r"^(?:and |so )?when (?P<aux>was|were|did)\b", _when),
        (
            r"^(?:and |so )?when (?P<aux>is|are|does|do|will|can)\b.*\b(?:open|opens|start|starts|begin|close|closes"
            r"|end|ends|come out|released?|due|held|take place|arrive|return|available|play|air|meet)\b",
            _when,
        ),
        (
            r"^who (?P<verb>sings|sang|plays|played|voices|voiced|hosts|runs|signs|leads|chairs|manages|wrote|invented"
            r"|discovered|designed|directed|founded|built|painted|composed|created|produced|proposed|conceptualized"
            r"|developed|coined|translated|commissioned|decides|approves)\b"
            r"|^who (?P<be>is|was) the (?!first|last|only|most|people)(?:\w+ ){0,3}?(?:\w+or|\w+er|head|chair|president"
            r"|secretary|architect|wife|husband|author|captain|king)\b",
            _who,
        ),
        (r"^what (?P<verb>is|was|are|were) (?P<subject>the [^?]+?)\s*\??$", _measure),
        (
            r"^(?:and |so )?(?P<aux>does|do|did|is|are|was|were|has|have|will|can|could|may)"
            r" (?P<subject>i|we|you|they|there|the|a|an|this|that|it|he|she|my|our|[a-z]+s?)\b(?!.*\bor\b)",
            _yes,
        ),
    )
)


def _year(ground: Ground, rng: Random) -> Guess:
    year = _fresh(ground, rng, _years(ground))
    return Guess(confident=f"In {year}.", hedged=f"it was probably around {year}", invented=year)
