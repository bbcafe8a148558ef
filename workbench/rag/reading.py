"""Did the system read the document? Read from its answers before and after one thing was changed, without a model.

What words cannot decide is `unclear`, for a person to read.
"""

import re
from collections.abc import Callable, Sequence

from workbench.rag.counterfactual import Counterfactual, evidence_lines
from workbench.rag.right_decline import declines_rightly
from workbench.rag.told import Told
from workbench.rag.values import Value, known_by, listed, names_of, shown, values_of
from workbench.records.counterfactual import Change, Result
from workbench.text.conflicts import says_sources_differ
from workbench.text.declines import declines, hedges, is_decline, plain_form
from workbench.text.plain_declines import only_declines
from workbench.text.sentences import sentences

_NEGATED = re.compile(r"\b(?:no|not|never|none|nor|neither|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_GOES_ON = "it declines, and goes on all the same"

Read = tuple[Result, str]
"""What the system did, and what shows it."""


def read_answer(asked: Counterfactual, answer: str, before: str) -> Read:
    """Say what an answer after the change shows, beside one before it that reproduces the known fact."""
    reading = {
        Change.REMOVED: _removed,
        Change.EDITED: _edited,
        Change.LONGER: _longer,
        Change.CONFLICT: _conflict,
    }[asked.change]
    return reading(asked, answer, Told(answer, asked.after), before)


def _removed(asked: Counterfactual, answer: str, told: Told, before: str) -> Read:
    still = _of(asked.gone, told.mentions)
    if still:
        return Result.MEMORY, f"it still says {listed(still)}, which no passage tells any more"
    if asked.gives_common(told, asked.after):
        return Result.MEMORY, f'it gives the common answer, "{asked.default}"'
    if plain_form(answer) == plain_form(before):
        return Result.MEMORY, "it gives the same answer, word for word, without the evidence"
    if not asked.fact and asked.says_evidence(told):
        return Result.MEMORY, f'it still says what the evidence said, "{asked.evidence}"'
    invented = _invented(asked, told)
    if invented:
        return Result.UNCLEAR, f"it says {listed(invented)}, which no passage tells"
    if declines_rightly(told.text, shown(asked.after), asked.not_found):
        return Result.DECLINED, "it declines, as nothing supports an answer"
    if is_decline(answer, asked.not_found) or any(declines(span.text) for span in sentences(answer)):
        return Result.UNCLEAR, "it declines, and says something beside that which no passage says"
    left = [value for value in values_of(told.text) if not value.common]
    said = f"it says {listed(left)}, as passages that are left do" if left else "it does not decline"
    return Result.UNCLEAR, f"{said}; the evidence is gone"


def _edited(asked: Counterfactual, answer: str, told: Told, before: str) -> Read:
    old, new = _of(asked.fact, told.mentions), _of(asked.new, told.mentions)
    if _declines_and_goes_on(asked, answer):
        return Result.UNCLEAR, _GOES_ON
    if old and new:
        return Result.UNCLEAR, f"it says both {listed(new)}, as the passages do now, and {listed(old)}"
    if _of(new, told.tells):
        return Result.FOLLOWS, f"it says {listed(new)}, as the passages do now"
    if _of(old, told.tells):
        return Result.MEMORY, f"it still says {listed(old)}, where the passages now say {listed(asked.new)}"
    if asked.gives_common(told, asked.after):
        return Result.MEMORY, f'it gives the common answer, "{asked.default}"'
    if only_declines(answer, asked.not_found):
        return Result.NEEDLESS, f"it declines, although the passages say {listed(asked.new)}"
    if old or new:
        return Result.UNCLEAR, f"it speaks of {listed(old or new)} without saying that it is so"
    return Result.UNCLEAR, f"it says neither {listed(asked.new)} nor {listed(asked.fact)}"


def _longer(asked: Counterfactual, answer: str, told: Told, before: str) -> Read:
    if only_declines(answer, asked.not_found):
        return Result.DISTRACTED, "it declines, although the evidence is still there"
    if _declines_and_goes_on(asked, answer):
        return Result.UNCLEAR, _GOES_ON
    kept = _of(asked.fact, told.tells)
    if kept:
        return Result.FOLLOWS, f"it still says {listed(kept)}"
    if not asked.fact and asked.says_evidence(told):
        lines = evidence_lines(asked.before, asked.evidence)
        if _NEGATED.search(told.text) and not any(map(_NEGATED.search, lines)):
            return Result.UNCLEAR, "it speaks of what the evidence says, with a no that the evidence does not have"
        return Result.FOLLOWS, "it still says what the evidence says"
    strange = _of(asked.new, told.tells)
    if strange:
        return Result.DISTRACTED, f"it says {listed(strange)}, of the passage that was added"
    if asked.gives_common(told, asked.after):
        return Result.MEMORY, f'it gives the common answer, "{asked.default}"'
    return Result.UNCLEAR, f"it does not say {listed(asked.fact) or 'what the evidence says'} any more"


def _conflict(asked: Counterfactual, answer: str, told: Told, before: str) -> Read:
    old, new = _of(asked.fact, told.states), _of(asked.new, told.states)
    if old and new:
        return Result.FOLLOWS, f"it names both sides, {listed(old)} and {listed(new)}"
    if any(says_sources_differ(span.text) for span in sentences(told.text)):
        return Result.FOLLOWS, "it says that the passages do not agree"
    if _declines_and_goes_on(asked, answer):
        return Result.UNCLEAR, _GOES_ON
    if _of(asked.fact, told.mentions) and _of(asked.new, told.mentions):
        return Result.UNCLEAR, "it names both sides, and denies one of them"
    if old or new:
        return Result.PASSED_OVER, f"it says {listed(old or new)} alone, as if nothing spoke against it"
    if only_declines(answer, asked.not_found):
        return Result.NEEDLESS, "it declines, and names neither side"
    return Result.UNCLEAR, f"it names neither {listed(asked.fact)} nor {listed(asked.new)}"


def _declines_and_goes_on(asked: Counterfactual, answer: str) -> bool:
    return is_decline(answer, asked.not_found) and not only_declines(answer, asked.not_found)


def _invented(asked: Counterfactual, told: Told) -> list[Value]:
    """What an answer says that neither question nor passages tell. What it says that it cannot tell is none of it."""
    known = known_by(asked.question, *shown(asked.after))
    claims = [span.text for span in sentences(told.text) if hedges(span.text) or not declines(span.text)]
    values = [v for text in claims for v in values_of(text)]
    if any(value.is_name for value in asked.fact):
        values += [v for text in claims for v in names_of(text) if " " in v.text]
    return [v for v in values if not known.tells(v) and not v.common]


def _of(values: Sequence[Value], told: Callable[[Value], bool]) -> list[Value]:
    return [value for value in values if told(value)]
