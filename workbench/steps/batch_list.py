"""The message batches of a bench that are not fetched: how each is, cancelling them, giving one up."""

import asyncio
from dataclasses import dataclass

from workbench.errors import InputError, SetupError, unknown_name
from workbench.judges.batch import BatchCallFailed
from workbench.judges.claude.batches import claude_batches
from workbench.judges.server import Server
from workbench.records.batch import Batch
from workbench.runner.clock import utc_now
from workbench.steps.batches import batches_of
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.batch_file import BatchFile
from workbench.store.lock import FolderLock
from workbench.store.run_folder import FoundRun, list_runs

AT_WORK, ENDED, CANCELLED, IN_DOUBT = "at work", "ended, not fetched", "cancelled", "in doubt"


@dataclass(frozen=True, kw_only=True)
class ListedBatch:
    """A batch, and how it is.

    Attributes:
        run_id: Its run.
        batch: The batch.
        state: At work, ended, cancelled by this command, in doubt (its sending got no answer), or why it is not known.
        known: Whether the server was asked, and said how it is.
    """

    run_id: str
    batch: Batch
    state: str
    known: bool = True


def list_batches(settings: Settings, *, run: str | None = None, cancel: bool = False) -> tuple[ListedBatch, ...]:
    """List the batches that are not fetched, and say how each is.

    Args:
        settings: The bench's settings.
        run: Only those of this run, by name or path.
        cancel: Whether to cancel those that are at work. What they have done by then is still fetched, and paid for.

    Raises:
        StoreError: a run's files are damaged.
    """
    return asyncio.run(_list(_open(settings, run), cancel))


def give_up(settings: Settings, name: str) -> ListedBatch:
    """Expect nothing of a batch any more, so that its calls are made again by the next run.

    Args:
        settings: The bench's settings.
        name: The batch, as `list_batches` names it.

    Raises:
        InputError: there is no such batch.
        StoreError: another process is at work on its run, or the run's files cannot be written.
    """
    open_ones = _open(settings, None)
    for found, batch in open_ones:
        if batch.name == name:
            lock = FolderLock.take(found.folder.lock)
            try:
                BatchFile(found.folder.batches).drop(batch.label, "given up by its user", at=utc_now())
            finally:
                lock.release()
            return ListedBatch(run_id=found.manifest.run_id, batch=batch, state="given up")
    names = [batch.name for _, batch in open_ones]
    if not names:
        raise InputError(f"no batch called {name}: none is open")
    raise unknown_name("open batch", name, names)


def _open(settings: Settings, run: str | None) -> list[tuple[FoundRun, Batch]]:
    runs = list_runs(settings.runs).runs if run is None else (find_stored(settings, run),)
    sent = (found for found in runs if found.folder.batches.exists())
    return [(found, batch) for found in sent for batch in batches_of(found)]


async def _list(open_ones: list[tuple[FoundRun, Batch]], cancel: bool) -> tuple[ListedBatch, ...]:
    return tuple([await _one(found.manifest.run_id, batch, cancel) for found, batch in open_ones])


async def _one(run_id: str, batch: Batch, cancel: bool) -> ListedBatch:
    if not batch.batch_id:
        return ListedBatch(run_id=run_id, batch=batch, state=IN_DOUBT, known=False)
    try:
        return ListedBatch(run_id=run_id, batch=batch, state=await _state(batch, cancel))
    except (BatchCallFailed, SetupError) as error:
        return ListedBatch(run_id=run_id, batch=batch, state=f"not known: {error}", known=False)


async def _state(batch: Batch, cancel: bool) -> str:
    async with claude_batches(Server(url=batch.url, key_env=batch.key_env)) as service:
        status = await service.status(batch.batch_id)
        if status.ended:
            return ENDED
        if cancel:
            await service.cancel(batch.batch_id)
    return CANCELLED if cancel else AT_WORK
