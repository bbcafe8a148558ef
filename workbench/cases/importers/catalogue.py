"""Every format, and which of them a file is."""

from collections.abc import Iterable, Iterator, Mapping

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.deepeval import DEEPEVAL
from workbench.cases.importers.inspect_logs import InspectLog
from workbench.cases.importers.langfuse import Langfuse
from workbench.cases.importers.langsmith import LangSmith
from workbench.cases.importers.plain import PLAIN
from workbench.cases.importers.promptfoo import Promptfoo
from workbench.cases.importers.ragas import RAGAS
from workbench.cases.importers.reading import Format, Reading
from workbench.cases.importers.source import Source
from workbench.cases.importers.traced import Spans
from workbench.errors import InputError, Problem, unknown_name

_ALL: tuple[Format, ...] = (
    InspectLog(),
    Promptfoo(),
    Spans(),
    LangSmith(),
    Langfuse(),
    RAGAS,
    DEEPEVAL,
    PLAIN,
)
FORMATS: Mapping[str, Format] = {one.name: one for one in _ALL}
"""By name, the most telling first: a file is of the first one that knows it, and everything is a table."""


def recognised(source: Source) -> Format:
    """Return the format of a file."""
    return next(one for one in _ALL if one.recognise(source))


def prepare_all(sources: Iterable[Source], asked: Asked) -> Iterator[Reading]:
    """Say how files will be read, those of one format together.

    Args:
        sources: The files.
        asked: Which field is what, and of which format all of them are, where a person said so.

    Raises:
        InputError: there is no such format, or a field cannot be told. All at once.
    """
    name = asked.form
    if name is not None and name not in FORMATS:
        raise unknown_name("format", name, tuple(FORMATS))
    files: dict[str, list[Source]] = {}
    for source in sources:
        files.setdefault(name or recognised(source).name, []).append(source)
    problems: list[Problem] = []
    readings: list[Reading] = []
    for one, some in files.items():
        try:
            readings += FORMATS[one].prepare(some, asked)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    yield from readings
