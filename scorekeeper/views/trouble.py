"""What a guest is told when something is wrong: a clear sentence, and the way back."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.access import anyone


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
