import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from workbench.report.visible import on_one_line, pieces, visible

# Signs that Unicode calls "format" although they are seen: Arabic, Syriac and Kaithi number and verse signs.
SEEN_FORMATS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


def test_direction_marks_are_shown_by_number():
    assert visible("pay \u202e05\u202c days") == "pay [U+202E]05[U+202C] days"
    assert visible("a\x00b\x1b[31m\u2028\ufeff\u00ad\ud800") == "a[U+0000]b[U+001B][31m[U+2028][U+FEFF][U+00AD][U+D800]"


def test_lines_and_tabs_stay_but_a_bare_carriage_return_is_shown():
    assert visible("a\nb\tc\r\nd\re") == "a\nb\tc\r\nd[U+000D]e"
    assert on_one_line("a\r\nb\n\tc") == "a ↵ b ↵  c"


def test_joiners_stay_where_a_script_or_an_emoji_needs_them():
    family, persian, keycap = "👩‍👩‍👧", "می\u200cخواهم", "1\ufe0f\u20e3"
    assert visible(family + persian + keycap) == family + persian + keycap
    assert visible("a\u200db \u200c") == "a[U+200D]b [U+200C]"
    assert visible("a\ufe01b\ufe02\ufe03") == "a[U+FE01]b[U+FE02][U+FE03]"


def test_no_control_format_or_private_character_stays_unseen():
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        unseen = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character not in "\n\t"
        if unseen and number not in SEEN_FORMATS:
            assert visible(f"a{character}") == f"a[U+{number:04X}]"


@given(st.text())
def test_what_is_not_hidden_is_kept_in_order(text):
    kept = "".join(piece for piece, hidden in pieces(text) if not hidden)
    rest = iter(text)
    assert all(character in rest for character in kept)
    visible(text).encode("utf-8")


@given(st.text())
def test_a_text_made_visible_has_nothing_left_to_show_but_joiners(text):
    once = visible(text)
    assert visible(once) == once
