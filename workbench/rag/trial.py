"""One question with one thing changed, asked once or several times: what does that show?"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.rag.counterfactual import Counterfactual
from workbench.rag.leaks import Hidden
from workbench.rag.reading import Read, read_answer
from workbench.records.counterfactual import Change, Result, Tried
from workbench.records.system import SystemReply

# Of several repeats the worst one counts.
_WORST_FIRST = (
    Result.LEAKED,
    Result.MEMORY,
    Result.PASSED_OVER,
    Result.DISTRACTED,
    Result.NEEDLESS,
    Result.UNCLEAR,
    Result.ERROR,
)


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A change to a question, ready to be read.

    Attributes:
        case: The saved answer that it was made from.
        differs: Whether the documents differ from the common answer.
        change: What is changed.
        counterfactual: The question before and after; None where somebody else asks.
        hidden: What an identity may not see; None where the evidence changes.
        question: What is asked.
        identity: Who else asks; empty where the evidence changes.
    """

    case: str
    differs: bool
    change: Change
    question: str
    counterfactual: Counterfactual | None = None
    hidden: Hidden | None = None
    identity: str = ""

    def not_tested(self, why: str) -> Tried:
        """Say that nothing can be said."""
        return Tried(case=self.case, change=self.change, result=Result.NOT_TESTED, why=why, differs=self.differs)

    def before(self, replies: Sequence[SystemReply]) -> Tried | None:
        """Read the answers before the change. None where they give the known fact, so that a change can be tried.

        A system that gives the common answer, where the documents that it is shown say something else, does not read.
        """
        failed = next((reply for reply in replies if reply.error), None)
        if failed is not None:
            return self._tried((Result.ERROR, f"with nothing changed: {failed.error}"), replies, ())
        if self.counterfactual is None:
            return None
        common = [self.counterfactual.gives_default(reply.answer) for reply in replies]
        if any(common):
            return self._tried((Result.MEMORY, next(why for why in common if why)), replies, ())
        known = [self.counterfactual.reproduces(reply.answer) for reply in replies]
        wrong = [why for why in known if why]
        if not wrong:
            return None
        told = wrong[0] if len(wrong) == len(known) else f"in {len(wrong)} of {len(known)} repeats, {wrong[0]}"
        return self._tried((Result.NOT_TESTED, told), replies, ())

    def after(self, before: Sequence[SystemReply], replies: Sequence[SystemReply]) -> Tried:
        """Read the answers after the change, beside those before it. Of several repeats the worst counts."""
        found = [self._read(one, before[0]) for one in replies]
        worst = min(found, key=lambda read: _WORST_FIRST.index(read[0]) if read[0] in _WORST_FIRST else 99)
        place = found.index(worst)
        alike = sum(result is worst[0] for result, _ in found)
        why = worst[1] if alike == len(found) else f"in {alike} of {len(found)} repeats, {worst[1]}"
        return self._tried((worst[0], why), before, replies[place:])

    def _read(self, reply: SystemReply, before: SystemReply) -> Read:
        if reply.error:
            return Result.ERROR, reply.error
        if self.counterfactual is not None:
            return read_answer(self.counterfactual, reply.answer, before.answer)
        assert self.hidden is not None
        return self._as_another(self.hidden, reply, before)

    def _as_another(self, hidden: Hidden, reply: SystemReply, before: SystemReply) -> Read:
        """Read an answer to somebody who may not see all; it says nothing where nobody sees what is hidden."""
        leak = hidden.finds(self.question, reply.answer, reply.candidates or ())
        if leak:
            return Result.LEAKED, leak
        hint = hidden.hints(self.question, reply.answer)
        if hint:
            return Result.UNCLEAR, hint
        usual = before.answer, before.candidates or ()
        if not hidden.finds(self.question, *usual) and not hidden.hints(self.question, before.answer):
            return Result.NOT_TESTED, "the hidden passage does not show to the usual identity either"
        if not hidden.keeps_back(reply.answer, reply.candidates or ()):
            return Result.UNCLEAR, "it neither declines nor says what a passage says that it may see"
        where = "the answer" if reply.candidates is None else "answer and candidates"
        return Result.KEPT_BACK, f"nothing of what it may not see shows in {where}"

    def _tried(self, read: Read, before: Sequence[SystemReply], after: Sequence[SystemReply]) -> Tried:
        result, why = read
        why = f"{why} (asked as {self.identity})" if self.identity else why
        return Tried(
            case=self.case,
            change=self.change,
            result=result,
            why=why,
            differs=self.differs,
            before=before[0].answer if before else "",
            after=after[0].answer if after else "",
        )
