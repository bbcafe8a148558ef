"""What made a run: all that is needed to understand its results later, without the bench and without a network."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from workbench.records.reply import JudgeSpec
from workbench.records.search import SearchSummary
from workbench.store.run_identity import RunIdentity

# What can change a figure or a request. Anything else that is installed makes no difference.
_LIBRARIES = ("anthropic", "nupunkt", "pandas", "pyarrow", "rapidfuzz", "scikit-learn", "scipy")


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """A run's manifest. It holds no key and nothing of the environment.

    Attributes:
        run_id: The run's folder name; given by `create_run`.
        bench: The bench's name.
        created_at: When the run was started, UTC, ISO 8601.
        identity: What the run measures; resuming asks for the same.
        versions: Python, the workbench and the libraries that can change a figure, by name.
        settings: The settings that the run was started with, as JSON values. Concurrency belongs here.
        counts: Challenges by rule and set: `{rule: {set: items}}`.
        build: Plants declined and left out: `{rule: {style: {reason: cases}}}`.
        left_out: Cases that no set was built from, by reason.
        baselines: Rule to the name of its baseline script.
        search: What the search check found; None where it was not run.
        notes: Sentences that a reader of the results must see.
        earlier: Judge id to the run that held another version of that judge when this run was made, and is compared
            with it. It is written down once, so that a report stays the same whatever is run later.
    """

    bench: str
    created_at: str
    identity: RunIdentity
    versions: Mapping[str, str]
    run_id: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    build: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    baselines: Mapping[str, str] = field(default_factory=dict)
    search: SearchSummary | None = None
    notes: tuple[str, ...] = ()
    earlier: Mapping[str, str] = field(default_factory=dict)

    @property
    def judges(self) -> tuple[JudgeSpec, ...]:
        """Return the judge versions of the run."""
        return self.identity.judges


@cache
def installed_versions() -> dict[str, str]:
    """Return the versions of Python, the workbench and its libraries; a library that is not installed is left out."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    versions = {"python": platform.python_version()}
    for name in ("judge-workbench", *_LIBRARIES):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions
