"""A phone's key that cannot be read just now: it is kept, and its owner decides whether to go on without."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.http import require_POST

from scorekeeper.access import anyone
from scorekeeper.http.htmx import go_to, show
from scorekeeper.visitors.guests import KeyChanged, KeyUnreadable, begin, guest_of


class KeyPagesMiddleware(MiddlewareMixin):
    """Answers 409 to a phone whose key cannot be read or has changed, wherever it would get another one."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, KeyUnreadable):
            return show(request, "group/kept_key/page.html", {"next": request.path}, status=409)
        if isinstance(exception, KeyChanged):
            return show(request, "group/kept_key/changed.html", {}, status=409)
        return None


@anyone
@require_POST
def go_on(request: HttpRequest) -> HttpResponse:
    """Become a new guest, keep what cannot be read beside it, and go where it was wanted."""
    if guest_of(request) is None:
        begin(request)
    wanted = request.POST.get("next", "")
    try:
        is_ours = resolve(wanted.removeprefix(settings.SITE_PATH)).url_name in (
            "start_group",
            "from_file",
            "spare_key",
        )
    except Resolver404:
        is_ours = False
    return go_to(request, wanted if is_ours else reverse("home"))
