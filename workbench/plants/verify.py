"""What must hold of every draft, whatever its style: it differs from its parent, and its sites are exact."""

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft
from workbench.records.challenge import Site
from workbench.text.declines import plain_form


def verify(ground: Ground, draft: Draft) -> None:
    """Check a draft against its parent.

    Raises:
        Declined: answer and passages say the same as the parent's, letter case, spacing and Unicode form aside.
        ValueError: a site does not lead back to the parent. That is a bug of the style.
    """
    case = ground.case
    same_passages = [(p.id, plain_form(p.text)) for p in draft.passages] == [
        (p.id, plain_form(p.text)) for p in case.passages
    ]
    if same_passages and plain_form(draft.answer) == plain_form(case.answer):
        raise Declined("the change would not show")
    if restored(draft.answer, draft.sites, "answer") != case.answer:
        raise ValueError(f"the sites in the answer of {case.case_id!r} do not lead back to the parent")
    originals = {passage.id: passage.text for passage in case.passages}
    for passage in draft.passages:
        where = f"passage:{passage.id}"
        if any(site.where == where for site in draft.sites):
            if restored(passage.text, draft.sites, where) != originals[passage.id]:
                raise ValueError(f"the sites in {where} of {case.case_id!r} do not lead back to the parent")


def restored(text: str, sites: tuple[Site, ...], where: str) -> str:
    """Undo the sites of one place in a changed text, and so give its parent back."""
    for site in sorted((site for site in sites if site.where == where), key=lambda site: site.start, reverse=True):
        text = text[: site.start] + site.before + text[site.start + len(site.after) :]
    return text
