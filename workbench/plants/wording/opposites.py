"""Comparisons and directions with their opposites: what turns into what, and what speaks for and against it."""

import re

from workbench.plants.wording.turns import Turn

_I = re.IGNORECASE
_NUMBER_WORD = r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|half|one|a"
_NUMBER = rf"(?=\s+(?:about\s+|around\s+)?(?:[£$€]?\d|(?:{_NUMBER_WORD})\b))"
_MORE = r"more|over|above|at least|exceed\w*|minimum|(?:great|high|larg|old|long)er|beyond|upwards|least"
_LESS = r"less|fewer|under|below|at most|up to|maximum|nearly|almost|(?:small|low|young|short)er|within"
_UP = r"rose|risen|ris(?:es?|ing)|increas\w*|grew|grow\w*|gain\w*|climb\w*|rais\w+|higher|up|boost\w*|more|improv\w*"
_DOWN = r"fell|fall\w*|declin\w*|decreas\w*|dropp?\w*|lower\w*|reduc\w*|cut\w*|down|less\w*|fewer|slump\w*|worse\w*"
# With these in the sentence, the figures or the sense would tell which way it went.
_BOTH_ENDS = re.compile(r"\bfrom\b[^.;]{0,60}\bto\b|\bthan ever\b|\brespectively\b", _I)
_MOVING = re.compile(rf"\b(?:{_UP}|{_DOWN})\b", _I)
_WAYS = (
    r"\b(?:increas\w*|decreas\w*|reduc\w*|rose|fell|ris(?:e|es|ing)|declin\w*|grew|shrank|high\w*|low\w*|larg\w*|small\w*"
    r"|rais\w+|drop\w*|improv\w*|worse\w*)\b"
)
# What causes what, serves what, or is known all over a country tells the way as well: "this enables them to meet their
# higher demand".
EXPLAINED = (
    r"\b(?:in\s+the\s+(?:world|country|nation|United)|ensur\w+|lead(?:s|ing)?|led|result(?:s|ed|ing)?|enabl\w+|allow\w*"
    r"|because|due|so|problems?|even|better|therefore|unless|benefit\w*|advantage\w*|help\w*|cleaner|healthier|comfort\w*)\b"
)
_TOLD_TWICE = re.compile(rf"{_BOTH_ENDS.pattern}|{EXPLAINED}|{_WAYS}[\s\S]*{_WAYS}", _I)
_FATAL = re.compile(
    r"\b(?:di(?:ed|es)|dead|death|kill\w*|shot|injur\w*|arrest\w*|born|birth|accus\w*|charged with|collaps\w*|crash\w*"
    r"|surviv\w*"
    r"|found|sentenc\w*|convict\w*|released|lost|fell|resign\w*|suspended|banned)\b",
    _I,
)
# What must come before or can only come after: "juices left after roasting", "on the phone after the sync is done".
_IN_ORDER = re.compile(
    rf"{_FATAL.pattern}|\b(?:left|leftovers?|remain\w*|arriv\w*|complet\w+|finish\w*|done|paid|verdict|delays?|eventually|flow\w*"
    r"|congratulat\w*|abandon\w*|recover\w*|result\w*|finally)\b",
    _I,
)
_SO = re.compile(rf"{_FATAL.pattern}|\b(?:so|because|since|therefore|thus|otherwise|in order)\b", _I)

_OF_TIME = (
    r"(?=\s+of\s+(?:the\s+|each\s+|every\s+|this\s+|a\s+)?(?:\d{4}|\w*day|week|month|year|quarter|season|term|summer"
)
_OF_TIME += (
    r"|winter|spring|autumn|period|meeting|session|century|ride|hire|shift|January|February|March|April|May|June|July"
)
_OF_TIME += r"|August|September|October|November|December)\b)"
_NO_PLACE = (
    r"(?!\s+(?:ireland|irish|territor\w+|cape|hemisphere|lights?|bank|sahara|union|culture|medicine|world|society"
)
_NO_PLACE += r"|states?|europe|front|music|films?|conference|districts?|railway|university)\b)"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", _I)


def _turn(pattern: str, new: str, held: str, against: str, barred: re.Pattern[str] | None = None) -> Turn:
    return Turn(
        pattern=re.compile(rf"(?<![\w-]){pattern}(?![\w-])", _I),
        new=new,
        held=_words(held),
        against=_words(against),
        barred=barred or _TOLD_TWICE,
    )


def _pair(one: str, other: str, held: str = "", against: str = "") -> tuple[Turn, Turn]:
    """Two words that turn into each other wherever they stand."""
    held, against = held or one, against or other
    return _turn(one, other, held, against), _turn(other, one, against, held)


_TIME = (
    _turn(
        r"(?<!ever )(?<!as )(?<!never )(?<!year )(?<!day )(?<!week )(?<!month )(?<!night )before"
        r"(?!\s+(?:long|now|then|the (?:court|judge|jury|public)|a (?:court|judge|jury)"
        r"|congress|parliament|him|her|me|us|them|that|it)\b)(?=\s)",
        "after",
        "before|prior to|ahead of",
        "after|following|once|since|then|when",
        re.compile(rf"{_IN_ORDER.pattern}|\bafter\b|\bnot\b|\bwait\w*\b", _I),
    ),
    _turn(
        r"(?<!look )(?<!looks )(?<!looking )(?<!named )(?<!called )(?<!soon )(?<!day )(?<!ever )"
        r"(?<!comes )(?<!came )after"
        r"(?!\s+(?:all|that|this|him|her|me|us|them|it|which|school|hours|party"
        r"|(?:an?|one|two|three|four|five|six|several|\d+|the first)\s+(?:\w+\s+)?"
        r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
        r")\b)(?=\s)",
        "before",
        "after|following|once",
        "before|prior to|ahead of|until|by|till",
        re.compile(
            rf"{_IN_ORDER.pattern}|\b(?:before|until|can|cannot|only|second|third|fourth|largest|longest)\b", _I
        ),
    ),
    _turn(r"(within|in) the first", r"\1 the last", "first", "last|final"),
    _turn(
        r"the first (?=(?:day|week|month|year|quarter|half|round|step|line|page|stage|season|episode|chapter|weekend"
        r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b)",
        "the last ",
        "first",
        "last|final|second",
    ),
    _turn(
        r"early(?=\s+(?:in the|January|February|March|April|May|June|July|August|September|October|November|December"
        r"|spring|summer|autumn|fall|winter|\d{4}s|(?:1|2)\dth)\b)",
        "late",
        "early|beginning|start",
        "late|later|end",
    ),
    _turn(
        r"late(?=\s+(?:in the|January|February|March|April|May|June|July|August|September|October|November|December"
        r"|spring|summer|autumn|fall|winter|\d{4}s|(?:1|2)\dth)\b)",
        "early",
        "late|end",
        "early|earlier|beginning|start",
    ),
    _turn(r"earlier(?=\s+(?:than|this|in the)\b)", "later", "earlier|before", "later|after"),
    _turn(r"later(?=\s+(?:than|this)\b)", "earlier", "later|after", "earlier|before"),
    _turn(rf"at the beginning{_OF_TIME}", "at the end", "beginning|start|first", "end|last|final"),
    _turn(rf"at the end{_OF_TIME}", "at the beginning", "end|last|final", "beginning|start|first"),
)
_BOUNDS = (
    _turn(rf"at least{_NUMBER}", "at most", f"{_MORE}|should|need|require[sd]?|must", _LESS, _SO),
    _turn(rf"at most{_NUMBER}", "at least", f"{_LESS}|no more", "at least|minimum|or more|over|above"),
    _turn(rf"(?<!no )(?<!not )more than{_NUMBER}", "less than", _MORE, _LESS),
    _turn(rf"(?<!no )(?<!not )(?:less|fewer) than{_NUMBER}", "more than", _LESS, _MORE),
    _turn(
        rf"no more than{_NUMBER}",
        "no less than",
        f"{_LESS}|no more than|not more|limit\\w*",
        "at least|no less|minimum",
    ),
    _turn(
        rf"up to{_NUMBER}",
        "at least",
        "up to|maximum|at most|or less|within|limit\\w*",
        "at least|minimum|or more|over",
    ),
    _turn(rf"(?<!over )over{_NUMBER}(?=\s+[£$€]?\d)", "under", _MORE, f"{_LESS}|years|period|course"),
    _turn(rf"under{_NUMBER}(?=\s+[£$€]?\d)", "over", _LESS, _MORE),
    _turn(rf"above{_NUMBER}(?=\s+[£$€]?\d)", "below", _MORE, _LESS, _MOVING),
    _turn(rf"below{_NUMBER}(?=\s+[£$€]?\d)", "above", _LESS, _MORE, _MOVING),
    _turn(r"a minimum of", "a maximum of", "minimum|at least", "maximum|at most|up to"),
    _turn(r"a maximum of", "a minimum of", "maximum|at most|up to|no more", "minimum|at least"),
    _turn(r"minimum", "maximum", "minimum|at least", "maximum|at most|up to"),
    _turn(r"maximum", "minimum", "maximum|at most|up to|no more", "minimum|at least"),
)
# Everybody knows which way these are meant to go: the opposite would show at a glance.
_NO_GAIN = (
    r"(?!\s+(?:\w+\s+){0,3}?(?:awareness|safety|security|efficiency|productivity|quality|comfort|understanding|trust"
    r"|performance|satisfaction|success)\b)"
)
_NO_HARM = (
    r"(?!\s+(?:\w+\s+){0,4}?(?:risks?|pain|stress|anxiety|inflammation|swelling|damage|harm|waste|pollution|emissions"
    r"|footprint|errors?|symptoms|injur(?:y|ies)|crime)\b)"
)
_MOVES = (
    _turn(r"rose(?=\s+(?:to|by)\s+[£$€]?\d)", "fell", _UP, _DOWN),
    _turn(r"fell(?=\s+(?:to|by)\s+[£$€]?\d)", "rose", _DOWN, _UP),
    _turn(r"grew(?=\s+(?:to|by)\s+[£$€]?\d)", "shrank", _UP, _DOWN),
    _turn(rf"increas(e|es|ed|ing){_NO_GAIN}", r"decreas\1", _UP, _DOWN),
    _turn(rf"decreas(e|es|ed|ing){_NO_HARM}", r"increas\1", _DOWN, _UP),
    _turn(rf"reduc(e|es|ed|ing){_NO_HARM}(?!\s+(?:to|fat|sugar|price)|[^.;,]{{0,60}}\bfrom\b)", r"increas\1",
          _DOWN, _UP),
    _turn(r"improv(es|ed|ing)(?=\s+(?:the|your|his|her|their|blood|sleep|memory|digestion|circulation)\b)", r"worsen\1",
          _UP, _DOWN),
)  # fmt: skip
_LEVELS = (
    _turn(r"higher(?!\s+(?:education|power|court|ground|learning|up)\b)", "lower",
          f"high\\w*|{_UP}", f"low\\w*|{_DOWN}"),
    _turn(r"lower(?!\s+(?:case|back|house|body|leg|the|your|court|limbs?|lip|manhattan)\b)", "higher",
          f"low\\w*|{_DOWN}", f"high\\w*|{_UP}"),
    _turn(r"highest(?!\s+(?:priority|standards?|quality|honou?rs?|regard|praise|possible|levels?\s+of)\b)", "lowest",
          "highest", "lowest"),
    _turn(r"lowest(?!\s+(?:possible|levels?\s+of)\b)", "highest", "lowest", "highest"),
    *_pair("larger", "smaller", "larger|bigger|greater|largest", "smaller|less|smallest"),
    *_pair("largest", "smallest", "largest|biggest|greatest|second-largest", "smallest|least"),
    _turn(r"(?<!even )bigger", "smaller", "larger|bigger|greater", "smaller|less"),
    *_pair("biggest", "smallest", "largest|biggest|greatest", "smallest|least"),
    _turn(r"(?<!no )(?<!any )longer(?=\s+(?!to\b|be\b|have\b|time\b)\w+)", "shorter",
          "longer|long|longest", "shorter|short|quicker|less"),
    _turn(r"shorter", "longer", "shorter|short", "longer|long"),
    _turn(r"(?<!th )(?<!second )(?<!third )longest", "shortest", "longest", "shortest"),
    _turn(r"shortest", "longest", "shortest", "longest"),
    *_pair("older", "younger", "older|elder|old", "younger|young"),
    _turn(r"oldest", "newest", "oldest|eldest|first", "youngest|newest|latest"),
    _turn(r"youngest", "oldest", "youngest", "oldest|eldest"),
    *_pair("faster", "slower", "faster|fast|quick\\w*", "slow\\w*"),
    *_pair("heavier", "lighter"),
    *_pair("warmer", "cooler", "warm\\w*|hot\\w*", "cool\\w*|cold\\w*"),
    *_pair("thicker", "thinner", "thick\\w*", "thin\\w*"),
    *_pair("wider", "narrower", "wid\\w+", "narrow\\w*"),
    *_pair("stronger", "weaker", "strong\\w*", "weak\\w*"),
    *_pair("easier", "harder", "eas\\w+", "hard\\w*|difficult\\w*"),
    _turn(r"cheaper", "more expensive", "cheap\\w*|less expensive", "more|expensive(?<!less expensive)"),
    _turn(r"more expensive", "cheaper", "more expensive|dear\\w*", "cheap\\w*|less"),
    _turn(
        r"(?<!one of )(?<!some of )(?<!among )the most"
        r"(?=\s+(?:common|popular|expensive|efficient|effective|important|powerful|frequent|widespread|famous"
        r"|difficult|reliable|accurate|abundant|valuable|dangerous|prominent|successful)\b)",
        "the least",
        "most|commonest|largest|main|top|leading|highest",
        "least",
    ),
    _turn(r"the least(?=\s+\w{4,}\b)", "the most", "least", "most"),
    _turn(rf"northern{_NO_PLACE}", "southern", "north\\w*", "south\\w*"),
    _turn(rf"southern{_NO_PLACE}", "northern", "south\\w*", "north\\w*"),
    _turn(rf"eastern{_NO_PLACE}", "western", "east\\w*", "west\\w*"),
    _turn(rf"western{_NO_PLACE}", "eastern", "west\\w*", "east\\w*"),
    *_pair("north of", "south of", "north\\w*", "south\\w*"),
    *_pair("east of", "west of", "east\\w*", "west\\w*"),
    _turn(r"(?<!look )(?<!see )(?<!peer )(?<!go )(?<!get )inside(?!\s+(?:out|of|and)\b)", "outside",
          "inside|in", "outside"),
    _turn(r"(?<!go )(?<!get )outside(?=\s+the\b)", "inside", "outside", "inside|within"),
    *_pair("indoors", "outdoors", "indoors?|inside", "outdoors?|outside"),
)  # fmt: skip

TURNS: tuple[Turn, ...] = (*_TIME, *_BOUNDS, *_MOVES, *_LEVELS)
