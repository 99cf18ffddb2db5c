"""What happens when the database cannot: a disk is full, a file may only be read, a server is gone."""

from __future__ import annotations

import logging

from django.db import InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.http.errors import book_closed

TROUBLE = (OperationalError, InternalError)
"""What SQLite and PostgreSQL raise then; every transaction they met was rolled back as a whole."""

log = logging.getLogger(__name__)


class BookClosedMiddleware(MiddlewareMixin):
    """Says so in a sentence, to whoever asked; and in the log, to whoever can do something about it."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TROUBLE):
            return None
        log.error("%s %s: %s", request.method, request.path, exception, exc_info=exception)
        return book_closed(request)
