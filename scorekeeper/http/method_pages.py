"""A page for whoever knocks where only a button does: without the script "405" would be an empty page."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.http.errors import not_allowed


class DeadEndMiddleware(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 405 or response.streaming or getattr(response, "content", None):
            return response
        page = not_allowed(request)
        page.headers["Allow"] = response.headers.get("Allow", "")
        return page
