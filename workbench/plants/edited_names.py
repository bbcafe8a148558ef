"""Somebody whom the answer takes from the passages, become somebody else wherever they hold the name.

The name need not be on any list: the question asks who it is, or what stands beside it says that it is somebody.
"""

import re
from dataclasses import replace
from random import Random

from workbench.plants.ground import Ground, has_words
from workbench.plants.mistakes.edited_evidence import name_edits
from workbench.plants.style import Declined
from workbench.records.passage import Passage
from workbench.text.name_lists import SURNAMES
from workbench.text.proper_names import proper_names

_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
# "Signed by", "Dr."; ", head of finance".
_BEFORE = re.compile(r"\b(?:by|(?:signature|approval|consent|permission) of|Mrs?\.?|Ms\.?|Dr\.?|Prof\.?)\s$")
_BEHIND = re.compile(
    r",\s(?:(?:the|our|its|an?)\s)?(?:\w+\s)?(?:head|chair|director|manager|clerk|officer|secretary|treasurer)\b"
)
_FULL_NAME = re.compile(r"[^\W\d_]\S+(?: \S+){1,2}")
# More mentions than this make the passages a text about the person: the change would be no small one.
_MOST_MENTIONS = 4


def name_edited(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Return the passages with another surname for somebody whom the answer names and the question does not.

    Raises:
        Declined: there is nobody, or the name would still show.
    """
    found = dict.fromkeys(
        name
        for passage in ground.case.passages
        for name in proper_names(passage.text)
        if _is_person(ground, passage.text, name)
    )
    people = [name for name in found if _is_told(ground, name)]
    rng.shuffle(people)
    surnames = [new for new in SURNAMES if not has_words(f"{ground.known}\n{ground.case.answer}", new)]
    for name in people if surnames else ():
        passages = _with(ground.case.passages, name, rng.choice(surnames))
        if passages:
            return passages
    raise Declined("nobody of the answer who can be renamed in every passage")


def _is_person(ground: Ground, text: str, name: str) -> bool:
    """Whether a full name is that of somebody, by the question or by what stands beside it."""
    if not _FULL_NAME.fullmatch(name):
        return False
    place = text.find(name)
    beside = _BEFORE.search(text[max(0, place - 40) : place]) or _BEHIND.match(text, place + len(name))
    return bool(beside or _WHO.search(ground.case.question))


def _is_told(ground: Ground, name: str) -> bool:
    return has_words(ground.case.answer, name) and not has_words(ground.case.question, name.split()[-1])


def _with(passages: tuple[Passage, ...], name: str, surname: str) -> tuple[Passage, ...]:
    """Write the new surname over each mention; () where a part of the old name would be left."""
    given, _, old = name.rpartition(" ")
    edited: list[Passage] = []
    mentions = 0
    for passage in passages:
        try:
            edits = name_edits(passage.text, (name, f"{given} {surname}"), (old, surname))
        except Declined:
            return ()
        text = passage.text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        mentions += len(edits)
        edited.append(replace(passage, text=text))
    shown = "\n".join(f"{passage.title}\n{passage.text}" for passage in edited)
    left = old.casefold() in shown.casefold() or shown.count(given) != shown.count(f"{given} {surname}")
    return tuple(edited) if 1 <= mentions <= _MOST_MENTIONS and not left else ()
