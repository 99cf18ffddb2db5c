"""A spare key: the page behind an address that opens a group to one more phone, once, for a day."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.recording import Refused, is_gone
from scorekeeper.access import anyone, become_guest
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.visitors.links import come_in, link_with


@anyone
@misses_limited(Limit.KEYS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spare_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Ask before the group is opened to this phone, as a preview of the address must not use it up."""
    link = link_with(key)
    is_key = link is not None and link.once and link.revoked_at is None
    is_young = link is not None and link.expires_at is not None and link.expires_at > timezone.now()
    if link is None or not is_key or not is_young or is_gone(link.group):
        trouble = _("This key is older than a day, or a part of it is missing.")
        return show(request, "group/spare_key/page.html", {"trouble": trouble}, status=404)
    if request.method != "POST":
        become_guest(request)  # with the form: two quick taps are then two times the same guest
        return show(request, "group/spare_key/page.html", {"group": link.group})
    try:
        come_in(request, link)
    except Refused:
        trouble = _("Another phone has used this key.")
        return show(request, "group/spare_key/page.html", {"trouble": trouble}, status=409)
    return go_to(request, reverse("group", args=[link.group.code]))
