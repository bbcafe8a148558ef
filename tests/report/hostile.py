"""The written run with hostile text wherever a text from outside can stand."""

from dataclasses import fields, is_dataclass, replace

from tests.report.written_run import Run

PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title></textarea><svg onload=alert(1)>",
    "<!-- --> ]]> javascript:alert(1) {{7*7}} {% raw %} &lt;b&gt;",
    "\u202e\u2028\x00\x1b[31m",
    "| a `b` **c** [d](http://e.example) ![f](g) www.h.example <i>",
)
LONG_WORD = "x" * 200_000
PAYLOAD = " ".join(PAYLOADS)
# Words of our own that other parts look up; everything else in a summary is text from outside.
OWN = {"rule", "kind", "judge_id", "set", "level", "standing", "lines"}


def poisoned(value, own=OWN):
    """Return the value with the payload at the end of every text from outside in it."""
    if is_dataclass(value):
        return replace(
            value, **{one.name: poisoned(getattr(value, one.name), own) for one in fields(value) if one.name not in own}
        )
    if type(value) is str:
        return value + PAYLOAD
    if isinstance(value, tuple):
        return tuple(poisoned(part, own) for part in value)
    return value


def poisoned_run(run):
    """Return the run with hostile questions, passages, answers, reasons, ids, names and models."""
    return Run(
        poisoned(run.summary),
        tuple(_challenge(challenge) for challenge in run.challenges),
        tuple(
            replace(one, item_id=one.item_id + PAYLOAD, reply=poisoned(one.reply, {"verdict", "usage"}))
            for one in run.attempts
        ),
        tuple(
            replace(
                spec, name=spec.name + PAYLOAD, model=spec.model + PAYLOAD, details={PAYLOAD: PAYLOAD}, rubric=PAYLOAD
            )
            for spec in run.specs
        ),
    )


def with_a_long_word(run):
    """Return the run with a word of 200 KB in an answer, a passage and the reasons that concern it."""
    odd = next(one for one in run.challenges if not one.sites)
    passage, *others = odd.item.passages
    item = replace(
        odd.item,
        answer=f"{odd.item.answer} {LONG_WORD}",
        passages=(replace(passage, text=f"{LONG_WORD} {passage.text}"), *others),
    )
    return replace(
        run,
        challenges=tuple(replace(one, item=item) if one is odd else one for one in run.challenges),
        attempts=tuple(
            replace(one, reply=replace(one.reply, reason=LONG_WORD)) if one.item_id == item.item_id else one
            for one in run.attempts
        ),
    )


def _challenge(challenge):
    item = poisoned(challenge.item)
    # The ids of the passages changed, so the sites that name them do too.
    sites = tuple(
        replace(site, where=site.where + PAYLOAD) if site.where.startswith("passage:") else site
        for site in challenge.sites
    )
    return replace(
        challenge,
        item=item,
        sites=sites,
        parent=challenge.parent + PAYLOAD,
        style=challenge.style + PAYLOAD,
        proof=challenge.proof + PAYLOAD,
    )
