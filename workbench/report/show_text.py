"""One disagreement in the terminal, and the list of those that are unread."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from workbench.records.decision import Decided, Decisions, JudgeVersion, PersonDecision
from workbench.report.brief import short_name
from workbench.report.columns import paragraph
from workbench.report.quotes import quote_words
from workbench.report.segments import Mark, Segment
from workbench.report.view import ItemView, Opinion
from workbench.report.visible import on_one_line, visible

_OPENING = {Mark.SAME: "", Mark.REMOVED: "[-", Mark.PLANTED: "{+"}
_CLOSING = {Mark.SAME: "", Mark.REMOVED: "-]", Mark.PLANTED: "+}"}


def show_list(items: Sequence[ItemView], unread: Mapping[str, Sequence[str]], *, width: int, among: str = "") -> str:
    """List disagreements, the unread ones marked; one line each. `among` is what a command needs to find them again."""
    open_items = {item for some in unread.values() for item in some}
    left = sum(item.item_id in open_items for item in items)
    lines = [f"{left} of {len(items)} to read" if items else "no disagreements"]
    for item in items:
        mark = "›" if item.item_id in open_items else "✓"
        kinds = "; ".join(_kinds(item, unread))
        lines += paragraph(
            on_one_line(f"{kinds}: {item.question}"), width=width, first=f"{mark} {on_one_line(item.item_id[:8])}  "
        )
    if left:
        lines += ["", "In the browser:  workbench review"]
        lines += [f"Read one here:   workbench show ID{on_one_line(among)}"]
        lines += [f"then decide:     workbench show ID{on_one_line(among)} --decide {'|'.join(Decided)} --note WHY"]
    return "\n".join(lines)


def _kinds(item: ItemView, judge_ids: Collection[str]) -> Iterator[str]:
    """Say each kind of disagreement once, with the judges at hand that have it."""
    names: dict[str, list[str]] = {}
    for ruling in item.rulings:
        for opinion in ruling.opinions:
            if opinion.kind is not None and opinion.judge.judge_id in judge_ids:
                kind = f"{opinion.kind}, {ruling.style or ruling.set}"
                names.setdefault(kind, []).append(opinion.judge.name)
    for kind, judges in names.items():
        yield f"{kind}, by {', '.join(judges)}"


def show_item(item: ItemView, decided: Decisions, *, width: int) -> str:
    """Print one disagreement whole: question, answer with its marks, passages, and what judges and people said."""
    lines = [
        f"{on_one_line(item.item_id)}, from {on_one_line(item.parent)}",
        "",
        "QUESTION",
        *_text(item.question, width),
    ]
    lines += ["", "ANSWER", *_text(_marked(item.answer), width), ""]
    for note in item.passages_note:
        lines += paragraph(on_one_line(note), width=width)
    for passage in item.passages:
        lines += [f"PASSAGE [{on_one_line(passage.id)}] {on_one_line(passage.title)}".rstrip()]
        lines += [*_text(_marked(passage.segments), width), ""]
    for ruling in item.rulings:
        told = f"{ruling.rule}: a right judge says {ruling.expected}; {ruling.set} {ruling.style}".rstrip()
        lines += paragraph(on_one_line(told), width=width)
        lines += paragraph(on_one_line(f"because {ruling.proof}"), width=width, first="  ")
        for opinion in ruling.opinions:
            said = f"{short_name(opinion.judge)}: {' '.join(opinion.verdicts)}"
            lucky = "; caught for another reason, perhaps" if opinion.other_reason else ""
            lines += paragraph(on_one_line(said + lucky), width=width, first="  ")
            lines += [
                line
                for words in _decided(item, ruling.rule, opinion, decided)
                for line in paragraph(on_one_line(words), width=width, first="    ")
            ]
            for saying in opinion.sayings:
                lines += paragraph(on_one_line(f"{saying.verdict}: {saying.reason}"), width=width, first="    ")
                for quote in saying.quotes:
                    found = f'"{quote.text}" stands {quote_words(quote)}'
                    lines += paragraph(on_one_line(found), width=width, first="      ")
    return "\n".join(lines)


def _decided(item: ItemView, rule: str, opinion: Opinion, decided: Decisions) -> Iterator[str]:
    judge = opinion.judge
    line = decided.on(item.item_id, rule, judge.judge_id)
    if line is not None:
        yield f"{'read' if line.decision else 'noted'} by {_said(line)}"
    if opinion.kind is not None and (line is None or line.decision is None):
        version = JudgeVersion(rule=rule, judge=judge.name, judge_id=judge.judge_id)
        before = decided.before(item.item_id, version)
        if before is not None:
            yield f"read before, on another version, by {_said(before)}; decide so again if it still holds"


def _said(line: PersonDecision) -> str:
    note = f', "{line.note}"' if line.note else ""
    return f"{line.by}: {line.decision or 'nothing decided'}{note}"


def _marked(segments: Sequence[Segment]) -> str:
    return "".join(f"{_OPENING[part.mark]}{part.text}{_CLOSING[part.mark]}" for part in segments if part.text)


def _text(text: str, width: int) -> list[str]:
    return [line for row in text.split("\n") for line in (paragraph(visible(row), width=width, first="  ") or [""])]
