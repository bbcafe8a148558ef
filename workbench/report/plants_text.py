"""Planted mistakes in words: how many of each style, what was declined, and some to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from workbench.records.challenge import Challenge, Set, Site
from workbench.report.visible import on_one_line

AROUND = 90
"""How many characters of the text around a change are shown on each side."""


CONFIRMED, TO_CONFIRM = "confirmed", "to confirm"
_READ_ORDER = (TO_CONFIRM, "", CONFIRMED)
_SETS = (Set.PLANTED, Set.NEAR_MISS, "")


def plants_text(
    challenges: Sequence[Challenge], build: Mapping[str, Any], *, show: int, marks: Mapping[str, str] | None = None
) -> str:
    """Say what was built and why some styles fell short, or print some of the changed items.

    What a style declined that has plants, and all that were wanted of it, is left to `plants/build.json`.

    Args:
        challenges: The answer key. Clean answers are not printed: nothing was changed in them.
        build: The build report, as `plants/build.json` holds it.
        show: How many changed items to print, spread over the styles: first those that wait to be confirmed, last
            those that are. With 0 the build is told in full instead.
        marks: `CONFIRMED` or `TO_CONFIRM`, by item id; an item that nobody decided on has none.
    """
    sets = {one.style: one.set for one in challenges}
    lines: list[str] = []
    for rule, told in build["rules"].items():
        lines.append(f"{rule}: {told['items']:,} items, set {told['set_hash']}")
        lines += _people(told) if show else _rule(told, sets)
    lines += [f"{rule}: no saved answer is trusted under this rule" for rule in build["without_clean_answers"]]
    marks = marks or {}
    spread = _spread(one for one in challenges if one.set is not Set.CLEAN)
    spread.sort(key=lambda one: _READ_ORDER.index(marks.get(one.item.item_id, "")))
    for challenge in spread[:show]:
        lines += ["", *_plant(challenge, marks.get(challenge.item.item_id, ""))]
    return "".join(f"{on_one_line(line)}\n" for line in lines)


def writing_text(style: str, written: int, refused: Mapping[str, int], failed: Mapping[str, int]) -> str:
    """Say what a model wrote, what did not pass the checks, and what to do next."""
    lines = [f"{style}: {written:,} written, each in no set until a person confirms it"]
    lines += [f"  not taken: {count} ({reason})" for reason, count in refused.items()]
    lines += [f"  no reply: {count} ({reason})" for reason, count in failed.items()]
    if written:
        lines += [
            f"read them: workbench plant --show {written}",
            "then: workbench plant --confirm IDS, or --retire IDS",
        ]
    return "".join(f"{on_one_line(line)}\n" for line in lines)


def _rule(told: Mapping[str, Any], sets: Mapping[str, Set]) -> Iterator[str]:
    built, short = told["planted"], told["short"]
    # A quota below the number of styles wants none of each, so that one which no answer took has not fallen short.
    untaken = [style for style in told["declined"] if not built.get(style) and style not in told["no_place"]]
    lacking = tuple(dict.fromkeys((*short, *untaken)))
    none = {style: 0 for style in lacking if style not in built}
    for style, count in (*sorted(built.items(), key=lambda one: _SETS.index(sets.get(one[0], ""))), *none.items()):
        part = str(sets.get(style, "")).replace("_", " ") if count else "none"
        wanted = f" of {short[style][1]} wanted" if style in short else ""
        yield f"  {part:<10} {style:<24} {count:>4}{wanted}"
    if told["no_place"]:
        yield f"  no place in the quota: {', '.join(told['no_place'])}"
    if told["surface"]:
        yield (
            f"  ! the {told['surface']['look']} of an answer alone tells mistakes from right answers here: AUC "
            f"{told['surface']['auc']:.2f} (0.50 tells nothing)"
        )
    for reason, count in told["left_out"].items():
        yield f"  left out: {count} ({reason})"
    yield from _people(told)
    for style in lacking:
        reasons = told["declined"].get(style)
        if reasons:
            yield f"  declined, {style}: {'; '.join(f'{count} {reason}' for reason, count in reasons.items())}"


def _people(told: Mapping[str, Any]) -> Iterator[str]:
    """Say what people decided, and what waits for them."""
    if told["confirmed"]:
        yield f"  confirmed by a person: {told['confirmed']}"
    if told["to_confirm"]:
        yield f"  waiting to be confirmed, in no set until then: {told['to_confirm']}"
    if told["outdated"]:
        yield f"  written for an answer that has changed since, in no set: {told['outdated']}"
    for style, reasons in told["retired"].items():
        yield f"  retired, {style}: {'; '.join(f'{count} {reason}' for reason, count in reasons.items())}"


def _spread(challenges: Iterable[Challenge]) -> list[Challenge]:
    """Order challenges so that every style comes once before any comes twice."""
    seen: dict[str, int] = {}
    placed = []
    for challenge in challenges:
        turn = seen[challenge.style] = seen.get(challenge.style, -1) + 1
        placed.append((turn, challenge))
    return [challenge for _, challenge in sorted(placed, key=lambda entry: entry[0])]


def _plant(challenge: Challenge, mark: str) -> Iterator[str]:
    what = f"{challenge.set} {challenge.style}, from {challenge.parent}, must {challenge.expected}"
    what += f" ({mark})" if mark else ""
    yield f"{challenge.item.item_id}  {what}"
    yield f"  question  {challenge.item.question}"
    for site in challenge.sites:
        yield f"  {site.where:<9} {_in_place(challenge, site)}"
    yield f"  proof     {challenge.proof}"


def _in_place(challenge: Challenge, site: Site) -> str:
    """Return a change between the words around it: `within [-24-]{+19+} hours`."""
    marked = (f"[-{site.before}-]" if site.before else "") + (f"{{+{site.after}+}}" if site.after else "")
    if site.where == "passages":
        return marked
    text = challenge.item.answer
    if site.where != "answer":
        text = next(one.text for one in challenge.item.passages if f"passage:{one.id}" == site.where)
    start, end = max(0, site.start - AROUND), site.start + len(site.after)
    before, after = text[start : site.start], text[end : end + AROUND]
    return f"{'... ' if start else ''}{before}{marked}{after}{' ...' if end + AROUND < len(text) else ''}"
