"""Planted mistakes in words: how many of each style, what was declined, and some to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.records.challenge import Challenge, Set, Site
from workbench.report.visible import visible

_AROUND = 90


def plants_text(challenges: Sequence[Challenge], build: Mapping[str, Any], *, show: int) -> str:
    """Say what was built.

    Args:
        challenges: The answer key; the first `show` changed items of it are printed, spread over the styles.
        build: The build report.
        show: How many to print.
    """
    lines: list[str] = []
    for rule, told in build["rules"].items():
        lines.append(f"{rule}: {told['items']} items, set {told['set_hash']}")
        lines += [f"  {style:<20} {count:>4}" for style, count in told["planted"].items()]
        lines += [f"  {style:<20} {counts[0]:>4} of {counts[1]} wanted" for style, counts in told["short"].items()]
        lines += [f"  left out: {count} ({reason})" for reason, count in told["left_out"].items()]
        for style, reasons in told["declined"].items():
            said = "; ".join(f"{count} {reason}" for reason, count in reasons.items())
            lines.append(f"  declined, {style}: {said}")
    lines += [f"{rule}: no saved answer is trusted under this rule" for rule in build["without_clean_answers"]]
    for challenge in _spread([c for c in challenges if c.set is not Set.CLEAN])[:show]:
        lines += ["", *_plant(challenge)]
    return "\n".join(lines) + "\n"


def _spread(challenges: Sequence[Challenge]) -> list[Challenge]:
    """Order challenges so that every style comes once before any comes twice."""
    seen: dict[str, int] = {}
    placed = []
    for challenge in challenges:
        turn = seen[challenge.style] = seen.get(challenge.style, -1) + 1
        placed.append((turn, len(placed), challenge))
    return [challenge for _, _, challenge in sorted(placed, key=lambda entry: entry[:2])]


def _plant(challenge: Challenge) -> Iterator[str]:
    yield f"{challenge.item.item_id}  {challenge.set} {challenge.style}, from {visible(challenge.parent)}, must {challenge.expected}"
    yield f"  question  {visible(challenge.item.question)}"
    for site in challenge.sites:
        yield f"  {site.where:<9} {visible(_in_place(challenge, site))}"
    yield f"  proof     {visible(challenge.proof)}"


def _in_place(challenge: Challenge, site: Site) -> str:
    if site.where == "passages":
        return f"[-{site.before}-] {{+{site.after}+}}"
    text = challenge.item.answer
    if site.where.startswith("passage:"):
        shown = {f"passage:{passage.id}": passage.text for passage in challenge.item.passages}
        text = shown[site.where]
    end = site.start + len(site.after)
    removed = f"[-{site.before}-]" if site.before else ""
    added = f"{{+{site.after}+}}" if site.after else ""
    return f"{text[max(0, site.start - _AROUND) : site.start]}{removed}{added}{text[end : end + _AROUND]}"
