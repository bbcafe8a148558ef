"""Counts what an import finds, while it is found."""

import re
from collections import Counter
from collections.abc import Mapping

from workbench.cases.file_name import file_stem
from workbench.cases.ids import id_key
from workbench.cases.importers.brought import Answer, Failure
from workbench.cases.importers.found import Found
from workbench.cases.importers.reading import Reading
from workbench.records.case import Case
from workbench.records.imported import Imported, ImportedAnswer, ImportedFiles, Refused
from workbench.steps.answer_files import OUT

_EXAMPLES = 2
_PLACES = 20
_NAME = re.compile(r"\[(?!(?:sic|\W|\d+\]))([^\[\]\s]{2,60})\](?!\()")
"""A name in square brackets, such as `[price]`: neither a number nor the text of a link."""


class Tally:
    """What was found so far."""

    def __init__(self, *, by_file: bool) -> None:
        """Begin with nothing.

        Args:
            by_file: Whether each answer becomes a file with its id as the name.
        """
        self._by_file = by_file
        self._readings: list[tuple[Reading, dict[str, Counter[str]]]] = []
        self._examples: list[ImportedAnswer] = []
        self._labels: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._places: dict[str, list[tuple[str, str]]] = {}
        self._usable = 0
        self._renamed = 0
        self._told = 0
        self._failed = 0
        self._unshown = 0
        self._uncited = 0
        self._words: Counter[str] = Counter()
        self._unread: Counter[str] = Counter()
        self._not_kept: Counter[str] = Counter()
        self._placed: Counter[str] = Counter()

    def begin(self, reading: Reading) -> None:
        """Count for some files from here on."""
        self._readings.append((reading, {}))

    def read(self, found: Found) -> None:
        """Count from where each thing of a row comes, whether it can be used or not."""
        self._told += found.values.get("label") not in (None, "")
        _, places = self._readings[-1]
        for thing, path in found.taken.items():
            places.setdefault(thing, Counter())[path] += 1

    def unknown(self, word: str) -> None:
        """Count a label whose meaning nobody told."""
        self._words[word] += 1

    def use(self, brought: Answer | Failure, found: Found, option: str) -> None:
        """Count what was brought in, and the option whose file took it."""
        if option:
            self._placed[option] += 1
        told = {"asked_at": brought.asked_at or None}
        if isinstance(brought, Failure):
            self._failed += 1
        else:
            told["confidence"] = None if brought.confidence is None else "told"
            self._answer(brought, found, option)
        self._unread.update(
            thing for thing in told if told[thing] is None and found.values.get(thing) not in (None, "")
        )
        if self._by_file and option == OUT:
            self._not_kept.update(thing for thing, value in told.items() if value is not None)

    def _answer(self, answer: Answer, found: Found, option: str) -> None:
        case = answer.case
        self._unshown += answer.unshown
        self._usable += not answer.unshown
        self._uncited += _cites_nameless(case, found)
        if self._by_file and option == OUT:
            self._renamed += file_stem(case.case_id) != case.case_id
            self._not_kept.update(["label"] * answer.labelled)
        if answer.labelled:
            self._labels[case.label] += 1
        if answer.unshown:
            return
        if len(self._examples) < _EXAMPLES:
            self._examples.append(
                ImportedAnswer(
                    id=case.case_id,
                    where=case.origin,
                    question=case.question,
                    passages=tuple((passage.id, passage.text) for passage in case.passages),
                    answer=case.answer,
                    label=case.label if answer.labelled else "",
                )
            )

    def refuse(self, where: str, expected: str, got: str) -> None:
        """Count a row that cannot be used."""
        self._refused[expected] += 1
        places = self._places.setdefault(expected, [])
        if len(places) < _PLACES:
            places.append((where, got))

    def imported(self) -> Imported:
        """Return all of it."""
        refused = [
            Refused(expected=expected, count=count, places=tuple(self._places[expected]))
            for expected, count in self._refused.most_common()
        ]
        return Imported(
            files=tuple(_files(reading, taken) for reading, taken in self._readings),
            examples=tuple(self._examples),
            usable=self._usable,
            refused=tuple(refused),
            labels=dict(sorted(self._labels.items())),
            told=self._told,
            failed=self._failed,
            unshown=self._unshown,
            renamed=self._renamed,
            words=dict(self._words.most_common()),
            unread=dict(self._unread),
            not_kept=dict(self._not_kept),
            uncited=self._uncited,
            placed=dict(self._placed),
        )


def _cites_nameless(case: Case, found: Found) -> bool:
    """Say whether an answer cites by name (`[price]`) where its file gives the passages shown no names."""
    passages = found.values.get("passages")
    if not passages or not isinstance(passages, list):
        return False
    if any(isinstance(one, Mapping) and one.get("id") not in (None, "") for one in passages):
        return False
    known = {id_key(passage.id) for passage in case.passages}
    return any(id_key(match[1]) not in known for match in _NAME.finditer(case.answer))


def _files(reading: Reading, taken: Mapping[str, Counter[str]]) -> ImportedFiles:
    return ImportedFiles(
        files=tuple(str(source.path) for source in reading.sources),
        format=reading.format,
        title=reading.title,
        known_by=reading.known_by,
        taken={thing: dict(paths.most_common()) for thing, paths in taken.items()},
        unused=reading.unused,
    )
