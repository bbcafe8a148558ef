"""Evidence taken away while the answer stays."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from workbench.plants.claim import Claim
from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style
from workbench.plants.wording.strangers import strangers
from workbench.records.challenge import Set, Site
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import plain_form
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_words, overlap

# A passage goes as a whole where fewer words would be left.
_LEAST_LEFT = 5
# With a lesser share of a passage left, it would show that something is gone.
_MUCH_LEFT = 0.75
# Of so many passages of other topics, the one that is about as long takes its place.
_DONORS = 12
_TABLE_RULE = re.compile(r"\|[ :|-]+\|[ ]*(?:\n|$)")


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The passages of a case without what supports its answer.

    Attributes:
        claim: What the answer makes of the evidence.
        kept: What is left of the passages.
        sites: What was cut out of those that are left, or stands in their place.
        proof: Why nothing supports the answer any more.
    """

    claim: Claim
    kept: tuple[Passage, ...]
    sites: tuple[Site, ...]
    proof: str


def without_evidence(ground: Ground, donors: Iterable[Passage] = ()) -> Cut:
    """Take every sentence out of the passages that supports what the answer makes of the evidence.

    Args:
        ground: The case.
        donors: Passages of other topics, for the places of those of which little would be left.

    Raises:
        Declined: nobody said what the evidence is, or it cannot be taken out whole.
    """
    if ground.declined:
        raise Declined("the answer declines")
    if ground.case.evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    evidence = plain_form(ground.case.evidence)
    kept: list[Passage] = []
    sites: list[Site] = []
    claim = Claim.of(ground, ground.case.evidence)
    spare = [donor for donor in donors if not any(claim.is_supported_by(span.text) for span in sentences(donor.text))]
    for passage in ground.case.passages:
        left, cuts = _without(claim, passage, evidence)
        if spare and len(left.text) < _MUCH_LEFT * len(passage.text):
            left, cuts = _replaced(passage, spare)
        if len(content_words(left.text)) >= _LEAST_LEFT:
            kept.append(left)
            sites += cuts
    best = _best_support(claim, kept, evidence)
    proof = (
        f'the evidence "{ground.case.evidence}" and all that supports what the answer makes of it is gone; no sentence '
        f"that is left holds more than {best:.0%} of the words of {claim.told}"
    )
    return Cut(claim=claim, kept=tuple(kept), sites=tuple(sites), proof=proof)


def evidence_removed(ground: Ground, rng: Random) -> Draft:
    """Take every sentence out of the passages that supports what the answer makes of the evidence; keep the answer."""
    cut = without_evidence(ground, islice(strangers(ground, rng), _DONORS))
    if not cut.kept:
        raise Declined("nothing would be left to show")
    sites = [*cut.sites]
    before, after = (" ".join(p.id for p in shown) for shown in (ground.case.passages, cut.kept))
    if before != after:
        sites.append(Site(where="passages", start=0, before=before, after=after))
    return Draft(answer=ground.case.answer, passages=cut.kept, sites=tuple(sites), proof=cut.proof)


def _replaced(passage: Passage, spare: list[Passage]) -> tuple[Passage, list[Site]]:
    """Show a passage of another topic in its place, as a search does that fetched the wrong one; each serves once."""
    donor = min(spare, key=lambda one: abs(len(one.text) - len(passage.text)))
    spare.remove(donor)
    site = Site(where=f"passage:{passage.id}", start=0, before=passage.text, after=donor.text)
    return replace(passage, title=donor.title, text=donor.text), [site]


def _without(claim: Claim, passage: Passage, evidence: str) -> tuple[Passage, list[Site]]:
    """Cut the supporting sentences of a passage, with their list marks, and say where they stood."""
    cuts = _merged(
        [
            _whole(passage.text, span)
            for span in sentences(passage.text)
            if evidence in plain_form(span.text)
            or (not _is_frame(passage.text, span) and claim.is_supported_by(span.text))
        ]
    )
    text, sites = passage.text, []
    for start, end in cuts:
        place = start - (len(passage.text) - len(text))
        text = text[:place] + text[place + end - start :]
        sites.append(Site(where=f"passage:{passage.id}", start=place, before=passage.text[start:end], after=""))
    return replace(passage, text=text), sites


def _is_frame(text: str, span: Span) -> bool:
    """Whether it is a heading or the head of a table: without it, what is left could not be read."""
    line_end = text.find("\n", span.end)
    return span.text.startswith("#") or (line_end >= 0 and _TABLE_RULE.match(text, line_end + 1) is not None)


def _best_support(claim: Claim, kept: list[Passage], evidence: str) -> float:
    left = [s.text for passage in kept for s in sentences(passage.text) if not _is_frame(passage.text, s)]
    if any(evidence in plain_form(f"{passage.title} {passage.text}") for passage in kept):
        raise Declined("the evidence phrase runs over more than one sentence")
    return max((overlap(said, text) for said in claim.sentences for text in left), default=0.0)


def _whole(text: str, span: Span) -> tuple[int, int]:
    """A sentence with the blanks after it; the whole line where the line holds nothing else."""
    line_start, line_end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    line_end = len(text) if line_end < 0 else line_end
    if not re.search(r"\w", text[line_start : span.start]) and not text[span.end : line_end].strip():
        return line_start, min(line_end + 1, len(text))
    end = span.end
    while end < len(text) and text[end] in " \t":
        end += 1
    return span.start, end


def _merged(cuts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join cuts that touch, so that no two sites start at one place."""
    merged: list[tuple[int, int]] = []
    for start, end in cuts:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


STYLES = (
    Style(
        name="evidence_removed",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN, GROUNDED),
        summary="all that supports what was asked is taken out of the passages, the answer stays",
        covers="the evidence phrase is gone; no sentence left holds 35 % of the words of the sentence that tells it",
        plant=evidence_removed,
        examples=(
            Example(
                question="What does a day cost?",
                passages=(
                    "Bikes are lent from all four stands in the valley. Day hire is £32. Return the bike by 21:00.",
                ),
                answer="A day costs £32.",
                becomes="Bikes are lent from all four stands in the valley. Return the bike by 21:00.",
                evidence="Day hire is £32",
            ),
        ),
    ),
)
