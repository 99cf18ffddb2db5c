"""The tasks and chores that run here, a step each in turn."""

import logging
from collections import deque
from dataclasses import dataclass
from functools import partial
from time import monotonic

from ledger.models import Group
from ledger.recording.removing import remove_group
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from scorekeeper.http.database_errors import TROUBLE
from scorekeeper.models import Task
from scorekeeper.tasks.chores import chores
from scorekeeper.tasks.claims import Claim, Lost, free_tasks_of_dead_servers, take
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
