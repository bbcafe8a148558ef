"""`batches.jsonl` of a run: what was sent in message batches, so that a restart never sends it twice.

Every batch has a line from before it is sent, which names its calls, and one from after, with the provider's id. Both
are on the disk (fsync) before anything rests on them. Verdicts are in the journal and nowhere else: a batch is done
when the journal has an attempt for each of its calls.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.identity import canonical_json
from workbench.records.batch import Batch, BatchedCall
from workbench.store.appended import append_lines, versioned_object, whole_lines

VERSION = 1
_WRONG = "damaged, expected one step of a message batch as JSON; restore the file from a copy"
_SENDING, _SENT, _DROPPED = "sending", "sent", "dropped"


@dataclass(frozen=True, kw_only=True)
class _Step:
    """One line: what happened to a batch. Only the first step of a batch fills the fields of the second half."""

    step: str
    label: str
    at: str
    batch_id: str = ""
    reason: str = ""
    after: str = ""
    url: str = ""
    key_env: str = ""
    calls: tuple[BatchedCall, ...] = ()


class BatchFile:
    """The batches of a run, as its file has them. One process writes at a time: the one that holds the run's lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._batches = _read(path)

    @property
    def batches(self) -> tuple[Batch, ...]:
        """Every batch, in the order in which they were sent; dropped ones too."""
        return tuple(self._batches.values())

    def announce(self, batch: Batch) -> None:
        """Write down what is about to be sent.

        Raises:
            StoreError: the file is damaged or cannot be written; then nothing may be sent.
        """
        self._append(
            _Step(
                step=_SENDING,
                label=batch.label,
                at=batch.at,
                after=batch.after,
                url=batch.url,
                key_env=batch.key_env,
                calls=batch.calls,
            )
        )

    def sent(self, label: str, batch_id: str, *, at: str) -> None:
        """Write down the provider's id of a batch.

        Raises:
            StoreError: the file is damaged or cannot be written.
        """
        self._append(_Step(step=_SENT, label=label, at=at, batch_id=batch_id))

    def drop(self, label: str, reason: str, *, at: str) -> None:
        """Write down that nothing is to be expected of a batch, so that its calls may be made again.

        Raises:
            StoreError: the file is damaged or cannot be written.
        """
        self._append(_Step(step=_DROPPED, label=label, at=at, reason=reason))

    def _append(self, step: _Step) -> None:
        line = canonical_json({"v": VERSION, **asdict(step)}).encode("utf-8", "surrogatepass") + b"\n"
        append_lines(self._path, line, _read)
        _take(self._batches, step)


def _read(path: Path) -> dict[str, Batch]:
    batches: dict[str, Batch] = {}
    for number, line in enumerate(whole_lines(path), start=1):
        where = f"{path}:{number}"
        try:
            _take(batches, _step(line, where))
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(f"{where}: {_WRONG}") from error
    return batches


def _step(line: bytes, where: str) -> _Step:
    value = versioned_object(line, _Step.__annotations__, version=VERSION, where=where, wrong=_WRONG)
    calls = tuple(_call(call) for call in value.pop("calls"))
    if not all(isinstance(text, str) for text in value.values()):
        raise TypeError("a text is something else")
    return _Step(**value, calls=calls)


def _call(value: Any) -> BatchedCall:  # noqa: ANN401 - any JSON value
    call = BatchedCall(*value)
    if [type(part) for part in call] != [str, str, int, int] or call.repeat < 0 or call.attempt < 1:
        raise ValueError("no item id, judge id, repeat from 0 and attempt from 1")
    return call


def _take(batches: dict[str, Batch], step: _Step) -> None:
    """Carry a step over to the batch that it is about.

    Raises:
        KeyError: there is none.
        ValueError: no such step can follow.
    """
    if step.step == _SENDING:
        if step.label in batches or not step.calls:
            raise ValueError("announced twice, or empty")
        batches[step.label] = Batch(
            label=step.label,
            at=step.at,
            after=step.after,
            url=step.url,
            key_env=step.key_env,
            calls=step.calls,
        )
    elif step.step == _SENT and step.batch_id and not batches[step.label].batch_id:
        batches[step.label] = replace(batches[step.label], batch_id=step.batch_id)
    elif step.step == _DROPPED and step.reason:
        batches[step.label] = replace(batches[step.label], dropped=step.reason)
    else:
        raise ValueError("no such step")
