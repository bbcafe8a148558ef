"""The script judges by name."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from types import MappingProxyType

from workbench.errors import InputError, Problem, unknown_name
from workbench.judges.scripts.citations import citation_marks
from workbench.judges.scripts.declines import decline_wording
from workbench.judges.scripts.floor import THRESHOLD as FLOOR_THRESHOLD
from workbench.judges.scripts.floor import floor
from workbench.judges.scripts.numbers import numbers
from workbench.judges.scripts.overlap import THRESHOLD as OVERLAP_THRESHOLD
from workbench.judges.scripts.overlap import overlap
from workbench.judges.scripts.script import ScriptJudge
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.support import Matching, StopWords

Settings = Mapping[str, float | str | bool]


def _floor(not_found: str, settings: Settings) -> ScriptJudge:
    _known_settings("floor", settings, ("threshold", "stems", "stop_words"))
    threshold = _threshold("floor", settings, FLOOR_THRESHOLD)
    stop_words = settings.get("stop_words", StopWords.SHORT)
    if stop_words not in tuple(StopWords):
        expected = f"one of {', '.join(StopWords)}"
        raise InputError(Problem(where="stop_words of judge floor", expected=expected, got=repr(stop_words)))
    matching = Matching(stems=bool(settings.get("stems", False)), stop_words=StopWords(stop_words))
    return ScriptJudge(
        name="floor",
        rule=GROUNDED,
        check=floor(not_found=not_found, threshold=threshold, matching=matching),
        settings={"not_found": not_found, "threshold": threshold, **asdict(matching)},
    )


def _overlap(not_found: str, settings: Settings) -> ScriptJudge:
    _known_settings("overlap", settings, ("threshold",))
    threshold = _threshold("overlap", settings, OVERLAP_THRESHOLD)
    return ScriptJudge(
        name="overlap",
        rule=GROUNDED,
        check=overlap(not_found=not_found, threshold=threshold),
        settings={"not_found": not_found, "threshold": threshold},
    )


def _numbers(not_found: str, settings: Settings) -> ScriptJudge:
    _known_settings("numbers", settings, ())
    return ScriptJudge(name="numbers", rule=GROUNDED, check=numbers(), settings={})


def _citations(not_found: str, settings: Settings) -> ScriptJudge:
    _known_settings("citations", settings, ())
    check = citation_marks(not_found=not_found)
    return ScriptJudge(name="citations", rule=GROUNDED, check=check, settings={"not_found": not_found})


def _declines(not_found: str, settings: Settings) -> ScriptJudge:
    _known_settings("declines", settings, ())
    check = decline_wording(not_found=not_found)
    return ScriptJudge(name="declines", rule=ANSWERS_WHEN_IT_CAN, check=check, settings={"not_found": not_found})


SCRIPT_JUDGES: Mapping[str, Callable[[str, Settings], ScriptJudge]] = MappingProxyType(
    {"floor": _floor, "numbers": _numbers, "overlap": _overlap, "citations": _citations, "declines": _declines}
)


def script_judge(name: str, *, not_found: str = "", settings: Settings | None = None) -> ScriptJudge:
    """Return the script judge of a name.

    Args:
        name: One of `SCRIPT_JUDGES`.
        not_found: The exact words that the system uses to decline; empty where it has none.
        settings: `threshold`, 0 to 1, for `floor` and `overlap`; for `floor` also `stems`, true or false, and
            `stop_words`, `short` or `long`. The others take none.

    Raises:
        InputError: the name or a setting is unknown, or a threshold lies outside 0 to 1.
    """
    make = SCRIPT_JUDGES.get(name)
    if make is None:
        raise unknown_name("script judge", name, tuple(SCRIPT_JUDGES))
    return make(not_found, settings or {})


def _known_settings(judge: str, settings: Settings, known: tuple[str, ...]) -> None:
    for name in settings:
        if name not in known:
            raise unknown_name("setting", name, known, where=f"judge {judge}")


def _threshold(judge: str, settings: Settings, usual: float) -> float:
    threshold = float(settings.get("threshold", usual))
    if not 0 <= threshold <= 1:
        raise InputError(Problem(where=f"threshold of judge {judge}", expected="0 to 1", got=f"{threshold:g}"))
    return threshold
