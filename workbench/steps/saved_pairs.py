"""A counterfactual check of answers that are there already: nobody is asked."""

from collections.abc import Iterable
from pathlib import Path

from workbench.analysis.counterfactual_rates import change_rates, question_rate
from workbench.cases.pairs import Pair, read_pairs
from workbench.cases.path_text import path_text
from workbench.rag.counterfactual import Counterfactual, differs, evidence_lines
from workbench.rag.leaks import Hidden
from workbench.rag.trial import Trial
from workbench.records.counterfactual import Change, Counterfactuals, Tried
from workbench.records.passage import Passage
from workbench.runner.clock import utc_now
from workbench.steps.settings import read_settings


def read_saved_pairs(path: Path, bench: Path) -> Counterfactuals:
    """Read a file of saved pairs as a check of a system would be read.

    The answer before the change counts as the known one, so that nobody has to trust it; one that declines shows
    nothing.

    Args:
        path: The file.
        bench: The bench whose settings say with which words the system declines.

    Raises:
        InputError: the file or the settings are not as expected.
    """
    pairs = read_pairs(path)
    not_found = read_settings(bench).not_found
    every = {passage.id: passage for pair in pairs for passage in pair.passages}
    tried = [_tried(pair, not_found, every.values()) for pair in pairs]
    tried.sort(key=lambda one: (not one.differs, one.case))
    replies = [reply for pair in pairs for reply in (pair.before, pair.after)]
    return Counterfactuals(
        run_id="",
        made_at=utc_now(),
        bench=path_text(Path(path.name)),
        system="saved pairs",
        version="",
        repeats=1,
        calls=len(replies),
        failed_calls=sum(bool(reply.error) for reply in replies),
        questions=question_rate(tried),
        differing=question_rate(one for one in tried if one.differs),
        changes=change_rates(tried),
        tried=tuple(tried),
    )


def _tried(pair: Pair, not_found: str, every: Iterable[Passage]) -> Tried:
    trial = _trial(pair, not_found, every)
    if trial.counterfactual is not None and not pair.before.error and trial.counterfactual.unreadable:
        return trial.not_tested(trial.counterfactual.unreadable)
    return trial.before([pair.before]) or trial.after([pair.before], [pair.after])


def _trial(pair: Pair, not_found: str, every: Iterable[Passage]) -> Trial:
    evidence = (
        (pair.evidence, *evidence_lines(pair.passages, pair.evidence)) if pair.evidence else (pair.before.answer,)
    )
    counterfactual = hidden = None
    if pair.change is Change.IDENTITY:
        secret = [passage for passage in pair.passages if passage.id in pair.hidden]
        others = [passage for passage in every if passage.id not in pair.hidden]
        hidden = Hidden(secret, others, not_found=not_found)
    else:
        counterfactual = Counterfactual(
            change=pair.change,
            question=pair.question,
            before=pair.passages,
            after=pair.after_passages,
            trusted=pair.before.answer,
            evidence=pair.evidence,
            default=pair.default,
            not_found=not_found,
        )
    return Trial(
        case=pair.case,
        differs=differs(evidence, pair.default),
        change=pair.change,
        question=pair.question,
        counterfactual=counterfactual,
        hidden=hidden,
    )
