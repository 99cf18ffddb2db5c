"""The only module that knows htmx: a whole page for a browser, a piece of it for a page that is open.

The view names both; a client never chooses. Back and reload always give whole pages.

An open page may be older than this server: it was drawn before an update. A page that renews itself says of
which release it is (`hx-headers`), and is loaded anew as a whole, so that no new piece meets an old script.
A page in another language is treated alike: somebody chose one on another page of the same phone.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template import RequestContext
from django.template.backends.django import Template
from django.template.loader import get_template
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from scorekeeper.serving import static_files

# The header in which pages and answers say with which styles and scripts, in which language, they were drawn.
RELEASE = "Release"

# The file behind `{% htmx_script %}`.
SCRIPT = "django_htmx/htmx-2.min.js"


def release() -> str:
    """Return the version of the styles and scripts of a page that is drawn now, and its language."""
    return f"{static_files.release()}-{get_language()}"


def wants_fragment(request: HttpRequest) -> bool:
    """Whether an open page asks for a piece of itself, and was drawn in this language and release."""
    return is_open_page(request) and not is_of_another_release(request)


def is_of_another_release(request: HttpRequest) -> bool:
    """Whether an open page asks that was drawn in another release or language, and wants to know."""
    return request.headers.get(RELEASE, release()) != release()


def is_open_page(request: HttpRequest) -> bool:
    """Whether an open page asks, and not a browser that opens one."""
    details = cast("HtmxDetails", request.htmx)  # type: ignore[attr-defined]
    return bool(details) and not details.history_restore_request and not details.boosted


def show(
    request: HttpRequest,
    page: str,
    context: Mapping[str, Any],
    *,
    fragment: str = "",
    status: int = 200,
    is_in_use: bool = False,
) -> HttpResponse:
    """Return a page; or only its `fragment` (a template) for an open page that asks for it.

    An open page of another release is told to load itself anew; but not while it is in use, or is to
    say what was wrong with what somebody sent.
    """
    if is_of_another_release(request) and status == HTTPStatus.OK and not is_in_use:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    template = fragment if fragment and is_open_page(request) else page
    response = HttpResponse(_rendered(request, template, {**context, "release": release()}), status=status)
    patch_vary_headers(response, ["HX-Request"])
    response.headers[RELEASE] = release()
    return response


def show_beside(request: HttpRequest, fragment: str, context: Mapping[str, Any]) -> HttpResponse:
    """Return a fragment that goes to places of its own on an open page (`hx-swap-oob`), and no other."""
    return HttpResponse(_rendered(request, fragment, dict(context)), headers={"HX-Reswap": "none"})


def _rendered(request: HttpRequest, name: str, context: dict[str, Any]) -> str:
    # A template with what it tells, which is let go of at once.
    #
    # Django's context holds itself: all that a page was told would stay in memory until Python looks for such
    # circles, and then whoever asks next waits until fifty pages' worth is gone.
    template = cast("Template", get_template(name)).template
    told = RequestContext(request, context)
    text = cast("str", template.render(told))
    told.dicts.clear()
    return text


def nothing_new() -> HttpResponse:
    """Answer an open page that asked for news: it stays as it is."""
    return HttpResponse(status=204)


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect (303): the browser opens `url` as a whole page."""
    if is_open_page(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)
