"""Counts what an import finds, while it is found."""

from collections import Counter
from collections.abc import Mapping

from workbench.cases.file_name import file_stem
from workbench.cases.importers.checks import Answer
from workbench.cases.importers.reading import Reading
from workbench.records.imported import Imported, ImportedAnswer, ImportedFiles, Refused

_EXAMPLES = 2
_PLACES = 20


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

    def begin(self, reading: Reading) -> None:
        """Count for some files from here on."""
        self._readings.append((reading, {}))

    def use(self, answer: Answer, taken: Mapping[str, str]) -> None:
        """Count an answer."""
        case = answer.case
        self._usable += 1
        if self._by_file:
            self._renamed += file_stem(case.case_id) != case.case_id
        if answer.labelled:
            self._labels[case.label] += 1
        _, places = self._readings[-1]
        for thing, path in taken.items():
            places.setdefault(thing, Counter())[path] += 1
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
            renamed=self._renamed,
        )


def _files(reading: Reading, taken: Mapping[str, Counter[str]]) -> ImportedFiles:
    return ImportedFiles(
        files=tuple(str(source.path) for source in reading.sources),
        format=reading.format,
        title=reading.title,
        known_by=reading.known_by,
        taken={thing: dict(paths.most_common()) for thing, paths in taken.items()},
        unused=reading.unused,
    )
