"""A citation moved to a passage that does not support its sentence, or to one that was never shown."""

import re
from collections import Counter
from random import Random

from workbench.plants.ground import Ground, claim_words, has_words
from workbench.plants.library import drawn
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import GROUNDED
from workbench.text.citation_forms import like
from workbench.text.citations import Mark, citations
from workbench.text.declines import declines
from workbench.text.figures import FigureKind, figures
from workbench.text.names import names
from workbench.text.quantities import Quantities
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set

_LEAST_WORDS = 4
# Shares of the content words of a claim. The right passage holds most of them; the wrong one few, and no sentence of
# it more than a quarter.
_RIGHT = 0.5
_WRONG = 0.4
_WRONG_SENTENCE = 0.25
_COMPARES = re.compile(
    r"\b(?:both|these passages|the two|all (?:three|four|five|of them)|unlike|whereas|in contrast|contrary|compared"
    r"|other than|in addition to|as well as|besides|instead)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<number>\d+)$")


def citation_moved(ground: Ground, rng: Random) -> Draft:
    """Let one sentence cite another of the shown passages, which does not support it."""
    if not ground.english:
        raise Declined("not English prose")
    moves = [
        (mark, claim, wrong.id, token)
        for mark, claim in _claims(ground)
        for wrong in ground.case.passages
        if wrong.id != mark.ids[0]
        and (token := ground.citations.token(mark, wrong.id)) is not None
        and clearly_worse(ground, mark.ids[0], wrong, claim)
        and _cited_with(ground, mark, token) == wrong.id
    ]
    if not moves:
        raise Declined("no sentence whose citation is right and would be wrong of another passage")
    mark, claim, wrong_id, token = rng.choice(moves)
    wrong = next(passage for passage in ground.case.passages if passage.id == wrong_id)
    proof = (
        f"the sentence now cites [{wrong_id}], whose sentences hold at most {_best_share(claim, wrong):.0%} of its "
        f"words and none of its figures and names; [{mark.ids[0]}], which it cited, holds "
        f"{_share(claim, _read(ground, mark.ids[0])):.0%}"
    )
    return edited(ground, [_with(mark, token)], proof)


def citation_unknown(ground: Ground, rng: Random) -> Draft:
    """Let one sentence cite a passage that was never shown, by an id of the same form."""
    if not ground.english:
        raise Declined("not English prose")
    marks = [mark for mark, _ in _claims(ground) if not mark.fixed]
    if not marks:
        raise Declined("no sentence with one citation of a shown passage")
    mark = rng.choice(marks)
    by_id = ground.citations.is_by_id(mark.references[0])
    found = _never_shown(ground, mark.ids[0]) if by_id else _numbers_too_high(ground, mark)
    # Where a reader could not tell that the new id is one, the mistake would be another: a sentence that cites nothing.
    tokens = [token for token, name in found if _cited_with(ground, mark, token) == name]
    if not tokens:
        raise Declined("no other id or number of the same form, or not known as a citation")
    new = drawn(tokens, rng)[0]
    count = len(ground.case.passages)
    proof = f"no passage with the id [{new}] was shown" if by_id else f"no passage {new} was shown: there are {count}"
    return edited(ground, [_with(mark, new)], proof)


def _with(mark: Mark, token: str) -> tuple[int, int, str]:
    """The edit that lets a mark name something else."""
    return mark.references[0].start, mark.references[0].end, token


def _cited_with(ground: Ground, mark: Mark, token: str) -> str | None:
    """What a reader finds cited in the place of a mark once it holds another token: None where it cites nothing."""
    start, end, new = _with(mark, token)
    answer = ground.case.answer[:start] + new + ground.case.answer[end:]
    read = citations(answer, [passage.id for passage in ground.case.passages]).marks
    before = [one.ids for one in ground.citations.marks if one is not mark]
    if [one.ids for one in read if one.start != mark.start] != before:
        return None
    return next((one.ids[0] for one in read if one.start == mark.start), None)


def _claims(ground: Ground) -> list[tuple[Mark, str]]:
    """Every mark that alone cites one shown passage for a sentence, with the words it stands for."""
    shown = {passage.id for passage in ground.case.passages}
    homes = {mark: _home(ground, mark) for mark in ground.citations.marks}
    held = Counter(home for home in homes.values() if home is not None)
    found = []
    for mark, home in homes.items():
        if home is None or len(mark.ids) != 1 or mark.ids[0] not in shown or ground.is_quoted(mark.start):
            continue
        answer = ground.case.answer
        if not mark.apart and answer[mark.end : mark.end + 1] == ":":
            continue  # "Passage 2: ..." heads a part of the answer
        claim = answer[home.start : min(mark.start, home.end)]
        if not mark.apart:
            claim = f"{claim} {answer[mark.end : home.end]}"
        if held[home] == 1 and len(content_set(claim)) >= _LEAST_WORDS and not _is_about_passages(claim):
            found.append((mark, claim))
    return found


def _home(ground: Ground, mark: Mark) -> Span | None:
    """The sentence that a mark cites for: the one that it stands in, or, behind a full stop, the one before."""
    span = ground.sentence_at(mark.start)
    before = ground.case.answer[: mark.start].rstrip(" ")
    if span is not None and span.start == mark.start and mark.apart and before.endswith((".", "!", "?")):
        return ground.sentence_at(len(before) - 1)
    return span


def _is_about_passages(claim: str) -> bool:
    return declines(claim) or _COMPARES.search(claim) is not None


def clearly_worse(ground: Ground, right_id: str, wrong: Passage, claim: str) -> bool:
    """Say whether a passage is clearly below the right one by words, and holds no figure and no name of the claim."""
    right = _share(claim, _read(ground, right_id))
    if right < _RIGHT or _share(claim, _text(wrong)) > min(_WRONG, right / 2):
        return False
    if _best_share(claim, wrong) > _WRONG_SENTENCE:
        return False
    held = Quantities(_text(wrong))
    told = [figure for figure in figures(claim) if figure.kind is not FigureKind.LABEL]
    return not any(held.holds(figure) for figure in told if figure.unit is not None or figure.value > 12) and not any(
        has_words(wrong.text, name.last) for name in names(claim)
    )


def _text(passage: Passage) -> str:
    return f"{passage.title}\n{passage.text}"


def _read(ground: Ground, passage_id: str) -> str:
    return next(_text(passage) for passage in ground.case.passages if passage.id == passage_id)


def _share(claim: str, text: str) -> float:
    asked = claim_words(claim)
    return len(asked & content_set(text)) / len(asked) if asked else 0.0


def _best_share(claim: str, passage: Passage) -> float:
    return max((_share(claim, span.text) for span in sentences(passage.text)), default=0.0)


def _never_shown(ground: Ground, cited: str) -> list[tuple[str, str]]:
    """Ids of the bench's own passages that this case was not shown, those of the same family first, each twice.

    Where the library has none of the form, a number that ends the id is counted on.
    """
    taken = {passage.id for passage in ground.case.passages} | {i for m in ground.citations.marks for i in m.ids}
    own = [name for name in ground.library.ids if name not in taken and _form(name) == _form(cited)]
    stem = re.split(r"[-_.:]", cited)[0]
    near = [name for name in own if re.split(r"[-_.:]", name)[0] == stem]
    if near or own:
        return [(name, name) for name in near or own]
    match = _NUMBERED.match(cited)
    if match is None or not all(_form(name) == _form(cited) for name in taken):
        return []
    last = max(int(m.group("number")) for name in taken if (m := _NUMBERED.match(name)) is not None)
    return [(name, name) for name in (f"{match.group('stem')}{last + step}" for step in (1, 2))]


def _numbers_too_high(ground: Ground, mark: Mark) -> list[tuple[str, str]]:
    """The numbers that come after those of the passages shown and cited, as they are written there and plainly."""
    cited = [int(name) for name in ground.citations.unknown if name.isascii() and name.isdecimal()]
    last = max((*ground.citations.numbers.values(), *cited))
    written = ground.case.answer[mark.references[0].start : mark.references[0].end]
    return [(like(written, number), str(number)) for number in (last + 1, last + 2)]


def _form(passage_id: str) -> str:
    """What ids of one kind share: words, numbers and what stands between them. `p12` is `a0`, `api-keys` is `a-a`."""
    words = re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "0", passage_id))
    return re.sub(r"(?:-a0?)+$", "-a", words.replace("a0", "a")) if "-" in words else words


STYLES = (
    Style(
        name="citation_moved",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="one sentence cites another of the shown passages, which does not support it",
        covers="by words, figures and names the cited passage is far from the sentence; the claim itself stays true, "
        "so the rubric must count a citation as a claim, as the shipped one does. Whether the passage implies it in "
        "other words, only a reader can decide",
        plant=citation_moved,
        examples=(
            Example(
                question="What does a day cost?",
                passages=(
                    "The day price of a Heron is £32, lights and lock included.",
                    "Riders under 18 need a helmet.",
                ),
                answer="The day price of a Heron, with lights and a lock, is £32 [p1].",
                becomes="The day price of a Heron, with lights and a lock, is £32 [p2].",
            ),
        ),
    ),
    Style(
        name="citation_unknown",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="one sentence cites a passage that was never shown, by an id or number of the same form",
        covers="the id is none of the ids shown, or the number higher than any of theirs; the claim itself stays "
        "true, so the rubric must count a citation as a claim, as the shipped one does",
        plant=citation_unknown,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("The day price of a Heron is £32, lights and lock included.",),
                answer="The day price of a Heron, with lights and a lock, is £32 [p1].",
                becomes="The day price of a Heron, with lights and a lock, is £32 [p3].",
            ),
        ),
    ),
)
