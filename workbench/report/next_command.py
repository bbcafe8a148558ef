"""The one command that is most useful now, worked out from what was found of a bench."""

import math
import shlex

from workbench.records.summary import Level
from workbench.report.checked import Checked, CheckedCertificate, NewestRun, Ready
from workbench.report.words import plural

_CHECK = "workbench check"
_SIMULATED = "simulated"
"""The model of judges that know the answer key, and nothing of new answers."""


def next_command(found: Checked) -> tuple[str, str]:
    """Return the command, ready to be copied, and why it is the next. The first thing in the way comes first."""
    if found.instrument.differences:
        return f"{_CHECK} --json", "report what came out otherwise: until that is mended, believe no figure"
    if any(judge.ready is Ready.REFUSED for judge in found.judges):
        return _CHECK, "again, once what is refused is mended"
    if not any(judge.ready is Ready.YES for judge in found.judges):
        return _CHECK, "again, once a judge has what it lacks"
    if found.missing:
        return f"workbench plan --level {found.level.lower()}", "how many cases it takes; then save more answers"
    if found.run is None or not (found.run.complete and found.run.current):
        return _run(found), _why_run(found.run)
    if found.run.unread:
        return "workbench review", f"{plural(found.run.unread, 'disagreement')} to read: who was wrong?"
    if found.run.without:
        return _run(found), f"not in the newest run: {', '.join(found.run.without)}"
    return _after_reading(found, found.run)


def _after_reading(found: Checked, run: NewestRun) -> tuple[str, str]:
    holding = [one for one in found.certificates if _holds(one, found.level)]
    if holding:
        return _grade(holding[0], found), "it may be used"
    level = f"--level {found.level.lower()}"
    if run.earned:
        return f"workbench gate {shlex.quote(run.earned[0])} {level}", f"it has earned {found.level}: write it down"
    if not run.held_out and found.sealed:
        return f"{_run(found)} --with-holdout", "once the rubric is done: the one look at held-out mistakes"
    return f"workbench gate {level}", "what each judge lacks, line by line"


def _holds(one: CheckedCertificate, level: Level) -> bool:
    """Whether a certificate says at least the level that is asked for, and of a judge that is meant for use."""
    return not one.broken and one.model != _SIMULATED and (level is not Level.CERTIFIED or one.level == level)


def _grade(one: CheckedCertificate, found: Checked) -> str:
    several = len({other.model for other in found.certificates if other.judge == one.judge}) > 1
    model = f" --model {shlex.quote(one.model)}" if several else ""
    return f"workbench grade {shlex.quote(one.judge)} NEW-ANSWERS.jsonl{model}"


def _why_run(run: NewestRun | None) -> str:
    if run is None:
        return "no judge has run yet"
    if not run.complete:
        return f"run {run.run_id} is not finished; the command that began it goes on with it"
    return f"a judge or the saved answers are not those of run {run.run_id}"


def _run(found: Checked) -> str:
    """A run, and a bound on what it may spend that leaves it room: twice what it costs about."""
    paid = {(judge.name, judge.model) for judge in found.judges if judge.ready is Ready.YES and judge.model}
    if paid and found.estimate is None:
        return "workbench run --estimate"
    mine = [one for one in found.estimate.judges if (one.spec.name, one.spec.model) in paid] if found.estimate else []
    if not sum(one.calls for one in mine):
        return "workbench run"
    dollars = [one.about for one in mine if one.about is not None]
    if len(dollars) < len(mine):
        return f"workbench run --max-calls {sum(one.calls for one in mine) * 2}"
    return f"workbench run --max-cost {max(1, math.ceil(2 * sum(dollars)))}"
