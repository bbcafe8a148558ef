"""The figures of the small run: five candidates, every odd corner of a figure, bounds made up to be told apart."""

from dataclasses import replace

from workbench.records.consistency import Consistency
from workbench.records.cost import Cost
from workbench.records.summary import Decision, GateLine, JudgeSummary, Level, Rate, Standing, StyleRate


def rate(hits, items, *, low=None, high=None, bound=None, errors=0, unresolved=0):
    return Rate(
        hits=hits,
        items=items,
        unresolved=unresolved,
        errors=errors,
        calls=items * 3,
        score=float(hits),
        low=low,
        high=high,
        bound=bound,
    )


def alarm(hits, items, **ends):
    """Alarms: a hit is wrong, so the items that were not alarmed are the ones that were right."""
    counted = rate(hits, items, **ends)
    return replace(counted, score=float(items - counted.unresolved - hits))


NOTHING = rate(0, 0)
NO_COST = Cost(dollars=0.0, per_thousand=0.0, tokens={}, known=True)


def candidate(name, rule, model, kind, judge_id, **parts):
    values = {
        "calls": 72,
        "false_alarms": alarm(0, 11, low=0.0, high=0.259, bound=0.2384),
        "near_misses": alarm(0, 8, low=0.0, high=0.324, bound=0.3123),
        "planted": rate(6, 6, low=0.61, high=1.0, bound=0.607),
        "held_out": rate(2, 2, low=0.342, high=1.0, bound=0.2236),
        "natural_caught": None,
        "natural_alarms": None,
        "pairs": rate(8, 8, low=0.676, high=1.0, bound=0.6876),
        "sources": alarm(0, 11, low=0.0, high=0.259, bound=0.2384),
        "by_style": (),
        "slices": (),
        "consistency": Consistency(repeats=3, unanimous=27, items=27, bound=0.895, pairwise=1.0),
        "errors": {},
        "script_caught": rate(3, 8, low=0.137, high=0.694, bound=0.1111),
        "cost": Cost(
            dollars=0.1234, per_thousand=1.71, tokens={"input_tokens": 91234, "output_tokens": 8123}, known=True
        ),
        "disagreements": (),
        "decision": None,
    }
    return JudgeSummary(name=name, rule=rule, model=model, kind=kind, judge_id=judge_id, **(values | parts))


def build_judges(figure, clean, outside, moved, added, decline, hidden):
    small = candidate(
        "grounded",
        "grounded",
        "claude-haiku-4-5",
        "model",
        "aaaa000011112222",
        planted=rate(5, 6, low=0.436, high=0.97, bound=0.4182, errors=2),
        false_alarms=alarm(1, 11, low=0.016, high=0.377, bound=0.3644),
        near_misses=alarm(2, 8, low=0.07, high=0.59, bound=0.5997),
        held_out=rate(1, 2, low=0.095, high=0.905, bound=0.0253),
        by_style=(
            StyleRate(set="held_out", style="outside fact", rate=rate(0, 1, low=0.0, high=0.793, bound=0.0)),
            StyleRate(
                set="planted", style="figure changed", rate=rate(2, 3, low=0.208, high=0.939, bound=0.1354, errors=2)
            ),
            StyleRate(
                set="near_miss", style="passages reordered", rate=alarm(1, 4, low=0.046, high=0.699, bound=0.7514)
            ),
            StyleRate(set="planted", style="name swapped", rate=rate(3, 3, low=0.438, high=1.0, bound=0.3684)),
        ),
        errors={"timeout": 2},
        calls=81,
        consistency=Consistency(
            repeats=3,
            unanimous=25,
            items=27,
            bound=0.785,
            pairwise=0.951,
            flipped=(clean.item.item_id, moved.item.item_id),
        ),
        disagreements=tuple(one.item.item_id for one in (outside, figure, added, clean, moved)),
        decision=Decision(
            level=Level.PLUMBING_ONLY,
            lines={
                "PROVISIONAL": (
                    GateLine(
                        line="plants",
                        standing=Standing.MISSING,
                        figure="5 of 6, at least 41%",
                        asked="at least 65%",
                        missing="6 more plants, all caught",
                    ),
                    GateLine(
                        line="held out, first look",
                        standing=Standing.AGAINST,
                        figure="1 of 2",
                        asked="no repeat wrong",
                        missing="a new style that nobody has seen",
                    ),
                    GateLine(line="repeats", standing=Standing.MET, figure="3", asked="at least 2"),
                ),
                "CERTIFIED": (GateLine(line="repeats", standing=Standing.MISSING, figure="3", asked="at least 5"),),
            },
            reasons=(
                "it missed a held-out mistake: outside fact, 0 of 1",
                "5 of 6 planted mistakes caught; the true catch rate could be as low as 41%",
            ),
        ),
    )
    large = candidate(
        "grounded",
        "grounded",
        "claude-sonnet-5-5",
        "model",
        "bbbb000011112222",
        calls=81,
        cost=Cost(dollars=0.1043, per_thousand=1.29, tokens={"input_tokens": 91234}, known=False),
        by_style=(
            StyleRate(set="planted", style="figure changed", rate=rate(3, 3, low=0.438, high=1.0, bound=0.3684)),
        ),
        planted=rate(19, 19, low=0.83, high=1.0, bound=0.8541),
        false_alarms=alarm(0, 19, low=0.0, high=0.17, bound=0.1459),
        decision=Decision(
            level=Level.PROVISIONAL,
            lines={
                "PROVISIONAL": (),
                "CERTIFIED": (
                    GateLine(
                        line="repeats",
                        standing=Standing.MISSING,
                        figure="3",
                        asked="at least 5",
                        missing="run it with 5 repeats",
                    ),
                ),
            },
            reasons=("19 of 19 caught, 0 of 19 false alarms; may warn, may not block",),
        ),
    )
    declines = candidate(
        "answers_when_it_can",
        "answers_when_it_can",
        "claude-sonnet-5-5",
        "model",
        "cccc000011112222",
        planted=rate(5, 6, low=0.436, high=0.97, bound=0.4182, unresolved=0),
        near_misses=alarm(1, 1, low=0.207, high=1.0, bound=1.0),
        held_out=NOTHING,
        consistency=Consistency(repeats=1, unanimous=0, items=0, bound=None, pairwise=None),
        natural_caught=rate(4, 5, low=0.376, high=0.964, bound=0.3425),
        natural_alarms=alarm(0, 7, low=0.0, high=0.354, bound=0.3482),
        cost=Cost(dollars=None, per_thousand=None, tokens={"input_tokens": 4000}, known=False),
        by_style=(StyleRate(set="planted", style="decline", rate=rate(0, 1, low=0.0, high=0.793, bound=0.0)),),
        disagreements=(decline.item.item_id, hidden.item.item_id),
    )
    floor = candidate(
        "floor",
        "grounded",
        "script",
        "script",
        "dddd000011112222",
        script_caught=None,
        cost=NO_COST,
        calls=27,
        planted=rate(3, 6, low=0.188, high=0.812, bound=0.1531),
        held_out=rate(0, 2, low=0.0, high=0.658, bound=0.0),
        consistency=Consistency(repeats=1, unanimous=0, items=0, bound=None, pairwise=None),
        disagreements=(figure.item.item_id,),
        decision=Decision(
            level=Level.INVALID, lines={"PROVISIONAL": (), "CERTIFIED": ()}, reasons=("no plant exists",)
        ),
    )
    perfect = candidate(
        "perfect",
        "grounded",
        "simulated",
        "simulated",
        "eeee000011112222",
        cost=NO_COST,
        decision=Decision(level=Level.CERTIFIED, lines={"PROVISIONAL": (), "CERTIFIED": ()}, reasons=()),
    )
    return small, large, declines, floor, perfect
