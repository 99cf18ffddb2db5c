"""No page stays behind on a phone that is handed on, or in a proxy on its way: only files of the house do.

A browser that keeps no page asks for it again when somebody goes back. What is on the pad is then what the
server draws; a hand that was not yet recorded is tapped again.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

SAME_FOR_ALL = "no-cache"
"""What an answer says that holds nothing of anybody: the service worker's script."""


def untold(answer: HttpResponse) -> HttpResponse:
    """Let no other page and no crawler learn the address of this page, as it has a secret in it."""
    # Not "no-referrer": its form would then come with "Origin: null", and the CSRF check refuses that.
    answer["Referrer-Policy"] = "strict-origin"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


class PrivatePagesMiddleware(MiddlewareMixin):
    """After the files of the house, which come from a middleware before this one."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Cache-Control") != SAME_FOR_ALL:
            response.headers["Cache-Control"] = "private, no-store"
        return response
