"""The first page: this browser's groups, or what this is and where to start."""

from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from ledger.models import Role
from ledger.recording import admit
from ledger.standings import groups_of
from ledger.standings.groups import demo_group
from scorekeeper.access import anyone, become_guest, guest_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.tasks import tasks_of
from scorekeeper.visitors.guests import holder_of, phone_guest_of

# Names of the addresses that open something to whoever has them.
LETS_IN = ("invited", "spare_key", "shared_year")
# Marks that stand around a link in a message.
PUNCTUATION = "<>()[]\"'“”„«».,;:!?"


class PasteLinkForm(forms.Form):
    """A link, or a message with one in it; cleaned, it is the path of a page of this server that lets in."""

    link = forms.CharField(
        max_length=2000,
        error_messages={
            "required": gettext_lazy("Paste the link first."),
            "max_length": gettext_lazy("That is too long for a link. Paste the link alone."),
        },
    )

    def clean_link(self) -> str:
        """Return the path, made anew with the secret that was pasted, so that it leads to no other server."""
        # Each word may be a link, also without http:// or without the server's name.
        text = self.cleaned_data["link"]
        found = []
        for word in (one.strip(PUNCTUATION) for one in text.split()):
            try:
                found.append(urlsplit(word if "://" in word else f"//{word}"))
            except ValueError:
                continue
        for parts in found:
            try:
                path = unquote(parts.path).removeprefix(settings.SITE_PATH).rstrip("/")
                match = resolve(f"{path}/")
            except Resolver404:
                continue
            if match.url_name not in LETS_IN or parts.scheme not in ("", "http", "https"):
                continue
            if parts.netloc and not validate_host(split_domain_port(parts.netloc)[0], settings.ALLOWED_HOSTS):
                raise forms.ValidationError(
                    _("That link is of another score keeper. Open it in the browser: %(host)s"),
                    params={"host": parts.netloc},
                )
            return reverse(match.url_name, args=match.args, kwargs=match.kwargs)
        raise forms.ValidationError(
            _("No link into a group was found in that. Paste all of it: it has /join/ in the middle.")
        )


@anyone
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _page(request, PasteLinkForm())


@anyone
@require_POST
def open_link(request: HttpRequest) -> HttpResponse:
    """Go to the page of a link that was pasted; if it is no good, show it again with the reason."""
    form = PasteLinkForm(request.POST)
    if form.is_valid():
        return go_to(request, form.cleaned_data["link"])
    return _page(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _page(request: HttpRequest, link: PasteLinkForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    guest = guest_of(request)
    groups = groups_of(guest)
    context = {
        "groups": [group for group in groups if not group.is_put_away],
        "put_away": [group for group in groups if group.is_put_away],
        "link": link,
        "tasks": tasks_of(guest),
        "demo": settings.DEMO,
        "accounts": settings.ACCOUNTS,
        "holder": holder_of(request),
        "left_on_phone": holder_of(request) and groups_of(phone_guest_of(request)),
    }
    return show(request, "group/home/page.html", context, status=status)


@anyone
@limited(Limit.DEMO)
@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """Sit down at the demo table of the reader's language, as its founder; only where there is a demo."""
    group = demo_group(get_language() or settings.LANGUAGE_CODE) if settings.DEMO else None
    if group is None:
        raise Http404("There is no demo here.")
    # The founder is who was named first when the group was started.
    admit(group, become_guest(request), Role.OWNER, group.players.first())
    return go_to(request, reverse("group", args=[group.code]))


@anyone
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language of this phone in a cookie, and go back to the page where it was chosen."""
    return set_language(request)
