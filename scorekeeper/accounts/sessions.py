"""The sessions of accounts: rows of the database, so that they can be listed and ended.

The cookie holds the key of the row, signed by this server: whoever reads a copy of the book gets in nowhere.
A phone that is not logged in has no such cookie, and costs no query.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.core.signing import BadSignature, Signer
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.accounts.browsers import browser_of
from scorekeeper.accounts.models import Account, Phone
from scorekeeper.visitors.holders import Holder

SALT = "scorekeeper.accounts.sessions"
BEGUN, SEEN, PUBLIC, BROWSER = "begun", "seen", "public", "browser"
SEEN_AGAIN = timedelta(minutes=5).total_seconds()
"""A phone that comes again within this time is not noted down again."""
BEFORE_LOGIN = timedelta(minutes=15)
"""So long a session without an account lasts: while somebody is at a passkey."""


class SessionStore(DatabaseStore):
    """A session with columns that say whose it is and where."""

    @classmethod
    def get_model_class(cls) -> type[Phone]:
        """The table of it."""
        return Phone

    def create_model_instance(self, data: dict[str, Any]) -> Phone:
        """The row, as it is written with each change."""
        row = Phone(
            session_key=self._get_or_create_session_key(),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
        )
        account = data.get(SESSION_KEY)
        row.account_id = int(account) if account else None
        row.browser = data.get(BROWSER, "")
        if PUBLIC in data:  # it is not there yet when Django draws the key
            row.public = uuid.UUID(data[PUBLIC])
            row.begun_at, row.seen_at = (datetime.fromtimestamp(data[one], UTC) for one in (BEGUN, SEEN))
        return row

    def cycle_key(self) -> None:
        """Another key, under which it is another session to who looks at the list."""
        for one in (PUBLIC, BEGUN):
            self.pop(one, None)
        super().cycle_key()

    def note(self, request: HttpRequest) -> None:
        """Write down with the next change that this phone was here now."""
        now = int(time())
        self.setdefault(PUBLIC, str(uuid.uuid4()))
        self.setdefault(BEGUN, now)
        self[SEEN], self[BROWSER] = now, browser_of(request.headers.get("User-Agent", ""))
        self.set_expiry(None if SESSION_KEY in self else BEFORE_LOGIN)


class AccountSessionMiddleware(MiddlewareMixin):
    """Reads the cookie of an account and answers who is logged in; behind that of the guests."""

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its session, empty where there is none."""
        key = _key(request.COOKIES.get(settings.ACCOUNT_COOKIE_NAME, ""))
        request.session = SessionStore(key)
        request.ask_holder = _asker(request)  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Keep what has changed, and take the cookie away with the session."""
        session = request.session
        if not isinstance(session, SessionStore):
            return response
        has_cookie = settings.ACCOUNT_COOKIE_NAME in request.COOKIES
        patch_vary_headers(response, ("Cookie",))
        if (session.accessed or session.modified) and has_cookie and session.is_empty():
            response.delete_cookie(settings.ACCOUNT_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)
        elif not session.is_empty() and response.status_code < 500:
            _keep(request, session, response)
        return response


def _keep(request: HttpRequest, session: SessionStore, response: HttpResponseBase) -> None:
    """Write the session where it has changed, or its phone was not seen for a while."""
    is_back = session.accessed and time() - session.get(SEEN, 0) > SEEN_AGAIN
    if not session.modified and not is_back:
        return
    is_changed = session.modified
    session.note(request)
    try:
        session.save()
    except UpdateError:  # it was ended meanwhile
        response.delete_cookie(settings.ACCOUNT_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)
        return
    except DatabaseError:
        if is_changed:
            raise
        return  # it cannot write just now; that is no reason to show nothing
    response.set_cookie(
        settings.ACCOUNT_COOKIE_NAME,
        Signer(salt=SALT).sign(session.session_key or ""),
        max_age=session.get_expiry_age(),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _key(cookie: str) -> str | None:
    with suppress(BadSignature):
        return Signer(salt=SALT).unsign(cookie)
    return None


def _asker(request: HttpRequest) -> Any:
    """Answers who is logged in, and asks the database once."""
    answer: list[Holder | None] = []

    def ask() -> Holder | None:
        account = account_of(request)
        if account is None:
            return None
        if not answer:
            key = request.session.session_key or ""
            answer.append(Holder(name=account.name, guest=account.guest, session=key))
        return answer[0]

    return ask


def account_of(request: HttpRequest) -> Account | None:
    """The account that is logged in on this phone, None for a guest."""
    if request.session.session_key is None and request.session.is_empty():
        return None  # most phones: it costs no query
    user = getattr(request, "user", None)
    if user is None:  # a middleware before Django's own asks
        user = get_user(request)
    return user if isinstance(user, Account) else None


def forget_old(most: int) -> int:
    """Take away sessions whose time is up, so many at most; how many."""
    old = Phone.objects.filter(expire_date__lt=timezone.now()).values_list("session_key", flat=True)[:most]
    count, _ = Phone.objects.filter(session_key__in=list(old)).delete()
    return count


def end_phones(account: Account, *, but: str = "") -> int:
    """End the sessions of an account, all or all but one; how many."""
    count, _ = Phone.objects.filter(account=account).exclude(session_key=but).delete()
    return count
