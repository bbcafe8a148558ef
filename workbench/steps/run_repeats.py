"""How often does a run ask about each item? As settings say, unless a judge of it votes: all repeats are its vote."""

from collections.abc import Sequence

from workbench.errors import InputError, Problem
from workbench.records.reply import JudgeSpec
from workbench.steps.settings import Settings
from workbench.steps.settings_fields import MOST_REPEATS


def run_repeats(specs: Sequence[JudgeSpec], settings: Settings, *, held_out: bool, asked: int | None = None) -> int:
    """Work out the repeats of a run.

    Args:
        specs: Its judges.
        settings: The bench's settings.
        held_out: Whether it opens the held-out styles.
        asked: The number that was asked for; None for the votes of the judges that vote, else that of settings.

    Raises:
        InputError: it is no number of repeats, or judges vote with other numbers of calls: all of them at once.
    """
    if asked is not None and not 1 <= asked <= MOST_REPEATS:
        expected = f"a whole number from 1 to {MOST_REPEATS:,}"
        raise InputError(Problem(where="repeats", expected=expected, got=str(asked)))
    if asked is None:
        refuse_other_votes(specs)
        votes = max((spec.votes for spec in specs), default=0)
        return votes or repeats_of_settings(settings, held_out=held_out)
    problems = [
        Problem(where=_called(spec), expected=f"votes = {asked}, as the run has {asked} repeats", got=_votes(spec))
        for spec in specs
        if spec.votes not in (0, asked)
    ]
    if problems:
        raise InputError(problems, hint="leave --repeats out, and the run has as many repeats as its judges have votes")
    return asked


def refuse_other_votes(specs: Sequence[JudgeSpec]) -> None:
    """Refuse judges that vote with different numbers of calls: a run has one number of repeats for all.

    Raises:
        InputError: they do; names every judge that votes.
    """
    voting = [spec for spec in specs if spec.votes]
    if len({spec.votes for spec in voting}) > 1:
        expected = "the same votes as the other judges of the run"
        raise InputError(
            [Problem(where=_called(spec), expected=expected, got=_votes(spec)) for spec in voting],
            hint="run judges with different votes apart, each in a run of its own: --judges",
        )


def repeats_of_settings(settings: Settings, *, held_out: bool) -> int:
    """The repeats that settings say for a tuning run, or for one with the held-out styles."""
    return settings.gate_repeats if held_out else settings.repeats


def _called(spec: JudgeSpec) -> str:
    return f"judge {spec.name}" + (f" on {spec.model}" if spec.model != str(spec.kind) else "")


def _votes(spec: JudgeSpec) -> str:
    return f"votes = {spec.votes}"
