"""Do words only name what is not told, or may they hold another statement?

Read word by word, without a grammar: what could begin or join a statement is refused, and what is left is a noun phrase
(`the cost of a day`) or a question that is not answered (`what a day costs`).
"""

import re

_TAIL = re.compile(r"[A-Za-z0-9\u00c0-\u024f \t\n\r'’£$€%&\"“”-]*")
_PLAIN = str.maketrans({'"': None, "“": None, "”": None, "’": "'"})
_DIGIT = re.compile(r"\d")
_DASH = re.compile(r"(?<![^\W_])-|-(?![^\W_])")
_ASKING = frozenset(("what", "which", "who", "whom", "whose", "when", "where", "why", "how", "whether", "if"))
# Before a question that is not answered: `information on how to`, `what it costs or when`.
_BEFORE_ASKING = frozenset(
    ("about", "on", "of", "for", "to", "regarding", "concerning", "and", "or", "in", "at", "from")
)
_PREPOSITIONS = frozenset(
    (
        *("about", "on", "of", "for", "to", "regarding", "concerning", "in", "at", "from", "by", "with", "within"),
        *(
            "without",
            "between",
            "among",
            "under",
            "over",
            "per",
            "into",
            "against",
            "during",
            "through",
            "towards",
            "or",
        ),
    )
)
# These begin a phrase of their own: behind a noun, a new statement.
_BEGIN = frozenset(
    (
        *(
            "the",
            "a",
            "an",
            "this",
            "these",
            "those",
            "all",
            "every",
            "each",
            "its",
            "their",
            "his",
            "her",
            "our",
            "my",
        ),
        *("it", "they", "he", "she", "we", "i", "there", "everyone", "everybody", "nobody", "no", "yes"),
    )
)
# With one of these, another statement may follow.
_JOINS = frozenset(
    (
        *("but", "because", "since", "so", "as", "though", "although", "albeit", "while", "whilst", "whereas", "yet"),
        *(
            "except",
            "excepting",
            "instead",
            "however",
            "therefore",
            "thus",
            "hence",
            "then",
            "meaning",
            "unless",
            "until",
        ),
        *("till", "once", "seeing", "considering", "whereby", "wherein", "plus", "nor", "besides", "still", "even"),
        *("rather", "otherwise", "else", "apart", "excluding", "namely", "notably", "indeed", "fact", "implies"),
        *("implying", "suggests", "suggesting", "showing", "due", "owing", "despite", "notwithstanding", "regardless"),
        *("whenever", "wherever", "lest", "nevertheless", "nonetheless", "moreover", "furthermore", "also", "only"),
        *("just", "than", "like", "actually", "obviously", "clearly", "given", "anyway", "meanwhile", "proving"),
        *(
            "although",
            "beyond",
            "thereby",
            "consequently",
            "accordingly",
            "additionally",
            "including",
            "being",
            "having",
        ),
    )
)
# Behind these, nothing is missing that a word without a preposition could tell.
_COMPLETE = frozenset(("question", "questions", "request"))
# The verb of a statement, where no question holds one.
_STATES = frozenset(
    (
        "is",
        "are",
        "was",
        "were",
        "has",
        "had",
        "can",
        "could",
        "may",
        "must",
        "will",
        "would",
        "does",
        "isn't",
        "aren't",
    )
)
_TOGETHER = frozenset((("as", "to"), ("such", "as"), ("as", "well"), ("well", "as"), ("meaning", "of")))
_CONCLUDES = frozenset(("means", "mean", "implies", "proves", "suggests"))
_INDEFINITE = frozenset(("a", "an", "any"))
_BEFORE_BEGIN = frozenset(("all", "both", "and"))
_SHORTLY = frozenset(("before", "after"))
_FEW = 2


def only_names(words_behind: str, *, figures: bool = True) -> bool:
    """Say whether words only name what is not told: a noun phrase or a question, to which nothing is joined (English).

    Args:
        words_behind: What stands behind a verb or a noun that says that something is not told. May be empty.
        figures: Whether a digit may stand in them.
    """
    tail = words_behind.strip()
    if _TAIL.fullmatch(tail) is None or _DASH.search(tail) or not (figures or _DIGIT.search(tail) is None):
        return False
    words = tail.translate(_PLAIN).casefold().split()
    asking = False
    for place, word in enumerate(words):
        before, after = words[max(0, place - 2) : place], words[place + 1 :]
        if word in _ASKING or (word == "that" and not before and after and after[0] not in _COMPLETE):
            if (before and before[-1] not in _BEFORE_ASKING) or (after and after[0] in _CONCLUDES):
                return False
            asking = True
        elif not (asking and word == "like") and not _may_follow(word, before, after, asking=asking):
            return False
    return True


def _may_follow(word: str, before: list[str], after: list[str], *, asking: bool) -> bool:
    """Whether a word may stand in a phrase, where no other statement can begin with it."""
    last = before[-1] if before else "of"
    if word == "and":
        rest = after[1:] if after[:1] and after[0] in _BEGIN else after
        return len(rest) == 1 or (bool(after) and after[0] in _ASKING)
    if word in _SHORTLY:
        return len(after) <= _FEW
    if word == "that":
        # `a site that shows prices` supposes nothing; `the fee that dogs pay` does.
        relative = before[:1] and before[0] in _INDEFINITE and len(before) > 1
        return (
            not after
            or (last in _PREPOSITIONS and (last != "in" or len(after) == 1))
            or bool(relative and after[0] not in _CONCLUDES)
        )
    if not asking and word in _STATES:
        return False
    if not asking and last in _COMPLETE and word not in _PREPOSITIONS:
        return False
    if word in _JOINS:
        return bool(after and (word, after[0]) in _TOGETHER) or (last, word) in _TOGETHER
    if asking or word not in _BEGIN or last in _PREPOSITIONS or last in _BEFORE_BEGIN:
        return True
    # `to answer the question`, `of folding a quilt`.
    return len(before) > 1 and (before[0] == "to" or (before[0] in _PREPOSITIONS and last.endswith("ing")))
