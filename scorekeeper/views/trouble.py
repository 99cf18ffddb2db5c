"""What a guest is told when something is wrong: a clear sentence, and the way back."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.access import anyone
from scorekeeper.serving.bodies import BodyTrouble


def _trouble(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    context = {"title": title, "sentence": sentence}
    return render(request, "trouble/page.html", context, status=status)


@anyone
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing here, or nothing that this guest may see."""
    return _trouble(
        request,
        404,
        "Nothing here",
        "Either there is nothing at this address, or this phone has not been let in. "
        "Ask the group’s owner to let you in.",
    )


@anyone
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413: what came is more than a form may hold, or nothing that can be read."""
    if isinstance(exception, RequestDataTooBig):
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) // 1_000_000
        return _trouble(
            request,
            413,
            "That is too much at once",
            f"Nothing was written: a form takes {most} MB at most. Go back and bring it in parts.",
        )
    return _trouble(
        request,
        400,
        "That could not be read",
        "Nothing was written. Go back and load the page again.",
    )


@anyone
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: a member who may not do this."""
    return _trouble(request, 403, "Only the scorer does that", "You can follow the sheet from this phone.")


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
    """403: a form that this browser was not given, or whose cookie is gone."""
    return _trouble(
        request,
        403,
        "This page has been open too long",
        "Nothing was written. Go back, load the page again, and send it once more.",
    )


@anyone
def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault."""
    return _trouble(
        request,
        500,
        "Something went wrong on our side",
        "What was recorded is safe in the book. Go back and try again in a moment.",
    )


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
