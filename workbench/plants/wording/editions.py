"""Another edition of a passage: the same text with one sentence told otherwise."""

import re

from workbench.plants.wording.stands_alone import leans
from workbench.text.sentences import Span, sentences

# By itself such a sentence may speak of another one: of two studies, two people, two days.
_ANY_OF_MANY = re.compile(
    r"(?:an?|one|some|another|many|several|few|other|most|in (?:an?|one|another))\s", re.IGNORECASE
)
# Up to this length, an edition is the whole passage.
_SHORT = 1_500
_EXCERPT = 600
# Two recipes or two guides tell two things to do.
INSTRUCTS = re.compile(
    r"(?:add|allow|apply|bake|beat|boil|bring|brush|call|charge|check|choose|clean|click|combine|cook|cover|cut|dig|dip"
    r"|drain|dry|enter|feed|fill|fold|fry|give|go|grill|heat|hold|insert|keep|leave|let|lock|make|mix|open|place|plant"
    r"|pour|preheat|press|pull|push|put|remove|repeat|replace|rinse|roast|roll|season|select|serve|set|sew|simmer|slice"
    r"|space|spray|spread|sprinkle|start|stir|store|take|tap|tie|toss|try|turn|type|use|wait|wash|water|weigh|whisk|wipe"
    r"|wrap|write)\s(?!is\b|are\b|was\b|were\b|has\b|have\b)",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[A-Z][^\n|]*[.!]")
_LONGEST = 260


def edition(text: str, span: Span, told: str, old: str) -> str | None:
    """A passage with a sentence told otherwise: the whole of a short one, or else the sentence with some beside it.

    An excerpt of a short one would be told by its length. None where the passage tells the value again, or is long and
    the sentence alone may speak of another thing.
    """
    told_again = re.search(rf"(?<![\w.,]){re.escape(old)}(?![\w])", text[: span.start] + text[span.end :])
    if len(text) <= _SHORT:
        return None if told_again else text[: span.start] + told + text[span.end :]
    alone = not any(match(span.text) for match in (leans, _ANY_OF_MANY.match, INSTRUCTS.match))
    if not alone:
        return None
    start, end = _begin(text, span), _end(text, span)
    return text[start : span.start] + told + text[span.end : end]


def _end(text: str, span: Span) -> int:
    """Where the sentences end that follow one in its paragraph and hold no value of their own."""
    end = span.end
    for one in sentences(text):
        if one.start < end:
            continue
        if "\n" in text[end : one.start] or any(map(str.isdigit, one.text)) or one.end - span.start > _EXCERPT:
            break
        end = one.end
    return end


def _begin(text: str, span: Span) -> int:
    """Where the sentence begins that stands before one in its paragraph, if it can open a passage."""
    before = next((one for one in reversed(sentences(text)) if one.end <= span.start), None)
    if (
        before is None
        or "\n" in text[before.end : span.start]
        or before.end - before.start > _LONGEST
        or leans(before.text)
    ):
        return span.start
    return before.start if _WHOLE.fullmatch(before.text) and not any(map(str.isdigit, before.text)) else span.start
