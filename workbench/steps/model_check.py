"""Can the models of a run judge at all? Asked of the server where it says so, and of a dated table where it does not.

The server is believed against the table. It never changes what is sent: the effort is part of a judge's version, so a
server that does not take it leads to a refusal, not to another request under the same version.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.errors import InputError, Problem
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, effort_of
from workbench.judges.claude.enquiry import Enquiry
from workbench.judges.claude_models import AS_OF, ModelFacts, is_claude, table_facts, unknown_model
from workbench.judges.server import Server

_COMPARED = {"efforts": "effort levels", "window": "window", "most_output": "most output", "lifecycle": "lifecycle"}


Place = tuple[Server, str]
"""A model, and where it is asked."""


@dataclass(frozen=True, kw_only=True)
class CheckedModels:
    """What the models of a run take.

    Attributes:
        facts: By server and model id; of a model that nobody knows, nothing is known.
        notes: What the user should know: models that end, and where a server knows better than the table.
    """

    facts: Mapping[Place, ModelFacts]
    notes: tuple[str, ...] = ()


async def check_models(
    candidates: Sequence[ModelCandidate], settings: ClaudeSettings, enquiries: Mapping[Server, Enquiry]
) -> CheckedModels:
    """Find out what the models of some candidates take, and refuse what cannot work before anything is sent.

    Args:
        candidates: The candidates.
        settings: How they are asked.
        enquiries: The servers that can be asked.

    Raises:
        InputError: a model is unknown to table and server, is retired, takes no structured outputs, or does not take
            the effort or the `max_tokens` of the settings. All of these at once.
    """
    places = list(dict.fromkeys((candidate.server, candidate.model) for candidate in candidates))
    said = dict(zip(places, await asyncio.gather(*(_asked(place, enquiries) for place in places)), strict=True))
    known = {place: _known(place[1], answer) for place, answer in said.items()}
    problems = [
        problem
        for candidate in candidates
        for problem in _problems(candidate, settings, known[candidate.server, candidate.model])
    ]
    if problems:
        raise InputError(dict.fromkeys(problems))
    notes = [note for place, answer in said.items() for note in _notes(place[1], answer, known[place])]
    return CheckedModels(facts=known, notes=tuple(dict.fromkeys(notes)))


async def _asked(place: Place, enquiries: Mapping[Server, Enquiry]) -> ModelFacts | str:
    server, model = place
    return await enquiries[server].facts(model) if server in enquiries else "it was not asked"


def _known(model: str, said: ModelFacts | str) -> ModelFacts:
    table = table_facts(model)
    if isinstance(said, str):
        if table is None and is_claude(model):
            raise unknown_model(model, why=said)
        return table or ModelFacts()
    if table is None:
        return said
    heard = {name: getattr(said, name) for name in ("efforts", "structured_outputs", "window", "most_output")}
    if said.lifecycle is not None:
        heard |= {"lifecycle": said.lifecycle, "retires": said.retires}
    return replace(table, **{name: value for name, value in heard.items() if value is not None})


def _problems(candidate: ModelCandidate, settings: ClaudeSettings, facts: ModelFacts) -> Iterator[Problem]:
    where = f"judge {candidate.name} on {candidate.model}"
    if facts.lifecycle == "retired":
        on = f" on {facts.retires}" if facts.retires else ""
        yield Problem(where=where, expected="a model that still answers; name another in models", got=f"retired{on}")
    if facts.structured_outputs is False:
        expected = "a model with structured outputs, which hold a reply to its form; name another in models"
        yield Problem(where=where, expected=expected, got="one without, by what the server says")
    sent = effort_of(candidate, settings)
    if sent is not None and facts.efforts is not None and sent not in facts.efforts:
        taken = f"effort {' or '.join(facts.efforts)}" if facts.efforts else "another model: this one takes no effort"
        yield Problem(where=where, expected=f"{taken}, by what the server says", got=sent)
    if facts.most_output is not None and settings.max_tokens > facts.most_output:
        expected = f"max_tokens up to {facts.most_output:,}, the longest reply of the model"
        yield Problem(where=where, expected=expected, got=f"{settings.max_tokens:,}")


def _notes(model: str, said: ModelFacts | str, known: ModelFacts) -> Iterator[str]:
    if known.lifecycle == "deprecated":
        ends = f" and retires on {known.retires}" if known.retires else ""
        yield f"{model} is deprecated{ends}; measure another model before it is gone"
    table = table_facts(model)
    if isinstance(said, str) or table is None:
        return
    told = [
        f"{word} {_words(getattr(known, name))} (table: {_words(getattr(table, name))})"
        for name, word in _COMPARED.items()
        if None not in (getattr(said, name), getattr(table, name)) and getattr(known, name) != getattr(table, name)
    ]
    if told:
        yield f"the server knows {model} better than the table of {AS_OF}: {'; '.join(told)}"


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
