"""What a guest is told when something is wrong: a clear sentence, and the way back."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render

from scorekeeper.access import anyone
from scorekeeper.serving.bodies import BodyTrouble

WRONG_NAME = (
    "Open the address that the score keeper printed when it was started. If this name is right, whoever runs "
    "it adds the name to ALLOWED_HOSTS."
)
NO_COOKIE = (
    "Nothing was written. Either cookies are blocked, or they were cleared since the page was opened. Allow "
    "them for this site, go back, load the page again, and send it once more."
)
ELSEWHERE = (
    "Nothing was written. Open the score keeper at its own address, and send it from there. If this is its "
    "own address, whoever runs it looks at SITE_URL, and at what the proxy says in Host and "
    "X-Forwarded-Proto."
)
KEY_IS_KEPT = (
    "This phone has a key to groups from before that cannot be read at the moment. It is kept. If this is "
    "one of your groups, ask whoever runs this score keeper whether its secret was changed or its clock is "
    "wrong: the group opens again as soon as that is put right."
)
WENT_WRONG = "Something went wrong on our side"
IN_THE_LOG = "Whoever runs this score keeper finds the reason in its log."
PLAIN = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title} · Score keeper</title>'
    '<h1>{title}</h1><p>{sentence}</p><p><a href="/">To your groups</a></p></html>'
)


def _trouble(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    context = {"title": title, "sentence": sentence}
    return render(request, "errors/page.html", context, status=status)


@anyone
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing here, or nothing that this guest may see, or may see once its key can be read again."""
    if getattr(getattr(request, "session", None), "has_unreadable", False):
        return _trouble(request, 404, "Your key cannot be read just now", KEY_IS_KEPT)
    return _trouble(
        request,
        404,
        "Nothing here",
        "Either there is nothing at this address, or this phone has not been let in. "
        "Whoever runs this score keeper can make an address that lets it in.",
    )


@anyone
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413: more than a form may hold, a name we do not answer to, or what nobody can read."""
    if isinstance(exception, DisallowedHost):
        return _trouble(request, 400, "Not under this name", WRONG_NAME)
    if most := _most(exception):
        title = "That is too much at once"
        sentence = f"Nothing was written: {most} at most. Go back and bring it in parts."
        return _trouble(request, 413, title, sentence)
    sentence = "Nothing was written. Go back, load the page again, and send it once more."
    return _trouble(request, 400, "That could not be read", sentence)


def _most(exception: Exception | None) -> str:
    """What a form takes, if that is what this is about."""
    if isinstance(exception, RequestDataTooBig):
        return f"a form takes {(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) // 1_000_000} MB"
    if isinstance(exception, TooManyFieldsSent):
        return f"a form takes {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} answers"
    if isinstance(exception, TooManyFilesSent):
        return f"a form takes {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files"
    return ""


@anyone
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: a member who may not do this."""
    view = request.resolver_match.func if request.resolver_match else None
    if getattr(view, "may", "") == "owner":
        sentence = "Nothing was written. This phone may keep score, or look on."
        return _trouble(request, 403, "Only an owner of the group does that", sentence)
    sentence = "Nothing was written. You can follow the sheet from this phone."
    return _trouble(request, 403, "Only the scorer does that", sentence)


@anyone
def not_allowed(request: HttpRequest) -> HttpResponse:
    """405: an address that only a button of a page sends something to."""
    return _trouble(
        request,
        405,
        "That page is only a button",
        "Nothing was written. Go back to the page where the button is, and tap it there.",
    )


@anyone
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its cookie, from another address, or of a page that this browser has no more."""
    if reason == REASON_NO_CSRF_COOKIE:
        return _trouble(request, 403, "This page’s cookie is missing", NO_COOKIE)
    if reason.startswith(("Origin ", "Referer ")):
        return _trouble(request, 403, "That came from another address", ELSEWHERE)
    sentence = "Nothing was written. Go back, load the page again, and send it once more."
    return _trouble(request, 403, "This page has been open too long", sentence)


@anyone
def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault. Where even this page cannot be made, its words alone."""
    sentence = "Go back, load the page again, and look whether it was written before you send it once more."
    if request.method in ("GET", "HEAD"):
        sentence = "Try again in a moment."
    try:
        return _trouble(request, 500, WENT_WRONG, f"{sentence} {IN_THE_LOG}")
    except Exception:  # whatever is broken: the reason why we are here is in the log already
        return HttpResponse(PLAIN.format(title=WENT_WRONG, sentence=f"{sentence} {IN_THE_LOG}"), status=500)


@anyone
def book_closed(request: HttpRequest) -> HttpResponse:
    """503: the database cannot write, or not even read."""
    reads = request.method in ("GET", "HEAD")
    again = "Try again in a moment."
    if not reads:
        again = "Go back and send it again in a moment; what did get into the book is not written twice."
    title = f"The book cannot be {'opened' if reads else 'written'} just now"
    answer = _trouble(request, 503, title, f"Nothing was lost. {again}")
    answer["Retry-After"] = "10"
    return answer


@anyone
def body_not_read(request: HttpRequest, trouble: BodyTrouble) -> HttpResponse:
    """413, 408 or 503: what was sent is too long, stood still on the way, or has no room just now."""
    if trouble is BodyTrouble.TOO_LONG:
        is_upload = request.content_type == "multipart/form-data"
        bounds = settings.BOUNDS
        most = (bounds.upload_bytes if is_upload else bounds.form_bytes) // 1_000_000
        what = "files take" if is_upload else "a form takes"
        sentence = f"Nothing was written: {what} {most} MB at most. Go back and bring it in parts."
        return _trouble(request, 413, "That is too much at once", sentence)
    if trouble is BodyTrouble.TOO_SLOW:
        sentence = "Nothing was written: the connection stood still on the way. Go back and send it again."
        return _trouble(request, 408, "That did not arrive", sentence)
    title, sentence = {
        BodyTrouble.TOO_MANY: (
            "Too many files at once",
            "Nothing was written: others are sending files just now. Go back and send it again in a minute.",
        ),
        BodyTrouble.NO_ROOM: (
            "There is no room for this file",
            "Nothing was written: the disk is nearly full. Tell whoever looks after this score keeper.",
        ),
    }[trouble]
    answer = _trouble(request, 503, title, sentence)
    answer["Retry-After"] = "60"
    return answer
