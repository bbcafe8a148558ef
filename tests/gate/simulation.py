"""The gate, tried on judges whose true rates are known: verdicts, summaries and decisions through the real code.

Verdicts are drawn for many judges at once, each asked about the same answer key. Every repeat of an item says the same
unless a judge is said to waver, which is the hardest case for a gate: repeats then add nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from tests.analysis.answer_key import RULE, answer_key, spec, summaries
from tests.gate.summaries import unseen
from workbench.analysis.sequential import Reached
from workbench.analysis.truth import needed_answers
from workbench.gate.chain import Look
from workbench.gate.course import Course
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence
from workbench.gate.goals import goals, reached
from workbench.gate.ledger import Ledger
from workbench.gate.looks import LedgerView, view
from workbench.gate.policy import Policy
from workbench.gate.rate_lines import Bar
from workbench.gate.reading import Reading
from workbench.prices import TOKEN_PRICES
from workbench.records.challenge import Set
from workbench.records.summary import JudgeSummary, Level
from workbench.records.verdict import Verdict

REPEATS = 5
AT_ONCE = 250
RIGHT, WRONG, ERROR, NOT_ASKED = 1, 0, -1, -2
Draw = Callable[[np.random.Generator, int, "Key"], np.ndarray]


@dataclass(frozen=True)
class Size:
    """How many cases there are."""

    plants: int
    clean: int
    held_out: int
    injected: int = 0

    def __str__(self):
        return f"{self.plants}/{self.clean}/{self.held_out}"


class Key:
    """An answer key, with what a draw has to know of its items."""

    def __init__(self, size):
        styles = {f"style {i}": _share(size.plants, 4, i) for i in range(4)}
        unseen_styles = {f"unseen {i}": _share(size.held_out, 4, i) for i in range(4)}
        self.challenges = answer_key(
            clean=size.clean,
            near_miss={"injected": size.injected} if size.injected else {},
            planted={name: count for name, count in styles.items() if count},
            held_out={name: count for name, count in unseen_styles.items() if count},
        )
        self.set = np.array([str(one.set) for one in self.challenges])
        self.style = np.array([one.style for one in self.challenges])
        self.mistake = np.isin(self.set, [str(Set.PLANTED), str(Set.HELD_OUT)])
        parent = np.array([one.parent for one in self.challenges])
        self.sources = [np.flatnonzero(~self.mistake & (parent == one)) for one in sorted(set(parent[~self.mistake]))]
        named = sorted(set(zip(self.set[self.mistake], self.style[self.mistake], strict=True)))
        self.styles = [np.flatnonzero((self.set == of) & (self.style == style)) for of, style in named]


def _share(total, parts, place):
    return total // parts + (place < total % parts)


def rates(catch, false_alarms, held_out) -> Draw:
    """A judge that is right on each case with its true rate, and says the same in every repeat."""

    def draw(rng, judges, key):
        true = np.select([key.set == "planted", key.set == "held_out"], [catch, held_out], 1 - false_alarms)
        return np.repeat((rng.random((judges, len(true))) < true)[:, :, None], REPEATS, axis=2).astype(int)

    return draw


def wavering(catch, false_alarms, held_out) -> Draw:
    """A judge that is right in each call with its true rate, whatever it said before."""

    def draw(rng, judges, key):
        true = np.select([key.set == "planted", key.set == "held_out"], [catch, held_out], 1 - false_alarms)
        return (rng.random((judges, len(true), REPEATS)) < true[None, :, None]).astype(int)

    return draw


def leaning(share, alike) -> Draw:
    """A judge that is right in this share of calls, on cases that it finds easy or hard: calls on one case are alike.

    Each case has a chance of its own, drawn from a Beta distribution; `alike` is the intraclass correlation.
    """

    def draw(rng, judges, key):
        pull = (1 - alike) / alike
        chance = rng.beta(share * pull, (1 - share) * pull, (judges, len(key.set)))
        return (rng.random((*chance.shape, REPEATS)) < chance[:, :, None]).astype(int)

    return draw


def majority_right(share, *, dissent) -> Draw:
    """A judge whose majority of calls is right about this share of mistakes, and about all else.

    `dissent` is the share of items on which one call of the first three says the opposite of all the others.
    """

    def draw(rng, judges, key):
        true = np.where(key.mistake, share, 1.0)
        right = np.repeat((rng.random((judges, len(true))) < true)[:, :, None], REPEATS, axis=2).astype(int)
        differs = rng.random((judges, len(true))) < dissent
        call = np.arange(REPEATS) == rng.integers(0, 3, (judges, len(true)))[:, :, None]
        return np.where(differs[:, :, None] & call, 1 - right, right)

    return draw


def blind_to(style) -> Draw:
    """Right about everything but one style of mistakes."""

    def draw(rng, judges, key):
        return np.broadcast_to((key.style != style)[None, :, None], (judges, len(key.style), REPEATS)).astype(int)

    return draw


def injectable(rng, judges, key):
    """Does what an instruction in the item says: passes one held-out style, and fails right answers that ask for it."""
    right = ~np.isin(key.style, ["unseen 0", "injected"])
    return np.broadcast_to(right[None, :, None], (judges, len(right), REPEATS)).astype(int)


def length_biased(rng, judges, key):
    """Passes every long answer, right or wrong; half of the answers are long."""
    long = rng.random((judges, len(key.set))) < 0.5
    return np.repeat((~long | ~key.mistake)[:, :, None], REPEATS, axis=2).astype(int)


def always_error(rng, judges, key):
    return np.full((judges, len(key.set), REPEATS), ERROR)


def at_random(rng, judges, key):
    return (rng.random((judges, len(key.set), REPEATS)) < 0.5).astype(int)


def drifting(rng, judges, key):
    """Right in the first repeat, and each time less: it lets one mistake in four more pass."""
    missed = rng.random((judges, len(key.set), REPEATS)) < 0.25 * np.arange(REPEATS)
    return np.where(key.mistake[None, :, None] & missed, WRONG, RIGHT)


def measured(draw: Draw, size: Size, runs: int, seed: int, *, votes: bool = False) -> list[JudgeSummary]:
    """Draw the verdicts of so many judges, and measure each as a run does; `votes` makes its repeats a vote."""
    key = Key(size)
    return _measured(_drawn(draw, key, runs, seed), key, votes=votes)


def measured_early(
    draw: Draw, size: Size, runs: int, seed: int, *, registered: bool, votes: bool = False
) -> tuple[list[JudgeSummary], float]:
    """The same where every run stops early, with the share of calls that is saved."""
    key, rng = Key(size), np.random.default_rng(seed + 1)
    drawn = _drawn(draw, key, runs, seed)
    early = np.stack([stopped_early(one, key, rng, registered=registered, votes=votes) for one in drawn])
    return _measured(early, key, votes=votes), float((early == NOT_ASKED).mean())


def measured_settled(draw: Draw, size: Size, runs: int, seed: int) -> tuple[list[JudgeSummary], float]:
    """Judges that vote, asked about every item until the vote is settled; with the share of calls that is saved."""
    key = Key(size)
    early = settled(_drawn(draw, key, runs, seed))
    return _measured(early, key, votes=True), float((early == NOT_ASKED).mean())


def settled(right):
    """What is left of verdicts, the last axis their repeats, where a settled vote ends the asking."""
    most = np.max([np.cumsum(right == one, axis=-1) for one in (RIGHT, WRONG, ERROR)], axis=0)
    before = np.concatenate([np.zeros_like(most[..., :1]), most[..., :-1]], axis=-1)
    return np.where(2 * before > REPEATS, NOT_ASKED, right)


def _drawn(draw, key, runs, seed):
    rng = np.random.default_rng(seed)
    return np.concatenate(
        [draw(rng, min(AT_ONCE, runs - start), key).astype(np.int8) for start in range(0, runs, AT_ONCE)]
    )


def _measured(right, key, *, votes) -> list[JudgeSummary]:
    """Measure judges. Of those whose verdicts give the gate the same counts, one is measured for all (see `counts`)."""
    alike = [counts(one, key, votes=votes) for one in right]
    first = {pattern: place for place, pattern in reversed([*enumerate(alike)])}
    places = sorted(first.values())
    found: dict[int, JudgeSummary] = {}
    for start in range(0, len(places), AT_ONCE):
        part = places[start : start + AT_ONCE]
        found |= zip(part, each_measured(right[part], key, votes=votes), strict=True)
    return [replace(found[first[pattern]], judge_id=f"v{place}") for place, pattern in enumerate(alike)]


def each_measured(right, key, *, votes=False) -> tuple[JudgeSummary, ...]:
    """Measure judges whose verdicts are given, every one by itself. What was not asked has no verdict."""
    specs = [_spec(f"v{place}", votes=votes) for place in range(len(right))]
    table = _table(right, specs, key)
    asked = table[(right != NOT_ASKED).ravel()]
    return summaries(specs, key.challenges, asked, repeats=REPEATS, stopped_early=len(asked) < len(table))


def _spec(judge_id, *, votes):
    return spec(judge_id=judge_id, details={"votes": REPEATS} if votes else {})


def stopped_early(right, key, rng, *, registered, votes=False):
    """What is left of a judge's verdicts where it is asked in random order, and no more than its decision needs."""
    one = _spec("v", votes=votes)
    right = settled(right) if votes else right
    seen = LedgerView(judge=one.name, rule=one.rule, judge_id=one.judge_id)
    aims = goals(Policy(), seen, registered=registered)
    course = Course(key.challenges, one, aims, repeats=REPEATS, needed=needed_answers(one, REPEATS))
    asked = np.full_like(right, NOT_ASKED)
    left = [*rng.permutation(len(key.challenges))]
    while wanted := [place for place in left if course.wants(key.challenges[place].item.item_id)]:
        for place in wanted:
            item = key.challenges[place].item.item_id
            if course.wants(item):
                course.begin(item)
                for verdict in says(right[place][right[place] != NOT_ASKED], key.mistake[place]):
                    course.tell(item, Verdict.read(verdict))
                asked[place] = right[place]
                left.remove(place)
    return asked


def calls_to_a_decision(share, *, alike, runs, planned=1000) -> tuple[float, float, float]:
    """Mean calls until mistakes alone show that 85 % are caught, or never will: five calls a mistake, or a vote.

    Returns:
        Of 59 mistakes that were fixed before, by the calls on each; of a sequence, by its calls; by its settled votes.
    """
    rng = np.random.default_rng(17)
    pull = (1 - alike) / alike
    chance = rng.beta(share * pull, (1 - share) * pull, (runs, planned))
    right = (rng.random((runs, planned, REPEATS)) < chance[:, :, None]).astype(int)
    scores, votes = right.mean(axis=2), (2 * right.sum(axis=2) > REPEATS).astype(float)
    whole, made = np.full((runs, planned), REPEATS), (settled(right) != NOT_ASKED).sum(axis=2)
    bar = Bar(level=Level.CERTIFIED, minimum=8, floor=0.85)
    ways = (
        (bar, scores[:, :59], whole),
        (replace(bar, evidence=True), scores, whole),
        (replace(bar, evidence=True), votes, made),
    )
    fixed, sequence, voted = (
        float(np.mean([calls[: cases_to_a_decision(way, mine)].sum() for mine, calls in zip(some, of, strict=True)]))
        for way, some, of in ways
    )
    return fixed, sequence, voted


def cases_to_a_decision(bar, scores) -> int:
    """After how many cases is a bar met, or out of reach?"""
    total = 0.0
    for items, score in enumerate(scores, start=1):
        total += float(score)
        if reached(bar, score=total, items=items, left=len(scores) - items) is not Reached.OPEN:
            return items
    return len(scores)


def counts(right, key, *, votes=False):
    """What the gate can tell of a judge's verdicts: right and wrong repeats of every item, without the names.

    Mistakes are counted over all styles of their set. Of styles only those are told apart that were never caught. Of a
    vote the gate knows what it came to, and the first calls.
    """
    yes, no = (right == RIGHT).sum(axis=1), (right == WRONG).sum(axis=1)
    tally = yes * (REPEATS + 1) + no
    caught = (no == 0) & (2 * yes > REPEATS)
    if votes:
        first = right[:, : REPEATS // 2 + 1]
        caught = (yes > no) & (2 * (yes + no) > REPEATS)
        came_to = np.where(caught, 2, (no > yes) & (2 * (yes + no) > REPEATS))
        tally = (came_to * 4 + (first == RIGHT).sum(axis=1)) * 4 + (first == WRONG).sum(axis=1)
    tally = np.where(right[:, 0] == NOT_ASKED, -1, tally).astype(np.int8)
    sets = [np.sort(tally[key.set == of]).tobytes() for of in ("planted", "held_out")]
    sources = sorted(tally[at].tobytes() for at in key.sources)
    never = sorted((key.set[at[0]], np.sort(tally[at]).tobytes()) for at in key.styles if not caught[at].any())
    return (*sets, *sources, *never)


def says(right, mistake):
    """The verdicts of which it is known whether they are right."""
    said = np.where((right == RIGHT) == mistake, "fail", "pass").astype(object)
    said[right == ERROR] = "error:timeout"
    return said


def _table(right, specs, key):
    items = [one.item.item_id for one in key.challenges]
    cells = pd.MultiIndex.from_product(
        [[one.judge_id for one in specs], items, range(REPEATS)], names=["judge_id", "item_id", "repeat"]
    ).to_frame(index=False)
    verdicts = says(right, key.mistake[None, :, None]).ravel()
    return cells.assign(verdict=verdicts, answered_by="", batch="", **dict.fromkeys(TOKEN_PRICES, 0))


def earned(found, level, *, registered=True) -> float:
    """Which share of the judges earns a level on fresh cases?"""
    order = (Level.PROVISIONAL, Level.CERTIFIED)
    return sum(one in order[order.index(level) :] for one in levels(found, registered=registered)) / len(found)


def levels(found, *, registered=True) -> list[Level]:
    """What each judge earns on fresh cases."""
    return [decided(one, unseen(one), registered=registered).level for one in found]


def decided(one, seen, *, registered):
    fresh = FreshEvidence(summary=one, registered=registered)
    return decide(one, Policy(), repeats=REPEATS, seen=seen, read=Reading(), fresh=fresh)


def tuned_versions(draw: Draw, size: Size, runs: int, seed: int, *, versions: int) -> tuple[float, float]:
    """How often does one of several rubric versions earn the certificate on the same held-out styles?

    Each version is tried in a run of its own on fresh ordinary cases, so that the held-out look alone decides.

    Returns:
        The share through the ledger, and the share that it would be if every version's look counted as a first one.
    """
    found = measured(draw, size, runs * versions, seed)
    styles = {f"unseen {i}": frozenset({f"i{i}"}) for i in range(4)}
    with_ledger = without = 0
    for history in range(runs):
        mine = found[history * versions : (history + 1) * versions]
        looks = tuple(_look(one, f"r{place}", styles) for place, one in enumerate(mine))
        seen = [
            view(Ledger(entries=looks), spec(judge_id=one.judge_id), run=(f"r{place}", "then"), styles=styles)
            for place, one in enumerate(mine)
        ]
        with_ledger += any(
            decided(one, at, registered=True).level is Level.CERTIFIED for one, at in zip(mine, seen, strict=True)
        )
        fresh = [replace(at, burned={}) for at in seen]
        without += any(
            decided(one, at, registered=True).level is Level.CERTIFIED for one, at in zip(mine, fresh, strict=True)
        )
    return with_ledger / runs, without / runs


def _any_certified(found, seen):
    levels = [decided(one, at, registered=True).level for one, at in zip(found, seen, strict=True)]
    return Level.CERTIFIED in levels


def _look(one, run, styles):
    return Look(
        at="then",
        judge=one.name,
        rule=RULE,
        judge_id=one.judge_id,
        run=run,
        set_hash="",
        styles=tuple(styles),
        cases=(),
        kind="model",
    )
