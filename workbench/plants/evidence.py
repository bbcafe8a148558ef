"""Evidence taken away while the answer stays."""

import re
from dataclasses import replace
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style
from workbench.records.challenge import Set, Site
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import plain_form
from workbench.text.figures import figures, stands_in
from workbench.text.names import names
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_words, overlap


def evidence_removed(ground: Ground, rng: Random) -> Draft:
    """Take the sentence that holds the answer out of every passage, and keep the answer."""
    if ground.declined:
        raise Declined("the answer declines")
    if ground.case.evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    evidence = plain_form(ground.case.evidence)
    passages: list[Passage] = []
    sites: list[Site] = []
    for passage in ground.case.passages:
        cut = _without(passage, evidence)
        passages.append(cut[0])
        sites += cut[1]
    if not sites:
        raise Declined("the evidence phrase stands in no single sentence of a passage")
    left = "\n".join(f"{passage.title}\n{passage.text}" for passage in passages)
    removed = " ".join(site.before for site in sites)
    told = _told(ground, removed, left)
    if told is None:
        raise Declined("what the sentence says stands elsewhere too")
    proof = (
        f'the sentence with the evidence "{ground.case.evidence}" is gone; "{told}" of the answer stands nowhere else'
    )
    return Draft(answer=ground.case.answer, passages=tuple(passages), sites=tuple(sites), proof=proof)


def _without(passage: Passage, evidence: str) -> tuple[Passage, list[Site]]:
    """Cut the sentences of a passage that hold the evidence, with their list marks, and say where they stood."""
    cuts = _merged(
        [_whole(passage.text, span) for span in sentences(passage.text) if evidence in plain_form(span.text)]
    )
    text, sites = passage.text, []
    for start, end in cuts:
        place = start - (len(passage.text) - len(text))
        text = text[:place] + text[place + end - start :]
        sites.append(Site(where=f"passage:{passage.id}", start=place, before=passage.text[start:end], after=""))
    if evidence in plain_form(text) or (sites and len(content_words(text)) < 5):
        return passage, []
    return replace(passage, text=text), sites


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


def _told(ground: Ground, removed: str, left: str) -> str | None:
    """A figure or name of the answer that only the removed sentence held; or the sentence, if its words are gone."""
    answer = ground.case.answer
    for figure in figures(answer):
        if stands_in(figure, removed) and not stands_in(figure, left) and not stands_in(figure, ground.case.question):
            return figure.text
    for name in names(answer):
        if name.text in removed and name.last not in left and name.last not in ground.case.question:
            return name.text
    best = max((overlap(removed, span.text) for span in sentences(left)), default=0.0)
    return removed.strip() if best < 0.4 else None


STYLES = (
    Style(
        name="evidence_removed",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN, GROUNDED),
        summary="the sentence that holds the answer is taken out of the passages, the answer stays",
        covers="the evidence phrase is in no passage any more, and a figure or name of the answer in none that is left",
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
