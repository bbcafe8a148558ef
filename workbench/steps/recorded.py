"""How long the replies of a judge are, from the runs of the bench."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from statistics import fmean

from workbench.errors import StoreError
from workbench.records.reply import JudgeSpec
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun, list_runs

# Calls are shuffled, so the first ones of a journal stand for all of it; and no start waits for a long journal.
_ATTEMPTS = 1000
_RUNS = 10


def recorded_output(runs: Path, specs: Iterable[JudgeSpec]) -> dict[str, float]:
    """Return the mean output tokens of a reply, thinking included, by judge id; a judge without earlier runs has none.

    Taken from the newest run that has a judge of this name on this model with this effort. Its rubric may have been
    another one, which changes the length of replies little.
    """
    wanted = {_alike(spec): spec.judge_id for spec in specs}
    found: dict[str, float] = {}
    for run in _newest(runs):
        if len(found) == len(wanted):
            break
        for alike, mean in _means(run).items():
            if alike in wanted:
                found.setdefault(wanted[alike], mean)
    return found


def _newest(runs: Path) -> tuple[FoundRun, ...]:
    try:
        return list_runs(runs).runs[:_RUNS]
    except StoreError:
        return ()


def _means(run: FoundRun) -> dict[tuple[str, str, object], float]:
    kinds = {spec.judge_id: _alike(spec) for spec in run.manifest.judges}
    lengths: dict[tuple[str, str, object], list[int]] = defaultdict(list)
    try:
        for attempt in islice(read_attempts(run.folder.journal), _ATTEMPTS):
            tokens = attempt.reply.usage.get("output_tokens", 0)
            if tokens and attempt.judge_id in kinds:
                lengths[kinds[attempt.judge_id]].append(tokens)
    except StoreError:
        # A damaged journal is said where it is used; an estimate does without it.
        return {}
    return {alike: fmean(tokens) for alike, tokens in lengths.items()}


def _alike(spec: JudgeSpec) -> tuple[str, str, object]:
    return spec.name, spec.model, spec.details.get("effort")
