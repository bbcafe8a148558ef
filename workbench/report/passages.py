"""The passages of a changed item: which text changed and where, and what became of their number and order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.records.challenge import Site
from workbench.records.item import Item
from workbench.report.segments import Mark, Segment, segments


@dataclass(frozen=True, kw_only=True)
class PassageView:
    """One passage as the judge was shown it, with its changes marked.

    Attributes:
        id: The id that answers cite it by.
        title: Its title; may be empty.
        segments: Its text in segments.
        changed: True where the text was changed, or the whole passage was added.
    """

    id: str
    title: str
    segments: tuple[Segment, ...]
    changed: bool


def passage_views(item: Item, sites: Iterable[Site]) -> tuple[PassageView, ...]:
    """Return the passages of an item in the order in which they were shown.

    Raises:
        InputError: a site does not fit its passage.
    """
    sites = tuple(sites)
    added = {passage for site in sites if site.where == "passages" for passage in _gone(site.after, site.before)}
    return tuple(
        _view(item, index, [site for site in sites if site.where == f"passage:{passage.id}"], passage.id in added)
        for index, passage in enumerate(item.passages)
    )


def _view(item: Item, index: int, sites: Sequence[Site], added: bool) -> PassageView:
    passage = item.passages[index]
    if added and passage.text:
        parts: tuple[Segment, ...] = (Segment(mark=Mark.PLANTED, text=passage.text),)
    else:
        parts = segments(passage.text, sites, where=f"{item.item_id}, passage {passage.id}")
    return PassageView(id=passage.id, title=passage.title, segments=parts, changed=added or bool(sites))


def passages_note(sites: Iterable[Site]) -> tuple[str, ...]:
    """Say in words which passages were added, removed or moved: "reordered: was 1, 2, 3; now 3, 1, 2"."""
    notes: list[str] = []
    for site in sites:
        if site.where != "passages":
            continue
        added, removed = _gone(site.after, site.before), _gone(site.before, site.after)
        if added:
            notes.append(f"added: {', '.join(added)}")
        if removed:
            notes.append(f"removed: {', '.join(removed)}")
        before, after = _gone(site.before, " ".join(removed)), _gone(site.after, " ".join(added))
        if before != after:
            notes.append(f"reordered: was {', '.join(before)}; now {', '.join(after)}")
    return tuple(notes)


def _gone(ids: str, others: str) -> list[str]:
    """Return the ids of the first list that are not in the second, in order."""
    return [passage for passage in ids.split(" ") if passage and passage not in others.split(" ")]
