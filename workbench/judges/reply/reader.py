"""What a model's reply text says: pass, fail, or which kind of no verdict. Nothing is assumed for it.

The rules, in this order:

1. A reply that is one JSON object is read by its `verdict`. A reply that is one of the two verdict words alone is that
   verdict.
2. Where prose stands around the object, it must be the only one of its kind (or all must agree), hold all three
   fields, and not be a quotation from the material; and the prose must not take the verdict back.
3. Everything else is an error: `unparsed` where there is no readable object with a verdict, `off_menu` where the
   verdict is none of the two words, `contradictory` where the reply says two things.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.identity import canonical_json
from workbench.judges.reply.json_text import NotJson, SaidTwice, has_braces, objects_in_prose, read_json, without_fence
from workbench.judges.reply.taken_back import takes_back
from workbench.judges.verdict_words import VerdictWords
from workbench.records.verdict import ErrorCode, Outcome, Verdict

FIELDS = ("evidence", "reason", "verdict")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A reply as read. For an error, `reason` says what came and what would help."""

    verdict: Verdict
    reason: str = ""
    evidence: str = ""


def read_reply(text: str, words: VerdictWords, *, material: str = "") -> Reading:
    """Read the text of a reply that came to its regular end.

    Args:
        text: The whole visible text of the reply.
        words: The two words that count as a verdict.
        material: What the judge was shown. An object in prose that is quoted from it is not the judge's own.
    """
    if not text.strip():
        return _error(ErrorCode.NO_TEXT, "the reply holds no text")
    alone = words.outcome(without_fence(text))
    if alone is not None:
        return Reading(verdict=Verdict(outcome=alone))
    try:
        value = read_json(text)
    except SaidTwice as error:
        return _error(ErrorCode.CONTRADICTORY, str(error))
    except NotJson as error:
        return _read_prose(text, words, material, error)
    if not isinstance(value, dict):
        return _error(ErrorCode.UNPARSED, f"the reply is not a JSON object but {_short(value)}")
    return _read_object(value, words)


def _read_object(value: Mapping[str, Any], words: VerdictWords) -> Reading:
    if "verdict" not in value:
        return _error(ErrorCode.UNPARSED, f"the reply has no field `verdict`, only {_short(sorted(value))}")
    said = value["verdict"]
    outcome = words.outcome(said) if isinstance(said, str) else None
    if outcome is None:
        menu = f"{words.passing!r} or {words.failing!r}"
        return _error(ErrorCode.OFF_MENU, f"the verdict is {_short(said)}, expected {menu}")
    against = [key for key, extra in value.items() if key not in FIELDS and _speaks_against(extra, outcome, words)]
    if against:
        fields = ", ".join(f"{key}: {_short(value[key])}" for key in against)
        return _error(ErrorCode.CONTRADICTORY, f"the verdict is {_short(said)}, but another field says {fields}")
    reason, evidence = _text(value.get("reason")), _text(value.get("evidence"))
    return Reading(verdict=Verdict(outcome=outcome), reason=reason, evidence=evidence)


def _speaks_against(extra: object, outcome: Outcome, words: VerdictWords) -> bool:
    """Say whether a field that nobody asked for gives the other verdict: a boolean, a zero score, the other word."""
    if isinstance(extra, bool):
        return extra is not (outcome is Outcome.PASS)
    if isinstance(extra, (int, float)):
        return extra == 0 and outcome is Outcome.PASS
    said = {words.outcome(text) for text in _texts(extra)} - {None}
    return not said <= {outcome}


def _texts(value: object) -> Iterator[str]:
    """Every text inside a JSON value, however deep."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            left += one.values()
        elif isinstance(one, list):
            left += one


def _read_prose(text: str, words: VerdictWords, material: str, error: NotJson) -> Reading:
    try:
        mixed = objects_in_prose(text)
    except SaidTwice as twice:
        return _error(ErrorCode.CONTRADICTORY, str(twice))
    shown = _bare(material)
    places = [
        place
        for place, (source, value) in enumerate(mixed.objects)
        if "verdict" in value and _bare(source) not in shown
    ]
    verdicts = [mixed.objects[place][1] for place in places]
    readings = [_read_object(value, words) for value in verdicts]
    if len({reading.verdict for reading in readings}) > 1:
        said = ", ".join(_short(value["verdict"]) for value in verdicts)
        return _error(ErrorCode.CONTRADICTORY, f"the reply gives {len(verdicts)} verdicts: {said}")
    whole = [value for value in verdicts if all(field in value for field in FIELDS)]
    if not verdicts or len(whole) < len(verdicts) or has_braces("".join(mixed.prose)):
        return _error(ErrorCode.UNPARSED, f"no single JSON object with {', '.join(FIELDS)} in the reply ({error})")
    outcome = readings[-1].verdict.outcome
    if outcome is None:
        return readings[-1]
    before, after = "\n".join(mixed.prose[: places[0] + 1]), "\n".join(mixed.prose[places[0] + 1 :])
    taken_back = takes_back(before, after, outcome, words)
    if taken_back:
        beside = _short(f"{before.strip()} ... {after.strip()}")
        return _error(ErrorCode.CONTRADICTORY, f"the text beside the verdict says {taken_back!r}: {beside}")
    return readings[-1]


def _error(code: ErrorCode, reason: str) -> Reading:
    return Reading(verdict=Verdict(error=code), reason=reason)


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical_json(value)


def _short(value: object) -> str:
    text = canonical_json(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _bare(text: str) -> str:
    """A text without what may differ between a quotation and its source: white space, and commas that were mended."""
    return "".join(text.replace(",", " ").split())
