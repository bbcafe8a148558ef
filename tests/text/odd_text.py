"""Text of every kind for the tests that say: whatever comes, the readers do not fall over."""

from hypothesis import strategies as st

PIECES = (
    "1,000", "1 000", "1.000", "24 months", "two years", "£5.50", "50 %", "fifty percent", "-5 °C", "½",
    "12½", "10-20", "1.2.3", "2024-01-05", "5 March 2026", "10:30", "9 a.m.", "+44 20 7946 0018", "[1]",
    "[doc-2, doc-3]", "[sic]", "1. ", "- ", "| a | b |", "# ", "```", "Laura Bennett", "Paris",
    "Perth, Scotland", "the sources do not say", "It is not", "cannot", "e.g.", "Dr. ", "\n", "\r\n",
    "\u2028", "\x00", "\ud800", "\ufeff", " ", "\u00a0", ".", "。", "؟", "।", "“", "”", "n't", "%", "９１",
    "٣", "१२", "三", "今日は晴れです", "اليوم مشمس", "आज धूप है", "วันนี้อากาศดี", "היום שמשי 25", "𝟓", "²",
    "a" * 70, "9" * 50, "hundred", "million", "and a half", "two thirds", "a dozen", "https://a.example/5",
    "a5@b.example", "section 43(6)", "no. 7", "(1)", "(2), ", "[1, 2]", "[1-3]", "[^2]", "【1】", "【3†a】",
    "passage 2", "(Doc 2)", "passages 1 and 2", ".¹", "<sup>1</sup>", "[2](https://a.example)",
)  # fmt: skip
# Runs that a careless pattern takes the square of.
RUNS = (
    " ", "a", "A", "1", "1,", "1.", "1 ", "1 000 ", "1. ", "(", "[", "[a](", "`", "```", "hundred ", "one-",
    "Aa ", "not ", "may ", "@", "a@a.", "between 1", "section 1,", "Paris, ", "John Aa ", ". ", '.")',
    "\n ", "- ", "#", "。", "日本", "~", "£1", "1x", "1-", "½", "cannot ", "source do not ", "U.S.", "\ud800",
    "\x00", "1/", "v1.", "a hundred and ", ", and ", "(1) ", "passage 1 ", "¹", ".[1]",
)  # fmt: skip

odd_text = st.one_of(
    st.text(st.characters(), max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
)
