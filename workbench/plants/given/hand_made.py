"""From a plant made by hand to challenges: is its parent a trusted answer, and what exactly was changed?"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.cases.hand_made import HandMade
from workbench.errors import Problem
from workbench.plants.given.word_diff import word_sites
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined, Draft, Style
from workbench.plants.verify import verify
from workbench.records.case import Case
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.rules import GROUNDED, RULES
from workbench.records.status import needs_judge
from workbench.records.verdict import Outcome

_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")


@dataclass(frozen=True, kw_only=True)
class Workshop:
    """What plants made by hand are checked against.

    Attributes:
        cases: The saved answers by id.
        styles: The styles of the builder by name: a name means one thing.
        tuned: Names of styles that plants made by hand for tuning have.
        held_out: Names of styles that settings hold out.
        sealed: Whether these plants are from the held-out folder.
    """

    cases: Mapping[str, Case]
    styles: Mapping[str, Style]
    tuned: frozenset[str]
    held_out: frozenset[str]
    sealed: bool


def hand_made_challenges(
    made: Iterable[HandMade], shop: Workshop, *, not_found: str
) -> tuple[list[Challenge], list[Problem]]:
    """Make the challenges of plants made by hand, one a rule, and report everything that is wrong with the others."""
    challenges: list[Challenge] = []
    problems: list[Problem] = []
    for one in made:
        parent = shop.cases.get(one.told["parent"])
        wrong = [*_head_problems(one, shop), *_parent_problems(one, parent, shop)]
        if parent is not None and not wrong:
            draft = _draft(one, parent)
            try:
                verify(Ground(parent, Library((parent,)), not_found=not_found), draft)
            except Declined:
                got = "the same text"
                wrong = [Problem(where=one.origin, expected=f"a copy that differs from {parent.case_id}", got=got)]
            else:
                challenges += [_challenge(one, parent, draft, rule, shop) for rule in _rules(one)]
        problems += wrong
    return challenges, problems


def _rules(one: HandMade) -> Sequence[str]:
    return [rule.strip() for rule in one.told.get("rule", GROUNDED).split(",")]


def _head_problems(one: HandMade, shop: Workshop) -> Iterable[Problem]:
    style, part, where = one.told["style"], one.told.get("set", ""), one.origin
    if not _NAME.fullmatch(style):
        yield Problem(where=where, expected="a style of small letters, digits and _", got=style)
    allowed = ("", "held_out") if shop.sealed else ("", "planted", "near_miss")
    if part not in allowed:
        yield Problem(where=where, expected=f"set: {' or '.join(allowed[1:])}, or no such line", got=part)
    if not shop.sealed and style in shop.held_out:
        yield Problem(where=where, expected="a style that is not held out; move the file to holdout/", got=style)
    known = shop.styles.get(style)
    if known is not None and known.set is not _part(one, shop, as_built=True):
        yield Problem(where=where, expected="a name of its own", got=f"{style}, a {known.set} style of the builder")
    if shop.sealed and (style in shop.tuned or (known is not None and style not in shop.held_out)):
        expected = "a style that nothing is planted in for tuning"
        yield Problem(where=where, expected=expected, got=style)
    for rule in _rules(one):
        if rule not in RULES:
            yield Problem(where=where, expected=f"rule: {', '.join(RULES)}", got=rule)


def _part(one: HandMade, shop: Workshop, *, as_built: bool = False) -> Set:
    if one.told.get("set") == "near_miss":
        return Set.NEAR_MISS
    return Set.HELD_OUT if shop.sealed and not as_built else Set.PLANTED


def _parent_problems(one: HandMade, parent: Case | None, shop: Workshop) -> Iterable[Problem]:
    where, name = one.origin, one.told["parent"]
    if parent is None:
        near = difflib.get_close_matches(name, shop.cases, n=1, cutoff=0.5)
        got = name + (f"; the nearest is {near[0]}" if near else "")
        yield Problem(where=where, expected="parent: the id of a saved answer", got=got)
        return
    untrusted = [rule for rule in _rules(one) if rule in RULES and rule not in parent.rules]
    if parent.label != "pass" or untrusted:
        got = f"labelled {parent.label}" if parent.label != "pass" else f"not trusted under {', '.join(untrusted)}"
        yield Problem(where=where, expected=f"{name} to be a trusted answer", got=got)
    if one.case.question.strip() != parent.question.strip():
        yield Problem(where=where, expected=f"the question of {name}, word for word", got=one.case.question[:60])
    if not needs_judge(one.case.passages):
        yield Problem(where=where, expected="a passage to judge by", got="none")
    if not one.case.answer.strip():
        yield Problem(where=where, expected="an answer", got="nothing")
    titles = {passage.id: passage.title for passage in parent.passages}
    ids = [passage.id for passage in one.case.passages]
    for passage in one.case.passages:
        if ids.count(passage.id) > 1 or not passage.text.strip():
            yield Problem(where=where, expected="passages with text and an id of their own", got=f"[{passage.id}]")
        elif passage.title != titles.get(passage.id, passage.title):
            yield Problem(
                where=where, expected=f"the title of [{passage.id}] as in {name}", got=passage.title or "none"
            )


def _draft(one: HandMade, parent: Case) -> Draft:
    """Take over what was not touched to the character: Markdown drops the empty lines around a part."""
    answer = _kept(parent.answer, one.case.answer)
    originals = {passage.id: passage for passage in parent.passages}
    passages = tuple(_passage(passage, originals.get(passage.id)) for passage in one.case.passages)
    sites = [*word_sites(parent.answer, answer, "answer"), *_moves(parent.passages, passages)]
    for passage in passages:
        if passage.id in originals:
            sites += word_sites(originals[passage.id].text, passage.text, f"passage:{passage.id}")
    proof = one.told.get("proof", "a person changed this copy by hand and says so")
    return Draft(answer=answer, passages=passages, sites=tuple(sites), proof=proof)


def _kept(before: str, after: str) -> str:
    return before if before.strip() == after.strip() else after


def _passage(passage: Passage, original: Passage | None) -> Passage:
    if original is None:
        return passage
    return Passage(id=original.id, title=original.title, text=_kept(original.text, passage.text))


def _moves(before: Sequence[Passage], after: Sequence[Passage]) -> list[Site]:
    was, shown = " ".join(passage.id for passage in before), " ".join(passage.id for passage in after)
    return [Site(where="passages", start=0, before=was, after=shown)] if was != shown else []


def _challenge(one: HandMade, parent: Case, draft: Draft, rule: str, shop: Workshop) -> Challenge:
    part = _part(one, shop)
    return Challenge(
        item=Item.of(question=parent.question, passages=draft.passages, answer=draft.answer),
        rule=rule,
        set=part,
        style=one.told["style"],
        parent=parent.case_id,
        group=parent.group or parent.case_id,
        expected=Outcome.PASS if part is Set.NEAR_MISS else Outcome.FAIL,
        sites=draft.sites,
        proof=draft.proof,
    )
