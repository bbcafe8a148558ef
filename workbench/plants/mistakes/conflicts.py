"""One side of a conflict between passages dropped, and the other asserted as settled."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.style import Declined, Draft, Example, Style, edited, reshown
from workbench.plants.wording.other_values import called_wrong
from workbench.plants.wording.rivals import rival, with_rival
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import GROUNDED
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.quantities import Quantities
from workbench.text.sentences import Span
from workbench.text.tokens import content_set

# How an answer says that its passages differ, or joins what each of them says.
_DIFFER = re.compile(
    r"\b(?:(?:do|does|did)\s+not\s+agree|disagree\w*|conflict\w*|contradict\w*|differs?|inconsistent|discrepanc\w+"
    r"|(?:the|is|one|both)\s+(?:later|newer|older|earlier)\s+(?:one)?)\b",
    re.IGNORECASE,
)
_SAYS = r"(?:say|state|give|put|report|list|set|name|quote)s?"
# Who says it, before what is said: dropped, because the claim is to stand as settled.
_ATTRIBUTED = re.compile(
    rf"^(?:According\s+to\s+[^,]{{3,80}}?,?\s+(?=(?:the|a|an|it|this|you|members|each)\s)"
    rf"|(?:The|A|An|One|Another|Passage|Source|Document)\s[^,.;]{{1,60}}?\s{_SAYS}\s+that\s+)",
    re.IGNORECASE,
)
_OTHER_SIDE = re.compile(r"^(?P<first>.{20,300}?),\s+(?:while|whereas|but)\s+(?P<second>.{15,300})$", re.DOTALL)
_LEAST_SHARED = 2
_DATED = (FigureKind.YEAR, FigureKind.DATE)
_LEAST_YEAR = 1500
# With more figures than this, nobody can tell which two the answer means.
_MOST_SIDES = 16


@dataclass(frozen=True)
class Side:
    """One side of a conflict: where the answer says it, the figure on which they differ, its passage and line."""

    start: int
    end: int
    text: str
    figure: Figure
    passage: Passage
    line: str


def one_side_asserted(ground: Ground, rng: Random) -> Draft:
    """Drop one side of a conflict that the answer notes; where it notes none, show one that it does not speak of."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if not any(_DIFFER.search(span.text) for span in ground.sentences):
        return _unspoken(ground, rng)
    options = [draft for kept, dropped in _conflicts(ground) if (draft := _asserted(ground, kept, dropped))]
    if not options:
        raise Declined("no two passages that give two values for one thing, each in a part of the answer")
    return rng.choice(options)


def _unspoken(ground: Ground, rng: Random) -> Draft:
    """Show another edition of a passage that calls a value wrong which the answer goes on asserting."""
    other = rival(ground, rng, called_wrong)
    if other is None:
        raise Declined("the answer notes no conflict, and takes no value over that another edition could give")
    proof = f"{other.proof}; the answer asserts the first as settled, and speaks of no disagreement"
    return reshown(ground, with_rival(ground, other, rng), proof)


def _conflicts(ground: Ground) -> Iterator[tuple[Side, Side]]:
    """Every ordered pair of sides with two values of one unit for one thing, each from its own passage."""
    known = {passage.id: Quantities(passage.text) for passage in ground.case.passages}
    told = (side for span in ground.sentences for side in _sides(ground, span, known))
    sides = list(islice(told, _MOST_SIDES + 1))
    if len(sides) > _MOST_SIDES:
        return
    for kept in sides:
        for dropped in sides:
            if kept.passage.id == dropped.passage.id or kept.start == dropped.start:
                continue
            if _differ(kept, dropped) and _one_thing(ground, kept, dropped) and _is_overruled(kept, dropped):
                yield kept, dropped


def _sides(ground: Ground, span: Span, known: Mapping[str, Quantities]) -> Iterator[Side]:
    """What a sentence says from one passage; a sentence that sets two against each other gives both."""
    match = _OTHER_SIDE.match(span.text)
    parts = [(span.start, span.end)]
    if match is not None:
        parts = [(span.start + match.start(name), span.start + match.end(name)) for name in ("first", "second")]
    for start, end in parts:
        for figure in ground.figures:
            if start <= figure.start < end and figure.kind is FigureKind.PLAIN and figure.unit is not None:
                text = ground.case.answer[start:end]
                home = _home(ground, figure, text, known)
                if home is not None:
                    yield Side(start, end, text, figure, home, _line_of(home, figure))


def _home(ground: Ground, figure: Figure, text: str, known: Mapping[str, Quantities]) -> Passage | None:
    """The passage that a side comes from: of those that hold its figure, the one that shares most words with it."""
    asked = claim_words(text) | claim_words(ground.asks)
    homes = [p for p in ground.case.passages if known[p.id].holds(figure)]
    return max(homes, key=lambda p: (len(asked & content_set(f"{p.title} {p.text}")), p.id), default=None)


def _differ(kept: Side, dropped: Side) -> bool:
    one, other = kept.figure, dropped.figure
    same_kind = one.unit is not None and other.unit is not None and one.unit.dimension == other.unit.dimension
    return same_kind and not same_quantity(one, other)


def _one_thing(ground: Ground, kept: Side, dropped: Side) -> bool:
    """Whether both passages speak of what is asked, in the sentences that hold the two values."""
    asked = claim_words(ground.asks)
    one, other = (content_set(f"{side.passage.title} {side.line}") for side in (kept, dropped))
    return len(one & other) >= _LEAST_SHARED and bool(asked & one & other)


def _is_overruled(kept: Side, dropped: Side) -> bool:
    """Whether the other side is dated later: to assert the later of two, or one of two without a date, may be right."""
    first, second = (_latest_year(side) for side in (kept, dropped))
    return first is not None and second is not None and first < second


def _latest_year(side: Side) -> int | None:
    told = figures(f"{side.passage.title}\n{side.line}\n{side.text}")
    return max((int(one.value) for one in told if one.kind in _DATED and one.value > _LEAST_YEAR), default=None)


def _line_of(passage: Passage, figure: Figure) -> str:
    """The paragraph of a passage that holds a figure."""
    for line in passage.text.split("\n"):
        if Quantities(line).holds(figure):
            return line
    return ""


def _asserted(ground: Ground, kept: Side, dropped: Side) -> Draft | None:
    """Keep one side without saying whose it is; drop the other, and every sentence that notes the conflict."""
    attributed = _ATTRIBUTED.match(kept.text)
    if attributed is None:
        return None
    span = ground.sentence_at(kept.start)
    if span is None:
        return None
    claim = kept.start + attributed.end()
    edits = [(span.start, claim + 1, ground.case.answer[claim].upper())]
    if kept.end < span.end:
        edits.append((kept.end, span.end, "."))
    for one in ground.sentences:
        if one != span and (_DIFFER.search(one.text) or one.start <= dropped.start < one.end):
            edits.append((*_hole(ground.case.answer, one), ""))
    draft = edited(ground, _from_the_start(ground.case.answer, _merged(edits)), _proof(kept, dropped))
    return draft if not _still_told(draft.answer, dropped) else None


def _hole(answer: str, gone: Span) -> tuple[int, int]:
    """The stretch that a sentence leaves, with the blanks before it."""
    return len(answer[: gone.start].rstrip()), gone.end


def _from_the_start(answer: str, edits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Take the blanks behind a hole with which the answer would begin."""
    start, end, new = edits[0]
    if start or new:
        return edits
    behind = answer[end:]
    return _merged([(start, end + len(behind) - len(behind.lstrip()), new), *edits[1:]])


def _merged(edits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Join edits that touch, so that no two sites start at one place."""
    merged: list[tuple[int, int, str]] = []
    for start, end, new in sorted(edits):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2] + new)
        else:
            merged.append((start, end, new))
    return merged


def _proof(kept: Side, dropped: Side) -> str:
    return (
        f'[{kept.passage.id}] gives "{kept.figure.text}" and [{dropped.passage.id}] "{dropped.figure.text}" for one '
        "thing; the answer now asserts the first as settled, and speaks of no disagreement"
    )


def _still_told(answer: str, dropped: Side) -> bool:
    return Quantities(answer).holds(dropped.figure) or _DIFFER.search(answer) is not None


STYLES = (
    Style(
        name="one_side_asserted",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="of two passages that disagree, one is asserted and the other not mentioned",
        covers="both passages hold a value of one unit, each its own, on one thing, the answer noted it, and asserts "
        "the earlier one now; or a passage is added that says what another one says, but for a value that the answer "
        "asserts, and that this value is wrong. Whether they speak of one thing, only a reader can decide",
        plant=one_side_asserted,
        examples=(
            Example(
                question="How much is the deposit?",
                passages=(
                    "Handbook 2024: the deposit for a cargo bike is £120.",
                    "Notice of March 2026: the deposit for a cargo bike is £80 from now on.",
                ),
                answer="According to the handbook of 2024 the deposit is £120 [p1]. A notice of March 2026 says that "
                "the deposit is £80 [p2]. The two do not agree.",
                becomes="The deposit is £120 [p1].",
            ),
            Example(
                question="How much is the deposit?",
                passages=("The deposit for the Heron cargo bike is £80, held on a bank card.",),
                answer="The deposit for the Heron is £80.",
                becomes="The deposit for the Heron cargo bike is £80, held on a bank card. / The deposit for the Heron "
                "cargo bike is £45, held on a bank card. Some accounts still give £80, although that has been found "
                "to be wrong.",
            ),
        ),
    ),
)
