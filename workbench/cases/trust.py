"""Which saved answers nobody said anything of: those without a label, in a file where others have one."""

from collections.abc import Iterable

from workbench.records.case import Case


def of_unknown_worth(cases: Iterable[Case]) -> frozenset[str]:
    """Return the ids of answers without a label that stand in a file beside labelled ones.

    In a file without any label, all are trusted. Where some are labelled, silence says nothing of the others.
    """
    cases = list(cases)
    labelled = {_file(case) for case in cases if case.labelled}
    return frozenset(case.case_id for case in cases if not case.labelled and _file(case) in labelled)


def _file(case: Case) -> str:
    file, colon, line = case.origin.rpartition(":")
    return file if colon and line.isdecimal() else case.origin
