"""A rubric that holds a piece of an item would be graded on what it was told: it is refused before anything is sent."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.errors import InputError, Problem
from workbench.judges.candidates import ModelCandidate
from workbench.judges.chat.judge import ChatCandidate
from workbench.records.challenge import Challenge, Set
from workbench.steps.named_judges import Candidate
from workbench.text.declines import is_decline
from workbench.text.shared_runs import Run, Runs

_SHOWN = 5
# A copy shares nearly all its text with the answer that it was made from; what they share is the answer's.
_ORDER = (Set.CLEAN, Set.NATURAL, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT)


def refuse_leaks(entries: Iterable[Candidate], challenges: Sequence[Challenge], *, not_found: str) -> None:
    """Refuse rubrics that hold a piece of a question, an answer or a passage of the answer key.

    A run that does not open the held-out styles has none of their items here, and none is looked at. A decline says
    nothing of its case, so rubrics may name its wording.

    Args:
        entries: The judges; those without a rubric have nothing to hold.
        challenges: The answer key of the run.
        not_found: The exact words with which the system declines.

    Raises:
        InputError: a rubric holds such a piece. Names its line and the words; of a held-out item it names the line.
    """
    rubrics = {entry.name: entry.rubric for entry in entries if isinstance(entry, ModelCandidate | ChatCandidate)}
    if not rubrics:
        return
    texts = [*_texts(challenges, not_found)]
    problems: list[Problem] = []
    for name, rubric in rubrics.items():
        runs = Runs(rubric.text)
        leaks: dict[int, Problem] = {}
        for text in texts:
            for line, problem in _leaks(name, runs, *text):
                leaks.setdefault(line, problem)
        problems += [leaks[line] for line in sorted(leaks)[:_SHOWN]]
        if len(leaks) > _SHOWN:
            expected, got = "the same of every line", f"{len(leaks) - _SHOWN:,} more lines"
            problems.append(Problem(where=f"rubric of {name}", expected=expected, got=got))
    if problems:
        hint = "say what is meant in other words, or with an example of your own that is in no saved answer"
        raise InputError(problems, hint=hint)


def _leaks(name: str, runs: Runs, challenge: Challenge, part: str, text: str) -> Iterator[tuple[int, Problem]]:
    found: list[Run] = runs.shared_with(text)
    if not found and part != "a passage":
        found = runs.holds_whole(text)
    for run in found:
        if challenge.set is Set.HELD_OUT:
            got = f"{len(run.words.split())} words in a row of a held-out item"
        else:
            got = f'"{run.words}", words of {part} of a {_KIND[challenge.set]} item (case {challenge.parent})'
        where = f"rubric of {name}, line {run.line}"
        yield run.line, Problem(where=where, expected="no piece of an item", got=got)


_KIND = {Set.CLEAN: "clean", Set.NATURAL: "natural", Set.NEAR_MISS: "near-miss", Set.PLANTED: "planted"}


def _texts(challenges: Iterable[Challenge], not_found: str) -> Iterator[tuple[Challenge, str, str]]:
    """Every text of the key, each once, with the first challenge that holds it."""
    seen: set[str] = set()
    for challenge in sorted(challenges, key=lambda one: _ORDER.index(one.set)):
        item = challenge.item
        parts = [("the question", item.question)]
        if not is_decline(item.answer, not_found):
            parts.append(("the answer", item.answer))
        parts += [("a passage", passage.text) for passage in item.passages]
        for part, text in parts:
            if text not in seen:
                seen.add(text)
                yield challenge, part, text
