"""The page of a phone without a signal, in place of a page that it does not keep; the same for everybody."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.access import anyone
from scorekeeper.http.htmx import show


@anyone
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the way back to the tables that are kept; its script lists them."""
    return show(request, "table/offline/page.html", {})
