"""The only module that knows htmx: a whole page for a browser, a piece of it for a page that is open.

The view names both; a client never chooses. Back and reload always give whole pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

SCRIPT = "django_htmx/htmx-2.min.js"
"""The file behind `{% htmx_script %}`."""


def wants_fragment(request: HttpRequest) -> bool:
    """Whether an open page asks for a piece of itself."""
    details = cast("HtmxDetails", request.htmx)  # type: ignore[attr-defined]
    return bool(details) and not details.history_restore_request and not details.boosted


def show(
    request: HttpRequest, page: str, context: Mapping[str, Any], *, fragment: str = "", status: int = 200
) -> HttpResponse:
    """A page; or only its `fragment` (a template) for an open page that asks for it."""
    template = fragment if fragment and wants_fragment(request) else page
    response = render(request, template, dict(context), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def nothing_new() -> HttpResponse:
    """Said to an open page that asked for news: it stays as it is."""
    return HttpResponse(status=204)


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """See other: the browser opens `url` as a whole page."""
    if wants_fragment(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)
