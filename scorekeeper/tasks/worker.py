"""The tasks and chores that run here, a step each in turn."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, wait
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from ledger.models import Group
from ledger.recording.removing import remove_group
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from scorekeeper.http.database_errors import TROUBLE
from scorekeeper.models import Task
from scorekeeper.serving.pool import PagePool
from scorekeeper.tasks.chores import chores
from scorekeeper.tasks.claims import BELL, Claim, Lost, free_tasks_of_dead_servers, take
from scorekeeper.tasks.files import BROUGHT, MADE, check_room, forget, keep
from scorekeeper.tasks.kinds import carried_out, put_away
from scorekeeper.tasks.turns import Turns
from scorekeeper.text.refusals.stored import stored

State, Kind = Task.State, Task.Kind
log = logging.getLogger(__name__)

# Tasks of different guests that go on side by side, a step each in turn.
AT_ONCE = 3

# Seconds between two looks for more to do, while something is done.
LOOKS_EVERY = 1

# Seconds.
CHORES_EVERY = 60 * 60

# Seconds between two looks when nothing is to be done; another server may have been asked.
RESTS = 5.0

# Seconds that a step gets to end when the server stops.
PATIENCE = 5.0

# Kinds that need room on the disk while they go on; the others give some back, or need none.
WRITES = frozenset(
    {
        Kind.IMPORT_GROUP,
        Kind.COPY_NOTEBOOK,
        Kind.UNDO_NOTEBOOK,
        Kind.BRING_SHARED,
        Kind.UNDO_SHARED,
        Kind.EXPORT_GROUP,
        Kind.EXPORT_TABLE,
    }
)


@dataclass(frozen=True, kw_only=True)
class Job:
    """Work under way; chores have no claim, as nobody asked for them."""

    turns: Turns
    claim: Claim | None = None


class Worker:
    """The work of one server in the background. Only one thread at a time may call `advance`."""

    def __init__(self, *, has_chores: bool = True) -> None:
        self.jobs: deque[Job] = deque()
        self.looks_at = 0.0
        self.has_chores = has_chores
        self.has_begun = False
        self.chores_at = 0.0

    def advance(self) -> bool:
        """Take one short step of some work; return False when there is nothing to do."""
        if len(self.jobs) < AT_ONCE and (not self.jobs or monotonic() >= self.looks_at):
            self._look()
        if not self.jobs:
            return False
        job = self.jobs.popleft()
        try:
            if job.turns.step():
                self.jobs.append(job)
            else:
                self.looks_at = 0.0
        except Exception:
            # The row says that it runs, so it is begun anew in a minute, by whoever can.
            log.exception("Work in the background stopped.")
        return True

    def give_back(self) -> None:
        """Stop all work at its pause, for the next server to begin it anew."""
        while self.jobs:
            job = self.jobs.popleft()
            job.turns.close()
            if job.claim:
                job.claim.give_back()

    def _look(self) -> None:
        self.looks_at = monotonic() + LOOKS_EVERY
        if self.has_chores and not self.has_begun:
            free_tasks_of_dead_servers()
            self.has_begun = True
        if self.has_chores and monotonic() >= self.chores_at:
            self.chores_at = monotonic() + CHORES_EVERY
            self.jobs.append(Job(turns=Turns(chores)))
        if claim := take(busy={job.claim.task.guest for job in self.jobs if job.claim}):
            self.jobs.append(Job(turns=Turns(partial(carry_out, claim)), claim=claim))


class Runner(threading.Thread):
    """The thread that hands the steps of all tasks to the page threads, one after the other.

    It works until it is told to stop, or until there are no page threads any more. It never asks the database
    anything itself: on SQLite a second connection that writes would be one too many.
    """

    def __init__(self, pool: PagePool) -> None:
        super().__init__(name="tasks", daemon=True)
        self.pool = pool
        self.worker = Worker()
        self.ends = threading.Event()

    def run(self) -> None:
        while not self.ends.is_set():
            BELL.clear()  # before looking: what is asked for after that look rings anew
            if not self._hand_in(self.worker.advance) and not self.ends.is_set():
                BELL.wait(RESTS)
        self._hand_in(self.worker.give_back)

    def stop(self) -> None:
        """End after the step that runs, and give back what is not done."""
        self.ends.set()
        BELL.set()
        if self.is_alive():
            self.join(2 * PATIENCE)

    def _hand_in(self, step: Callable[[], Any]) -> bool:
        # Have a page thread do it, and wait for that; whether there is more to do.
        try:
            future = self.pool.submit_step(step)
        except RuntimeError:
            self.ends.set()
            return False
        while not wait([future], PATIENCE).done:
            if self.ends.is_set():
                return False
        try:
            return bool(future.result())
        except CancelledError:
            self.ends.set()
        except Exception as trouble:  # the database cannot; it is asked again in a while
            log.error("Work in the background waits: %s", trouble)
        return False


def run_all() -> None:
    """Do all that is to be done, here and now: for tests, and where TASKS_AT_ONCE says so."""
    worker = Worker(has_chores=False)
    while worker.advance():
        pass


def carry_out(claim: Claim) -> None:
    """Do a task, and write down what came of it. Raise what the database raises."""
    task = claim.task
    try:
        # The guest's older tasks may have left half a group, and the same file could not come in beside it.
        over = Task.objects.filter(guest=task.guest, state__in=(State.REFUSED, State.FAILED))
        _remove_staged(task, *over.filter(answer__has_key="staged"))
        with heard_by(partial(_go_on, claim)):
            answer = carried_out(task, claim.began)
    except Lost:
        if claim.is_anothers:
            return
    except HandRefused as refused:
        claim.end(State.REFUSED, {"refused": stored(refused)})
    except TROUBLE:
        raise
    except Exception:
        log.exception("%s failed", task)
        claim.end(State.FAILED, {})
    else:
        keep(task.key, MADE)
        claim.end(State.DONE, answer)
        forget(task.key, BROUGHT)
        return
    put_away(task)
    _remove_staged(task)


def _go_on(claim: Claim, done: int, of: int) -> None:
    # Note how far a task is. Raise Lost where it is not ours any more, Refused where the disk is full.
    claim.tell(done, of)
    if claim.task.kind in WRITES:
        check_room()


def _remove_staged(*tasks: Task) -> None:
    # Remove the groups that these tasks left half written.
    staged = [task.answer["staged"] for task in tasks if "staged" in task.answer]
    for group in list(Group.every.filter(pk__in=staged, is_arriving=True)):
        remove_group(group)
