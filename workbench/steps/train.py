"""Train a cheap judge on the tuned sets of a bench. Opens nothing of `holdout/`, and asks no model."""

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from workbench.analysis.examples import Examples
from workbench.analysis.learning import Learned, learn
from workbench.analysis.set_aside import kept, set_aside
from workbench.analysis.summarise import Counted
from workbench.analysis.threshold_choice import Wanted
from workbench.cases.file_name import file_stem
from workbench.cases.path_text import path_text
from workbench.errors import InputError, NotMeasured, Problem
from workbench.gate.chain import Look
from workbench.gate.ledger import append_to_ledger, read_ledger
from workbench.gate.looks import TRAINING
from workbench.identity import digest
from workbench.judges.catalogue import SCRIPT_JUDGES
from workbench.judges.learned.features import FEATURES, feature_code, values
from workbench.plants.shares import in_shares
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decisions
from workbench.records.learned import Count, LearnedFeature, LearnedJudge
from workbench.records.rules import GROUNDED, RULES
from workbench.records.verdict import Outcome
from workbench.report.training import Training
from workbench.report.words import plural
from workbench.runner.clock import utc_now
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench, with_options
from workbench.steps.beside_scripts import beside_scripts
from workbench.steps.natural import natural_cases
from workbench.steps.settings import Settings, known_rule
from workbench.steps.settings_lines import judge_table, toml_text
from workbench.store.challenge_lines import set_hash
from workbench.store.decisions import read_decisions
from workbench.store.learned_file import is_taken, write_learned

FOLDER = "judges"
_TAUGHT = (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED)


@dataclass(frozen=True, kw_only=True)
class _Place:
    """A judge to be: its name, its rule, and where its file goes."""

    name: str
    rule: str
    path: Path


def train(folder: Path, *, name: str, rule: str | None, wanted: Wanted) -> Training:
    """Train a judge on all that can be planted in the trusted answers of a bench, and write its file.

    Held-out styles are not built. Natural answers are not trained on, and neither is what people found wrong. The look
    is written into the ledger before the file.

    Args:
        folder: The bench's folder.
        name: The judge's name.
        rule: The rule that it is to decide; None for the one that settings name for it, else `grounded`.
        wanted: Which threshold is wanted.

    Raises:
        InputError: settings or answers are not as expected, or the name or rule cannot be a learned judge's.
        NotMeasured: there is too little to train on.
        StoreError: the ledger is damaged, or it or the file cannot be written. No file is written then.
    """
    bench = with_options(open_bench(folder), {"plants": "all", "near_misses": "all"})
    settings = bench.settings
    place = _place(settings, name, rule)
    key = build_answer_key(bench, held_out=False, rules=(place.rule,), natural=natural_cases(bench))
    built = key.built.get(place.rule)
    if built is None:
        raise NotMeasured(f"no saved answer is trusted under the rule {place.rule}, so there is nothing to train on")
    decided = Decisions.of(read_decisions(settings.decisions))
    every = kept(built.challenges, set_aside(built.challenges, decided))
    taught = sorted((one for one in every if one.set in _TAUGHT), key=lambda one: one.item.item_id)
    natural = [one for one in every if one.set is Set.NATURAL]
    learned = learn(_examples(taught, settings), wanted)
    fails = dict(zip((one.item.item_id for one in taught), learned.fails, strict=True))
    for one, row in zip(natural, _rows(natural, settings), strict=True):
        fails[one.item.item_id] = learned.fails_unseen(row, one.group)
    counted = beside_scripts([*taught, *natural], fails, name=place.name, settings=settings)
    judge = _judge(learned, taught, place, settings, counted)
    if judge is not None:
        _on_record(taught, judge, place, settings)
        write_learned(place.path, judge)
    return Training(
        name=name,
        rule=place.rule,
        learned=judge,
        path=_told(place.path, settings) if judge is not None else "",
        choice=learned.choice,
        judges=counted.judges,
        constants=counted.constants,
        meanings={feature.name: feature.words for feature in FEATURES[place.rule]},
        settings=() if judge is None else _lines(settings, place),
        notes=tuple(_notes(natural, len(built.challenges) - len(every))),
    )


def _place(settings: Settings, name: str, rule: str | None) -> _Place:
    own = settings.judge.get(name)
    if not name.strip() or name in SCRIPT_JUDGES or name in RULES:
        raise InputError(Problem(where="NAME", expected="a name that no script and no rule has", got=repr(name)))
    if own is not None and own.learned is None and own.said:
        raise InputError(
            Problem(
                where=f"judge {name}",
                expected="a learned judge, or a name that settings do not use",
                got="another kind",
            )
        )
    named = own.rule if own is not None else ""
    decides = known_rule(rule or named or GROUNDED, where="--rule")
    if named and decides != named:
        raise InputError(Problem(where="--rule", expected=f"{named}, as settings say of judge {name}", got=decides))
    path = (
        own.learned
        if own is not None and own.learned is not None
        else settings.root / FOLDER / f"{file_stem(name)}.json"
    )
    if is_taken(path):
        expected = "nothing there, or a judge that was trained; move it away or take another name"
        raise InputError(Problem(where=str(path), expected=expected, got="another file"))
    return _Place(name=name, rule=decides, path=path)


def _examples(taught: Sequence[Challenge], settings: Settings) -> Examples:
    return Examples(
        rows=tuple(_rows(taught, settings)),
        wrong=tuple(one.expected is Outcome.FAIL for one in taught),
        sources=tuple(one.group for one in taught),
    )


def _rows(challenges: Sequence[Challenge], settings: Settings) -> list[tuple[float, ...]]:
    return in_shares(lambda one: values(one.rule, one.item, settings.not_found), challenges)


def _judge(
    learned: Learned, taught: Sequence[Challenge], place: _Place, settings: Settings, counted: Counted
) -> LearnedJudge | None:
    chosen = learned.choice.chosen
    if chosen is None or chosen.at is None or not learned.choice.earned:
        return None
    weights = learned.weights
    columns = zip(FEATURES[place.rule], weights.means, weights.spreads, weights.weights, strict=True)
    [own, *_] = counted.judges
    rates = {"clean": own.false_alarms, "near_miss": own.near_misses, "planted": own.planted}
    rates |= {f"{one.set}:{one.style}": one.rate for one in own.by_style if one.set == Set.PLANTED}
    return LearnedJudge(
        rule=place.rule,
        features=tuple(
            LearnedFeature(name=feature.name, mean=mean, spread=spread, weight=weight)
            for feature, mean, spread, weight in columns
        ),
        intercept=weights.intercept,
        threshold=chosen.at,
        code=feature_code(),
        trained_on=digest([place.rule, settings.not_found, [(one.item.item_id, str(one.expected)) for one in taught]]),
        seed=settings.seed,
        versions={"python": platform.python_version(), **{one: version(one) for one in ("numpy", "scikit-learn")}},
        unseen={name: Count(failed=rate.hits, items=rate.items) for name, rate in rates.items()},
        area=round(learned.choice.area.auc, 6),
    )


def _on_record(taught: Sequence[Challenge], judge: LearnedJudge, place: _Place, settings: Settings) -> None:
    """Write down what the judge has seen: nothing of it is fresh for it any more. The same training is one look."""
    known = read_ledger(settings.ledger).looks
    if any((look.kind, look.judge_id) == (TRAINING, judge.trained_on) for look in known):
        return
    look = Look(
        at=utc_now(),
        judge=place.name,
        rule=place.rule,
        judge_id=judge.trained_on,
        run=f"{TRAINING}-{judge.trained_on}",
        set_hash=set_hash(taught),
        styles=tuple(sorted({one.style for one in taught if one.set is Set.PLANTED})),
        cases=tuple(sorted({one.parent for one in taught})),
        kind=TRAINING,
        items=tuple(one.item.item_id for one in taught),
        likes=tuple(sorted({one.item.likeness for one in taught})),
    )
    append_to_ledger(settings.ledger, [look])


def _lines(settings: Settings, place: _Place) -> tuple[str, ...]:
    return (
        judge_table(settings, place.name),
        f"rule = {toml_text(place.rule)}",
        f"learned = {toml_text(_told(place.path, settings))}",
    )


def _told(path: Path, settings: Settings) -> str:
    return path_text(path.relative_to(settings.root) if path.is_relative_to(settings.root) else path)


def _notes(natural: Sequence[Challenge], aside: int) -> Iterator[str]:
    if aside:
        yield f"Left out, found wrong by people: {plural(aside, 'item')}."
    if natural:
        told = plural(len(natural), "natural answer")
        yield f"{told} not trained on: each is judged by weights that have not seen its source."
