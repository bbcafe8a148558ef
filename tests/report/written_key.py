"""The answer key of the small run that the report tests look at: every kind of change, one of each."""

from dataclasses import replace

from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome

PASSAGES = (
    Passage(id="hours", title="Working hours", text="The desk is open from 08:00 to 17:30, Monday to Friday."),
    Passage(
        id="notice",
        title="Giving notice",
        text="Staff give 45 days of notice in writing.\n\n## Exceptions\n\nNobody gives notice in the first month.",
    ),
    Passage(id="leave", title="", text="A full year earns 25 days of leave. Unused days lapse on 31 March."),
)
QUESTION = "How many days of notice must I give?"
ANSWER = "You give 45 days of notice, in writing [notice]. In the first month no notice is needed [notice]."
PLANTED_ANSWER = "You give 30 days of notice, in writing [notice]. In the first month no notice is needed [notice]."


def challenge(
    parent, rule, part, style, expected, *, answer=ANSWER, passages=PASSAGES, question=QUESTION, sites=(), proof=""
):
    item = Item.of(question=question, passages=passages, answer=answer)
    return Challenge(
        item=item,
        rule=rule,
        set=part,
        style=style,
        parent=parent,
        group=parent,
        expected=expected,
        sites=sites,
        proof=proof,
    )


def build_challenges():
    figure = challenge(
        "notice-period",
        "grounded",
        Set.PLANTED,
        "figure changed",
        Outcome.FAIL,
        answer=PLANTED_ANSWER,
        sites=(Site(where="answer", start=9, before="45", after="30"),),
        proof='"30" stands in no passage, in any spelling; the passages say "45".',
    )
    clean = challenge("notice-period", "grounded", Set.CLEAN, "", Outcome.PASS, proof="a person trusts this answer")
    outside = challenge(
        "notice-period",
        "grounded",
        Set.HELD_OUT,
        "outside fact",
        Outcome.FAIL,
        answer=ANSWER + " A notice by e-mail counts as written under German law.",
        sites=(
            Site(
                where="answer",
                start=len(ANSWER),
                before="",
                after=" A notice by e-mail counts as written under German law.",
            ),
        ),
        proof="no passage mentions e-mail or law",
    )
    moved = challenge(
        "notice-period",
        "grounded",
        Set.NEAR_MISS,
        "passages reordered",
        Outcome.PASS,
        passages=(PASSAGES[2], PASSAGES[0], PASSAGES[1]),
        sites=(Site(where="passages", start=0, before="hours notice leave", after="leave hours notice"),),
        proof="the same passages in another order",
    )
    added = challenge(
        "leave-days",
        "grounded",
        Set.NEAR_MISS,
        "unrelated passage added",
        Outcome.PASS,
        question="متى تنتهي أيام الإجازة غير المستخدمة؟",
        answer="تنتهي في 31 مارس [leave].",
        passages=(PASSAGES[2], Passage(id="bikes", title="Bikes", text="The bike shed has 40 places.")),
        sites=(Site(where="passages", start=0, before="leave", after="leave bikes"),),
        proof="the added passage says nothing of leave",
    )
    decline = challenge(
        "notice-period",
        "answers_when_it_can",
        Set.PLANTED,
        "decline",
        Outcome.FAIL,
        answer="Not in the sources.",
        sites=(Site(where="answer", start=0, before=ANSWER, after="Not in the sources."),),
        proof='passage notice holds the evidence "45 days of notice"',
    )
    hidden = challenge(
        "opening",
        "answers_when_it_can",
        Set.NEAR_MISS,
        "figure respelled",
        Outcome.PASS,
        question="When does the desk open\u202e?",
        answer="At eight o'clock\u200b.",
        passages=(replace(PASSAGES[0], text="The desk is open from 8 a.m. to 17:30."),),
        sites=(
            Site(where="passage:hours", start=22, before="08:00", after="8 a.m."),
            Site(where="answer", start=3, before="08:00", after="eight o'clock\u200b"),
        ),
        proof="08:00 and 8 a.m. are one time",
    )
    return figure, clean, outside, moved, added, decline, hidden
