"""The cookie by which a phone is known: read under its names, renewed, and never thrown away.

A cookie that cannot be read (it was signed with a key that is gone, was damaged, or the clock is wrong) is
left as it is: with the old SECRET_KEY, or the right time, it opens its groups again. Whoever goes on without
it keeps it under another name. A kept cookie that can be read again
- takes the place of one that cannot be read, which is then kept itself;
- and where both can be read, what the kept one opens is the phone's as well, and it is done with.
"""

import zlib
from typing import Any, cast

from django.conf import settings
from django.contrib.sessions.backends import signed_cookies
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

# Name of the cookie on plain http, and was called on https before it was bound to its host.
ON_HTTP = "guest"

SALT = "django.contrib.sessions.backends.signed_cookies"
KEPT = ("-kept", "-kept-2", "-kept-3")


class SessionStore(signed_cookies.SessionStore):
    """The contents of the cookie; empty where it cannot be read.

    `name` is the cookie that this was read from. `unreadable` are the phone's own cookies that cannot be
    read, by name; `kept` what others say that were kept and can be read again; those in `done_with` go.
    `is_dropped` where the phone is this guest no more: what it opened is opened by an account.
    """

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key)
        self.unreadable: dict[str, str] = {}
        self.kept: dict[str, dict[str, Any]] = {}
        self.name = ""
        self.done_with: set[str] = set()
        self.is_dropped = False

    def drop(self) -> None:
        self.clear()
        self.is_dropped = True

    def load(self) -> dict[str, Any]:
        """Return the contents of the cookie; one that cannot be read is left as it is, unlike Django's."""
        return read(self.session_key or "") or {}

    @property
    def has_unreadable(self) -> bool:
        """Whether this phone has a key, but none that can be read."""
        return bool(self.unreadable) and self.is_empty()


def read(value: str) -> dict[str, Any] | None:
    try:
        said = signing.loads(value, salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
    except (signing.BadSignature, ValueError, zlib.error):
        return None
    return said if isinstance(said, dict) else None


def cookie_of(request: HttpRequest) -> SessionBase:
    """Return the phone's cookie as a session; where there are accounts, `request.session` is another one."""
    return cast("SessionBase", getattr(request, "guest_cookie", request.session))


class GuestCookieMiddleware(MiddlewareMixin):
    """Replaces Django's SessionMiddleware, which deletes a cookie that it cannot read."""

    def process_request(self, request: HttpRequest) -> None:
        request.session = _session(request)
        request.guest_cookie = request.session  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        session = cookie_of(request)
        patch_vary_headers(response, ("Cookie",))
        if not isinstance(session, SessionStore) or response.status_code >= 500:
            return response
        if session.is_dropped and not session.keys():
            _delete(response, session.name)
            return response
        if session.is_empty():
            return response
        if session.modified or session.name != settings.SESSION_COOKIE_NAME:
            session.save()
            _set(response, settings.SESSION_COOKIE_NAME, session.session_key or "")
            _tidy(request, session, response)
        return response


def _session(request: HttpRequest) -> SessionStore:
    # Return the session of the first of the phone's cookies that can be read.
    own_names = tuple(dict.fromkeys((settings.SESSION_COOKIE_NAME, ON_HTTP)))
    own, kept = _brought(request, own_names), _brought(request, _kept_names())
    readable = {name: said for name, value in (own | kept).items() if (said := read(value)) is not None}
    name = next(iter(readable), "")
    session = SessionStore((own | kept).get(name))
    session.name = name
    session.unreadable = {one: value for one, value in own.items() if one not in readable}
    session.kept = {one: said for one, said in readable.items() if one in kept and one != name}
    return session


def _brought(request: HttpRequest, names: tuple[str, ...]) -> dict[str, str]:
    # Return the cookies of these names that are plain text.
    #
    # Others were never signed by any key: they are not worth keeping, and no header could hand them back.
    found = {name: request.COOKIES.get(name, "") for name in names}
    return {name: value for name, value in found.items() if value and value.isascii() and value.isprintable()}


def _kept_names() -> tuple[str, ...]:
    return tuple(f"{settings.SESSION_COOKIE_NAME}{suffix}" for suffix in KEPT)


def _tidy(request: HttpRequest, session: SessionStore, response: HttpResponseBase) -> None:
    # Keep what cannot be read under another name, and take away what was read under another one.
    done_with = (session.done_with | {session.name}) - {settings.SESSION_COOKIE_NAME, ""}
    free = (name for name in _kept_names() if name not in request.COOKIES or name in done_with)
    for name, value in session.unreadable.items():
        _set(response, next(free, _kept_names()[-1]), value)
        done_with |= {name} - {settings.SESSION_COOKIE_NAME}
    for name in done_with - set(response.cookies):
        _delete(response, name)


def _set(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=settings.SESSION_COOKIE_AGE,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _delete(response: HttpResponseBase, name: str) -> None:
    response.delete_cookie(name, path=settings.SESSION_COOKIE_PATH, samesite=settings.SESSION_COOKIE_SAMESITE)
