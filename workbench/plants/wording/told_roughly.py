"""What an answer tells without a figure: how many, how long, what share, how old, since when, in which year."""

import re

_NOT_BEFORE = (
    r"(?<!\bas )(?<!\bso )(?<!\btoo )(?<!\bhow )(?<!\bvery )(?<!\bthe )(?<!\bits )(?<!\bhis )(?<!\bher )(?<!\bour )"
)
_NOT_BEFORE += r"(?<!\btheir )(?<!\byour )(?<!\bthese )(?<!\bthose )(?<!\bnot )(?<!\bare )(?<!\bis )"
_PLURAL = r"(?:[a-z]{3,20}(?:[b-hj-rtv-z]|[aeio])s|people|women|men|children)\b"
VAGUE = re.compile(
    rf"{_NOT_BEFORE}\b(?P<word>several|a few|numerous|multiple|a number of|a variety of|a wide range of)"
    rf"(?=\s(?:different\s)?(?P<what>{_PLURAL}))",
    re.IGNORECASE,
)
_PEOPLE = (
    r"(?:people|members|patients|students|customers|users|employees|visitors|residents|children|adults|drivers|readers"
    r"|owners|applicants|participants|workers|families|households|women|men|voters|parents|companies|businesses)"
)
SHARE = re.compile(
    rf"(?:(?<=^)|(?<=\. )|(?<=, )|(?<=\bthat )|(?<=\bfor )|(?<=\bby )|(?<=\bin )|(?<=\band )|(?<=\bwhile ))"
    rf"(?P<word>most|many|some)(?P<of>\sof\sthe)?(?=\s{_PEOPLE}\b)",
    re.IGNORECASE,
)
SHARES = {"most": range(62, 94), "many": range(34, 68), "some": range(12, 36)}
ROLE = re.compile(
    r",\s(?:the|an?|its|their|our)\s(?:[a-z-]+\s){0,3}?(?:secretary|treasurer|officer|manager|director|chair|president"
    r"|head|coach|editor|principal|curator|spokes(?:man|woman|person)|coordinator|adviser)"
    r"(?=,\s(?:who|said|says|told)\s|\.(?:\s|$)|\s\[)"
)
# Somebody in a story, whom nobody knows so well as to doubt it.
SOMEBODY = re.compile(
    r"\b(?P<article>[Aa]|[Tt]he)\s(?P<who>man|woman|suspect|driver|passenger|victim|worker|resident|gunman|pilot|cyclist)"
    r"(?=\s(?:was|had|told|said|died|admitted|pleaded|fled|ran)\b)"
)
AGED = re.compile(
    r"\byears?[- ]old\b|\baged?\b|\b\d{1,3}-year\b|\b(?:teen\w*|boys?|girls?|child\w*|elderly|pregnan\w*|retire\w*)\b",
    re.IGNORECASE,
)
MANY = re.compile(
    r"\b(?P<word>[Dd]ozens|[Hh]undreds|[Tt]housands)\sof(?=\s(?:\w+\s)?(?P<what>[a-z]{3,20}s|people|women|men|children)\b)"
)
MANIES = {"dozens": range(26, 95), "hundreds": range(230, 890, 10), "thousands": range(2_300, 8_900, 100)}
LONG = re.compile(
    r"(?<=\bfor )(?P<word>years|months|weeks|days|hours)(?=[.,]|\s(?:and|in|at|with|as|on|to|without|before)\b)"
)
SPEAKS = re.compile(r"(?=\s(?:said|says|told|announced|pleaded|admitted|confirmed|was arrested|was charged)\b)")
HAPPENED = re.compile(
    r"\b(?:(?:was|were)\s(?:\w+ly\s)?(?:founded|opened|built|born|established|introduced|released|created|launched"
    r"|elected|appointed|discovered|invented|acquired|published|formed|adopted|inducted|renovated|awarded)"
    r"|founded|invented|discovered|married|joined|acquired|retired|graduated|moved\sto)\b",
)
DATED = re.compile(
    r"\b(?:when|after|before|during|since|until|then|years?|ago|last|recently|century|later|first|while|if|now|today"
    r"|yesterday|month|week|season|according|by\s\w+ing|to\s[a-z]+)\b",
    re.IGNORECASE,
)
