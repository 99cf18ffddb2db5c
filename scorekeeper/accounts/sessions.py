"""The sessions of accounts: rows of the database, so that they can be listed and ended.

The cookie holds the key of the row, signed by this server: whoever reads a copy of the book gets in nowhere.
A phone that is not logged in has no such cookie, and costs no query.
"""

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

from scorekeeper.accounts.models import Account, Phone
from scorekeeper.visitors.guests import Holder

SALT = "scorekeeper.accounts.sessions"
BEGUN, SEEN, PUBLIC, BROWSER = "begun", "seen", "public", "browser"

# A phone that comes again within this time is not noted down again.
SEEN_AGAIN = timedelta(minutes=5).total_seconds()

# The life of a session without an account, while somebody is at a passkey.
BEFORE_LOGIN = timedelta(minutes=15)
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}

# Marks in a user agent and their names, in the order in which they count.
BROWSERS = {
    "SamsungBrowser/": "Samsung Internet",
    "EdgiOS/": "Edge",
    "Edg": "Edge",
    "OPR/": "Opera",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}


def browser_of(request: HttpRequest) -> str:
    """Return the name of the phone and its browser, as in “iPhone, Safari”; "" for an unknown one."""
    agent = request.headers.get("User-Agent", "")
    found = (next((known[mark] for mark in known if mark in agent), "") for known in (SYSTEMS, BROWSERS))
    return ", ".join(one for one in found if one)


class AccountSession(DatabaseStore):
    """A session with columns that say whose it is and where."""

    @classmethod
    def get_model_class(cls) -> type[Phone]:
        return Phone

    def create_model_instance(self, data: dict[str, Any]) -> Phone:
        row = Phone(
            session_key=self._get_or_create_session_key(),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            browser=data.get(BROWSER, ""),
        )
        account = data.get(SESSION_KEY)
        row.account_id = int(account) if account else None
        if PUBLIC in data:  # it is not there yet when Django draws the key
            row.public = uuid.UUID(data[PUBLIC])
            row.begun_at, row.seen_at = (datetime.fromtimestamp(data[one], UTC) for one in (BEGUN, SEEN))
        return row

    def cycle_key(self) -> None:
        """Take another key, under which the list of phones shows another session."""
        for one in (PUBLIC, BEGUN):
            self.pop(one, None)
        super().cycle_key()


class AccountSessionMiddleware(MiddlewareMixin):
    """Reads the cookie of an account and answers who is logged in; behind that of the guests."""

    def process_request(self, request: HttpRequest) -> None:
        key = None
        with suppress(BadSignature):
            key = Signer(salt=SALT).unsign(request.COOKIES.get(settings.ACCOUNT_COOKIE_NAME, ""))
        request.session = AccountSession(key)
        known: list[Holder] = []

        def ask_holder() -> Holder | None:
            account = account_of(request)
            if account is None:
                return None
            if not known:
                key = request.session.session_key or ""
                known.append(Holder(name=account.name, guest=account.guest, session=key))
            return known[0]

        request.ask_holder = ask_holder  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        session = request.session
        if not isinstance(session, AccountSession):
            return response
        patch_vary_headers(response, ("Cookie",))
        if session.is_empty():
            is_asked_for = session.accessed or session.modified
            if is_asked_for and settings.ACCOUNT_COOKIE_NAME in request.COOKIES:
                _take_cookie(response)
        elif response.status_code < 500:
            _keep(request, session, response)
        return response


def _take_cookie(response: HttpResponseBase) -> None:
    response.delete_cookie(
        settings.ACCOUNT_COOKIE_NAME,
        path=settings.SESSION_COOKIE_PATH,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _keep(request: HttpRequest, session: AccountSession, response: HttpResponseBase) -> None:
    # Write the session where it has changed, or its phone was not seen for a while.
    is_changed, now = session.modified, int(time())
    is_back = session.accessed and now - session.get(SEEN, 0) > SEEN_AGAIN
    if not is_changed and not is_back:
        return
    session.setdefault(PUBLIC, str(uuid.uuid4()))
    session.setdefault(BEGUN, now)
    session[SEEN], session[BROWSER] = now, browser_of(request)
    session.set_expiry(None if SESSION_KEY in session else BEFORE_LOGIN)
    try:
        session.save()
    except UpdateError:  # it was ended meanwhile
        _take_cookie(response)
        return
    except DatabaseError:
        if is_changed:
            raise
        return  # it cannot write just now; that is no reason to show nothing
    response.set_cookie(
        settings.ACCOUNT_COOKIE_NAME,
        Signer(salt=SALT).sign(session.session_key or ""),
        max_age=session.get_expiry_age(),
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def account_of(request: HttpRequest) -> Account | None:
    """Return the account that is logged in on this phone, None for a guest."""
    if request.session.session_key is None and request.session.is_empty():
        return None  # most phones: it costs no query
    user = getattr(request, "user", None)
    if user is None:  # a middleware before Django's own asks
        user = get_user(request)
    return user if isinstance(user, Account) else None


def forget_old(most: int) -> int:
    """Delete sessions whose time is up, so many at most; return how many."""
    old = Phone.objects.filter(expire_date__lt=timezone.now()).values_list("session_key", flat=True)[:most]
    count, _ = Phone.objects.filter(session_key__in=list(old)).delete()
    return count


def end_phones(account: Account, *, but: str = "") -> None:
    """End the sessions of an account, all or all but the one with this key."""
    Phone.objects.filter(account=account).exclude(session_key=but).delete()
