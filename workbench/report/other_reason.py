"""Caught for another reason: every repeat failed the mistake, and no reason touches what was changed.

A catch by luck looks like a success in every table, so such items are a list of their own for a person to read. The
test compares words and can be wrong either way: it fills a list and counts for nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from workbench.report.segments import Mark, Segment
from workbench.text.tokens import content_set, words

_AROUND = 4
"""How many words on either side stand in for a change that has no word of its own, such as an added "not"."""


def change_words(texts: Iterable[Sequence[Segment]]) -> frozenset[str]:
    """Return the words that tell a change: what was removed or planted, but not both.

    Where those carry no meaning of their own, the words around the change are taken. Empty where no text was changed,
    as where passages were only left out or moved.

    Args:
        texts: Answer and passages of an item, in segments.
    """
    return frozenset(word for segments in texts for word in _changed(segments))


def for_another_reason(replies: Iterable[tuple[str, str]], changed: frozenset[str]) -> bool:
    """Say whether a judge that failed a mistake in every repeat never touched the change in its reasons.

    Args:
        replies: Verdict, in text form, and reason of every different reply.
        changed: The `change_words` of the item.

    Returns:
        False as well where nothing can be said: without a change of words, a verdict or a reason.
    """
    replies = [(verdict, reason) for verdict, reason in replies if not verdict.startswith("error:")]
    reasons = [reason for _, reason in replies if reason.strip()]
    if not changed or not reasons or any(verdict != "fail" for verdict, _ in replies):
        return False
    return not any(changed & content_set(reason) for reason in reasons)


def _changed(segments: Sequence[Segment]) -> Iterator[str]:
    for place, segment in enumerate(segments):
        if segment.mark is Mark.SAME or (place and segments[place - 1].mark is Mark.REMOVED):
            continue
        after = segments[place + 1] if place + 1 < len(segments) else None
        replaced = after is not None and segment.mark is Mark.REMOVED and after.mark is Mark.PLANTED
        here, other = content_set(segment.text), content_set(after.text) if replaced and after else frozenset()
        own = here ^ other
        yield from own or _around(segments, place, place + (2 if replaced else 1))


def _around(segments: Sequence[Segment], start: int, end: int) -> Iterable[str]:
    before = words("".join(one.text for one in segments[:start]))[-_AROUND:]
    after = words("".join(one.text for one in segments[end:]))[:_AROUND]
    return content_set(" ".join((*before, *after)))
