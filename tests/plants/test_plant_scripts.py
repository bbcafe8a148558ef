"""Other languages and scripts: a style works or declines, and never plants rubbish."""

import unicodedata

import pytest
from grounds_at_hand import case, plants

from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Set
from workbench.text.figures import figures, same_quantity

# (language, question, passages, answer): each with a figure that the passages hold.
TEXTS = [
    ("Chinese", "电池能用多久？", ("电池保修期为24个月。车架保修期为10年。", "商店九点开门。"), "电池保修24个月。"),
    (
        "Japanese",
        "保証は？",
        ("電池の保証は24か月です。", "店は9時に開きます。"),
        "保証は24か月です。返品は30日以内です。",
    ),
    ("Arabic", "كم الضمان؟", ("ضمان البطارية ٢٤ شهرا.", "يفتح المتجر في التاسعة."), "الضمان ٢٤ شهرا."),
    ("Hindi", "गारंटी कितनी है?", ("बैटरी की गारंटी २४ महीने है।", "दुकान नौ बजे खुलती है।"), "गारंटी २४ महीने है।"),
    ("Thai", "รับประกันนานเท่าไร", ("แบตเตอรี่รับประกัน 24 เดือน", "ร้านเปิดเก้าโมง"), "รับประกัน 24 เดือน"),
    ("Hebrew", "כמה זמן האחריות?", ("האחריות על הסוללה היא 24 חודשים.", "החנות נפתחת בתשע."), "האחריות היא 24 חודשים."),
    (
        "German",
        "Wie lange?",
        ("Die Garantie gilt 24 Monate.", "Der Stand öffnet um neun."),
        "Die Garantie gilt 24 Monate.",
    ),
    ("Russian", "Сколько?", ("Гарантия 24 месяца.", "Магазин открыт с девяти."), "Гарантия 24 месяца."),
]
ENGLISH_ONLY = ("figure_added", "negation_turned", "outside_fact", "dropped_condition", "figure_respelled")


@pytest.mark.parametrize(("language", "question", "passages", "answer"), TEXTS, ids=[row[0] for row in TEXTS])
def test_another_language_is_planted_right_or_declined(language, question, passages, answer):
    made = case(answer, *passages, question=question)
    neighbours = [case(a, *p, case_id=name, question=q, prefix="q") for name, q, p, a in TEXTS if name != language]
    for style, draft in plants(made, *neighbours, seeds=range(8)):
        assert style.name not in ENGLISH_ONLY
        if style.name == "figure_changed":
            (old,), (new,) = (_digits(site) for site in _both(draft))
            assert not same_quantity(old, new)
            assert draft.answer.replace(new.text, old.text) == answer
        if style.set is Set.NEAR_MISS:
            assert draft.answer == answer


def _both(draft):
    (site,) = draft.sites
    return site.before, site.after


def _digits(text):
    assert all(unicodedata.category(char) == "Nd" for char in text)
    return figures(text)


def test_a_figure_in_other_digits_is_left_alone():
    made = case("الضمان ٢٤ شهرا.", "ضمان البطارية ٢٤ شهرا.")
    assert all(style.name != "figure_changed" for style, _ in plants(made))


def test_a_new_figure_is_told_from_the_digits_of_other_scripts():
    made = case("The guarantee lasts 24 months.", "The guarantee: ٢٤ (24) months; ３６, ३०, 18, 15 or 12 before.")
    drafts = {draft.answer for style, draft in plants(made, seeds=range(30)) if style.name == "figure_changed"}
    assert drafts <= {"The guarantee lasts 20 months."}


def test_every_style_is_named_once():
    assert len(STYLES) == len({style.plant for style in STYLES.values()})
