"""The old notebook: brought, understood, put right, and written into the book once."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ledger.exchange.copying import are_kept, compare, too_fine
from ledger.exchange.preview import Preview
from ledger.models import Group
from ledger.models.group import NOBODY
from ledger.recording import Corrections
from ledger.scoring import HandRefused
from ledger.standings import names_of
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.http.recognised import brings_a_programs
from scorekeeper.models import Task
from scorekeeper.pages.nights.notebook_form import NotebookForm, PaperForm
from scorekeeper.pages.nights.notebook_questions import corrections_of, paid_of, questions_of, zeros_of
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, signed
from scorekeeper.text.notebooks import file_called
from scorekeeper.text.refusals import sentence

SHOWN = 40
SAMPLE = 3
ZEROS = {
    "absent": gettext_lazy("{file}: a 0 means that somebody was away"),
    "played": gettext_lazy("{file}: a 0 means that somebody played and ended even"),
}


def understood(form: NotebookForm, group: Group) -> dict[str, Any]:
    preview = form.preview
    fine = too_fine(preview)
    found = None if fine or preview.troubles else compare(group, preview)
    faults = [_trouble(form, one.file, one.line, sentence(one.what)) for one in preview.troubles[:SHOWN]]
    faults += [
        _trouble(
            form,
            one.file,
            one.line,
            _("This money is no number of points that can be kept.")
            if one.is_money
            else _("Too fine to be counted."),
        )
        for one in fine[:SHOWN]
    ]
    words = _("{day} adds up to {sum}, not to 0.")
    left = [
        _trouble(
            form, one.file, one.line, words.format(day=when(one.date, "day"), sum=signed(one.difference))
        )
        for one in preview.unbalanced[:SHOWN]
    ]
    span = ""
    if preview.nights:
        days = [when(preview.nights[place].date, "day") for place in (0, -1)]
        span = days[0] if days[0] == days[1] else _("{first} to {last}").format(first=days[0], last=days[1])
    questions = tuple(questions_of(form, group))
    return {
        "nights": len(preview.nights),
        "hands": sum(len(one.hands) for one in preview.nights if are_kept(one)),
        "without_hands": sum(1 for one in preview.nights if one.hands and not are_kept(one)),
        "span": span,
        "found": found,
        "sample": tuple(
            (when(one.date, "day"), tuple(one.totals.items())[:SHOWN]) for one in preview.nights[:SAMPLE]
        ),
        "beyond_sample": max(0, len(preview.nights) - SAMPLE),
        "matching": form.matching,
        "sums": sorted(found.sums.items(), key=lambda one: (-one[1], one[0])) if found else (),
        "questions": questions,
        "zeros": zeros_of(form),
        "paid": paid_of(form),
        # Corrected nights stay paid, or owed, as they were.
        "asks_who_paid": bool(group.currency)
        and (found is None or bool(found.new) or form.corrections_meant == Corrections.ADD),
        "corrections": corrections_of(form),
        "corrected": found.corrected[:SHOWN] if found else (),
        "more_corrected": max(0, len(found.corrected) - SHOWN) if found else 0,
        "faults": tuple(faults),
        "more_faults": max(0, len(preview.troubles) + len(fine) - len(faults)),
        "unbalanced": tuple(left),
        "more_unbalanced": max(0, len(preview.unbalanced) - SHOWN),
        "remarks": _remarks(preview),
        "ready": bool(preview.nights and found and not form.matching.is_open)
        and (not left or bool(form.cleaned_data["accepts"]))
        and not any(one.is_open for one in questions),
    }


def _remarks(preview: Preview) -> tuple[str, ...]:
    zeros = (str(ZEROS[one]).format(file=file_called(file)) for file, one in preview.zeros.items() if one)
    said = (*tuple(f"{file_called(one.file)}: {sentence(one.what)}" for one in preview.remarks), *zeros)
    if len(said) <= SHOWN:
        return said
    return (*said[:SHOWN], _("… and {more} more").format(more=count(len(said) - SHOWN)))


def _trouble(form: NotebookForm, file: str, line: int, words: str) -> dict[str, Any]:
    field, row = form.line_of(file, line)
    name = file_called(file)
    where = _("{file}, row {line}").format(file=name, line=line) if line else name
    return {
        "where": where,
        "words": words,
        "field": field,
        "row": row,
    }


def was_brought_before(request: HttpRequest) -> bool:
    return not request.FILES and not request.POST.get("text", "").strip()


@owner
@limited(Limit.UPLOADS, unless=was_brought_before)
@require_http_methods(["GET", "HEAD", "POST"])
def notebook(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    if request.method != "POST":
        return _empty(request, access, PaperForm())
    if brings_a_programs(request.FILES.getlist("files")):
        # Send the form on as it is: with one door for every file nobody has to know who reads which.
        return HttpResponse(status=307, headers={"Location": resolve_url("programs", code=access.group.code)})
    names = names_of(access.group)
    form = NotebookForm(request.POST, request.FILES, access.group, names, names.also)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    told = understood(form, access.group)
    if not form.cleaned_data["writes"]:
        return _page(request, access, form, told=told)
    if not told["ready"]:
        return _page(
            request,
            access,
            form,
            told=told,
            trouble=_("Nothing was saved yet: answer what is marked first."),
            status=422,
        )
    # Have it written in the background, once for each page that was looked at.
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


@owner
@require_POST
def paper(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Ask for one night's paper sheet by running totals; then it goes the way of a notebook."""
    form = PaperForm(request.POST)
    if not form.is_valid():
        return _empty(request, access, form, status=422)
    names = names_of(access.group)
    night = NotebookForm(form.as_data(), MultiValueDict(), access.group, names, names.also)
    if not night.is_valid():
        return _page(request, access, night, status=422)
    return _page(request, access, night, told=understood(night, access.group))


def _empty(request: HttpRequest, access: GroupAccess, paper: PaperForm, *, status: int = 200) -> HttpResponse:
    context = {"access": access, "paper": paper}
    return show(request, "nights/notebook/page.html", context, status=status)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    form: NotebookForm,
    *,
    told: dict[str, Any] | None = None,
    trouble: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "access": access,
        "form": form,
        "told": told,
        "trouble": trouble,
        "names": sorted(form.names.items(), key=lambda one: one[1]),
        "nobody": _(NOBODY),
        "paper": PaperForm(),
    }
    page = "nights/notebook/preview.html" if told else "nights/notebook/page.html"
    return show(request, page, context, status=status)
