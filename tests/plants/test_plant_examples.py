from random import Random

import pytest
from grounds_at_hand import NOT_FOUND, passages

from workbench.plants.catalogue import STYLES, styles_named
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.verify import verify
from workbench.records.case import Case
from workbench.records.challenge import Set
from workbench.records.rules import RULES

EXAMPLES = [(name, place) for name, style in STYLES.items() for place in range(len(style.examples))]


def stand(example):
    shown = Case(
        case_id="example",
        question=example.question,
        passages=passages(example.passages),
        answer=example.answer,
        evidence=example.evidence,
        group="example",
    )
    question, answer = example.other
    texts = example.elsewhere or example.passages
    other = Case(case_id="other", question=question, passages=passages(texts), answer=answer, group="other")
    has_other = bool(example.elsewhere or question)
    return Ground(shown, Library((shown, other) if has_other else (shown,)), not_found=NOT_FOUND)


@pytest.mark.parametrize(("name", "place"), EXAMPLES)
def test_an_example_comes_out_as_it_is_written(name, place):
    example = STYLES[name].examples[place]
    ground = stand(example)
    draft = STYLES[name].plant(ground, Random(0))
    verify(ground, draft)
    came = draft.answer if draft.answer != example.answer else " / ".join(p.text for p in draft.passages)
    assert came == example.becomes
    assert draft.proof


@pytest.mark.parametrize("name", STYLES)
def test_every_style_has_an_example_a_rule_and_says_what_it_proves(name):
    style = STYLES[name]
    assert style.examples
    assert style.name == name
    assert style.summary
    assert style.covers
    assert style.rules
    assert set(style.rules) <= set(RULES)
    assert style.set in (Set.PLANTED, Set.NEAR_MISS)


def test_an_unknown_style_is_refused_with_the_nearest_name():
    with pytest.raises(Exception, match="did you mean: figure_changed"):
        styles_named(("figure_change",), where="pyproject.toml")
