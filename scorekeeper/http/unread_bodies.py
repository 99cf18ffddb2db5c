"""The page for a request whose body was not read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.http.errors import body_not_read
from scorekeeper.serving.environ import TROUBLE


class BodyTroubleMiddleware(MiddlewareMixin):
    """Stands before everything that might look at the form."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        trouble = request.META.get(TROUBLE)
        return body_not_read(request, trouble) if trouble else None
