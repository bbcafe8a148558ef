"""Mistakes that a model wrote: what can be checked is checked here, the rest is for a person to confirm."""

import re

from workbench.identity import digest
from workbench.plants.given.word_diff import word_sites
from workbench.plants.ground import Ground, has_words
from workbench.plants.style import Declined, Draft
from workbench.plants.verify import verify
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.rules import GROUNDED
from workbench.records.verdict import Outcome
from workbench.text.figures import figures
from workbench.text.names import names

PREFIX = "written_"
_LONGEST_NAME = 48
# A subtle mistake is a phrase: at most so many characters of new text, or a third of the answer where that is more.
_SPAN = 120
_SPAN_SHARE = 1 / 3
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|instructions?|prompt|judges?|graders?|evaluators?|verdict|reviewers?|as an ai)\b"
    r"|</?\w+>|```",
    re.IGNORECASE,
)


def written_style(description: str) -> str:
    """Return the name of the style that a description stands for."""
    words = re.sub(r"[^a-z0-9]+", "_", description.lower()).strip("_")
    return f"{PREFIX}{words or digest(description, length=8)}"[:_LONGEST_NAME].rstrip("_")


def written_challenge(ground: Ground, *, style: str, answer: str, proof: str) -> Challenge:
    """Make a challenge of an answer that a model changed. Question and passages are the parent's.

    Args:
        ground: The trusted case.
        style: The style that was asked for.
        answer: The changed answer, whole.
        proof: What was changed and why it is wrong, in the model's words.

    Raises:
        Declined: the answer is empty or the same, the change is large, a new figure or name of it stands in a passage,
            or the new text speaks to a judge.
    """
    case = ground.case
    if not answer.strip():
        raise Declined("the model found no such mistake")
    answer = case.answer if answer.strip() == case.answer.strip() else answer.strip()
    sites = word_sites(case.answer, answer, "answer")
    verify(ground, Draft(answer=answer, passages=case.passages, sites=sites, proof=proof))
    _check_size(case.answer, sites)
    _check_new_text(ground, answer, sites)
    return Challenge(
        item=Item.of(question=case.question, passages=case.passages, answer=answer),
        rule=GROUNDED,
        set=Set.PLANTED,
        style=style,
        parent=case.case_id,
        group=case.group or case.case_id,
        expected=Outcome.FAIL,
        sites=sites,
        proof=proof,
    )


def _check_size(before: str, sites: tuple[Site, ...]) -> None:
    # From the first change to the last: many small ones are a rewriting too.
    first, last = sites[0], sites[-1]
    span = last.start + len(last.after) - first.start
    if max(span, sum(len(site.before) for site in sites)) > max(_SPAN, len(before) * _SPAN_SHARE):
        raise Declined("the change is not small")


def _check_new_text(ground: Ground, answer: str, sites: tuple[Site, ...]) -> None:
    if any(_ORDERS.search(site.after) and not _ORDERS.search(site.before) for site in sites):
        raise Declined("the new text speaks to a judge")
    if any(_touches(figure.start, figure.end_of_unit, sites) and ground.is_shown(figure) for figure in figures(answer)):
        raise Declined("a figure of the change stands in a passage")
    for name in names(answer):
        if _touches(name.start, name.end, sites) and has_words(ground.shown, name.text):
            raise Declined("a name of the change stands in a passage")


def _touches(start: int, end: int, sites: tuple[Site, ...]) -> bool:
    return any(site.after and start < site.start + len(site.after) and site.start < end for site in sites)
