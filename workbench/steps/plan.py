"""A run before its first call: what would be asked, of whom, how often."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from workbench.cases.path_text import path_text
from workbench.errors import NotMeasured
from workbench.judges.claude import sdk
from workbench.plants.shares import FEW, beside
from workbench.prices import read_prices
from workbench.report.statements import unanswered_words
from workbench.steps.answer_key import AnswerKey, build_answer_key
from workbench.steps.bench import Bench
from workbench.steps.candidates import Candidates, Models, asked_over_the_sdk, find_candidates, specs_of
from workbench.steps.natural import labels_without_rule, natural_cases, unused_labels
from workbench.steps.rubric_leaks import refuse_leaks
from workbench.steps.run_repeats import repeats_of_settings, run_repeats

SEALED = "Held out: not opened in this run; open them with --with-holdout once the rubric is done."


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A run before its first call.

    Attributes:
        bench: The bench.
        key: The whole answer key, also of rules that no judge of the run decides.
        candidates: The judges.
        repeats: Reruns of each item.
        held_out: Whether the held-out styles are opened.
        hints: What could have been measured as well.
        asides: What whoever starts the run should know, and no reader of its results needs.
        stop_early: Whether no more is asked than the decisions on the judges need.
    """

    bench: Bench
    key: AnswerKey
    candidates: Candidates
    repeats: int
    held_out: bool
    hints: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    stop_early: bool = False

    @cached_property
    def asked(self) -> AnswerKey:
        """The part of the answer key that the judges are asked about."""
        return self.key.of_rules({spec.rule for spec in specs_of(self.candidates.entries, self.bench.settings)})

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the results must know."""
        return (*self.candidates.notes, *(() if self.held_out else (SEALED,)), *self.hints)

    @property
    def told(self) -> dict[str, Any]:
        """The settings of the run, as its manifest keeps them: no keys, nothing of the environment.

        A tuning run names no held-out style. Paths inside the bench are kept relative to it, so that it may be moved.
        """
        settings = self.bench.settings
        return {
            "answers": _told_path(settings.answers, settings.root),
            "questions": _told_path(settings.questions, settings.root),
            "own_answers": self.bench.own,
            "natural": _told_path(settings.natural, settings.root),
            "not_found": settings.not_found,
            "plants": settings.plants or "all",
            "near_misses": settings.near_misses or "all",
            "held_out_plants": settings.held_out_plants or "all",
            "styles": list(self.key.styles),
            "held_out": list(self.key.held_out),
            "with_holdout": self.held_out,
            "concurrency": settings.concurrency,
            "stop_early": self.stop_early,
        }


def plan_run(  # noqa: PLR0913 - what a run is made of, most of it optional and by name
    bench: Bench,
    *,
    held_out: bool,
    names: Sequence[str] | None = None,
    models: Sequence[str] | None = None,
    repeats: int | None = None,
    stop_early: bool = False,
    use: Models = Models.ASKED,
) -> Plan:
    """Work out a run: nothing is sent and nothing is written.

    Args:
        bench: The bench.
        held_out: Whether the held-out styles are opened.
        names: The judges to take; None for those of settings.
        models: The models to take; None for those of settings.
        repeats: Reruns of each item; None for the votes of the judges that vote, else those of settings.
        stop_early: Whether no more is asked than the decisions on the judges need.
        use: What is done with judges that ask a model.

    Raises:
        InputError: judges, models, answers or prices are not as expected, a rubric holds a piece of an item, or a judge
            votes with another number of calls than the run has repeats.
        SetupError: a model judge was asked for by name, and no API key is set.
        NotMeasured: no judge is left to run.
    """
    # Prices are needed only when the calls have been made; a file that cannot be read must not wait till then.
    read_prices(bench.settings.prices)
    natural = natural_cases(bench)
    building = partial(build_answer_key, bench, held_out=held_out, natural=natural)
    key = (
        _beside_the_sdk(bench, building)
        if use is not Models.LEFT_OUT and _sdk_is_to_load(bench, names, models)
        else building()
    )
    candidates = find_candidates(bench.settings, key.challenges, names=names, models=models, use=use)
    if not candidates.entries:
        raise NotMeasured("\n  ".join(("no judge can be run", *candidates.notes)))
    refuse_leaks(candidates.entries, key.challenges, not_found=bench.settings.not_found)
    specs = specs_of(candidates.entries, bench.settings)
    counted = run_repeats(specs, bench.settings, held_out=held_out, asked=repeats)
    left = unanswered_words(bench.unanswered, rest="all with workbench search --json")
    return Plan(
        bench=bench,
        key=key,
        candidates=candidates,
        repeats=counted,
        held_out=held_out,
        hints=tuple(hint for hint in (unused_labels(bench, natural), labels_without_rule(natural), left) if hint),
        asides=_asides(counted, bench, held_out=held_out) if repeats is None else (),
        stop_early=stop_early,
    )


def _asides(repeats: int, bench: Bench, *, held_out: bool) -> tuple[str, ...]:
    if repeats == repeats_of_settings(bench.settings, held_out=held_out):
        return ()
    return (f"The run has {repeats} repeats, as many as its judges have votes.",)


def _sdk_is_to_load(bench: Bench, names: Sequence[str] | None, models: Sequence[str] | None) -> bool:
    return asked_over_the_sdk(bench.settings, names=names, models=models) and not sdk.loaded()


def _beside_the_sdk(bench: Bench, building: Callable[[], AnswerKey]) -> AnswerKey:
    """Build the answer key on another core while this one loads the SDK; a large one takes all cores by itself."""
    if len(bench.cases) >= FEW:
        return building()
    built = beside(building)
    sdk.load()
    return built()


def _told_path(path: Path | None, root: Path) -> str:
    if path is None:
        return ""
    return path_text(path.relative_to(root) if path.is_relative_to(root) else path)
