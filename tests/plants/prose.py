"""Hypothesis strategies: English-like cases whose answer the passages support, and cases of odd text."""

from grounds_at_hand import NOT_FOUND, case
from hypothesis import strategies as st

NUMBERS = ("two", "12", "24", "1,500", "3.5", "forty", "250", "7", "90")
UNITS = ("months", "minutes", "percent", "km", "kg", "members", "bikes", "hours", "steps", "°C")
PEOPLE = ("Laura Bennett", "Daniel Marsh", "Grace Okafor", "Peter Lowe")
PLACES = ("Leeds", "Kenya", "Ohio", "Fell Street Bank")
THINGS = ("battery", "deposit", "workshop", "helmet", "licence", "trailer")
OPENINGS = ("The {thing}", "Each {thing}", "A {thing}", "Our {thing}", "The old {thing}")
VERBS = (
    "lasts {number} {unit}",
    "is checked by {person} every {number} {unit}",
    "cannot be taken out of the rack",
    "is kept in {place}",
    "may be lent for {number} {unit}, unless {person} says no",
    "must not be used until {person} has seen it",
    "costs £{number} a day",
    "was founded by several members",
    "is free for most members",
    "does not count as a fault",
    "needs more than {number} {unit}",
    "is returned within {number} {unit}, as long as the lock works",
    "holds between 5 and 9 {unit}",
    "opens at 10:30 on 5 March 2026",
    "is described in section 4.2 [p1]",
)


@st.composite
def sentence(draw):
    pattern = f"{draw(st.sampled_from(OPENINGS))} {draw(st.sampled_from(VERBS))}."
    return pattern.format(
        thing=draw(st.sampled_from(THINGS)),
        number=draw(st.sampled_from(NUMBERS)),
        unit=draw(st.sampled_from(UNITS)),
        person=draw(st.sampled_from(PEOPLE)),
        place=draw(st.sampled_from(PLACES)),
    )


@st.composite
def english_case(draw, name="case"):
    facts = draw(st.lists(sentence(), min_size=2, max_size=6, unique=True))
    told = facts[: draw(st.integers(1, len(facts)))]
    mark = draw(st.sampled_from(("", " [p1]")))
    joint = draw(st.sampled_from((" ", "\n", "\n- ")))
    answer = draw(st.sampled_from((joint.join(told) + mark, joint.join(told), NOT_FOUND)))
    half = len(facts) // 2
    question = draw(
        st.sampled_from(
            (
                "How long does the battery last?",
                "How many bikes are there?",
                "Who runs it?",
                "Is it free?",
                "What is the speed of it?",
            )
        )
    )
    evidence = draw(st.sampled_from((None, facts[0][:-1])))
    return case(
        answer, " ".join(facts[:half]), "\n".join(facts[half:]), case_id=name, question=question, evidence=evidence
    )


ODD = (
    "25 kg", "[p1]", "1. ", "\n", "\u2028", "\x00", "\ud800", "今日は25度です。", "اليوم ٢٥ درجة.", "आज २५ डिग्री है।",
    "วันนี้ 25 องศา", "היום 25 מעלות.", "Der Akku hält 25 Stunden.", "is not", "cannot", "“25”", "|", "```", "half",
    "Laura Bennett", "£", " ", "",
)  # fmt: skip
odd = st.one_of(st.text(st.characters(), max_size=30), st.lists(st.sampled_from(ODD), max_size=8).map("".join))
odd_case = st.builds(lambda answer, one, two, question: case(answer, one, two, question=question), odd, odd, odd, odd)
