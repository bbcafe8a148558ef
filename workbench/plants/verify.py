"""What must hold of every draft, whatever its style: it differs from its parent, and its sites are exact."""

from collections.abc import Sequence

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft
from workbench.records.challenge import Site
from workbench.records.passage import Passage
from workbench.records.status import needs_judge
from workbench.text.declines import plain_form


def verify(ground: Ground, draft: Draft) -> None:
    """Check a draft against its parent.

    Raises:
        Declined: answer and passages say the same as the parent's, letter case, spacing and Unicode form aside, or no
            passage is left to judge by.
        ValueError: a site does not lead back to the parent. That is a bug of the style.
    """
    case = ground.case
    if _alike(draft.answer, case.answer) and _alike_passages(draft.passages, case.passages):
        raise Declined("the change would not show")
    if not needs_judge(draft.passages):
        raise Declined("no passage would be left to judge by")
    if restored(draft.answer, draft.sites, "answer") != case.answer:
        raise ValueError(f"the sites in the answer of {case.case_id!r} do not lead back to the parent")
    _verify_passages(ground, draft)


def _alike(one: str, other: str) -> bool:
    return one == other or plain_form(one) == plain_form(other)


def _alike_passages(some: Sequence[Passage], others: Sequence[Passage]) -> bool:
    if [passage.id for passage in some] != [passage.id for passage in others]:
        return False
    return all(_alike(one.text, other.text) for one, other in zip(some, others, strict=True))


def _verify_passages(ground: Ground, draft: Draft) -> None:
    originals = {passage.id: passage.text for passage in ground.case.passages}
    shown = [passage.id for passage in draft.passages]
    moves = [site for site in draft.sites if site.where == "passages"]
    before, after = (moves[0].before, moves[0].after) if moves else (" ".join(originals), " ".join(originals))
    if before != " ".join(originals) or after != " ".join(shown):
        raise ValueError(f"the sites in the passages of {ground.case.case_id!r} do not lead back to the parent")
    for passage in draft.passages:
        text = restored(passage.text, draft.sites, f"passage:{passage.id}")
        if passage.id in originals and text != originals[passage.id]:
            raise ValueError(f"the sites in passage {passage.id!r} of {ground.case.case_id!r} do not lead back to it")


def restored(text: str, sites: tuple[Site, ...], where: str) -> str:
    """Undo the sites of one place in a changed text, and so give its parent back."""
    for site in sorted((site for site in sites if site.where == where), key=lambda site: site.start, reverse=True):
        text = text[: site.start] + site.before + text[site.start + len(site.after) :]
    return text
