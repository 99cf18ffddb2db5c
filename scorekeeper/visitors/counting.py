"""Who did what how often: counted in a row of the database, and before that in this process's memory."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Lock

from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scorekeeper.models import Counter
from scorekeeper.serving.addresses import network_of

NOWHERE = "nowhere"
"""The address of everybody whose own address nobody said."""

ONE_MORE = """
INSERT INTO {table} (what, count, until) VALUES (%s, %s, %s)
ON CONFLICT (what) DO UPDATE SET
  count = CASE WHEN {table}.until > %s AND {table}.until <= %s
    THEN {table}.count + excluded.count ELSE excluded.count END,
  until = CASE WHEN {table}.until > %s AND {table}.until <= %s THEN {table}.until ELSE excluded.until END
RETURNING count, until
"""

ASTRAY = timedelta(minutes=1)
"""Clocks of two servers may be so far apart. A count that ends even later than one that begins now, and this
time on top, is of a clock that was wrong: it is void."""


def now() -> datetime:
    """The time that everything is counted by; tests put another one in its place."""
    return timezone.now()


def address_of(request: HttpRequest) -> str:
    """The network that a request comes from, as it is counted.

    NOWHERE for a socket without an address and for this machine itself: behind a proxy that does not say for
    whom it asks, that is everybody.
    """
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return NOWHERE if not network or network == "::1" or network.startswith("127.") else network


def one_more(what: str, within: timedelta, at: datetime, *, times: int = 1) -> tuple[int, datetime]:
    """Count `what` once more, or so many `times`: how often it was since its time began, and when it begins
    anew.

    The time begins with the first, and lasts `within`; one that lies in the future is void. One statement, so
    that it is exact across processes; outside of a transaction it costs one commit.
    """
    ops = connection.ops
    times_of = (at, at + within, at + within + ASTRAY)
    begun, ends, latest = (ops.adapt_datetimefield_value(one) for one in times_of)
    table = ops.quote_name(Counter._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(ONE_MORE.format(table=table), [what, times, ends, *[begun, latest] * 2])
        ((count, until),) = cursor.fetchall()
    if isinstance(until, str):  # SQLite keeps times as text in UTC; not every version makes times of them
        until = parse_datetime(until) or at
    return count, until if until.tzinfo else until.replace(tzinfo=UTC)


def hand_over(was: str, now_called: str) -> None:
    """What was counted under one name counts under another from now on; what that has itself stays."""
    with suppress(IntegrityError), transaction.atomic():
        Counter.objects.filter(what=was).update(what=now_called)
    GUESTS.hand_over(was, now_called)


class Memory:
    """What this process knows without asking the database; at most `most` of each, the oldest go first.

    Whoever is forgotten begins anew here; what was counted in the database stays counted there.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts: OrderedDict[str, tuple[int, datetime]] = OrderedDict()
        self.shut: OrderedDict[str, datetime] = OrderedDict()
        self.lock = Lock()

    def one_more(self, what: str, within: timedelta, at: datetime) -> int:
        """Count `what` once more: how often it was since its time began."""
        with self.lock:
            count, until = self.counts.get(what, (0, at))
            if not at < until <= at + within:
                self.counts.pop(what, None)  # it begins anew behind all others
                count, until = 0, at + within
            self.counts[what] = count + 1, until
            if len(self.counts) > self.most:
                self.counts.popitem(last=False)
            return count + 1

    def shut_until(self, what: str, within: timedelta, at: datetime) -> datetime | None:
        """When `what` is let in again, if it was refused; whoever asks on meanwhile costs no commit."""
        with self.lock:
            until = self.shut.get(what)
            return until if until is not None and at < until <= at + within + ASTRAY else None

    def shut_out(self, what: str, until: datetime) -> None:
        """Remember that `what` is refused so long."""
        with self.lock:
            self.shut.pop(what, None)
            self.shut[what] = until
            if len(self.shut) > self.most:
                self.shut.popitem(last=False)

    def hand_over(self, was: str, now_called: str) -> None:
        """Remember under another name what is known under this one."""
        with self.lock:
            if was in self.counts:
                self.counts.setdefault(now_called, self.counts.pop(was))
            if was in self.shut:
                self.shut.setdefault(now_called, self.shut.pop(was))

    def forget(self) -> None:
        """Forget everything, as a new process does."""
        with self.lock:
            self.counts.clear()
            self.shut.clear()


GUESTS = Memory(20_000)
ADDRESSES = Memory(20_000)
"""Apart, so that no crowd of made-up guests can make an address forgotten."""


def forget() -> None:
    """Forget what this process has counted; tests begin with that."""
    GUESTS.forget()
    ADDRESSES.forget()
