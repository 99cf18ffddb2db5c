"""Connections that nobody can hold for nothing: uvicorn's, with deadlines and with room for newcomers.

Nothing here costs a request a timer: one look a moment goes through all connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
from itertools import chain
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.serving.addresses import network_of
from scorekeeper.serving.bounds import Bounds

# Checks of every connection within the shortest deadline.
LOOKS = 20

# Open files besides connections: the book, bodies on the disk, what is being sent.
OTHER_FILES = 128

# Connections that the system has taken and we have not seen yet; asyncio accepts as many at once.
BACKLOG = 2048

# Seconds an answer has to reach its phone when the server is told to stop.
LAST_WORDS = 3


class Connection(H11Protocol):
    """A connection that is cut off when its head, or whoever takes its answer, stands still for too long."""

    def __init__(self, register: Register, **given: Any) -> None:
        super().__init__(**given)
        self.register = register
        self.address = ""

        # The loop's time since when a request's head is waited for.
        self.silent_since = 0.0

        self._unsent = 0
        self._takes_until: float | None = None

    @property
    def is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def owes_body(self) -> bool:
        return self.is_busy and self.cycle.more_body

    @property
    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.register.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.register.remove(self)
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            # These bytes are no HTTP, and no answer can say so any more: another one is half sent.
            self.transport.abort()

    def handle_events(self) -> None:
        super().handle_events()
        if self.is_busy:
            self.register.speaks(self)

    def on_response_complete(self) -> None:
        self.register.is_silent(self)
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        if self.is_busy:
            self.cycle.disconnected = True  # its page has nobody to go to
        super().send_400_response(msg)

    def timeout_keep_alive_handler(self) -> None:
        self.cut_off()

    def _unsupported_upgrade_warning(self) -> None:
        """An upgrade may be offered to anybody, and we may decline it: no line in the log."""

    def shutdown(self) -> None:
        """The server stops: half a request is dropped, an answer has a moment to arrive."""
        if self.owes_body:
            self.cut_off()
            return
        with contextlib.suppress(h11.LocalProtocolError):
            super().shutdown()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def cut_off(self) -> None:
        self.register.remove(self)
        self._unset_keepalive_if_required()
        if self.transport.is_closing() or self.unsent:
            self.transport.abort()
        else:
            self.transport.close()

    def stands_still(self, now: float, bounds: Bounds) -> bool:
        """Whether its phone takes its answer too slowly. What it took since the last look earns it time."""
        before, self._unsent = self._unsent, self.unsent
        if not self._unsent:
            self._takes_until = None
            return False
        latest = now + bounds.grace_seconds
        if self._takes_until is None:
            self._takes_until = latest
        # More than before: a next portion was written, as most of the last one was taken.
        taken = before - self._unsent if self._unsent <= before else before
        self._takes_until = min(self._takes_until + taken / bounds.least_speed, latest)
        return now > self._takes_until


class Register:
    """All open connections, and who has to go."""

    def __init__(self, bounds: Bounds, most: int) -> None:
        self.bounds, self.most = bounds, most
        # Dictionaries, as they keep their order: whoever is silent longest stands first.
        self.all: dict[Connection, None] = {}
        self.silent: dict[Connection, None] = {}
        self.silent_at: dict[str, dict[Connection, None]] = {}
        self.looks: asyncio.TimerHandle | None = None

    def add(self, connection: Connection) -> None:
        """Add a connection; if there are too many, close one."""
        self.all[connection] = None
        self.is_silent(connection)
        while len(self.all) > self.most:
            # Drop the connection that is silent longest, at the newcomer's own address if that has many; else
            # one whose body is still on its way; else one that does not take its answer; else the newcomer.
            own = self.silent_at[connection.address]
            longest = next(iter(own if len(own) > self.most // 4 else self.silent))
            busy = chain((one for one in self.all if one.owes_body), (one for one in self.all if one.unsent))
            (longest if longest is not connection else next(busy, connection)).cut_off()
        if self.looks is None:
            self._look_later(connection.loop)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is gone, or as good as gone."""
        self.all.pop(connection, None)
        self.speaks(connection)

    def is_silent(self, connection: Connection) -> None:
        """From now on a head is waited for."""
        if connection not in self.all:
            return
        connection.silent_since = connection.loop.time()
        self.silent[connection] = None
        self.silent_at.setdefault(connection.address, {})[connection] = None

    def speaks(self, connection: Connection) -> None:
        """Its head has come."""
        if connection not in self.silent:
            return
        del self.silent[connection]
        there = self.silent_at[connection.address]
        del there[connection]
        if not there:
            del self.silent_at[connection.address]

    def look(self, now: float) -> None:
        """Cut off whoever is too late, and those that take no answers where too much waits for them."""
        for one in list(self.silent):
            if now - one.silent_since <= self.bounds.head_seconds:
                break
            one.cut_off()
        for one in list(self.all):
            if one.stands_still(now, self.bounds):
                one.cut_off()
        total = sum(one.unsent for one in self.all)
        for one in list(self.all):
            if total <= self.bounds.unsent_bytes:
                return
            if one.unsent:
                total -= one.unsent
                one.cut_off()

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        shortest = min(self.bounds.head_seconds, self.bounds.grace_seconds)
        self.looks = loop.call_later(shortest / LOOKS, self._look_again, loop)

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self.looks = None
        self.look(loop.time())
        if self.all:
            self._look_later(loop)


def connections(bounds: Bounds) -> type[asyncio.Protocol]:
    """Return the class of which uvicorn makes connections."""
    register = Register(bounds, make_room(bounds.connections))

    class Registered(Connection):
        def __init__(self, **given: Any) -> None:
            super().__init__(register, **given)

    return Registered


def make_room(connections: int) -> int:
    """Return how many of the wanted connections this process may hold, with its limit of open files raised as
    far as the system lets it."""
    wanted = connections + BACKLOG + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    return max(16, (soft - OTHER_FILES) // 2)
