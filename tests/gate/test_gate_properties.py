"""What holds for every judge, whatever its figures."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gate.summaries import judge, unseen
from workbench.gate.decide import decide, exit_code
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level, Standing

ORDER = [Level.INVALID, Level.PLUMBING_ONLY, Level.PROVISIONAL, Level.CERTIFIED]


def counts(highest, lowest=0):
    return st.integers(lowest, highest).flatmap(lambda n: st.tuples(st.integers(max(0, n - 3), n), st.just(n)))


JUDGES = st.builds(
    judge,
    plants=counts(60),
    plant_styles=st.integers(1, 6),
    clean=counts(60),
    held=counts(14),
    held_styles=st.integers(1, 4),
    unanimous=counts(90, 1),
    errors=st.integers(0, 12),
)


def decided(summary, *, repeats=5, unread=0):
    return decide(summary, Policy(), repeats=repeats, seen=unseen(summary), read=Reading(unread=unread))


@settings(max_examples=150, deadline=None)
@given(JUDGES, st.integers(1, 6), st.integers(0, 2))
def test_a_level_is_earned_by_all_of_its_lines_and_nothing_else(summary, repeats, unread):
    decision = decided(summary, repeats=repeats, unread=unread)
    met = {level: all(line.standing is Standing.MET for line in decision.lines[level]) for level in decision.lines}
    if decision.level is Level.CERTIFIED:
        assert met["CERTIFIED"]
    if decision.level is Level.PROVISIONAL:
        assert met["PROVISIONAL"]
        assert not met["CERTIFIED"]
    if decision.level is Level.PLUMBING_ONLY:
        assert not any(met.values())
    assert decision.reasons
    assert all("  " not in sentence and not sentence.endswith(" ") for sentence in decision.reasons)


@settings(max_examples=80, deadline=None)
@given(JUDGES)
def test_exit_code_and_level_agree(summary):
    decision = decided(summary)
    for asked in (Level.PROVISIONAL, Level.CERTIFIED):
        earned = ORDER.index(decision.level) >= ORDER.index(asked)
        against = any(line.standing is Standing.AGAINST for line in decision.lines[str(asked)])
        assert exit_code(decision, asked) == (0 if earned else 3 if against else 4)


@settings(max_examples=80, deadline=None)
@given(JUDGES, st.integers(1, 5))
def test_an_unresolved_plant_never_helps(summary, extra):
    before = decided(summary)
    planted = replace(
        summary.planted,
        items=summary.planted.items + extra,
        unresolved=summary.planted.unresolved + extra,
    )
    after = decided(replace(summary, planted=planted))
    if summary.planted.items:
        assert ORDER.index(after.level) <= ORDER.index(before.level)
