"""Writing down who saw what, before it counts, and reading it back for the gate."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workbench.cases.hand_made import read_hand_made
from workbench.gate.certificate_file import read_certificates
from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.gate.looks import LedgerView, view
from workbench.gate.pair import joined
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import Attempt, JudgeSpec
from workbench.steps.settings import Settings
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun, list_runs


class LookWriter:
    """Writes the looks of a run as they happen: before the first verdict that shows something is on record.

    A call that gave no verdict showed nothing, so a run without a valid key burns no held-out style. The looks at cases
    and planted styles are kept apart from those at held-out styles, so that a tuning run has no business in `holdout/`.
    Planted styles are written down too: one that is held out from now on was no secret to a rubric that was tuned on it
    before.
    """

    def __init__(self, found: FoundRun, challenges: Sequence[Challenge], settings: Settings) -> None:
        self._settings = settings
        self._sealed = {one.item.item_id for one in challenges if one.set is Set.HELD_OUT}
        ordinary, held_out = looks_of(found, challenges)
        self._ordinary = {look.judge_id: look for look in ordinary}
        self._held_out = {look.judge_id: look for look in held_out}

    def before(self, attempt: Attempt) -> None:
        """Write the looks that this attempt is the first to take.

        Raises:
            StoreError: a ledger is damaged or cannot be written.
        """
        if attempt.reply.verdict.outcome is None:
            return
        if look := self._ordinary.get(attempt.judge_id):
            append_to_ledger(self._settings.ledger, [look])
            # One that could not be written is still to be.
            del self._ordinary[attempt.judge_id]
        if attempt.item_id in self._sealed and (look := self._held_out.get(attempt.judge_id)):
            self._open(look)
            del self._held_out[attempt.judge_id]

    def _open(self, look: Look) -> None:
        """Write a held-out look, and anchor each ledger in the other."""
        before = read_ledger(self._settings.ledger).last_hash
        opened = append_to_ledger(self._settings.holdout.ledger, [replace(look, anchor=before)])
        anchor = replace(look, styles=(), items=(), likes=(), anchor=opened.last_hash)
        append_to_ledger(self._settings.ledger, [anchor])


def looks_of(found: FoundRun, challenges: Sequence[Challenge]) -> tuple[list[Look], list[Look]]:
    """The looks that a run is going to take: one a judge at ordinary cases, and one at held-out styles it opens."""
    ordinary, held_out = [], []
    for spec in found.manifest.judges:
        mine = [challenge for challenge in challenges if challenge.rule == spec.rule]
        ordinary.append(_look(found, spec, mine, held_out=False))
        if any(challenge.set is Set.HELD_OUT for challenge in mine):
            held_out.append(_look(found, spec, mine, held_out=True))
    return ordinary, held_out


def _look(found: FoundRun, spec: JudgeSpec, mine: Sequence[Challenge], *, held_out: bool) -> Look:
    """What a judge is going to see of held-out styles, or of all the rest."""
    styles = {one.style for one in mine if one.set is (Set.HELD_OUT if held_out else Set.PLANTED)}
    seen = [one for one in mine if (one.set is Set.HELD_OUT) is held_out]
    return Look(
        at=found.manifest.created_at,
        judge=spec.name,
        rule=spec.rule,
        judge_id=spec.judge_id,
        run=found.manifest.run_id,
        set_hash=found.manifest.identity.sets[spec.rule],
        styles=tuple(sorted(styles)),
        cases=() if held_out else tuple(sorted({one.parent for one in mine})),
        kind=str(spec.kind),
        items=tuple(sorted(one.item.item_id for one in seen)),
        likes=tuple(sorted({one.item.likeness for one in seen})),
    )


def read_looks(settings: Settings, *, held_out: bool) -> Ledger:
    """Read all looks: at cases and, where a run opened them, at held-out styles.

    Raises:
        StoreError: a ledger is damaged.
    """
    ordinary = read_ledger(settings.ledger)
    sealed = read_ledger(settings.holdout.ledger) if held_out else None
    filed = (one.certificate for one in read_certificates(settings.certificates))
    return joined(
        ordinary,
        sealed,
        strange=tuple(_strange(settings, ordinary, sealed)),
        certified=[one.ledgers for one in filed if one is not None],
    )


def _strange(settings: Settings, ordinary: Ledger, sealed: Ledger | None) -> Iterator[str]:
    """Name the runs that hold a verdict of which no look is on record.

    Every look is written before its verdict, so a line was lost. Journals of runs that are on record stay closed.
    """
    items: dict[tuple[str, str], set[str]] = defaultdict(set)
    older = {look.in_run for look in ordinary.looks if not look.kind}
    for look in ordinary.looks:
        items[look.in_run].update(look.items)
    opened = {look.in_run for look in sealed.looks} if sealed is not None else set()
    for found in list_runs(settings.runs).runs:
        run = (found.manifest.run_id, found.manifest.created_at)
        unopened = sealed is not None and found.manifest.settings.get("with_holdout") and run not in opened
        if run in older or (run in items and not unopened) or not found.folder.journal.is_file():
            continue
        attempts = read_attempts(found.folder.journal)
        if any(one.reply.verdict.outcome is not None and one.item_id not in items.get(run, ()) for one in attempts):
            yield found.manifest.run_id


def seen_by(ledger: Ledger, spec: JudgeSpec, found: FoundRun, challenges: Sequence[Challenge]) -> LedgerView:
    """Return what the looks mean for one judge version in one run."""
    styles: dict[str, set[str]] = defaultdict(set)
    cases: dict[str, set[str]] = defaultdict(set)
    for one in challenges:
        if one.rule != spec.rule:
            continue
        if one.set is Set.HELD_OUT:
            styles[one.style] |= told_by([one])
            cases[one.parent] |= frozenset()
        else:
            cases[one.parent] |= told_by([one])
    return view(
        ledger,
        spec,
        run=(found.manifest.run_id, found.manifest.created_at),
        styles={name: frozenset(items) for name, items in styles.items()},
        cases={name: frozenset(items) for name, items in cases.items()},
    )


def told_by(challenges: Iterable[Challenge]) -> frozenset[str]:
    """All by which a ledger knows items again: their ids, and what they are like."""
    return frozenset(name for one in challenges for name in (one.item.item_id, one.item.likeness))


def sealed_styles(settings: Settings, ledger: Ledger) -> tuple[str, ...]:
    """Which styles that settings hold out, or that stand in `holdout/`, has nobody opened yet?"""
    opened = {style for look in ledger.looks for style in look.styles}
    made = {one.told.get("style", "") for one in read_hand_made(settings.holdout.path)[0]} - {""}
    return tuple(sorted({*settings.held_out, *made} - opened))
