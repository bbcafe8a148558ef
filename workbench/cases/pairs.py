"""Saved pairs: an answer of a system, and its answer after one thing was changed, one pair a line."""

from dataclasses import dataclass
from pathlib import Path

from workbench.cases.fields import Fields
from workbench.cases.ids import id_key
from workbench.cases.passages import PASSAGE_KEYS, read_passages, sent_of
from workbench.cases.rows import Row, described, read_rows
from workbench.errors import InputError, Problem
from workbench.records.counterfactual import Change
from workbench.records.passage import Passage
from workbench.records.system import SystemReply
from workbench.text.no_answer import why_no_answer


@dataclass(frozen=True, kw_only=True)
class Pair:
    """One line of a file of saved pairs.

    Attributes:
        case: The id of the question.
        question: What was asked.
        passages: The passages before the change; for another identity, those that the question is about.
        evidence: A short phrase of the passage that answers; empty where it is not given.
        default: The common answer to such a question, elsewhere; empty where it is not given.
        before: What came back before the change.
        change: What was changed.
        after_passages: The passages after the change; empty for another identity.
        hidden: The ids of the passages that the other identity may not see.
        after: What came back after the change.
    """

    case: str
    question: str
    passages: tuple[Passage, ...]
    evidence: str
    default: str
    before: SystemReply
    change: Change
    after_passages: tuple[Passage, ...]
    hidden: tuple[str, ...]
    after: SystemReply


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """Read a file of saved pairs.

    Each line has `id`, `question`, `passages`, `answer` and `changed`, an object with `kind` (a `Change`), `passages`
    and `answer`. For `other_identity` that object has `hidden`, a list of ids, in place of `passages`. Where a call
    failed, `error` stands in place of `answer`; a page of HTML or broken JSON there is read as such a failure.
    Optional: `evidence`, `default`, and beside each answer `candidates`.

    Raises:
        InputError: with everything that is wrong, or where the file holds no pair.
    """
    rows, problems = read_rows(path)
    pairs: list[Pair] = []
    seen: dict[tuple[str, str], str] = {}
    for row in rows:
        wrong: list[Problem] = []
        pair = _pair(row, wrong)
        if pair is not None and not wrong:
            first = seen.setdefault((id_key(pair.case), pair.change), row.where)
            if first != row.where:
                got = f"{described(pair.case)}, {pair.change}, which {first} has too"
                wrong.append(Problem(where=row.where, expected="each change to a question once", got=got))
        problems += wrong
        if pair is not None and not wrong:
            pairs.append(pair)
    if not rows and not problems:
        problems.append(Problem(where=str(path), expected="one pair a line", got="an empty file"))
    if problems:
        raise InputError(problems)
    return tuple(pairs)


def _pair(row: Row, problems: list[Problem]) -> Pair | None:
    fields = Fields(row.where, row.values, problems)
    changed = row.values.get("changed")
    if not isinstance(changed, dict):
        fields.wrong('"changed" (an object with kind, passages and answer)', described(changed))
        return None
    inner = Fields(f"{row.where}, changed", changed, problems)
    if changed.get("kind") not in tuple(Change):
        inner.wrong(f'"kind" to be one of {", ".join(Change)}', described(changed.get("kind")))
        return None
    change = Change(changed["kind"])
    identity = change is Change.IDENTITY
    passages = sent_of(read_passages(fields))
    pair = Pair(
        case=fields.name("id", required=True),
        question=fields.text("question", required=True),
        passages=passages,
        evidence=fields.phrase("evidence") or "",
        default=fields.phrase("default") or "",
        before=_reply(fields),
        change=change,
        after_passages=() if identity else sent_of(read_passages(inner)),
        hidden=_hidden(inner, {passage.id for passage in passages}) if identity else (),
        after=_reply(inner),
    )
    return pair


def _reply(fields: Fields) -> SystemReply:
    if fields.given("error"):
        return SystemReply(error=fields.text("error") or "the call failed")
    answer = fields.text("answer", required=True)
    if fields.given("answer") and not answer.strip():
        fields.wrong('"answer" that is not empty, or "error" where the call failed', described(answer))
    if why := why_no_answer(answer):
        return SystemReply(error=why)
    candidates = None
    if fields.given("candidates"):
        others = {key: value for key, value in fields.values.items() if key not in PASSAGE_KEYS}
        there = Fields(
            f"{fields.where}, candidates", {**others, "passages": fields.values["candidates"]}, fields.problems
        )
        candidates = sent_of(read_passages(there))
    return SystemReply(answer=answer, candidates=candidates)


def _hidden(fields: Fields, known: set[str]) -> tuple[str, ...]:
    ids = fields.values.get("hidden")
    if not isinstance(ids, list) or not ids or not all(isinstance(one, str) for one in ids):
        fields.wrong('"hidden" (a list of ids of passages)', described(ids))
        return ()
    unknown = [one for one in ids if one not in known]
    if unknown:
        fields.wrong('"hidden" to name passages of this line', ", ".join(map(described, unknown)))
    return tuple(ids)
