"""Token buckets: one row of the database for each limit and whoever it holds, and some in memory.

A bucket is kept as the moment at which it is full again: what is full needs no row.
"""

from collections import OrderedDict
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.models import Counter
from scorekeeper.serving.addresses import network_of

# The address of everybody whose own address nobody said.
NOWHERE = "nowhere"

# The largest difference between the clocks of two servers.
ASTRAY = timedelta(minutes=1)


def now() -> datetime:
    """Return the time that everything is counted by; tests put another one in its place."""
    return timezone.now()


def address_of(request: HttpRequest) -> str:
    """Return the network that a request comes from, as it is counted.

    NOWHERE for a socket without an address and for this machine itself: behind a proxy that does not say for
    whom it asks, that is everybody.
    """
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return NOWHERE if not network or network == "::1" or network.startswith("127.") else network


def taken_from(full_at: datetime, at: datetime, within: timedelta, share: timedelta) -> datetime:
    """Return when a bucket is full again after `share` of its time `within` is taken out.

    More than `within` from now on: there is not enough in it.
    """
    # A moment further ahead than that of an empty bucket, plus the largest difference between clocks, was
    # written by a clock that was wrong.
    return (at if full_at > at + within + ASTRAY else max(full_at, at)) + share


def take(what: str, most: int, within: timedelta, at: datetime, *, times: int = 1) -> datetime | None:
    """Take so many of `most` out of a bucket; None, or when there is enough in it, where there is not.

    An empty bucket is full again `within` that time. Within a transaction; exact across processes.
    """
    bucket, _ = Counter.objects.select_for_update().get_or_create(
        what=what, defaults={"count": 0, "until": at}
    )
    full_at = taken_from(bucket.until, at, within, within * times // most)
    if full_at > at + within:
        return full_at - within
    Counter.objects.filter(what=what).update(until=full_at)
    return None


def hand_over(was: str, now_called: str) -> None:
    """Let a bucket be one of another name from now on; a bucket that has that name itself stays."""
    with suppress(IntegrityError), transaction.atomic():
        Counter.objects.filter(what=was).update(what=now_called)
    GUESTS.hand_over(was, now_called)


class Memory:
    """Buckets of this process, and who was refused until when: `most` of each, and the oldest go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.full: OrderedDict[str, datetime] = OrderedDict()
        self.shut: OrderedDict[str, datetime] = OrderedDict()
        self.lock = Lock()

    def take(self, what: str, most: int, within: timedelta, at: datetime) -> bool:
        """Take one of `most` out of a bucket; False where there is none in it."""
        with self.lock:
            full_at = taken_from(self.full.pop(what, at), at, within, within // most)
            is_enough = full_at <= at + within
            self._keep(self.full, what, full_at if is_enough else full_at - within // most)
        return is_enough

    def shut_until(self, what: str, within: timedelta, at: datetime) -> datetime | None:
        """Return until when `what` is refused, if it is. Whoever asks on meanwhile costs no commit."""
        with self.lock:
            until = self.shut.get(what)
        return until if until is not None and at < until <= at + within else None

    def shut_out(self, what: str, until: datetime) -> None:
        with self.lock:
            self.shut.pop(what, None)
            self._keep(self.shut, what, until)

    def _keep(self, kept: OrderedDict[str, datetime], what: str, until: datetime) -> None:
        kept[what] = until
        if len(kept) > self.most:
            kept.popitem(last=False)

    def hand_over(self, was: str, now_called: str) -> None:
        with self.lock:
            for kept in (self.full, self.shut):
                if was in kept:
                    kept.setdefault(now_called, kept.pop(was))

    def forget(self) -> None:
        with self.lock:
            self.full.clear()
            self.shut.clear()


# Apart, so that no crowd of made-up guests can make an address forgotten.
GUESTS, ADDRESSES = Memory(20_000), Memory(20_000)


def forget() -> None:
    """Forget what this process has counted; tests begin with that."""
    GUESTS.forget()
    ADDRESSES.forget()
