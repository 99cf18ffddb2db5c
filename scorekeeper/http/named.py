"""Says of every answer which page it is, for whoever counts them: by its name in urls.py."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class NamedPagesMiddleware(MiddlewareMixin):
    """The outermost, so that what others answer has its name as well."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.resolver_match is not None:
            response.page = request.resolver_match.view_name  # type: ignore[attr-defined]
        return response
