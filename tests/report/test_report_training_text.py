"""A training in words: what was wanted, what it is worth, and why nothing was written where nothing was."""

import pytest

from tests.analysis.answer_key import answer_key, measure, perfect, spec
from workbench.analysis.examples import Examples
from workbench.analysis.learning import learn
from workbench.analysis.threshold_choice import Cap, Costs
from workbench.records.learned import Count, LearnedFeature, LearnedJudge
from workbench.report.training import Training
from workbench.report.training_text import training_text

KEY = answer_key(clean=20, planted={"figure_changed": 12, "name_swapped": 8})
EVEN = Costs(miss=1, false_alarm=1, base_rate=0.5)
JUDGE = LearnedJudge(
    rule="grounded",
    features=(
        LearnedFeature(name="names_missing", mean=0.0, spread=1.0, weight=0.0),
        LearnedFeature(name="figures_missing", mean=0.0, spread=1.0, weight=1.25),
    ),
    intercept=0.0,
    threshold=0.5,
    code="c",
    trained_on="t",
    seed=7,
    versions={},
    unseen={"planted": Count(failed=20, items=20)},
    area=1.0,
)


def said(wanted, *, mark, learned=None, width=100):
    """What is said of 20 sources whose mistakes bear a mark, or whose items all differ by nothing but noise."""
    places = range(20)
    rows = tuple((float(mark(place, wrong)),) for place in places for wrong in (True, False))
    sources = tuple(f"s{place:02}" for place in places for _ in range(2))
    found = learn(Examples(rows=rows, wrong=(True, False) * 20, sources=sources), wanted)
    training = Training(
        name="che\x1bap",
        rule="grounded",
        learned=learned,
        path="judges/cheap.json" if learned else "",
        choice=found.choice,
        judges=(measure(spec("cheap"), KEY, perfect, repeats=1), measure(spec("numbers"), KEY, perfect, repeats=1)),
        constants=(),
        meanings={"figures_missing": "figures that no passage has", "names_missing": "names that no passage has"},
        settings=("[judge.cheap]",) if learned else (),
        notes=(),
    )
    text = training_text(training, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b" not in text
    return " ".join(text.split())


def marked(place, wrong):
    return wrong


def random(place, wrong):
    return (place * 7 + wrong * 3) % 5


@pytest.mark.parametrize("width", [100, 40])
def test_what_was_trained_what_it_is_worth_and_what_weighs(width):
    text = said(EVEN, mark=marked, learned=JUDGE, width=width)
    assert "rule grounded: 20 planted mistakes and 20 right answers from 20 trusted answers" in text
    assert "AUC 1.000" in text
    # Nothing is missed or alarmed, so 100 answers cost nothing; all passed, half of them are missed.
    assert "100 answers cost 0.0; 50.0 where all are passed without a judge." in text
    assert "+1.25 figures that no passage has" in text
    assert "Without weight on these items: names_missing." in text
    assert "threshold 0.5. In settings: [judge.cheap]" in text


def test_each_style_stands_beside_the_best_script_that_alarms_no_more():
    assert "figure_changed 12 of 12 12 of 12 numbers" in said(EVEN, mark=marked, learned=JUDGE)


def test_a_cap_is_said_to_hold_nearly():
    assert "kept under 20 % by the most suspicious copy" in said(Cap(share=0.2), mark=marked, learned=JUDGE)


def test_why_nothing_was_written():
    told = said(EVEN, mark=random)
    assert "NOTHING WAS WRITTEN Nothing shows that it tells mistakes from right answers" in told
    cheap = Costs(miss=0.01, false_alarm=1, base_rate=0.05)
    mixed = said(cheap, mark=lambda place, wrong: wrong != (place < 4))
    assert "On answers that it has not seen it costs no less than having no judge." in mixed
