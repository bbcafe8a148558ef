"""How many cases does a level need, what would that cost, and what can today's set show at best?"""

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from workbench.errors import InputError, NotMeasured, Problem, StoreError
from workbench.gate.policy import Bars
from workbench.gate.sizes import Line, Quality, Sizes, Way, at_best, sizes
from workbench.records.challenge import Set
from workbench.records.summary import Level
from workbench.report.brief import short_name
from workbench.report.planned import Paid, PlannedCases, Today
from workbench.steps.answer_key import AnswerKey, build_answer_key
from workbench.steps.bench import open_bench
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings, read_settings
from workbench.steps.stored_run import find_stored

_PER_THOUSAND = 1_000


def plan_cases(folder: Path, *, level: Level, quality: Quality, wanted: float, candidates: int) -> PlannedCases:
    """Work out the cases that a level needs. Nothing is sent or written, and the holdout stays sealed.

    Args:
        folder: The bench's folder. Where its settings name no saved answers, today's set is left out.
        level: `PROVISIONAL` or `CERTIFIED`.
        quality: The judge that should earn it.
        wanted: With which chance it should.
        candidates: Judges that share the set.

    Raises:
        InputError: a share or a number is out of range, or settings or answers are not as expected.
    """
    _check(quality, wanted, candidates)
    settings = read_settings(folder)
    certified = level is Level.CERTIFIED
    bars = settings.policy.certified if certified else settings.policy.provisional
    ways = ways_of(level)
    planned = tuple(sizes(bars, quality, way=way, wanted=wanted, candidates=candidates) for way in ways)
    key = None if settings.answers is None else build_answer_key(open_bench(folder), held_out=False)
    counts = {} if key is None else key.counts
    near_misses = _near_misses(list(counts.values()))
    # Where no number of cases is enough, a number of calls would promise what they cannot show.
    calls = None if planned[0].never else _calls(planned[0], near_misses) * bars.repeats
    return PlannedCases(
        level=level,
        bars=bars,
        quality=quality,
        wanted=wanted,
        candidates=candidates,
        ways=planned,
        near_misses=near_misses,
        calls=calls,
        today=() if key is None else todays_sets(key, bars, way=ways[-1], candidates=candidates),
        paid=() if calls is None else _paid(settings, calls),
    )


def ways_of(level: Level) -> tuple[Way, ...]:
    """Return the ways in which a level lets cases come together, the one that asks for the most last."""
    return tuple(Way) if level is Level.CERTIFIED else (Way.FIXED,)


def todays_sets(key: AnswerKey, bars: Bars, *, way: Way, candidates: int = 1) -> tuple[Today, ...]:
    """Say what the set of each rule can show at best. Held-out mistakes are not counted.

    Args:
        key: The answer key of the bench.
        bars: The bars of the level.
        way: How its cases come together.
        candidates: Judges that share the set.
    """
    return tuple(
        Today(
            rule=rule,
            counts=found,
            styles=(styles := _styles(key, rule)),
            at_best=at_best(
                bars,
                plants=found.get(str(Set.PLANTED), 0),
                styles=styles,
                sources=found.get(str(Set.CLEAN), 0),
                way=way,
                candidates=candidates,
            ),
        )
        for rule, found in key.counts.items()
    )


def _styles(key: AnswerKey, rule: str) -> int:
    return len({challenge.style for challenge in key.built[rule].challenges if challenge.set is Set.PLANTED})


def _near_misses(counts: Sequence[dict[str, int]]) -> float:
    """Near misses for each clean answer, over all rules."""
    total = sum((Counter(found) for found in counts), Counter[str]())
    clean = total[str(Set.CLEAN)]
    return total[str(Set.NEAR_MISS)] / clean if clean else 0.0


def _calls(planned: Sizes, near_misses: float) -> int:
    """Calls of one repeat: the mistakes, and every trusted answer that they take with its near misses."""
    mistakes = sum(size.items for size in planned.sizes if size.line is not Line.SOURCES)
    return mistakes + planned.answers + math.ceil(planned.answers * near_misses)


def _paid(settings: Settings, calls: int) -> tuple[Paid, ...]:
    """Price the calls as the newest finished run was priced; nothing is known without one."""
    try:
        found = find_stored(settings, None)
        judges = summarise(found, settings).summary.judges
    except (NotMeasured, StoreError):
        return ()
    return tuple(
        Paid(
            judge=short_name(judge),
            run_id=found.manifest.run_id,
            per_thousand=judge.cost.per_thousand,
            dollars=judge.cost.per_thousand * calls / _PER_THOUSAND,
        )
        for judge in judges
        if judge.cost.known and judge.cost.per_thousand
    )


def _check(quality: Quality, wanted: float, candidates: int) -> None:
    shares = {
        "--catch": quality.catch,
        "--false-alarms": 1 - quality.passing,
        "--held-out-catch": quality.held_out,
    }
    problems = [
        Problem(where=name, expected="a share from 0 to 1, such as 0.97", got=f"{share:g}")
        for name, share in shares.items()
        if not 0 <= share <= 1
    ]
    if not 0 < wanted < 1:
        problems.append(Problem(where="--power", expected="a chance between 0 and 1, such as 0.8", got=f"{wanted:g}"))
    if candidates < 1:
        problems.append(Problem(where="--candidates", expected="a whole number from 1", got=str(candidates)))
    if problems:
        raise InputError(problems)
