"""Words that deny what another one says, without a `not`: approved and rejected, able and unable, always and never."""

import re

from workbench.plants.wording.opposites import EXPLAINED
from workbench.plants.wording.turns import Turn

_I = re.IGNORECASE
# A word behind a form of `be`. Look-behinds have one width each.
_IS = r"(?:(?<=\bis )|(?<=\bare )|(?<=\bwas )|(?<=\bwere )|(?<=\bbeen ))"
_OBJECT = r"(?=\s(?:the|an?|his|her|its|their|this|that|these|all|plans?|calls?|efforts)\b)"
# What weighs the sentence against another one, denies it already, or gives a reason for it.
_BARRED = re.compile(
    rf"{EXPLAINED}|\b(?:but|however|instead|rather|not|never|no|nor|only|although|though|while|despite|if|until"
    r"|such as|like|giv(?:es|ing)|mak(?:es|ing))\b"
    r"|n['’]t\b|\bin order\b|[;:]\s|\band\s(?:is|are|was|were|has|have|had|will)\b",
    _I,
)


def _turn(pattern: str, new: str, held: str, against: str) -> Turn:
    return Turn(
        pattern=re.compile(rf"(?<![\w-]){pattern}(?![\w-])", _I),
        new=new,
        held=re.compile(rf"\b(?:{held})\b", _I),
        against=re.compile(rf"\b(?:{against}|not|never|no longer)\b|n['’]t\b", _I),
        barred=_BARRED,
    )


# The right side of a cloth is no hand's.
_OF_TWO = r"(?=[- ](?:side\sof|hand|leg|arm|eye|foot|knee|shoulder|ear|lane|wing|cheek)\b)"
_YES = r"approv\w*|pass(?:ed|es)|accept\w*|back(?:s|ed)|support\w*|agree\w*|favou?r\w*|settl\w*|endors\w*|uph[eo]ld\w*"
_NO = (
    r"reject\w*|refus\w*|den(?:y|ies|ied)|block\w*|oppos\w*|against|turned down|declin\w*|critici\w*|dismiss\w*|veto\w*"
)
_MAY = r"allow\w*|permit\w*|may|can|legal|free to|able"
_MAY_NOT = r"forbid\w*|forbidden|prohibit\w*|bann?\w*|illegal|unable|cannot|unlawful"
_MUST = r"requir\w*|must|need\w*|mandatory|compulsory|necessary|ha(?:s|ve) to"
_NEED_NOT = r"optional|voluntary|recommended|unnecessary"

TURNS: tuple[Turn, ...] = (
    _turn(rf"approved{_OBJECT}", "rejected", _YES, _NO),
    _turn(rf"{_IS}approved", "rejected", _YES, _NO),
    _turn(rf"rejected{_OBJECT}", "approved", _NO, _YES),
    _turn(rf"{_IS}rejected", "approved", _NO, _YES),
    _turn(r"agreed(?=\sto\s[a-z])", "refused", _YES, _NO),
    _turn(r"refused(?=\sto\s[a-z])", "agreed", _NO, _YES),
    _turn(rf"supported{_OBJECT}", "opposed", _YES, _NO),
    _turn(rf"opposed{_OBJECT}", "supported", _NO, _YES),
    _turn(rf"supports{_OBJECT}", "opposes", _YES, _NO),
    _turn(rf"opposes{_OBJECT}", "supports", _NO, _YES),
    _turn(r"voted (?:for|in favou?r of)", "voted against", rf"vot\w*|{_YES}", _NO),
    _turn(r"voted against", "voted for", rf"vot\w*|{_NO}", _YES),
    _turn(r"signed(?=\s(?:the|a)\s(?:\w+\s){0,2}?(?:bill|law|legislation|measure)\b)", "vetoed", r"sign\w*", _NO),
    _turn(r"confirmed(?=\sthat\b)", "denied", r"confirm\w*|said|says|announc\w*|told", r"den(?:y|ies|ied)"),
    _turn(
        r"denied(?=\s(?:the|these|those|all|his|her|their)?\s?(?:\w+\s)?(?:allegations?|accusations?|claims?|charges?"
        r"|reports?|involvement|wrongdoing)\b)",
        "admitted",
        r"den(?:y|ies|ied)|reject\w*|dismiss\w*",
        r"admit\w*|confirm\w*|plead(?:ed)? guilty",
    ),
    _turn(r"was convicted of", "was acquitted of", r"convict\w*|guilty|sentenc\w*|prison|jail", r"acquit\w*|clear\w*"),
    _turn(r"won(?=\s(?:the|an?|his|her|their|its)\s)", "lost", r"w[io]n\w*|winn\w*|victor\w*|beat\w*|champion\w*",
          r"lost|los(?:e|es|ing)|defeat\w*"),
    _turn(rf"{_IS}allowed(?=\sto\b)", "forbidden", _MAY, _MAY_NOT),
    _turn(rf"{_IS}(?:forbidden|prohibited)(?=\sto\b)", "allowed", _MAY_NOT, _MAY),
    _turn(rf"{_IS}legal(?=[.,]|\s(?:in|to|for|under)\b)", "illegal", _MAY, _MAY_NOT),
    _turn(rf"{_IS}illegal(?=[.,]|\s(?:in|to|for|under)\b)", "legal", _MAY_NOT, _MAY),
    _turn(rf"{_IS}(?:required|mandatory|compulsory)(?=[.,]|\s(?:in|for)\b)", "optional", _MUST, _NEED_NOT),
    _turn(rf"{_IS}optional", "mandatory", _NEED_NOT, _MUST),
    _turn(rf"{_IS}necessary(?=[.,]|\s(?:to|for)\b)", "unnecessary", _MUST, _NEED_NOT),
    _turn(rf"{_IS}included", "excluded", r"includ\w*|cover\w*|part of", r"exclud\w*|except\w*|without"),
    _turn(rf"{_IS}excluded", "included", r"exclud\w*|except\w*", r"includ\w*|cover\w*"),
    _turn(rf"{_IS}available", "unavailable", r"availab\w*|offer\w*|provid\w*|found|sold|get", r"unavailab\w*|sold out"),
    _turn(rf"{_IS}open(?=[.,]|\s(?:to|on|from|at|in)\b)", "closed", r"open\w*", r"clos\w+|shut\w*"),
    _turn(rf"{_IS}able(?=\sto\b)", "unable", r"able|can|could|manag\w*", r"unable|cannot|fail\w*"),
    _turn(rf"{_IS}unable(?=\sto\b)", "able", r"unable|cannot|could not|fail\w*", r"able to|manag\w*"),
    _turn(rf"{_IS}likely(?=\sto\b)", "unlikely", r"likely|probabl\w*|expect\w*|may|might|could|can", r"unlikely"),
    _turn(rf"{_IS}unlikely(?=\sto\b)", "likely", r"unlikely|improbab\w*", r"(?<!less )likely|probabl\w*|expect\w*"),
    _turn(rf"{_IS}possible(?=\sto\b)", "impossible", r"possib\w*|can|able|may", r"impossib\w*|cannot|unable"),
    _turn(rf"{_IS}(?:easy|simple)(?=\sto\b)", "difficult", r"eas[yi]\w*|simpl\w*", r"difficult\w*|hard\w*"),
    _turn(rf"{_IS}difficult(?=\sto\b)", "easy", r"difficult\w*|hard\w*|tough|tricky", r"eas[yi]\w*|simpl\w*"),
    _turn(r"always(?=\s[a-z]{3})", "never", r"always|every|all|each", r"sometimes|often|usually|rarely|may|might|can"),
    _turn(r"high(?=\sin\s[a-z])", "low", r"high|rich|plenty|much", r"low|little|poor|less"),
    _turn(r"positive(?=\s(?:effects?|impacts?|influence|trends?|relationship|correlation|results?|reviews?)\b)",
          "negative", r"positiv\w*|benefi\w*|good|improv\w*", r"negativ\w*|harm\w*|bad|worse\w*|adverse\w*"),
    _turn(r"strong(?=\s(?:[\w'’-]+\s){0,3}?(?:results?|earnings|growth|demand|sales|performance|quarter|margins?)\b)",
          "weak", r"strong\w*|robust|solid|record|favou?rabl\w*", r"weak\w*|soft\w*|poor\w*|slow\w*"),
    _turn(r"raised(?=\s(?:its|their|the|his)\s(?:[\w'’-]+\s){0,4}?(?:outlook|forecasts?|guidance|prices?|rates?|dividends?"
          r"|targets?|limits?|fees?|tax(?:es)?)\b)",
          "lowered", r"rais\w*|increas\w*|higher|lift\w*|up", r"lower\w*|cut\w*|reduc\w*|down"),
    _turn(r"exceeded(?=\s(?:the|its|their|expectations|forecasts?|estimates?|targets?)\b)", "fell short of",
          r"exceed\w*|beat\w*|above|more|surpass\w*", r"short|below|less|miss\w*|under"),
    _turn(r"temporary", "permanent", r"temporar\w*|short-term|interim", r"permanent\w*|lasting"),
    _turn(r"temporarily", "permanently", r"temporar\w*|briefly", r"permanent\w*"),
    _turn(r"permanent", "temporary", r"permanent\w*|lasting", r"temporar\w*"),
    _turn(r"permanently", "temporarily", r"permanent\w*", r"temporar\w*"),
    _turn(r"full-time", "part-time", r"full[- ]time", r"part[- ]time"),
    _turn(r"part-time", "full-time", r"part[- ]time", r"full[- ]time"),
    _turn(rf"left{_OF_TWO}", "right", r"left", r"right"),
    _turn(rf"right{_OF_TWO}", "left", r"right", r"left"),
    _turn(r"domestic(?=\s(?:demand|sales|market|production|flights?|travel|consumption)\b)", "foreign",
          r"domestic\w*|home", r"foreign|abroad|international\w*"),
)  # fmt: skip
