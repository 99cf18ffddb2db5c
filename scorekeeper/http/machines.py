"""Addresses that programs ask for, not people: a watchdog, a crawler, a phone with us on its home screen."""

import shutil
from http import HTTPStatus

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.management.fitness import book_file, is_gone, is_of_this_version
from ledger.management.safety import may_write
from scorekeeper.access import anyone
from scorekeeper.serving.pages import HEALTHZ

READYZ = "/readyz"

# Bytes on the disk of the book. Uploads and exports stop earlier, so that this is left to hands.
LEAST_FREE = 20_000_000

# The colour of every page by day, as templates/base.html has it.
PAPER = "#fbf8f1"

# Whatever belongs to a group is its own business; the first page and what it looks like are everybody's.
ROBOTS = """User-agent: *
Allow: /$
Allow: /static/
Disallow: /
"""


@anyone
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" whatever becomes of the database: starting this server anew would not bring that back.

    Only where another server than ours runs the pages: ours answers in its event loop.
    """
    return _word("ok")


@anyone
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 "ok" when a hand can be written here; 503 with one word when not.

    "closed": the database does not answer, or is no book. "unready": `migrate` has to run, or this program is
    too old. "moved": the book has gone to another database, or is on its way to or from one. "readonly": it
    may not be written, or would not keep what it is told. "full": the disk of an SQLite book has no room.
    """
    try:
        if not is_of_this_version():
            return _word("unready")
        if is_gone():
            return _word("moved")
        if not may_write():
            return _word("readonly")
        # PostgreSQL looks after its own disk.
        book = book_file(connection.settings_dict)
        is_full = book is not None and shutil.disk_usage(book.parent).free < LEAST_FREE
        return _word("full" if is_full else "ok")
    except DatabaseError:
        return _word("closed")
    finally:
        if connection.errors_occurred and connection.vendor == "postgresql":
            connection.close()  # the next look asks for one that can be written


def _word(word: str) -> HttpResponse:
    status = HTTPStatus.OK if word == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
    return HttpResponse(f"{word}\n", status=status, content_type="text/plain; charset=utf-8")


WATCHDOGS = {HEALTHZ: healthz, READYZ: readyz}


class WatchdogMiddleware(MiddlewareMixin):
    """Answers a watchdog before anything asks under which name it came, counts it, or gives it a cookie.

    A probe comes by IP address and on plain http, also where SITE_URL allows one name and https only. As all
    it hears is one word, there is nothing to protect from a wrong name.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        asked = WATCHDOGS.get(request.path_info)
        if asked is None:
            return None
        answer = asked(request)
        answer.headers["Cache-Control"] = "private, no-store"
        return answer


@anyone
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@anyone
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    said = {
        "id": reverse("home"),
        "name": _("Score keeper"),
        "short_name": _("Score keeper"),
        "description": _("Keeps the score for Sheepshead and its cousins, and knows who owes whom."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            _icon("icon.svg", "any", "image/svg+xml"),
            _icon("icons/192.png", "192x192"),
            _icon("icons/512.png", "512x512"),
            _icon("icons/maskable-512.png", "512x512", purpose="maskable"),
        ],
    }
    return JsonResponse(said, content_type="application/manifest+json")


def _icon(file: str, sizes: str, media_type: str = "image/png", *, purpose: str = "any") -> dict[str, str]:
    return {"src": static(file), "sizes": sizes, "type": media_type, "purpose": purpose}


@anyone
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that ask for an icon which no page names."""
    return redirect(static("icons/48.png"))
