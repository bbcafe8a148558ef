"""What ids of one kind look like, so that `[fees]` is known as an id where the ids that were shown are words as well.

A word in brackets may be an id that was not shown, an editor's remark (`[sic]`), or a gap to be filled (`[name]`). It
counts as an id only where an id that was shown has its form, and where citations stand: behind words, at the end of
what they say.
"""

import re
from collections.abc import Iterable

from workbench.text.tokens import FUNCTION_WORDS

Form = tuple[bool, frozenset[str], bool]

_LETTER = re.compile(r"[^\W\d_]")
_SIGN = re.compile(r"[\W_]")
# Marks stand in rows: `It is open. [visa] [fees]`.
_ROW = r"(?:\s?[\[【［][^\[\]【】［］\n]{1,120}[\]】］]){0,10}"
_ENDS_CLAIM = re.compile(rf"{_ROW}[ \t]*(?:[.,;:!?。！？)|]|$)", re.MULTILINE)
_BEHIND_STOP = re.compile(rf"[.!?。！？][\"”’*_]{{0,4}}{_ROW}\s?$")
_REACH = 400
_WORD = re.compile(r"[^\W_]")
# What stands in brackets for a reader, or for somebody who fills in a form.
_REMARKS = frozenset(
    """sic optional required mandatory recommended deprecated default new draft beta note redacted omitted unclear
    inaudible blank empty none null true false yes no ok done todo tbd tba na removed deleted edited emphasis
    citation source sources ref link url name surname date day month year time place city address email mail phone
    telephone number amount sum price company department title id signature password username user text value here
    above below x"""
    .split()
) | FUNCTION_WORDS  # fmt: skip


def form_of(passage_id: str) -> Form:
    """Return what ids of one kind share: whether a capital begins them, the signs in them, and whether they count."""
    first = _LETTER.search(passage_id)
    return (
        first is not None and first.group().isupper(),
        frozenset(_SIGN.findall(passage_id)),
        any(map(str.isdecimal, passage_id)),
    )


def forms_of(shown: Iterable[str]) -> frozenset[Form]:
    """Return the forms of the ids that were shown."""
    return frozenset(map(form_of, shown))


def is_of_a_form(text: str, forms: frozenset[Form]) -> bool:
    """Say whether a text may be an id of one of these forms: not where it is a number, a remark, or several words."""
    capital, signs, counts = form = form_of(text)
    phrase = any(map(str.isspace, signs)) and not (capital or counts or len(signs) > 1)
    return form in forms and not phrase and bool(_LETTER.search(text)) and text.casefold() not in _REMARKS


def stands_as_citation(answer: str, start: int, end: int) -> bool:
    """Say whether a mark stands where citations do: behind words of its line, and where a claim ends."""
    reach = max(0, start - _REACH)
    before = answer[max(reach, answer.rfind("\n", reach, start) + 1) : start]
    glued = before[-1:].isalnum() or before.endswith(("_", "`"))
    code = answer.count("```", 0, start) % 2
    ends = _ENDS_CLAIM.match(answer, end) or _BEHIND_STOP.search(before)
    return _WORD.search(before) is not None and not (glued or code) and ends is not None
