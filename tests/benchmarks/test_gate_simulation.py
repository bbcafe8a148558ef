"""The gate's own error rates: judges with known true rates, through summaries and decisions. Prints a table.

Run with `make simulate`. All judges are simulated. WORKBENCH_RUNS sets how many of each are drawn.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

import pytest

from tests.gate.simulation import (
    REPEATS,
    Size,
    always_error,
    at_random,
    blind_to,
    drifting,
    earned,
    injectable,
    leaning,
    length_biased,
    measured,
    measured_early,
    measured_settled,
    rates,
    steady_enough,
    tuned_versions,
    wavering,
)
from workbench.analysis.repeats import expected_unanimous
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
# Their share of right calls, how alike calls on one case are, and so in which share of cases all five agree.
WAVERING = ((0.97, 0.4), (0.95, 0.4), (0.95, 0.2), (0.90, 0.4))
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
def test_repeats_that_end_once_they_are_settled_would_pass_judges_that_waver(capsys):
    """Why an item that was begun gets all its repeats, although three of five mostly settle their majority."""
    line = "{:<34} {:>10} {:>22} {:>22} {:>8}".format
    with capsys.disabled(), ProcessPoolExecutor() as cores:
        print(
            f"\n{EARLY_RUNS:,} simulated judges each, {LISTED} cases, five repeats or until the majority is settled\n"
        )
        print(line("judge (simulated)", "all agree", "seen, five / settled", "line met, five / settled", "saved"))
        for (share, alike), row in zip(WAVERING, cores.map(_settled, WAVERING), strict=True):
            true, (seen, met), (seen_settled, met_settled), saved = row
            name = f"right in {share:.0%} of calls, alike {alike}"
            pairs = (f"{seen:.3f} / {seen_settled:.3f}", f"{met:.3f} / {met_settled:.3f}")
            print(line(name, f"{true:.3f}", *pairs, f"{saved:.0%}"), flush=True)
            assert seen == pytest.approx(true, abs=0.01)
            assert seen_settled > true + 0.01
            assert met_settled > met


def _settled(judge):
    share, alike = judge
    place = 200 + WAVERING.index(judge)
    full = measured(leaning(share, alike), LISTED, EARLY_RUNS, seed=place)
    ended, saved = measured_settled(leaning(share, alike), LISTED, EARLY_RUNS, seed=place)
    told = [
        (fmean(one.consistency.unanimous / one.consistency.items for one in found), steady_enough(found))
        for found in (full, ended)
    ]
    return (expected_unanimous(REPEATS, share=share, correlation=alike), *told, saved)


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
