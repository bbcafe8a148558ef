"""Cases and grounds for the tests of planting, and the loops that plant every style on them."""

from functools import lru_cache
from random import Random

from workbench.plants.build import Recipe, draft, fill
from workbench.plants.catalogue import STYLES
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.plants.verify import verify
from workbench.records.case import Case
from workbench.records.challenge import Set
from workbench.records.passage import Passage

NOT_FOUND = "Not in the sources."
NONE_HELD_OUT = frozenset()
HELD_OUT = frozenset({"outside_fact", "dropped_condition"})
NO_QUOTA = {part: None for part in Set}
# What these make of a case rests on the other passages, names and answers of the bench.
BORROWERS = frozenset(
    {
        "outside_fact",
        "unrelated_passage",
        "name_swapped",
        "confident_answer",
        "hedged_guess",
        "decline_then_answer",
        "decline_reworded",
        "topic_mention",
        "other_question_answered",
        "evidence_removed",
        "citation_unknown",
        "evidence_edited",
        "injected_answer",
        "injected_passage",
    }
)


def passages(texts, prefix="p"):
    return tuple(Passage(id=f"{prefix}{place}", text=text) for place, text in enumerate(texts, start=1))


def case(answer, *texts, case_id="case", question="What is it?", group="", prefix="p", **fields):
    return Case(
        case_id=case_id,
        question=question,
        passages=passages(texts, prefix),
        answer=answer,
        group=group or case_id,
        **fields,
    )


def ground(made, *others):
    return Ground(made, Library((made, *others)), not_found=NOT_FOUND)


def plant(style_name, made, *others, seed=0):
    """Plant one style and check the draft; None where it declines."""
    stand = ground(made, *others)
    try:
        draft = STYLES[style_name].plant(stand, Random(seed))
        verify(stand, draft)
    except Declined:
        return None
    return draft


def plants(made, *others, seeds=range(3)):
    """Yield (style, draft) of every style that does not decline, with some seeds."""
    for name, style in STYLES.items():
        for seed in seeds:
            draft = plant(name, made, *others, seed=seed)
            if draft is not None:
                yield style, draft


def built(cases, *, rule="grounded", styles=None, held_out=HELD_OUT, quota=None, seed=7, anew=False):
    """Build an answer key. Drafts serve every quota and are what takes long, so they are kept unless made anew."""
    names = tuple(STYLES) if styles is None else tuple(styles)
    made = (_drafted.__wrapped__ if anew else _drafted)(tuple(cases), rule, names, held_out, seed)
    return fill(
        made, _recipe(rule, names, held_out, seed, NO_QUOTA if quota is None else {part: quota for part in Set})
    )


@lru_cache(maxsize=8)
def _drafted(cases, rule, names, held_out, seed):
    return draft(cases, _recipe(rule, names, held_out, seed, NO_QUOTA))


def _recipe(rule, names, held_out, seed, quota):
    return Recipe(
        rule=rule,
        styles=tuple(STYLES[name] for name in names),
        held_out=held_out,
        quota=quota,
        seed=seed,
        not_found=NOT_FOUND,
    )
