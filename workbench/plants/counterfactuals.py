"""A trusted case with one thing changed in what is shown, and the question left as it is.

The changes are those of styles, with their proofs, but for one: nothing is done beside the change itself to hide it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain
from random import Random

from workbench.identity import digest
from workbench.plants.edited_figures import figure_edited
from workbench.plants.edited_moments import moment_edited
from workbench.plants.edited_names import name_edited
from workbench.plants.ground import Ground
from workbench.plants.mistakes.edited_evidence import evidence_edited
from workbench.plants.mistakes.evidence import without_evidence
from workbench.plants.style import Declined
from workbench.plants.wording.irrelevant import irrelevant_passages
from workbench.plants.wording.rivals import rival
from workbench.plants.wording.strangers import free_id, strangers
from workbench.records.counterfactual import Change
from workbench.records.passage import Passage
from workbench.text.declines import plain_form

# Tries until the value that is edited is one of the evidence phrase, which is what the question is about.
_TRIES = 12


def changed_passages(ground: Ground, change: Change, *, seed: int) -> tuple[Passage, ...]:
    """Return the passages of a trusted case after a change. The same case and seed give the same passages.

    Raises:
        Declined: the change cannot be made safely.
    """
    if ground.declined:
        raise Declined("the answer declines")
    if ground.case.evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    if not any(_holds_evidence(ground, passage) for passage in ground.case.passages):
        raise Declined("the evidence phrase stands in no passage shown")
    passages = _CHANGES[change](ground, Random(digest([seed, "counterfactual", change, ground.case_key])))
    if passages == ground.case.passages:
        raise Declined("the change would not show")
    return passages


def _removed(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    return without_evidence(ground).kept


def _edited(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Edit a value that the answer takes from the passages: one of the evidence phrase, or else of its line."""
    beside: list[tuple[Passage, ...]] = []
    elsewhere: list[tuple[Passage, ...]] = []
    for way in (_value_edited, moment_edited, figure_edited, name_edited):
        for _ in range(_TRIES):
            try:
                passages = way(ground, rng)
            except Declined:
                break
            if not any(_holds_evidence(ground, passage) for passage in passages):
                return passages
            (beside if _edits_line(ground, passages) else elsewhere).append(passages)
    made = beside or elsewhere
    if not made:
        raise Declined("no figure, name, date or time of the answer that can be edited in every passage that holds it")
    return made[0]


def _value_edited(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    return evidence_edited(ground, rng).passages


def _edits_line(ground: Ground, passages: tuple[Passage, ...]) -> bool:
    """Whether the edit is made in the line that holds the evidence phrase."""
    evidence = plain_form(ground.case.evidence or "")
    before = [line for passage in ground.case.passages for line in passage.text.split("\n")]
    after = {line for passage in passages for line in passage.text.split("\n")}
    return any(evidence in plain_form(line) and line not in after for line in before)


def _longer(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Put one passage first that is as long as all others together, as far as there are passages of other topics."""
    least = sum(len(passage.text) for passage in ground.case.passages)
    parts: list[Passage] = []
    for donor in chain(strangers(ground, rng), irrelevant_passages(ground)):
        parts.append(donor)
        if sum(len(part.text) for part in parts) >= least:
            break
    if not parts:
        raise Declined("no passage of another topic")
    text = "\n\n".join(part.text for part in parts)
    return (Passage(id=parts[0].id, title=parts[0].title, text=text), *ground.case.passages)


def _conflict(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Put another edition of a passage behind it, which gives another value for what the answer takes from it."""
    home, other = _rival(ground, rng) or _edition(ground, rng)
    place = ground.case.passages.index(home) + 1
    return (*ground.case.passages[:place], other, *ground.case.passages[place:])


def _rival(ground: Ground, rng: Random) -> tuple[Passage, Passage] | None:
    """A passage and a rival that gives another value for what the evidence phrase says; None where none is made."""
    for _ in range(_TRIES):
        made = rival(ground, rng)
        if made is None:
            return None
        if _holds_evidence(ground, made.home) and not _holds_evidence(ground, made.passage):
            return made.home, made.passage
    return None


def _edition(ground: Ground, rng: Random) -> tuple[Passage, Passage]:
    """A passage, the one with the evidence where it can be, and another edition of it with one value changed."""
    try:
        edited = _edited(ground, rng)
    except Declined as why:
        raise Declined("the answer takes no value over that another edition could give") from why
    changed = [pair for pair in zip(ground.case.passages, edited, strict=True) if pair[0] != pair[1]]
    changed.sort(key=lambda pair: not _holds_evidence(ground, pair[0]))
    home, other = changed[0]
    return home, replace(other, id=free_id(ground, home.id))


def _holds_evidence(ground: Ground, passage: Passage) -> bool:
    return plain_form(ground.case.evidence or "") in plain_form(passage.text)


_CHANGES: Mapping[Change, Callable[[Ground, Random], tuple[Passage, ...]]] = {
    Change.REMOVED: _removed,
    Change.EDITED: _edited,
    Change.LONGER: _longer,
    Change.CONFLICT: _conflict,
}
