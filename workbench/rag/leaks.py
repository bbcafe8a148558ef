"""Does an answer, or what the system found for it, hold a passage that whoever asks may not see?

And where it does not: is it an answer from what everybody may see?
"""

import re
from collections.abc import Iterable, Sequence

from workbench.rag.right_decline import says_only
from workbench.rag.told import without_citations
from workbench.rag.values import Known, listed, shown, values_of
from workbench.records.passage import Passage
from workbench.text.shared_runs import Runs

# A shorter id, such as `p1`, may mean another passage in each answer.
_TELLING_ID = 4


class Hidden:
    """Passages that an identity may not see. What other passages tell too, word for word, is no secret."""

    def __init__(self, hidden: Sequence[Passage], others: Iterable[Passage], *, not_found: str = "") -> None:
        """Take the hidden passages, all others that are known, and the words with which the system declines."""
        self._not_found = not_found
        self._hidden = tuple(hidden)
        self._runs = [(passage, Runs(passage.text)) for passage in hidden]
        self._open_texts = shown(tuple(others))
        self._open = Runs("\n".join(self._open_texts))
        known = Known(*self._open_texts)
        self._values = [
            (passage, value)
            for passage in hidden
            for value in values_of(passage.text)
            if not value.common and not known.tells(value)
        ]

    def finds(self, question: str, answer: str, candidates: Sequence[Passage]) -> str:
        """Say where a passage shows, in words; empty where it does not.

        Args:
            question: What was asked. What it says itself tells nothing.
            answer: What was answered.
            candidates: What the system says that it found, as far as it says so.
        """
        for passage in self._hidden:
            if any(found.id == passage.id for found in candidates):
                return f"passage {passage.id} is among the candidates"
            if len(passage.id) >= _TELLING_ID and f"[{passage.id}]" in answer:
                return f"the answer cites passage {passage.id}"
        for place, text in [("the answer", answer), *((f"candidate {found.id}", found.text) for found in candidates)]:
            for passage, runs in self._runs:
                words = self._words_of(passage, runs, question, text)
                if words:
                    return f'{place} holds "{words}" of passage {passage.id}'
        return ""

    def hints(self, question: str, answer: str) -> str:
        """Say which values of an answer only a hidden passage is known to tell, in words; empty where none is."""
        told, asked = Known(without_citations(answer, ())), Known(question)
        for passage in self._hidden:
            values = [v for p, v in self._values if p is passage and told.tells(v) and not asked.tells(v)]
            if values:
                return f"it says {listed(values)}, which of the known passages only {passage.id} tells"
        return ""

    def keeps_back(self, answer: str, candidates: Sequence[Passage]) -> bool:
        """Say whether an answer that shows nothing hidden declines, or says what whoever asks may see.

        "HTTP 500" shows nothing hidden either, and is the text of a failure as well as of a system.
        """
        answer = without_citations(answer, ())
        return says_only(answer, (*self._open_texts, *shown(candidates)), self._not_found)

    def _words_of(self, passage: Passage, runs: Runs, question: str, text: str) -> str:
        """The first words of a passage in a text that are neither in the question nor in what everybody may see."""
        asked = Runs(question)
        for run in [*runs.shared_with(text), *Runs(text).holds_whole(passage.text)]:
            known = [
                found.words
                for texts in (self._open, asked)
                for found in (*texts.shared_with(run.words), *texts.holds_whole(run.words))
            ]
            if not known:
                return run.words
            for piece in re.split("|".join(map(re.escape, known)), run.words):
                secret = runs.shared_with(piece)
                if secret:
                    return secret[0].words
        return ""
