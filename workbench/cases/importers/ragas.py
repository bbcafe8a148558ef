"""Ragas: an evaluation dataset, as `to_jsonl`, `to_csv`, pandas or `datasets` write it, before and after version 0.2.

Fields as in https://docs.ragas.io/en/stable/concepts/components/eval_sample: `user_input`, `retrieved_contexts`,
`response`, before that `question`, `contexts`, `answer`. `reference` and `ground_truth` are answers that somebody hoped
for, and the metrics beside them are no labels.
"""

from collections.abc import Sequence

from workbench.cases.importers.tables import Table

_COLUMNS = {
    "question": ("user_input", "question"),
    "passages": ("retrieved_contexts", "contexts"),
    "answer": ("response", "answer"),
}
_NEW, _OLD = tuple(zip(*_COLUMNS.values(), strict=True))


def _known_by(names: Sequence[str]) -> str:
    new = [name for name in _NEW if name in names]
    if "user_input" in new and len(new) > 1:
        return ", ".join(new)
    return ", ".join(_OLD) if set(_OLD) <= set(names) and "id" not in names else ""


RAGAS = Table(name="ragas", title="Ragas dataset", known_by=_known_by, columns=_COLUMNS)
