import pytest

from tests.analysis.answer_key import answer_key, challenge, perfect, says, spec
from workbench.analysis.comparison import all_counted, compare, moves, told_apart
from workbench.analysis.truth import item_table
from workbench.records.challenge import Set
from workbench.records.comparison import Kind, Moved
from workbench.records.verdict import Outcome

KEY = answer_key(clean=12, near_miss={"polite": 6}, planted={"figure": 6, "name": 6}, held_out={"unseen": 4})


def rows(say, key=KEY, *, name="judge", repeats=2):
    judge = spec(name)
    return item_table(key, says(judge, key, say, repeats=repeats), [judge], repeats=repeats)


def misses(style):
    return lambda c, r: "pass" if c.style == style else perfect(c, r)


def parts(candidate, reference):
    return {part.kind: part for part in compare(candidate, reference).parts}


def test_what_one_misses_and_the_other_catches_is_broken_and_the_other_way_round_fixed():
    found = parts(rows(misses("figure")), rows(misses("unseen")))[Kind.MISTAKES]
    assert (found.cases, found.right, found.reference_right) == (16, 10, 12)
    assert {one.style for one in found.broken} == {"figure"}
    assert {one.style for one in found.fixed} == {"unseen"}
    assert (len(found.broken), len(found.fixed)) == (6, 4)
    # 6 against 4 of 10: 2 P(Bin(10, 1/2) <= 4) = 2 * 386 / 1024.
    assert found.p_value == pytest.approx(772 / 1024)
    assert found.mcnemar == found.p_value
    assert not told_apart(found)


def test_judges_that_say_the_same_break_nothing_and_still_may_differ():
    found = parts(rows(perfect), rows(perfect))
    assert [part.p_value for part in found.values()] == [1, 1]
    assert (found[Kind.MISTAKES].fixed, found[Kind.MISTAKES].broken, found[Kind.MISTAKES].cases_needed) == (
        (),
        (),
        None,
    )
    # No loss in 16 mistakes: 1 - 0.05^(1/16) = 0.1707. In 12 sources, near misses within them: 0.2209.
    assert found[Kind.MISTAKES].worst_loss == pytest.approx(1 - 0.05 ** (1 / 16))
    assert found[Kind.SOURCES].worst_loss == pytest.approx(1 - 0.05 ** (1 / 12))


def test_a_source_is_one_case_with_its_near_misses():
    alarms = rows(lambda c, r: "fail" if c.style == "polite" else perfect(c, r))
    found = parts(alarms, rows(perfect))[Kind.SOURCES]
    assert (found.cases, found.right, len(found.broken)) == (12, 6, 6)
    assert {one.case for one in found.broken} == {f"case-{i}" for i in range(6)}
    assert told_apart(found)


def test_a_judge_that_is_only_less_sure_breaks_nothing_but_is_seen():
    unsure = rows(lambda c, r: "pass" if c.set is Set.PLANTED and r == 0 else perfect(c, r), repeats=5)
    found = parts(unsure, rows(perfect, repeats=5))[Kind.MISTAKES]
    assert (found.broken, found.unsure) == ((), 12)
    assert found.p_value == pytest.approx(2 / 2**12)
    assert found.better == pytest.approx(-12 * 0.2 / 16)


def test_a_majority_that_is_tied_is_not_right():
    tied = rows(lambda c, r: "pass" if c.set is Set.PLANTED and r == 0 else perfect(c, r), repeats=2)
    assert len(parts(tied, rows(perfect))[Kind.MISTAKES].broken) == 12


def test_a_case_without_answers_is_left_out_and_counted_against_the_candidate():
    silent = rows(lambda c, r: "error:timeout" if c.style == "figure" else perfect(c, r))
    found = parts(silent, rows(perfect))[Kind.MISTAKES]
    assert (found.cases, found.left_out, found.broken) == (10, 6, ())
    # Six losses at worst in 16.
    assert found.worst_loss > 0.5


def test_only_items_that_both_judged_are_compared():
    more = [*KEY, challenge("new plant", Set.PLANTED, style="name"), challenge("new clean", Set.CLEAN)]
    found = compare(rows(perfect, more), rows(perfect, KEY[1:]))
    assert (found.items, found.only_candidate, found.only_reference) == (len(KEY) - 1, 3, 0)
    # The clean copy of the first source is in one only, so that its near miss alone stands for the source in both.
    assert {part.kind: part.cases for part in found.parts} == {Kind.MISTAKES: 16, Kind.SOURCES: 12}


def test_an_item_with_another_expectation_is_another_item():
    one = [challenge("a", Set.NATURAL, expected=Outcome.FAIL), challenge("b", Set.NATURAL, expected=Outcome.PASS)]
    other = [challenge("a", Set.NATURAL, expected=Outcome.PASS), one[1]]
    found = compare(rows(perfect, one), rows(perfect, other))
    assert (found.items, [part.kind for part in found.parts]) == (1, [Kind.LABELLED])


def test_nothing_in_common_is_no_comparison():
    assert compare(rows(perfect, KEY[:3]), rows(perfect, KEY[3:])).parts == ()
    assert compare(rows(lambda *_: "error:refused"), rows(perfect)).parts == ()


def test_all_comparisons_that_are_looked_at_count():
    reference = rows(perfect)
    found = all_counted([compare(rows(misses("figure")), reference), compare(rows(misses("unseen")), reference)])
    values = [part.adjusted for comparison in found for part in comparison.parts]
    # 2 / 2^6 is the smallest of four; 2 / 2^4 the next of three; the two of sources are 1.
    assert values == pytest.approx([4 * 2 / 64, 1, 3 * 2 / 16, 1])
    assert not told_apart(found[0].parts[0])
    assert all_counted([]) == ()


def test_the_order_of_rows_does_not_matter():
    one, other = rows(misses("figure"), repeats=5), rows(misses("unseen"), repeats=5)
    assert compare(one.sample(frac=1, random_state=1), other.sample(frac=1, random_state=2)) == compare(one, other)


def test_every_item_stands_where_its_case_stands():
    ours = rows(lambda c, r: "fail" if c.style == "polite" else misses("figure")(c, r))
    found = moves(ours, rows(misses("unseen")))
    by = {(one.set, one.style): found.pop(one.item.item_id) for one in KEY if one.set is not Set.CLEAN}
    assert by == {
        (Set.PLANTED, "figure"): Moved.BROKEN,
        (Set.PLANTED, "name"): Moved.STILL_RIGHT,
        (Set.HELD_OUT, "unseen"): Moved.FIXED,
        (Set.NEAR_MISS, "polite"): Moved.BROKEN,
    }
    # Of 12 sources 6 have a near miss that is alarmed now: the clean answer stands where its source does.
    assert sorted(found.values()) == [Moved.BROKEN] * 6 + [Moved.STILL_RIGHT] * 6


def test_the_items_of_a_case_that_is_left_out_stand_nowhere():
    silent = rows(lambda c, r: "error:timeout" if c.style in ("figure", "polite") else perfect(c, r))
    # 6 mistakes, and 6 sources of a clean answer and a near miss each, of 34 items.
    assert len(moves(silent, rows(perfect))) == len(KEY) - 6 - 12
