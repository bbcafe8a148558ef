"""DeepEval: goldens and test cases as JSON, JSONL or CSV, and the test cases of a test run.

Fields as in https://deepeval.com/docs/evaluation-test-cases, in snake or camel case: `retrieval_context` is what the
system was shown, `context` what it should have been shown, which is not used. A golden that was not run has no
`actual_output`. In its CSV, the passages of an answer stand in one cell with `|` between them.
"""

from collections.abc import Sequence

from workbench.cases.column_names import bare_name
from workbench.cases.importers.tables import Table

_COLUMNS = {"question": ("input",), "passages": ("retrieval_context",), "answer": ("actual_output",)}


def _known_by(names: Sequence[str]) -> str:
    spelled = {bare_name(name): name for name in names}
    told = [spelled[one] for one in ("input", "actualoutput", "expectedoutput", "retrievalcontext") if one in spelled]
    return ", ".join(told) if "input" in spelled and len(told) > 1 else ""


DEEPEVAL = Table(name="deepeval", title="DeepEval test cases", known_by=_known_by, columns=_COLUMNS, separator="|")
