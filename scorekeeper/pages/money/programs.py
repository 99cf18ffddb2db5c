"""Another program's file: what it says, who is who in it, booked once, and undone as a whole.

The page of the old notebook sends such a file here. Nothing is kept on the server between looking and
writing: the page carries the text, and sends it back with the answers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import resolve_url
from django.utils.datastructures import MultiValueDict
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger.exchange.board_games import BoardGames, as_notebook, is_board_games
from ledger.exchange.columns import Kitty
from ledger.exchange.expenses import Program, Shared, SharedFile, may_be_json, only_needed, read_json
from ledger.exchange.files import check_has_table, is_a_programs, program_text
from ledger.exchange.sharing import bringing_of, read_for
from ledger.models import Group, Kind
from ledger.recording import Refused
from ledger.recording.bringing import check_can_be_brought, not_yet_in_the_journal
from ledger.scoring import HandRefused
from ledger.standings import names_of, tellers_of
from ledger.standings.brought import SharedImport, brought_of
from ledger.standings.money import balances
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.http.matching import Matching
from scorekeeper.http.recognised import MOST, bytes_of, writable
from scorekeeper.models import Task
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.text.lists import joined
from scorekeeper.text.methods import method_shown
from scorekeeper.text.refusals import sentence

# In bytes of the text that the page carries, as of a notebook.
MOST_KEPT = 500_000
SHOWN, SAMPLE = 40, 5
KITTY = {Kitty.BOX: gettext_lazy("the kitty"), Kitty.TOGETHER: gettext_lazy("everybody")}


class ProgramForm(forms.Form):
    """A file of another program, and the answers to its preview.

    `found` is what it says of money; a file of BG Stats has `games` instead.
    """

    accepts = forms.BooleanField(required=False)
    writes = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict, files: MultiValueDict[str, UploadedFile[Any]], group: Group) -> None:
        super().__init__(data, files)
        self.group, self.name, self.text = group, "", ""
        self.found: SharedFile | None = None
        self.games: BoardGames | None = None

    def clean(self) -> None:
        """Read what was brought; raises ValidationError for what cannot be brought in."""
        try:
            self.name, self.text = self._kept() if self.data.get("kept") else self._brought()
            if is_board_games(said := read_json(self.text)):
                self.games = as_notebook(said)
                return
            if said is not None:
                self.text = writable(json.dumps(only_needed(said), ensure_ascii=False, default=str))
            if len(self.text.encode(errors="replace")) > MOST_KEPT:
                raise Refused("too_large", case="kilobytes", name=self.name, most=MOST_KEPT // 1_000)
            self.found = read_for(self.group, self.text)
        except Refused as refused:
            raise forms.ValidationError(sentence(refused)) from None
        if self.found is None:
            raise forms.ValidationError(sentence(Refused("damaged")))

    def _brought(self) -> tuple[str, str]:
        files = self.files.getlist("files") if hasattr(self.files, "getlist") else []
        if len(files) != 1:
            raise Refused("one_program")
        file, name = files[0], (files[0].name or _("a file"))[-120:]
        if not (text := program_text(data := bytes_of(file, most=MOST))):
            check_has_table(data, name)
            is_cut = may_be_json(data.decode(errors="replace"))
            raise Refused("no_program", case="broken" if is_cut else "unknown", name=name)
        return name, text

    def _kept(self) -> tuple[str, str]:
        try:
            name, text = map(writable, json.loads(self.data["kept"]))
        except (ValueError, TypeError, RecursionError):
            raise Refused("damaged") from None
        if not is_a_programs(text):
            raise Refused("damaged")
        return name, text

    @property
    def kept(self) -> str:
        return json.dumps([self.name, self.text], ensure_ascii=False)

    @property
    def kept_nights(self) -> str:
        """Return the plays of BG Stats as the page of the notebook is sent them."""
        return json.dumps([[self.name, self.games.text if self.games else ""]])


def understood(form: ProgramForm, found: SharedFile, matching: Matching) -> dict[str, Any]:
    group, bringing, refused = form.group, bringing_of(found, matching.players), ""
    names = bringing.names
    known = not_yet_in_the_journal(group, bringing)
    try:
        check_can_be_brought(group, names, len(known.new))
    except HandRefused as one:
        refused = sentence(one)
    brings: Counter[str] = Counter()
    for entry in known.new.values():
        for side, sign in ((entry.paid, 1), (entry.shares, -1)):
            brings.update({names[at]: sign * cents for at, cents in side.items() if isinstance(at, int)})
    now = {one.name: one.cents for one in balances(group).players}
    days, differs = [row.day for row in found.rows], _differing(found)
    nights_here = _nights_here(group, found)
    earlier = sum(one.left for one in brought_of(group) if one.program == found.program) - known.there
    return {
        "program": method_shown(found.program),
        "entries": len(found.rows),
        "first": min(days, default=None),
        "last": max(days, default=None),
        "currency": ", ".join(found.currencies),
        "new": len(known.new),
        "there": known.there,
        "undone": known.undone,
        "left_out": known.left_out,
        "is_journal": found.program is Program.JOURNAL,
        "nights_here": nights_here,
        "nights_missing": len(found.nights) - nights_here,
        "gone": max(0, earlier),
        "sample": [_entry(row, matching.players) for row in found.rows[:SAMPLE]],
        "beyond_sample": max(0, len(found.rows) - SAMPLE),
        "balances": [(one, brings[one], now.get(one, 0) + brings[one]) for one in names[:SHOWN]],
        "differs": differs,
        "nets": sum(row.is_net for row in found.rows),
        "even": found.even,
        "rounded": found.rounded,
        "faults": [(one.line, sentence(one.what), one.row) for one in found.troubles[:SHOWN]],
        "more_faults": max(0, len(found.troubles) - SHOWN),
        "matching": matching,
        "refused": refused,
        "ready": bool(known.new)
        and not refused
        and not matching.is_open
        and (not (found.troubles or differs) or bool(form.cleaned_data["accepts"])),
    }


def _differing(found: SharedFile) -> list[tuple[str, int, int]]:
    # People of whom the last row says other cents than the entries add up to. Where rows could not be read,
    # they differ anyway.
    sums, said = found.balances, {} if found.troubles else found.totals or {}
    return [(name, cents, sums.get(name, 0)) for name, cents in said.items() if sums.get(name, 0) != cents]


def _nights_here(group: Group, found: SharedFile) -> int:
    # The journal books a night when it ends: on its day, or on the next.
    starts = group.sessions.values_list("started_at", flat=True) if found.nights else ()
    days = {localdate(start) + timedelta(days=later) for start in starts for later in (0, 1)}
    return sum(day in days for day in found.nights)


def _entry(row: Shared, called: Mapping[str, str]) -> dict[str, Any]:
    def names(side: Mapping[str, int]) -> str:
        people = [name for name, cents in side.items() if cents]
        return joined(
            [str(KITTY[name]) if isinstance(name, Kitty) else called.get(name, name) for name in people]
        )

    return {
        "day": row.day,
        "note": row.description,
        "payers": names(row.paid),
        "sharers": names(row.shares),
        "cents": abs(row.amount),
        "is_payment": row.is_payment and row.amount > 0,
        "is_plain": row.amount > 0 and not row.is_net and not row.kind,
        "came_in": row.amount < 0 and not row.is_net,
        "kitty": row.kind == Kind.KITTY and ("in" if Kitty.BOX in row.shares else "out"),
    }


def was_brought_before(request: HttpRequest) -> bool:
    return not request.FILES


@owner
@limited(Limit.UPLOADS, unless=was_brought_before)
@require_POST
def programs(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form, names = ProgramForm(request.POST, request.FILES, access.group), names_of(access.group)
    if not form.is_valid():
        return show(request, "money/programs/page.html", {"access": access, "form": form}, status=422)
    context: dict[str, Any] = {"access": access, "form": form}
    if form.found is None:
        return show(request, "money/programs/page.html", context)
    matching = Matching(request.POST, form.found.names, names, names.also)
    context |= {"told": (told := understood(form, form.found, matching)), "names": list(names.items())}
    # Nothing is left to be answered if somebody else brought the same meanwhile.
    if not form.cleaned_data["writes"] or not told["new"]:
        return show(request, "money/programs/page.html", context)
    trouble = "" if told["ready"] else _("Nothing was saved yet: answer what is marked first.")
    if not trouble:
        ids, keyed = {name: pk for pk, name in names.items()}, Keyed(request.POST)
        try:
            task = ask(
                Task.Kind.BRING_SHARED,
                guest=access.membership.guest,
                group=access.group,
                facts={"called": {name: ids[one] for name, one in matching.players.items() if one in ids}},
                files={BROUGHT: form.kept.encode()},
                key=keyed.cleaned_data["key"] if keyed.is_valid() else None,
            )
            return go_to(request, resolve_url("task", key=task.key))
        except HandRefused as refused:
            trouble = sentence(refused)
    return show(request, "money/programs/page.html", {**context, "trouble": trouble}, status=422)


@owner
@require_safe
def brought_program(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _import(request, access, _found(access, number))


@owner
@require_POST
def undo_program(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    found, keyed = _found(access, number), Keyed(request.POST)
    try:
        task = ask(
            Task.Kind.UNDO_SHARED,
            guest=access.membership.guest,
            group=access.group,
            facts={"number": number},
            key=keyed.cleaned_data["key"] if keyed.is_valid() else None,
        )
    except HandRefused as refused:
        return _import(request, access, found, trouble=sentence(refused))
    return go_to(request, resolve_url("task", key=task.key))


def _found(access: GroupAccess, number: int) -> SharedImport:
    access.check_money()
    found = next((one for one in brought_of(access.group) if one.number == number), None)
    if found is None:
        raise Http404("There is no such import.")
    return found


def _import(
    request: HttpRequest, access: GroupAccess, found: SharedImport, *, trouble: str = ""
) -> HttpResponse:
    by = tellers_of(access.group).get(found.by or 0, "")
    context = {"access": access, "brought": found, "by": by, "trouble": trouble}
    return show(request, "money/programs/import.html", context, status=422 if trouble else 200)
