"""The target of a watch, and the answer of a view that begins a stream."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.http import HttpResponse


class Target(StrEnum):
    """A kind of target: a night has its newest entry as number, a group its news."""

    NIGHT = "night"
    GROUP = "group"


@dataclass(frozen=True, kw_only=True)
class Watched:
    kind: Target
    id: int


@dataclass(frozen=True, kw_only=True)
class Watcher:
    """A membership that watches, as the guest who had it at the door, and the number last seen.

    `seen` is None for somebody who has seen nothing yet and wants to hear only of what comes. `session`
    is that of an account, "" for a guest: when it is ended, so is the watch.
    """

    watched: Watched
    membership: int
    guest: UUID
    seen: int | None = None
    session: str = ""


class LiveAnswer(HttpResponse):
    """The head of a stream that `scorekeeper.live.streams` goes on with.

    A server that knows no streams sends it as it is: 204, which tells a browser not to come back.
    """

    def __init__(self, watcher: Watcher, **given: Any) -> None:
        super().__init__(status=204, content_type="text/event-stream", **given)
        self.begins = watcher
        # A proxy in front would gather what comes, and hand on nothing for a long while.
        self.headers["X-Accel-Buffering"] = "no"
