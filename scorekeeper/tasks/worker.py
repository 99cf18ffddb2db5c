"""The steps of all tasks that run here, one after the other; in between chores, and what nights come to."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ledger.models import Group
from ledger.recording.removing import remove_group
from ledger.scoring import HandRefused
from ledger.steps import Steps
from scorekeeper.http.database_errors import TROUBLE
from scorekeeper.models import Task
from scorekeeper.tasks.chores import chores
from scorekeeper.tasks.claims import Claim, Lost, free_tasks_of_dead_servers, take
from scorekeeper.tasks.files import BROUGHT, MADE, check_room, forget, keep
from scorekeeper.tasks.kinds import put_away, steps_of
from scorekeeper.text.refusals.stored import stored

State, Kind = Task.State, Task.Kind
log = logging.getLogger(__name__)

AT_ONCE = 3
"""Tasks of different guests that go on side by side, a step each in turn."""

LOOKS_EVERY = 1
"""Seconds between two looks for more to do, while something is done."""

CHORES_EVERY = 60 * 60
"""Seconds."""


WRITES = frozenset(
    {Kind.IMPORT_GROUP, Kind.COPY_NOTEBOOK, Kind.UNDO_NOTEBOOK, Kind.EXPORT_GROUP, Kind.EXPORT_TABLE}
)
"""Kinds that need room on the disk while they go on; the others give some back, or need none."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """Something that is being done, step by step; without a claim nobody asked for it."""

    steps: Steps[None]
    claim: Claim | None = None


class Worker:
    """What one server does in the background. Whoever holds it calls `advance`, never two at once."""

    def __init__(self, *, has_chores: bool = True) -> None:
        self.jobs: deque[Job] = deque()
        self.looks_at = 0.0
        self.has_chores = has_chores
        self.has_begun = False
        self.chores_at = 0.0
        self.adds_up = False
        self.cannot_be_added: set[int] = set()
        """Groups whose nights cannot be added up: tried again with the next chores."""

    def advance(self) -> bool:
        """One short step of something; False when there is nothing to do."""
        if len(self.jobs) < AT_ONCE and (not self.jobs or monotonic() >= self.looks_at):
            self._look()
        if not self.jobs:
            return False
        job = self.jobs.popleft()
        try:
            next(job.steps)
        except StopIteration:
            self.looks_at = 0.0
        except Exception:
            # The row says that it runs, so it is begun anew in a minute, by whoever can.
            log.exception("Work in the background stopped.")
        else:
            self.jobs.append(job)
        return True

    def give_back(self) -> None:
        """Stop in the middle of everything; the next server begins it anew."""
        while self.jobs:
            job = self.jobs.popleft()
            job.steps.close()
            if job.claim:
                job.claim.give_back()

    def _look(self) -> None:
        self.looks_at = monotonic() + LOOKS_EVERY
        if self.has_chores and not self.has_begun:
            free_tasks_of_dead_servers()
            self.has_begun = True
        if self.has_chores and monotonic() >= self.chores_at:
            self.chores_at = monotonic() + CHORES_EVERY
            self.jobs.append(Job(steps=chores()))
        if claim := take(busy={job.claim.task.guest for job in self.jobs if job.claim}):
            self.jobs.append(Job(steps=carry_out(claim), claim=claim))


def run_all() -> None:
    """Do all that is to be done, here and now: for tests, and where TASKS_AT_ONCE says so."""
    worker = Worker(has_chores=False)
    while worker.advance():
        pass


def carry_out(claim: Claim) -> Steps[None]:
    """A task from its beginning to its end, whatever that is. Raises what the database raises."""
    task = claim.task
    try:
        yield from _unstaged(task, *_given_up(task))  # by a server that was killed
        answer = yield from _followed(claim)
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
    yield from _unstaged(task)


def _followed(claim: Claim) -> Steps[dict[str, Any]]:
    """The steps of the task, while it is ours. Raises Lost when it is not, before the next step."""
    steps = steps_of(claim.task, claim.began)
    try:
        while True:
            try:
                progress = next(steps)
            except StopIteration as end:
                answer: dict[str, Any] = end.value
                return answer
            yield progress
            claim.tell(progress)
            if claim.task.kind in WRITES:
                check_room()
    finally:
        steps.close()


def _given_up(task: Task) -> list[Task]:
    """What the same guest asked for before and nobody works at any more: it may have left half a group, and
    the same file could not come in beside that."""
    over = Task.objects.filter(guest=task.guest, state__in=(State.REFUSED, State.FAILED))
    return list(over.filter(answer__has_key="staged"))


def _unstaged(*tasks: Task) -> Steps[None]:
    """Remove the groups that these tasks left half written."""
    staged = [task.answer["staged"] for task in tasks if "staged" in task.answer]
    for group in list(Group.every.filter(pk__in=staged, is_arriving=True)):
        yield from remove_group(group)
