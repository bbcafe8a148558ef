"""Reasons that people give for what a sentence says, by its main verb."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """A reason that fits what a sentence says: its words, and the word stems without which nobody could state it."""

    words: str
    telling: str


@dataclass(frozen=True)
class Cue:
    """What a sentence says, in the main verb behind its subject, and the reasons that people give for that."""

    pattern: re.Pattern[str]
    reasons: tuple[Reason, ...]


# The main verb stands behind the subject, with no other clause before it.
_SUBJECT = r"^(?:(?!(?:that|which|who|whose|where|when|if|and|or|but|while|to)\b)[^\s;:()\"“”]+\s+){1,9}?"


def _cue(verb: str, *reasons: tuple[str, str]) -> Cue:
    passive = r"(?<!is\s)(?<!are\s)(?<!was\s)(?<!were\s)(?<!be\s)(?<!been\s)"
    pattern = re.compile(rf"{_SUBJECT}{passive}(?P<verb>{verb})(?![\w-])(?!\s+(?:that|to)\b)")
    return Cue(pattern, tuple(Reason(words, telling) for words, telling in reasons))


_BE = r"(?:is|are|was|were)\s+"
_WAS = r"(?:was|were)\s+(?:later\s+)?"
_HAS = r"(?:(?:has|have|had)\s+)?"
_CUES = (
    _cue(
        rf"(?:must|may)\s+not|{_BE}(?:not\s+(?:allowed|permitted|covered|refunded|returned|included)|prohibited"
        r"|forbidden|compulsory)",
        ("for insurance reasons", "insur"),
        ("because of earlier complaints", "complain"),
        ("because of a ruling by the courts", "court|ruling|judge"),
        ("because of a new law", "law|legal|act\\b|legislat|statut"),
    ),
    _cue(
        r"must(?!\s+(?:make|choose|decide|be\s+(?:born|true)))|(?:is|are)\s+(?:required|obliged)",
        ("because of a new law", "law|legal|act\\b|legislat|statut"),
        ("because of a change in the regulations", "regulat|rule"),
    ),
    _cue(
        r"(?:is|are)\s+(?:charged|refunded|returned|released|due|payable)",
        ("because of a rule of the bank", "bank"),
        ("because of an agreement with the tax office", "tax"),
    ),
    _cue(r"appl(?:y|ies)", ("because of a new contract", "contract"), ("because of a new law", "law|legal|legislat")),
    _cue(r"costs?", ("because of higher energy prices", "energy|electric"), ("because of a new tax", "tax")),
    _cue(
        r"(?:is|are)\s+free", ("thanks to a grant from the county", "grant|county"), ("thanks to a donation", "donat")
    ),
    _cue(
        rf"{_BE}(?:closed|cancelled|canceled|postponed|delayed|abandoned|scrapped|suspended)",
        ("because of a lack of money", "money|fund|budget|afford|financ"),
        ("because of a shortage of staff", "staff|personnel|worker|shortag"),
    ),
    _cue(
        rf"{_HAS}(?:resigned|retired(?=\s(?:in|from|on|as|last|this)\b)|quit|stepped\s+down)",
        ("for family reasons", "famil|wife|husband|child|son|daughter"),
        ("because of poor health", "health|ill|sick|diseas"),
    ),
    _cue(
        rf"{_HAS}(?:ordered|introduced|launched|established|founded|created|approved|banned|rejected|changed|accepted)"
        r"(?=\s(?:a|an|the|his|her|its|their|new)\s)"
        # What its founders made was not asked of them.
        rf"|{_WAS}(?:founded|established|created|introduced|launched|set\s+up|banned|approved|changed)(?!\s+by\b)",
        ("in response to complaints from the public", "complain|public"),
        ("after pressure from local residents", "pressure|resident|local"),
        ("on the advice of a consultant", "advice|advis|consult"),
    ),
    _cue(
        rf"{_WAS}(?:built|constructed|erected|extended|renovated)",
        ("to ease overcrowding", "crowd"),
        ("because of growing demand from visitors", "demand|visit|touris"),
    ),
    _cue(
        r"(?:rose|increased|grew|climbed|(?:has|have)\s+(?:risen|increased|grown))(?=\s+(?:by|from|to)\s\S{0,2}\d)",
        ("because of strong demand from abroad", "demand|abroad|foreign|export|oversea"),
        ("because of a change in the tax rules", "tax"),
    ),
    _cue(
        r"(?:fell|dropped|decreased|declined|shrank|(?:has|have)\s+(?:fallen|dropped|decreased|declined))"
        r"(?=\s+(?:by|from|to)\s\S{0,2}\d)",
        ("because of a shortage of staff", "staff|personnel|worker|shortag"),
        ("because of unusually cold weather", "weather|cold"),
    ),
    _cue(
        rf"{_WAS}(?:arrested|detained|charged|caught|captured)",
        ("thanks to a tip from a neighbour", "tip|neighbo"),
        ("after an anonymous call", "anonym|call"),
    ),
    _cue(
        rf"{_WAS}(?:shot|stabbed|attacked|killed|murdered|beaten|kidnapped|abducted)",
        ("because of an unpaid debt", "debt|owe|loan|unpaid"),
        ("because of an old family feud", "feud|famil"),
    ),
    _cue(
        rf"{_WAS}(?:sold|relocated|transferred|merged|replaced)|{_HAS}(?:moved|sold|switched|merged)",
        ("because of rising rents", "rent"),
        ("because of mounting debts", "debt|owe|loan"),
    ),
    _cue(
        rf"{_WAS}(?:rejected|dismissed|refused|denied|turned\s+down|blocked|withdrawn|overturned)|refused|dismissed",
        ("because of a formal error", "error|formal|procedur"),
        ("because of a missing signature", "sign"),
    ),
    _cue(
        rf"{_WAS}(?:selected|chosen|appointed|hired|picked|nominated|promoted|inducted)|{_HAS}joined",
        ("on the recommendation of a former colleague", "recommend|colleague"),
        ("thanks to a chance meeting", "chance|meeting|met"),
    ),
    _cue(
        rf"{_HAS}(?:studied|graduated|trained)|earned\s+(?:a|his|her)\s+(?:\w+\s+)?degree",
        ("thanks to a scholarship", "scholar"),
        ("on the advice of a former teacher", "teacher|advice|advis"),
    ),
    _cue(
        rf"{_HAS}(?:won|defeated|beat|scored|finished|qualified)",
        ("thanks to a late change of tactics", "tactic"),
        ("thanks to a new training plan", "train"),
    ),
    _cue(
        rf"{_WAS}(?:sentenced|convicted|found\s+guilty|acquitted)",
        ("on the testimony of a neighbour", "testimon|neighbo|witness"),
        ("thanks to a recording of a telephone call", "record|phone"),
    ),
    _cue(
        rf"{_HAS}(?:arrived|visited|travel+ed)(?=\s(?:in|at|to|the|[A-Z]))",
        ("at the invitation of a former minister", "invit|minister"),
        ("on the advice of a friend", "friend|advice|advis"),
    ),
    _cue(
        rf"{_HAS}(?:condemned|criticized|criticised|defended|praised)(?=\s(?:a|an|the|his|her|its|their|new)\s)",
        ("in response to a question from a reporter", "question|reporter|ask"),
        ("at the request of a fellow politician", "request|fellow"),
    ),
    _cue(
        rf"{_HAS}(?:starred|appeared|performed)|{_WAS}(?:cast|featured)",
        ("thanks to a friendship with the producer", "friend|produc"),
    ),
    _cue(
        rf"{_WAS}(?:released|published|premiered|aired|broadcast|filmed|recorded|shot\s+in)|premiered|debuted|aired",
        ("because of a change in the schedule", "schedul"),
        ("because of a dispute over the rights", "disput|rights"),
    ),
    _cue(
        rf"{_WAS}(?:injured|wounded|hurt|hospitali[sz]ed|rescued)|crashed|collided|sank|collapsed|went\s+down",
        ("because of a faulty warning system", "warn|fault|alarm"),
        ("because of a maintenance error", "mainten|mechanic|repair"),
    ),
    _cue(
        r"expires?|(?:is|are)\s+(?:valid|renewed|reviewed|checked|inspected|tested|audited|decided)",
        ("because of a rule of the insurer", "insur"),
        ("because of an earlier case of fraud", "fraud"),
    ),
    _cue(
        r"(?:is|are)\s+(?:allowed|limited|restricted|capped)",
        ("for security reasons", "secur"),
        ("because of earlier complaints", "complain"),
    ),
    _cue(
        r"should\s+(?:not\s+)?(?:be\s+)?(?:kept|stored|keep|store|dried|dry|covered|cover|cleaned|washed)",
        ("to prevent mould", "mould|mold"),
        ("to keep insects away", "insect|pest|bug|fl(?:y|ies)\\b|ants?\\b"),
    ),
    _cue(
        r"should\s+(?:be\s+)?(?:call|contact|contacted|consult|file|filed|submit|submitted|report|reported|send|sent|pay"
        r"|paid)",
        ("to avoid a late fee", "fee|late"),
        ("to avoid disputes later", "disput"),
    ),
    _cue(
        r"(?:is|are)\s+(?:mainly\s+|mostly\s+|largely\s+|commonly\s+)?(?:grown|produced|manufactured|located|situated"
        r"|based|sold|headquartered)",
        ("because of low labour costs", "labour|labor|wage|cheap|cost"),
        ("because of a tax advantage", "tax"),
    ),
)


def reasons_for(claim: str) -> tuple[Reason, ...]:
    """Return what could be given as the reason of a claim, where its main verb is one of those known here."""
    return next((cue.reasons for cue in _CUES if cue.pattern.match(claim)), ())
