"""The gate's own error rates: judges with known true rates, through summaries and decisions. Prints a table.

Run with `make simulate`. All judges are simulated. WORKBENCH_RUNS sets how many of each are drawn.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

import pytest

from tests.gate.simulation import (
    Size,
    always_error,
    at_random,
    blind_to,
    calls_to_a_decision,
    drifting,
    earned,
    injectable,
    leaning,
    length_biased,
    levels,
    majority_right,
    measured,
    measured_early,
    measured_settled,
    rates,
    tuned_versions,
    wavering,
)
from workbench.records.summary import Level

pytestmark = pytest.mark.slow

RUNS = int(os.environ.get("WORKBENCH_RUNS", "0"))
# Runs that stop early are fed case by case and hardly ever alike, so there are fewer of them.
EARLY_RUNS = RUNS // 4
SMALL, MIDDLE = Size(8, 11, 2), Size(12, 15, 4)
LEAST, LISTED, LARGE = Size(19, 19, 8), Size(40, 40, 12), Size(59, 59, 12)
JUDGES = {
    "perfect": (rates(1, 0, 1), (SMALL, MIDDLE, LEAST, LISTED, LARGE)),
    "caught .99, alarmed .005, held out .99": (rates(0.99, 0.005, 0.99), (SMALL,)),
    "caught .99, alarmed .01, held out .98": (rates(0.99, 0.01, 0.98), (LEAST, LISTED, LARGE)),
    "caught .98, alarmed .01, held out .95": (rates(0.98, 0.01, 0.95), (SMALL, MIDDLE, LEAST, LISTED, LARGE)),
    "caught .97, alarmed .02, held out .95": (rates(0.97, 0.02, 0.95), (LEAST, LISTED, LARGE)),
    "caught .95, alarmed .02, held out .90": (rates(0.95, 0.02, 0.90), (SMALL,)),
    "caught .80, alarmed .05, held out .70": (rates(0.80, 0.05, 0.70), (SMALL,)),
    "caught .65, alarmed .00, held out .65": (rates(0.65, 0, 0.65), (SMALL,)),
    "alarmed .30, else perfect": (rates(1, 0.30, 1), (SMALL, MIDDLE)),
    "caught .65, else perfect": (rates(0.65, 0, 1), (SMALL, MIDDLE)),
    "limit: caught .85, else perfect": (rates(0.85, 0, 1), (LEAST, LISTED, LARGE)),
    "limit: alarmed .15, else perfect": (rates(1, 0.15, 1), (LEAST, LISTED, LARGE)),
    "limit: held out .65, else perfect": (rates(1, 0, 0.65), (LEAST, LISTED, LARGE)),
    "limit: all three": (rates(0.85, 0.15, 0.65), (LEAST, LISTED, LARGE)),
    "limit, anew in each call: caught .85": (wavering(0.85, 0, 1), (LISTED,)),
    "blind to one held-out style": (blind_to("unseen 0"), (LISTED,)),
    "blind to one planted style": (blind_to("style 0"), (LISTED,)),
    "injectable": (injectable, (Size(40, 40, 12, injected=8),)),
    "length-biased": (length_biased, (LISTED,)),
    "always error": (always_error, (LISTED,)),
    "random": (at_random, (LISTED,)),
    "drifting": (drifting, (LISTED,)),
}


EARLY = {
    "perfect": rates(1, 0, 1),
    "caught .98, alarmed .01, held out .95": rates(0.98, 0.01, 0.95),
    "caught .95, alarmed .02, held out .90": rates(0.95, 0.02, 0.90),
    "limit: caught .85, else perfect": rates(0.85, 0, 1),
    "limit: alarmed .15, else perfect": rates(1, 0.15, 1),
    "limit: held out .65, else perfect": rates(1, 0, 0.65),
    "right every other time": rates(0.5, 0.5, 0.5),
    "always error": always_error,
}
# Judges that vote are measured twice, and hardly two of them are alike.
VOTING_RUNS = RUNS // 8
VOTING = {
    **{f"right in {share:.0%} of calls, alike .8": leaning(share, 0.8) for share in (0.5, 0.8, 0.9, 0.95, 0.98)},
    "right in 98% of calls, alike .2": leaning(0.98, 0.2),
    "limit: votes caught .85": majority_right(0.85, dissent=0),
    "limit: caught .85, few calls differ": majority_right(0.85, dissent=0.03),
}
# Calls to a decision by the method, section 6: 59 cases fixed, a sequence of case scores, one of settled votes.
WORKED_OUT = {
    0.5: (50, 36, 22),
    0.8: (126, 148, 82),
    0.9: (226, 490, 248),
    0.95: (277, 265, 165),
    0.98: (280, 170, 104),
}
ROWS = [(place, name, size) for place, (name, (_, sizes)) in enumerate(JUDGES.items()) for size in sizes]


@pytest.mark.skipif(not RUNS, reason="`make simulate` runs it")
def test_shares_that_earn_a_level(capsys):
    line = "{:<40} {:>9} {:>12} {:>11} {:>11}".format
    with capsys.disabled(), ProcessPoolExecutor() as cores:
        print(f"\n{RUNS:,} simulated judges each; shares that earn the level\n")
        print(line("judge (simulated)", "cases", "provisional", "certified", "open-ended"))
        tuned = cores.submit(_tuned)
        for (_, name, size), shares in zip(ROWS, cores.map(_shares, ROWS), strict=True):
            print(line(name, str(size), *(f"{share:.4f}" for share in shares)), flush=True)
            if name.startswith("limit"):
                assert max(shares[1:]) <= _at_most(RUNS)
        print(f"\n{EARLY_RUNS:,} runs each of {LISTED} cases that stop early\n")
        line = "{:<40} {:>9} {:>8} {:>11} {:>8}".format
        print(line("judge (simulated)", "certified", "saved", "open-ended", "saved"))
        for name, (fixed, fixed_saved, open_ended, open_saved) in zip(EARLY, cores.map(_early, EARLY), strict=True):
            row = (f"{fixed:.4f}", f"{fixed_saved:.0%}", f"{open_ended:.4f}", f"{open_saved:.0%}")
            print(line(name, *row), flush=True)
            if name.startswith("limit"):
                assert max(fixed, open_ended) <= _at_most(EARLY_RUNS)
        ledger, without = tuned.result()
        print(f"\nfive versions on the same held-out styles, each .65 in truth: {ledger:.4f} certified")
        print(f"the same, if each look counted as a first one: {without:.4f}")
        assert ledger <= _at_most(RUNS)


@pytest.mark.skipif(not RUNS, reason="`make simulate` runs it")
def test_a_vote_that_is_settled_needs_no_more_calls_and_certifies_the_same_judges(capsys):
    """Judges that go by the majority of five calls: all five made, and no more than settle the vote."""
    line = "{:<34} {:>11} {:>10} {:>8} {:>22} {:>12}".format
    with capsys.disabled(), ProcessPoolExecutor() as cores:
        runs = f"{VOTING_RUNS:,} simulated judges each ({EARLY_RUNS:,} at a limit)"
        print(f"\n{runs} that go by the majority of five calls, {LISTED} cases\n")
        print(line("judge (simulated)", "provisional", "certified", "settled", "consistency, first 3", "also stopped"))
        for name, row in zip(VOTING, cores.map(_voting, VOTING), strict=True):
            (provisional, certified), saved, steady, early = row
            shares = (f"{provisional:.4f}", f"{certified:.4f}", f"-{saved:.0%}", f"{steady:.3f}", f"-{early:.0%}")
            print(line(name, *shares), flush=True)
            if name.startswith("limit"):
                assert certified <= _at_most(_voting_runs(name))


@pytest.mark.skipif(not RUNS, reason="`make simulate` runs it")
def test_calls_to_a_decision_are_as_many_as_was_worked_out(capsys):
    """Mistakes alone, one after the other until 85 % is shown or given up; calls on one are alike by .8."""
    line = "{:<20} {:>22} {:>22} {:>22}".format
    with capsys.disabled(), ProcessPoolExecutor() as cores:
        print("\nCalls until 85 % caught is shown or given up, five calls a mistake; beside it what was worked out\n")
        print(line("right calls", "59 fixed, by calls", "sequence, by calls", "sequence, by votes"))
        for share, calls in zip(WORKED_OUT, cores.map(_calls, WORKED_OUT), strict=True):
            expected = WORKED_OUT[share]
            print(line(f"{share:.0%}", *(f"{a:.0f} ({b})" for a, b in zip(calls, expected, strict=True))), flush=True)
            assert calls == pytest.approx(expected, rel=0.2)


def _voting(name):
    place, draw, runs = 200 + [*VOTING].index(name), VOTING[name], _voting_runs(name)
    whole = measured(draw, LISTED, runs, seed=place, votes=True)
    found, saved = measured_settled(draw, LISTED, runs, seed=place)
    assert levels(found) == levels(whole)
    assert [one.consistency for one in found] == [one.consistency for one in whole]
    _, early = measured_early(draw, LISTED, max(VOTING_RUNS // 10, 1), seed=place, registered=True, votes=True)
    earns = [earned(found, level) for level in (Level.PROVISIONAL, Level.CERTIFIED)]
    return earns, saved, fmean(one.consistency.unanimous / one.consistency.items for one in found), early


def _voting_runs(name):
    return EARLY_RUNS if name.startswith("limit") else VOTING_RUNS


def _calls(share):
    return calls_to_a_decision(share, alike=0.8, runs=VOTING_RUNS)


def _shares(row):
    place, name, size = row
    found = measured(JUDGES[name][0], size, RUNS, seed=place)
    fixed = [earned(found, level) for level in (Level.PROVISIONAL, Level.CERTIFIED)]
    return [*fixed, earned(found, Level.CERTIFIED, registered=False)]


def _at_most(runs):
    """A true 5 %, and four standard errors of so many runs."""
    return 0.05 + 4 * (0.05 * 0.95 / max(runs, 1)) ** 0.5


def _early(name):
    place, shares = 100 + [*EARLY].index(name), []
    for registered in (True, False):
        found, saved = measured_early(EARLY[name], LISTED, EARLY_RUNS, seed=place, registered=registered)
        shares += [earned(found, Level.CERTIFIED, registered=registered), saved]
    return shares


def _tuned():
    return tuned_versions(rates(1, 0, 0.65), LISTED, RUNS, seed=99, versions=5)
