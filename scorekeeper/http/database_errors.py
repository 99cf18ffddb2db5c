"""Pages while the database cannot write: a disk is full, a file is read-only, a server is gone."""

import logging
import sys

from django.db import InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.access import anyone
from scorekeeper.http import errors
from scorekeeper.http.errors import book_closed

# Raised by SQLite and PostgreSQL then; the whole transaction was rolled back.
TROUBLE = (OperationalError, InternalError)

SHUT_DOWN = ("57P01", "57P02", "57P03")
CONNECTION = "08"
READ_ONLY = "25006"
TOOK_TURNS = ("40001", "40P01")

log = logging.getLogger(__name__)


class BookClosedMiddleware(MiddlewareMixin):
    """Says so in a sentence, to whoever asked; and in the log, to whoever can do something about it."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TROUBLE):
            return None
        return closed(request, exception)


def closed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """503: say so, and why in the log. `is_away` on the answer: another try may well succeed in a moment.

    The connection is given up, so that the next try asks for one that can be written; SQLite has no other.
    """
    log.error("%s %s: %s", request.method, request.path, exception, exc_info=exception)
    away = is_away(exception)
    if away and not connection.in_atomic_block:
        connection.close()
    answer = book_closed(request, is_away=away)
    answer.is_away = away  # type: ignore[attr-defined]
    return answer


@anyone
def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; 503 where a middleware met a database that cannot, as for a view."""
    trouble = sys.exception()
    return closed(request, trouble) if isinstance(trouble, TROUBLE) else errors.server_error(request)


def is_away(exception: BaseException) -> bool:
    """Whether PostgreSQL is gone for now, or another one takes over; what was asked then can be asked again.

    A write may have been committed though its answer was lost: it is known again by its key.
    """
    cause = exception.__cause__
    if connection.vendor != "postgresql" or not isinstance(exception, TROUBLE):
        return False
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:  # nobody answered
        return isinstance(exception, OperationalError)
    return state in {*SHUT_DOWN, *TOOK_TURNS, READ_ONLY} or state.startswith(CONNECTION)
