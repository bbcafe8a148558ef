"""Faithful rewording by a vetted table of words that mean the same in their context."""

import re
from collections.abc import Callable, Iterator
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.turns import literal_of
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED

# Before "about 20", what makes it a measure and no topic.
_MEASURING = (
    r"\b(?P<v>is|are|was|were|takes?|took|costs?|weighs?|weighed|lasts?|lasted|for|of|at|to|by|has|have|had|every"
    r"|needs?|holds?|reach(?:es)?|contains?|covers?|lives?|measures?)"
)
# (what stands there, what may stand there instead). Lookarounds hold the context in which both mean the same; figures,
# names, negations and conditions are in no row.
_Said = str | Callable[[re.Match[str]], str]
_TABLE: tuple[tuple[str, _Said], ...] = (
    # Who said it: the frames that sources and answers use in turn.
    (r"(?<=\w )said (?=that\b)", "stated "),
    (r"(?<=\w )noted (?=that\b)", "said "),
    (r"(?<=\w )said(?= that the\b)", "noted"),
    (r"(?<=\w )stated (?=that\b)", "said "),
    # Not in "some left states that passed it".
    (
        r"(?P<who>\b(?:\d+|[Pp]assage|[Ss]ource|[Tt]ext|[Aa]rticle|[Rr]eport|[Dd]ocument|[Aa]uthor|[Ss]tudy|[Ll]aw|[Aa]ct"
        r"|Amendment|[Rr]ule|[Pp]olicy|[Pp]age|[Hh]andbook|[Nn]otice|[Ii]t|[Hh]e|[Ss]he|which|who|also)\]? )"
        r"states (?=that\b)",
        r"\g<who>says ",
    ),
    (r"(?<=\w )says (?=that\b)", "states "),
    (r"(?<=\w )mentions (?=that\b)", "notes "),
    (r"\brated (?P<who>it|him|her|them|us) (?=\d|one\b|two\b|three\b|four\b|five\b)", r"gave \g<who> "),
    (r"\bgave (?P<who>it|him|her|them) a rating of ", r"rated \g<who> "),
    # Around figures, which stay as they are.
    (r"(?<!\ban )\bapproximately (?=[£$€]?\d)", "about "),
    (rf"{_MEASURING} about (?=[£$€]?\d)", r"\g<v> approximately "),
    (rf"{_MEASURING} roughly (?=[£$€]?\d)", r"\g<v> about "),
    (rf"{_MEASURING} around (?=[£$€]?\d)", r"\g<v> about "),
    (r"(?<=\d )per (?=(?:day|week|month|year)\b)", "a "),
    (r"(?<=\d )a (?=(?:day|week|month|year)\b)", "per "),
    # Small words and joints.
    (r"\bin order to\b", "to"),
    (r"\bprior to\b", "before"),
    (r"\bdue to the fact that\b", "because"),
    (
        r"(?<=[a-z] )(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!payment )(?<!amount )(?<!money )due to (?=the"
        r"|a|an|its|their|his|her)\b",
        "because of ",
    ),
    (r"(?<=[a-z] )because of (?=the|a|an|its|their|his|her)\b", "due to "),
    (r"\bAdditionally,", "In addition,"),
    (r"\bIn addition,", "Additionally,"),
    (r"\bFurthermore,", "Moreover,"),
    (r"\bMoreover,", "Furthermore,"),
    (r"\b(?P<f>[Ff])or example\b", r"\g<f>or instance"),
    (r"\b(?P<f>[Ff])or instance\b", r"\g<f>or example"),
    (r"\bAlthough\b", "Though"),
    (r"\bwithout charge\b", "free of charge"),
    (r"\bfree of charge\b", "at no charge"),
    (r"\bevery day\b", "each day"),
    (r"\bwhether or not\b", "whether"),
    # Adverbs.
    (r"\btypically\b", "usually"),
    (r"(?<!more )(?<!less )\bfrequently\b", "often"),
    (r"(?<!more )(?<!how )\boften (?=used|called|seen|found|associated|made|caused)", "frequently "),
    (r"\bprimarily\b", "mainly"),
    (r"\bmainly\b", "primarily"),
    (r"(?<!more )(?<!as )\brapidly\b", "quickly"),
    (r"(?<!more )(?<!as )\bquickly\b", "rapidly"),
    (r"\bsubsequently (?=\w+ed\b)", "later "),
    # Verbs.
    (r"(?<=to )purchase (?=the|a|an|your|their|any)\b", "buy "),
    (r"(?<=to )obtain\b", "get"),
    (r"\b(?P<be>is|are|was|were) permitted to\b", r"\g<be> allowed to"),
    (r"\b(?P<be>is|are|was|were) allowed to\b", r"\g<be> permitted to"),
    (r"\b(?P<be>is|are|was) located (?=in|at|on|near|between|along|within)\b", r"\g<be> situated "),
    (r"\b(?P<be>is|are|was) situated (?=in|at|on|near|between|along|within)\b", r"\g<be> located "),
    # Not "is able to stand and to walk".
    (r"\b(?:is|are) able to (?=[a-z])(?![^.;]*\b(?:and|or|but) to\b)", "can "),
    (r"(?<!has )(?<!have )(?<!had )(?<!been )(?<!was )(?<!were )(?<!be )\bstarted (?=in|on|with|to|at|as)\b", "began "),
    (r"\bbegan (?=in|on|with|to|at|as)\b", "started "),
    (r"\bbegins (?=in|on|with|to|at|when)\b", "starts "),
    (r"\bensure (?=that)\b", "make sure "),
    (r"\b(?P<m>[Mm])ake sure that\b", lambda m: ("E" if m.group("m") == "M" else "e") + "nsure that"),
    (r"\battempted to\b", "tried to"),
    (r"\btried to (?=[a-z])", "attempted to "),
    (r"\butilize (?=the|a|an)\b", "use "),
    (r"\balso known as\b", "also called"),
    (r"\balso called\b", "also known as"),
    (r"\breferred to as\b", "called"),
    # Nouns.
    (r"\bindividuals (?=who|with)\b", "people "),
    (r"\ba large number of\b", "a great number of"),
    (r"\bnumerous (?=[a-z]+s\b)", "many "),
    (r"\bthe majority of (?=the|these|those|its|their)\b", "most of "),
)

# Most rows fit no word of an answer: to look for letters that every match holds first is a tenth of the work.
ROWS = tuple((literal_of(pattern), re.compile(pattern), new) for pattern, new in _TABLE)
# Words in code, links, marks and headings are not prose.
_NO_PROSE = re.compile(r"`[^`\n]*`|\[[^\[\]\n]{1,120}\]|https?:\S+|^[ \t]{0,3}(?:#|\|)[^\n]*", re.MULTILINE)
_ARTICLE = re.compile(r"\ban?\s$", re.IGNORECASE)
_MOST = 3


def reworded(ground: Ground, rng: Random) -> Draft:
    """Replace up to three wordings of the answer by others that mean the same in their context."""
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    found = list(_found(ground))
    if not found:
        raise Declined("no wording of the table in the answer")
    rng.shuffle(found)
    edits: list[tuple[int, int, str]] = []
    for start, end, new in found:
        if len(edits) < _MOST and all(end <= first or last <= start for first, last, _ in edits):
            edits.append((start, end, new))
    answer = ground.case.answer
    said = "; ".join(f'"{answer[start:end].strip()}" and "{new.strip()}"' for start, end, new in sorted(edits))
    return edited(ground, edits, f"the same in this context: {said}")


def _found(ground: Ground) -> Iterator[tuple[int, int, str]]:
    answer = ground.case.answer
    closed = [match.span() for match in _NO_PROSE.finditer(answer)]
    rows = ((pattern, new) for held, pattern, new in ROWS if held in answer)
    for pattern, new in rows:
        for match in pattern.finditer(answer):
            start, end = match.span()
            if ground.is_quoted(start) or any(first <= start < last for first, last in closed):
                continue
            if _ARTICLE.search(answer[max(0, start - 4) : start]):
                continue  # "an allowed" would need "a permitted"
            yield start, end, new(match) if callable(new) else match.expand(new)


STYLES = (
    Style(
        name="reworded",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="up to three wordings become others that mean the same: said and noted, rated and gave, about and "
        "approximately",
        covers="each replacement is in a fixed table of words that mean the same in their context",
        plant=reworded,
        examples=(
            Example(
                question="How did Grace Okafor like the bike?",
                passages=("Grace Okafor rated it 4 out of 5 and noted that the brakes are good.",),
                answer="Grace Okafor rated it 4 out of 5. She noted that the brakes are good.",
                becomes="Grace Okafor gave it 4 out of 5. She said that the brakes are good.",
            ),
        ),
    ),
)
