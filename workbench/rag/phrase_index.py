"""Which of many passages hold a phrase, without reading all of them for each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from workbench.rag.phrases import holds


class PhraseIndex:
    """Texts in the form of `phrase_form`, by the words that stand in them.

    Args:
        texts: The texts, each once.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(self._texts):
            for word in set(text.split()):
                self._places[word].append(place)
        # One text of all words, which is searched for a part of one much faster than they are one by one.
        self._words = "\n".join(("", *self._places, ""))

    def holding(self, phrase: str) -> Iterator[str]:
        """Yield the texts that hold a phrase, as `holds` says, in their order."""
        words = phrase.split()
        if not words:
            return
        *_, fewest = sorted((self._with(words, n) for n in range(len(words))), key=len, reverse=True)
        yield from (self._texts[place] for place in sorted(fewest) if holds(self._texts[place], phrase))

    def _with(self, words: list[str], number: int) -> set[int]:
        """Return the places of the texts that hold a word of a phrase. Its ends may stand within longer words."""
        word = words[number]
        if 0 < number < len(words) - 1:
            return set(self._places.get(word, ()))
        before = "" if number == 0 else "\n"
        after = "" if number == len(words) - 1 else "\n"
        found: set[int] = set()
        start = self._words.find(before + word + after)
        while start >= 0:
            begin = self._words.rfind("\n", 0, start + len(before)) + 1
            end = self._words.find("\n", start + len(before))
            found.update(self._places[self._words[begin:end]])
            start = self._words.find(before + word + after, end)
        return found
