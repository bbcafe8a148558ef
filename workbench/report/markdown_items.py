"""The disagreements of a run as Markdown: by judge and kind, each in a few lines with its change."""

from collections.abc import Iterator, Sequence

from workbench.records.summary import JudgeSummary
from workbench.report.markdown_text import escaped
from workbench.report.scorecard import judge_label
from workbench.report.segments import Mark
from workbench.report.view import ItemView, Kind, Opinion, Ruling
from workbench.report.words import plural, set_words


def disagreement_blocks(found: Sequence[ItemView], judges: Sequence[JudgeSummary]) -> Iterator[str]:
    """Return a heading and a list for each judge and kind, missed mistakes first; nothing where all agree."""
    for judge in judges:
        for kind in Kind:
            lines = [
                _disagreement(item, ruling, opinion)
                for item in found
                for ruling in item.rulings
                for opinion in ruling.opinions
                if opinion.judge.judge_id == judge.judge_id and opinion.kind is kind
            ]
            if lines:
                name = escaped(", ".join(judge_label(judge)))
                yield f"### {name}: {plural(len(lines), kind)}"
                yield "\n".join(lines)


def _disagreement(item: ItemView, ruling: Ruling, opinion: Opinion) -> str:
    style = f", {ruling.style}" if ruling.style else ""
    lines = [
        f"- **{escaped(item.item_id)}** ({escaped(set_words(ruling.set) + style)}) from {escaped(item.parent)}: "
        f"expected {ruling.expected}, came {escaped(_came(opinion))}",
        f"  - question: {escaped(item.question)}",
    ]
    removed = [part.text for part in item.answer if part.mark is Mark.REMOVED]
    planted = [part.text for part in item.answer if part.mark is Mark.PLANTED]
    lines += [f"  - was: {escaped(text)}" for text in removed]
    lines += [f"  - now: {escaped(text)}" for text in planted]
    lines += [f"  - passages {escaped(note)}" for note in item.passages_note]
    for saying in opinion.sayings:
        times = f" ({len(saying.repeats)} times)" if len(saying.repeats) > 1 else ""
        lines.append(f"  - {escaped(saying.verdict)}{times}: {escaped(saying.reason) or 'no reason given'}")
    return "\n".join(lines)


def _came(opinion: Opinion) -> str:
    """Return the verdicts of the repeats in order; said once where all are the same."""
    if len(opinion.verdicts) > 1 and len(set(opinion.verdicts)) == 1:
        return f"{opinion.verdicts[0]} in all {len(opinion.verdicts)} repeats"
    return ", ".join(opinion.verdicts)
