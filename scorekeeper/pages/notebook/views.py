"""The old notebook: brought, understood, put right, and written into the book once."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ledger.scoring import HandRefused
from ledger.standings import names_of
from ledger.standings.nobody import NOBODY
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.models import Task
from scorekeeper.pages.notebook.forms import ZEROS, NotebookForm, PaperForm
from scorekeeper.pages.notebook.presenter import Understood, understood
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.text.refusals import sentence


def was_brought_before(request: HttpRequest) -> bool:
    """Whether a notebook is looked at again that was brought before."""
    return not request.FILES and not request.POST.get("text", "").strip()


@owner
@limited(Limit.UPLOADS, unless=was_brought_before)
@require_http_methods(["GET", "HEAD", "POST"])
def notebook(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Bring it, look at what was understood, write it down."""
    if request.method != "POST":
        return _empty(request, access, PaperForm())
    names = names_of(access.group)
    form = NotebookForm(request.POST, request.FILES, names, names.also)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    told = understood(form, access.group)
    if not form.cleaned_data["writes"]:
        return _page(request, access, form, told=told)
    if not told.ready:
        return _page(request, access, form, told=told, trouble=_not_yet(), status=422)
    return _write(request, access, form, told)


@owner
@require_POST
def paper(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """One night's paper sheet by running totals; then it goes the way of a notebook."""
    form = PaperForm(request.POST)
    if not form.is_valid():
        return _empty(request, access, form, status=422)
    names = names_of(access.group)
    night = NotebookForm(form.as_data(), MultiValueDict(), names, names.also)
    if not night.is_valid():
        return _page(request, access, night, status=422)
    return _page(request, access, night, told=understood(night, access.group))


def _empty(request: HttpRequest, access: GroupAccess, paper: PaperForm, *, status: int = 200) -> HttpResponse:
    """Show the page before anything was brought."""
    context = {"access": access, "paper": paper}
    return show(request, "notebook/page.html", context, status=status)


def _not_yet() -> str:
    return _("Nothing was saved yet: answer what is marked first.")


def _write(request: HttpRequest, access: GroupAccess, form: NotebookForm, told: Understood) -> HttpResponse:
    """Have it written in the background, once for each page that was looked at."""
    keyed = Keyed(request.POST)
    try:
        task = ask(
            Task.Kind.COPY_NOTEBOOK,
            guest=access.membership.guest,
            group=access.group,
            facts=form.facts,
            files={BROUGHT: form.kept.encode()},
            key=keyed.cleaned_data["key"] if keyed.is_valid() else None,
        )
    except HandRefused as refused:
        return _page(request, access, form, told=told, trouble=sentence(refused), status=422)
    return go_to(request, resolve_url("task", key=task.key))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    form: NotebookForm,
    *,
    told: Understood | None = None,
    trouble: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "access": access,
        "form": form,
        "told": told,
        "trouble": trouble,
        "names": sorted(form.names.items(), key=lambda one: one[1]),
        "zeros": ZEROS,
        "nobody": NOBODY,
        "paper": PaperForm(),
    }
    page = "notebook/preview.html" if told else "notebook/page.html"
    return show(request, page, context, status=status)
