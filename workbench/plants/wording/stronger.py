"""Weak words and the stronger ones that a careless writer puts, with what speaks for and against them."""

import re

from workbench.plants.wording.turns import Turn

_I = re.IGNORECASE
_SOME = r"some|many|several|most|certain|few|a number of|various|a lot of|often|may|can|might|could|usually|sometimes"
_ALL = r"all|every|each|always|any|everyone|whole"
_MAY = r"may|might|could|can|possibl[ey]|potential\w*|perhaps|sometimes|risk\w*|likely|some|occasionally|often|if"
_WILL = r"will|would|always|must|certain(?:ly)?|definitely|inevitabl\w+|guarantee\w*"
_OFTEN = (
    r"often|usual(?:ly)?|typical(?:ly)?|general(?:ly)?|frequent(?:ly)?|normally|common(?:ly)?|sometimes|most(?:ly)?"
    r"|tends?|can|may|might|many|some|occasional(?:ly)?|in general|as a rule|average"
)
_ALWAYS = r"always|every|all|never|without exception|invariably|each|constantly"
_ADVISED = r"recommend\w*|advis\w+|suggest\w*|should|encourag\w+|ideal(?:ly)?|best|prefer\w*"
_REQUIRED = r"requir\w+|must|mandatory|compulsory|need(?:s|ed)?|necessary|ha(?:s|ve) to|obliged|essential"
_ABOUT = r"about|around|approximately|roughly|circa|some|nearly|almost|average|estimated|up to|more than|over|to|or"
_EXACTLY = r"exactly|precisely|exact"
_BELIEVED = (
    r"believed|thought|said|considered|suspected|assumed|appears?|seems?|suggest\w*|may|might|possibl\w+|likely|probably"
    r"|reported\w*"
)
_KNOWN = r"known|proven|proved|certain(?:ly)?|confirmed|established|definitely"
_PARTLY = (
    r"part(?:ly|ially)?|mainly|mostly|primarily|largely|chiefly|most|some|predominantly|main|primary|majority|generally"
)
_WHOLLY = r"entire(?:ly)?|complete(?:ly)?|full(?:y)?|only|exclusively|all|solely|wholly|totally"
_PERSON = re.compile(r"\b(?:I|we)\b|\bif\b[^.;,]{0,40}\b(?:may|might|can)\b")
_NO_ADJECTIVE = r"the|of|more|other|kind|way|time|extent|reason|degree|to|in|at|for|by|with|from|on|and|or"
_PLURAL = rf"(?=\s+(?:(?!(?:{_NO_ADJECTIVE})\b)[a-z]{{2,}}\s+)?(?!\w*(?:ss|us|is)\b)[a-z]{{3,}}s\b)"
_FIGURE = r"(?=[£$€]?\d)"


# What is denied is not raised, and what is said of the passages themselves is no claim of theirs.
_DENIED = r"\b(?:not|never|no)\b|n['’]t\b|\bpassages?\s+(?:\w+ly|focus|discuss|\d)\b"


def _turn(pattern: str, new: str, held: str, against: str, barred: str = _DENIED) -> Turn:
    return Turn(
        pattern=re.compile(rf"(?<![\w-]){pattern}", _I),
        new=new,
        held=re.compile(rf"\b(?:{held})\b", _I),
        against=re.compile(rf"\b(?:{against})\b", _I),
        barred=re.compile(barred, _I),
    )


def _one_of_the(match: re.Match[str]) -> str | None:
    """`one of the largest cities` to `the largest city`; None where the plural is not a plain one."""
    noun = match["noun"]
    if noun.endswith(("ss", "us", "is", "ves", "oes", "series", "species", "people")):
        return None
    if noun.endswith("ies"):
        single = f"{noun[:-3]}y"
    elif noun.endswith(("ches", "shes", "sses", "xes")):
        single = noun[:-2]
    else:
        single = noun.removesuffix("s")
    return f"the {match['top']} {match['between'] or ''}{single}"


_QUANTITY = (
    _turn(
        rf"(?<!for )(?<!in )(?<!to )(?<!, )some"
        rf"(?!\s+(?:of|kind|sort|way|extent|other|others|more|further|one|degree|time|times|form"
        rf"|type|reason|is|are|sources|say|believe)\b){_PLURAL}", "all", _SOME, _ALL),
    _turn(r"some of(?=\s+(?:the|these|those|his|her|its|their|our|your)\b)", "all of", _SOME, _ALL),
    _turn(rf"(?<!as )(?<!how )(?<!so )(?<!too )(?<!the )(?<!are )(?<!is )many"
          rf"(?!\s+(?:of|more|other|others|times|years|months|days|ways)\b)"
          rf"{_PLURAL}", "all", _SOME, _ALL),
    _turn(r"(?<!as )(?<!how )many of(?=\s+(?:the|these|those|his|her|its|their|our|your)\b)", "all of", _SOME, _ALL),
    _turn(rf"(?<!the )(?<!at )(?<!of )most"
          rf"(?!\s+(?:of|common|commonly|popular|important|likely|recent|often|notably|famous|\w+ly)\b)"
          rf"{_PLURAL}", "all", _SOME, _ALL),
    _turn(r"(?<!the )most of(?=\s+(?:the|these|those|his|her|its|their|our|your)\b)", "all of", _SOME, _ALL),
    _turn(r"in (?:most|many|some) cases\b", "in all cases", f"{_SOME}|{_OFTEN}", _ALL),
    _turn(r"(?:almost|nearly)\s+(?=(?:all|every|always)\b)", "", "almost|nearly|most|virtually", "without exception"),
)  # fmt: skip
_CHANCE = (
    _turn(
        r"(?<!it )(?<!you )(?<!that )(?:may|might|could|can)"
        r"(?=\s+(?:cause|lead|result|affect|increase|reduce|damage|trigger|worsen"
        r"|happen|occur|develop|appear|spread|require|improve|prevent|lower|raise|change|harm|kill|become|experience"
        r"|contribute|last)\b)",
        "will",
        _MAY,
        _WILL,
        r"\b(?:not|never|no|if|unless|whether|how|question)\b|n['’]t\b"
        r"|\b(?:may|might|could|can)\b.{1,200}\b(?:may|might|could|can)\b",
    ),
    _turn(r"(is|are|was|were) likely to(?=\s+[a-z])", r"\1 certain to", f"likely|expected|probabl\\w+|{_MAY}", _WILL),
    _turn(r"(?<=\bis )likely(?=\s+(?:due|because|caused)\b)", "certainly", f"likely|probabl\\w+|{_MAY}", _WILL),
)
_FREQUENCY = (
    _turn(r"(?<!more )(?<!most )(?<!very )(?<!how )(?<!quite )(?<!less )(?<!can )(?<!may )"
          r"(?:often|usually|typically|frequently|normally|sometimes)"
          r"(?=\s+(?!(?:in|at|by|on|to|for|with|from|than|enough|the|a|under|through|into|via|during)\b)[a-z])",
          "always", _OFTEN, _ALWAYS),
)  # fmt: skip
_ADVICE = (
    _turn(r"(is|are|was|were) (?:strongly |highly )?(?:recommended|advised|encouraged|advisable)"
          r"(?=\s+(?:to|that|for)\b|[.,])",
          r"\1 required", _ADVISED, _REQUIRED),
)  # fmt: skip
_HEDGES = (
    _turn(rf"(?:about|approximately|around|roughly)\s+{_FIGURE}(?!\d{{4}}\b)", "exactly ", _ABOUT, _EXACTLY,
          r"\b(?:not|never|no|between|from)\b|n['’]t\b|\d\s?(?:-|–|to)\s?\d"),
    _turn(r"it is (?:widely |generally |commonly )?(?:believed|thought|said|assumed|suspected) that (\w)",
          r"\1", _BELIEVED, _KNOWN),
    _turn(r"(is|are|was|were) (?:widely |generally |commonly )?(?:believed|thought|said|assumed|suspected)"
          r" to be(?=\s+[a-z])",
          r"\1", _BELIEVED, _KNOWN),
    _turn(r"(?:appears|seems) to be(?=\s+[a-z])", "is", _BELIEVED, _KNOWN),
    _turn(r"(?:appear|seem) to be(?=\s+[a-z])", "are", _BELIEVED, _KNOWN),
    _turn(r"part(?:ly|ially)(?=\s+[a-z])", "entirely", _PARTLY, _WHOLLY),
    _turn(r"(?:mainly|primarily|chiefly)(?=\s+[a-z])", "exclusively", _PARTLY, _WHOLLY),
    _turn(r"(?:mostly|largely)(?=\s+[a-z])", "entirely", _PARTLY, _WHOLLY),
    _turn(r"(?:probably|possibly|perhaps|presumably)(?=\s+[a-z])", "certainly",
          f"{_BELIEVED}|perhaps|presumably", _KNOWN),
    _turn(r"(?:rarely|seldom|hardly ever)(?=\s+[a-z])", "never",
          "rare(?:ly)?|seldom|hardly|uncommon|unusual", "never|no"),
)  # fmt: skip
_BEST = Turn(
    pattern=re.compile(r"(?<![\w-])one of the (?P<top>most [a-z]{4,}|[a-z]{3,}est) "
                       r"(?P<between>(?:[a-z]{3,} )?)(?P<noun>[a-z]{3,}s)"
                       r"(?=\s(?:in|of|on|to|at|for)\b|[.,])"),
    new=_one_of_the,
    held=re.compile(r"\b(?:one of|among|some of)\b", _I),
    against=re.compile(r"\b(?:the only|is the (?:most|\w+est)|(?<!of )(?<!among )the (?:single|very))\b", _I),
)  # fmt: skip

TURNS: tuple[Turn, ...] = (*_QUANTITY, *_CHANCE, *_FREQUENCY, *_ADVICE, *_HEDGES, _BEST)
