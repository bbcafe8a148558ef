import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.records.challenge import Site
from workbench.report.segments import Mark, Segment, changed_text, replaced_whole, segments, trusted_text

CHUNKS = st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5), st.text(max_size=5)), max_size=5)


def site(start, before, after):
    return Site(where="answer", start=start, before=before, after=after)


def same(text):
    return Segment(mark=Mark.SAME, text=text)


def removed(text):
    return Segment(mark=Mark.REMOVED, text=text)


def planted(text):
    return Segment(mark=Mark.PLANTED, text=text)


def test_a_replacement_an_addition_and_a_removal_each_have_their_form():
    # "give 45 days, in writing" became "give 30 days": site 1 at 5, site 2 at the end, where ", in writing" stood.
    parts = segments("give 30 days", [site(12, ", in writing", ""), site(5, "45", "30")], where="x")
    assert parts == (same("give "), removed("45"), planted("30"), same(" days"), removed(", in writing"))
    assert segments("ab!", [site(2, "", "!")], where="x") == (same("ab"), planted("!"))


@given(CHUNKS, st.text(max_size=5), st.randoms())
def test_segments_give_both_texts_back_exactly(chunks, tail, random):
    trusted = "".join(kept + before for kept, before, _ in chunks) + tail
    changed, sites = "", []
    for kept, before, after in chunks:
        changed += kept
        sites.append(site(len(changed), before, after))
        changed += after
    # Two sites at one place cannot be told apart by their order in the file, so the builder never makes them.
    sites = sites if len({one.start for one in sites}) == len(sites) else sites[:1]
    changed = changed + tail if len(sites) == len(chunks) else changed[: sites[0].start + len(sites[0].after)]
    if len(sites) != len(chunks):
        trusted = chunks[0][0] + chunks[0][1]
    random.shuffle(sites)
    parts = segments(changed, sites, where="x")
    assert changed_text(parts) == changed
    assert trusted_text(parts) == trusted


@pytest.mark.parametrize(
    "sites", [[site(5, "45", "31")], [site(11, "", "sss")], [site(5, "4", "30"), site(6, "", "0")]]
)
def test_a_site_that_does_not_fit_is_refused_and_named(sites):
    with pytest.raises(InputError, match=r"^item 7, answer: expected"):
        segments("give 30 days", sites, where="item 7, answer")


def test_a_whole_replacement_is_told_by_the_words_that_were_kept():
    # 4 of 10 words kept is 40 %: still marked in place; 3 of 10 is not.
    ten = "a b c d e f g h i j"
    assert not replaced_whole((same("a b c d "), removed("e f g h i j"), planted("x")))
    assert replaced_whole((same("a b c "), removed("d e f g h i j"), planted("x")))
    assert replaced_whole((removed(ten), planted("Not in the sources.")))
    # One figure inside a Chinese sentence without spaces: nearly everything was kept.
    assert not replaced_whole((same("退款期限为"), removed("30"), planted("45"), same("天")))
    # Nothing stands beside an addition, however long.
    assert not replaced_whole((same("a"), planted(ten)))
