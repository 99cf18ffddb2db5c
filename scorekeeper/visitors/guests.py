"""The guest that a phone is: a random id in its cookie, and nothing else. With the id go the groups.

So a phone gets a fresh id whenever it gains a group, by starting or bringing one or by a key: an id that
somebody else knows (who had the phone in hand before, or listened on plain http) opens nothing afterwards.
Nothing may be lost by that, in whatever order requests and answers come:

- The answer carries a cookie with the fresh id and the old one (`was`). What the old id opened is handed over
  when this cookie is seen for the first time. Until then the old one goes on opening it: an answer that got
  lost on its way has changed nothing.
- Who sends the form again before that (a double tap, a second tab) is given the same fresh id for five
  minutes, so it does not matter which answer comes last. Only the one given last is ever handed anything.
- Once the fresh id was seen, a form that was on its way with the old one writes nothing and sets no cookie:
  the phone has a better one. If it is the same form again, it leads to the same group.
- What is under way in the background goes on for the fresh id: an import asks in its last transaction whose
  it is.

Where somebody is logged in, the phone is the guest of the account. No cookie holds that id, so nobody else
knows it, and it stays as it is; what the phone's own cookie opens waits until its account takes it along.
"""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import time
from typing import TypeVar

from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ledger.recording import change_guest
from scorekeeper.models import Counter, Task
from scorekeeper.visitors.counting import hand_over
from scorekeeper.visitors.guest_cookie import SessionStore, cookie_of
from scorekeeper.visitors.quotas import By, Limit, name_of

GUEST = "guest"
SINCE = "since"
WAS = "was"
A_MONTH = 30 * 24 * 60 * 60
SAME_ANSWER = timedelta(minutes=5)

# Lifetime of the cookie.
KNOWN = timedelta(days=365)

# Longest time that a form may be on its way with an id that its phone no longer has.
ON_ITS_WAY = timedelta(hours=1)

GainResult = TypeVar("GainResult")


@dataclass(frozen=True, kw_only=True)
class Holder:
    """An account that is logged in on a phone: its name, its guest, and the session's key in the database."""

    name: str
    guest: uuid.UUID
    session: str


def holder_of(request: HttpRequest) -> Holder | None:
    """Return who is logged in on this phone, None for a guest; `scorekeeper.accounts` answers it."""
    # Accounts may be switched off, so that nothing of them is imported here.
    ask: Callable[[], Holder | None] | None = getattr(request, "ask_holder", None)
    return None if ask is None else ask()


class KeyUnreadable(Exception):
    """The phone's cookie cannot be read just now; the phone is asked before it gets another one."""


class KeyChanged(Exception):
    """The form was sent with an id that the phone does not have any more; nothing was written."""


def guest_of(request: HttpRequest) -> uuid.UUID | None:
    """Return the guest of the account that is logged in, else the phone's own; None if it has none."""
    holder = holder_of(request)
    return phone_guest_of(request) if holder is None else holder.guest


def phone_guest_of(request: HttpRequest) -> uuid.UUID | None:
    """Return the guest that this browser's own cookie says, whoever is logged in."""
    cookie = cookie_of(request)
    guest = _id(cookie.get(GUEST))
    if guest is None:
        return None
    if (was := _id(cookie.get(WAS))) is not None:
        guest = _take_over(request, was, guest)
    if isinstance(cookie, SessionStore) and cookie.kept:
        _bring_together(cookie, guest)
    return guest


def become_guest(request: HttpRequest) -> uuid.UUID:
    """Return the guest this browser is from now on, for a year. Raises KeyUnreadable."""
    guest = guest_of(request)
    if guest is None:
        if has_unreadable(request):
            raise KeyUnreadable
        return begin(request)
    # No cookie without need: this request may have been on its way while the phone got a better one.
    renew(request)
    return guest


def has_unreadable(request: HttpRequest) -> bool:
    """Whether this phone has a key, but none that can be read."""
    return bool(getattr(cookie_of(request), "has_unreadable", False))


def begin(request: HttpRequest, guest: uuid.UUID | None = None) -> uuid.UUID:
    """Make this phone a new guest, or this `guest`; a cookie that cannot be read is kept."""
    guest = guest or uuid.uuid4()
    cookie_of(request)[GUEST] = str(guest)
    cookie_of(request)[SINCE] = int(time())
    return guest


@contextmanager
def only_once(request: HttpRequest, form: str) -> Iterator[None]:
    """Let a phone that is no guest yet be one guest, however often and in whatever order it sends a form.

    Its first page gave it no cookie. So the guest is computed from the form, which only this phone has seen.
    A form that was on its way while an earlier one let the phone in leaves the better cookie alone.
    """
    if guest_of(request) is not None or has_unreadable(request):
        yield
        return
    digest = salted_hmac(__name__, f"form {form}", algorithm="sha256").digest()
    guest = begin(request, uuid.UUID(bytes=digest[:16], version=4))
    try:
        yield
    finally:
        if cookie_of(request).get(GUEST) == str(guest):
            cookie_of(request).clear()


def renew(request: HttpRequest) -> None:
    """Let a cookie of last month last a year from now: whoever comes to play never loses a group."""
    if holder_of(request) is not None:
        return
    since = cookie_of(request).get(SINCE, 0)
    if not isinstance(since, int) or time() - since > A_MONTH:
        cookie_of(request)[SINCE] = int(time())


def gain(
    request: HttpRequest,
    *,
    write: Callable[[uuid.UUID], GainResult],
    before: Callable[[uuid.UUID], GainResult | None],
) -> GainResult:
    """Let this phone gain a group, and a fresh id with it.

    `write` gives the group to a guest, `before` finds what the same form gave before. Raises what they raise,
    KeyUnreadable, and KeyChanged.
    """
    if (holder := holder_of(request)) is not None:
        with transaction.atomic():
            return before(holder.guest) or write(holder.guest)
    guest = become_guest(request)
    with transaction.atomic():
        fresh_ids, was_seen = _change_of(guest)
        if was_seen:  # the phone has another id by now
            for fresh in fresh_ids:
                if (written := before(fresh)) is not None:
                    return written
            raise KeyChanged
        written = before(guest)
        if written is None:
            written = write(guest)
        elif not fresh_ids:  # sent again, and its answer has come
            return written
        fresh = _fresh_id_for(guest)
    cookie_of(request)[GUEST], cookie_of(request)[WAS] = str(fresh), str(guest)
    return written


def take_along(request: HttpRequest, guest: uuid.UUID) -> None:
    """Give what this phone's own cookie opens to an account's `guest`; the phone is a guest no more."""
    old = phone_guest_of(request)
    if old is None:
        return
    with transaction.atomic():
        _hand_over(old, guest)
    cookie = cookie_of(request)
    if isinstance(cookie, SessionStore):
        cookie.drop()


def go_without(request: HttpRequest, guest: uuid.UUID) -> None:
    """Give what an account's `guest` opens to this phone's own guest."""
    own = phone_guest_of(request) or begin(request)
    with transaction.atomic():
        _hand_over(guest, own)


def _hand_over(old: uuid.UUID, new: uuid.UUID) -> None:
    # Tasks first, as an import that ends just now holds its task until its group has an owner.
    Task.objects.filter(guest=old).update(guest=new)
    change_guest(old, new)
    # A fresh id is no way around the limits of a phone.
    for limit in Limit:
        if any(quota.by is By.GUEST for quota in limit.quotas):
            hand_over(name_of(limit, old.hex), name_of(limit, new.hex))


def _take_over(request: HttpRequest, was: uuid.UUID, guest: uuid.UUID) -> uuid.UUID:
    # Hand what the old id opens over to the fresh one, now that it was seen.
    try:
        with transaction.atomic():
            if guest in _change_of(was)[0]:
                _hand_over(was, guest)
                Counter.objects.filter(what=_what(was)).update(count=1)
    except DatabaseError:  # it cannot write just now; the old id still opens everything
        return was
    del cookie_of(request)[WAS]
    return guest


def _bring_together(session: SessionStore, guest: uuid.UUID) -> None:
    # Give the phone's guest what a kept cookie opens that can be read again.
    for name, said in session.kept.items():
        try:
            if (old := _id(said.get(GUEST))) is not None:
                change_guest(old, guest)
        except DatabaseError:  # it stays kept, and is tried again
            continue
        session.done_with.add(name)
        session.modified = True
    session.kept = {}


def _fresh_ids(guest: uuid.UUID, at: datetime) -> list[uuid.UUID]:
    # The fresh id to which a guest changed at this moment, and what it would have been with the secrets that
    # were in use before. It is nowhere stored, but computed with the server's secret.
    said = f"{guest.hex} {at.astimezone(UTC).isoformat()}"
    digests = (
        salted_hmac(__name__, said, secret=secret, algorithm="sha256").digest()
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )
    return [uuid.UUID(bytes=digest[:16], version=4) for digest in digests]


def _what(guest: uuid.UUID) -> str:
    return f"guest {guest.hex}"


def _change_of(guest: uuid.UUID) -> tuple[list[uuid.UUID], bool]:
    # Return the fresh ids of a guest that was given one, none where that does not matter any more, and
    # whether its phone has come with that since.
    found = Counter.objects.select_for_update().filter(what=_what(guest)).first()
    if found is None or timezone.now() - (found.until - KNOWN) > (ON_ITS_WAY if found.count else KNOWN):
        return [], False
    return _fresh_ids(guest, found.until - KNOWN), bool(found.count)


def _fresh_id_for(guest: uuid.UUID) -> uuid.UUID:
    # Return a fresh id for a guest; the same one for five minutes.
    now = timezone.now()
    found, _ = Counter.objects.select_for_update().get_or_create(
        what=_what(guest), defaults={"count": 0, "until": now + KNOWN}
    )
    if found.count or now - (found.until - KNOWN) > SAME_ANSWER:
        found.count, found.until = 0, now + KNOWN
        found.save(update_fields=["count", "until"])
    return _fresh_ids(guest, found.until - KNOWN)[0]


def _id(said: object) -> uuid.UUID | None:
    try:
        return uuid.UUID(said) if isinstance(said, str) else None
    except ValueError:
        return None
