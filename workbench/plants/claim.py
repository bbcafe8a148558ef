"""What a trusted answer makes of the evidence, and which sentences say it too."""

from dataclasses import dataclass

from workbench.plants.ground import Ground
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.quantities import Quantities
from workbench.text.tokens import content_set, overlap

# The share of the telling words of the evidence that a sentence must hold, and how many at least. A figure of the
# evidence that stands in the sentence says much of it already.
_SHARE = (0.5, 2)
_SHARE_WITH_FIGURES = (0.25, 1)
# A passage sentence supports the answer from this share of content words on, of its own or of one of the answer's.
_SUPPORTS = 0.35
_LEAST_WORDS = 2
# "Two" of one thing does not support "two" of another; 504 Wh stands for itself.
_SMALL = 12
_NEAR = 0.2


def says(text: str, evidence: str) -> bool:
    """Say whether a sentence holds what the evidence says: every figure in any spelling, and most of its words."""
    told, needed = Quantities(text), figures(evidence)
    asked = {word for word in content_set(evidence) if not word.isdigit()}
    share, least = _SHARE_WITH_FIGURES if needed else _SHARE
    shared = len(asked & content_set(text))
    return shared >= max(share * len(asked), least) and all(told.holds(figure) for figure in needed)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What the answer makes of the evidence: the sentence that says it or, where none is sure to, all of them.

    Attributes:
        sentences: Those sentences.
        figures: The figures in them.
        told: How a proof names them.
    """

    sentences: tuple[str, ...]
    figures: tuple[Figure, ...]
    told: str

    @classmethod
    def of(cls, ground: Ground, evidence: str | None) -> "Claim":
        """The claim of a trusted answer; without an evidence phrase, the whole answer."""
        spans = tuple(span for span in ground.sentences if evidence is not None and says(span.text, evidence))
        told = f'"{spans[0].text}"' if len(spans) == 1 else "any sentence of the answer"
        spans = spans if len(spans) == 1 else ground.sentences
        found = (f for f in ground.figures if any(span.start <= f.start < span.end for span in spans))
        return cls(sentences=tuple(span.text for span in spans), figures=tuple(found), told=told)

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def is_supported_by(self, text: str) -> bool:
        """Say whether a passage sentence says something that the claim says."""
        words = content_set(text)
        if len(words) < _LEAST_WORDS:
            return False  # a heading, a rule of a table, a fence: it says nothing alone
        told, near = Quantities(text), overlap(text, self.text) >= _NEAR
        for figure in self.figures:
            small = figure.value <= _SMALL and figure.unit is None
            if figure.kind is FigureKind.PLAIN and told.holds(figure) and not (small and not near):
                return True
        return any(overlap(said, text) >= _SUPPORTS or overlap(text, said) >= _SUPPORTS for said in self.sentences)
