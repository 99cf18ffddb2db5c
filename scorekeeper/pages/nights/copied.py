"""A night out of an old notebook: what it brought, corrected, taken out of the count, and put back."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.book.sheet import EntryKind, Line, ScoreSheet, Struck
from ledger.exchange.grid import read_points
from ledger.exchange.preview import YEARS
from ledger.models import Session, name_key
from ledger.models.book import lines_of, sheet_of
from ledger.recording import StaleWrite, Written, amend_night, restore_night, strike_night
from ledger.scoring import HandRefused
from ledger.standings import names_of, tellers_of
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.forms import Guarded, read_write_context
from scorekeeper.http.htmx import go_to, show
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.presenters.payments import plays_for_money, settled
from scorekeeper.text.dates import when
from scorekeeper.text.figures import points, signed
from scorekeeper.text.notebooks import file_called
from scorekeeper.text.refusals import sentence

# Empty rows for people who were forgotten.
MORE = 2

MOST_ROWS = 400
# In all lists of names together; with more of them names are typed.
MOST_CHOICES = 5_000

A_DAY = gettext_lazy("Which day was it? Like 2009-03-27.")


class AmendForm(Guarded):
    """Night as it should be. Every row names a player and points; a row without either is nobody.

    `rows` are as they were typed, each with what is wrong with it, and the player who was `chosen`.
    """

    date = forms.DateField(error_messages=dict.fromkeys(("required", "invalid"), A_DAY))

    def __init__(self, *args: Any, names: Mapping[int, str], sheet: ScoreSheet, **kwargs: Any) -> None:
        super().__init__(*args, newest=sheet.newest, **kwargs)
        self.names, self.sheet = names, sheet
        self._keys = {name_key(name): pk for pk, name in names.items()}
        self.rows: list[dict[str, Any]] = []
        self.totals: dict[int, Fraction] = {}
        for place, (player, worth) in enumerate([] if self.is_bound else sheet.notebook.items()):
            said = signed(worth) if worth.denominator == 1 else str(worth)
            self.rows.append({"place": place, "who": str(player), "points": said, "chosen": player})
        if not self.is_bound:
            self.rows += [{"place": place} for place in range(len(self.rows), len(self.rows) + MORE)]

    @property
    def day_shown(self) -> str:
        if self.is_bound:
            return str(self.data.get("date", ""))[:40]
        if "date" in self.initial:
            return str(self.initial["date"])
        return self.sheet.copied.day.isoformat() if self.sheet.copied else ""

    def again(self, sheet: ScoreSheet) -> AmendForm:
        form = AmendForm(names=self.names, sheet=sheet, initial={"date": self.day_shown})
        form.rows = self.rows
        return form

    @property
    def are_typed(self) -> bool:
        return len(self.rows) * len(self.names) > MOST_CHOICES

    def clean_date(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["date"]
        if day.year not in YEARS:
            raise forms.ValidationError(str(A_DAY))
        return day

    def clean(self) -> None:
        """Read the rows; raise ValidationError where they do not add up."""
        for place in range(MOST_ROWS):
            if f"who-{place}" not in self.data:
                break
            who, said = self.data[f"who-{place}"].strip(), self.data.get(f"points-{place}", "").strip()
            player, worth = self._player(who), read_points(said)
            wrong = ""
            if said and player is None:
                wrong = _("Who is this?") if not who else _("Nobody in this group is called that.")
            elif said and worth is None:
                wrong = _("Points are a number, like −4 or 2.5.")
            elif said and player in self.totals:
                wrong = _("{name} is here a second time.").format(name=self.names[player or 0])
            row = {"place": place, "who": who[:100], "points": said[:100], "wrong": wrong, "chosen": player}
            self.rows.append(row)
            if said and not wrong and player is not None and worth is not None:
                self.totals[player] = worth
        if any(row["wrong"] for row in self.rows):
            raise forms.ValidationError(_("Nothing was changed yet: put right what is marked."))
        if left := sum(self.totals.values(), Fraction(0)):
            words = _("These add up to {sum}, not to 0. Somebody’s points are off by {off}.")
            raise forms.ValidationError(words.format(sum=signed(left), off=points(abs(left))))

    def _player(self, who: str) -> int | None:
        if who.isascii() and who.isdigit() and len(who) < 20 and int(who) in self.names:
            return int(who)
        return self._keys.get(name_key(who)) if who else None

    @property
    def people(self) -> list[tuple[int, str]]:
        return sorted(self.names.items(), key=lambda one: one[1].casefold())


NamesById = Mapping[int, str]


def _title(line: Line, *, is_out: bool) -> str | None:
    if "undoes" in line.facts:
        return _("An import was undone")
    match line.kind:
        case EntryKind.NOTEBOOK:
            return _("In the notebook")
        case EntryKind.AMENDED if brought := line.facts.get("brought"):
            return _("Corrected by {file}").format(file=file_called(brought["file"]))
        case EntryKind.AMENDED:
            return _("Put back") if is_out else _("Corrected")
        case EntryKind.STRUCK:
            return _("Taken out with all that came with it") if line.facts["whole"] else _("Taken out")
        case _:
            return None


def _said(line: Line, title: str, names: NamesById, tellers: NamesById) -> dict[str, Any]:
    totals = line.facts.get("totals", {})
    points = sorted(((int(who), Fraction(worth)) for who, worth in totals.items()), key=lambda one: -one[1])
    is_first = line.kind == EntryKind.NOTEBOOK
    return {
        "title": title,
        "at": None if is_first else line.at,
        "by": "" if is_first else tellers.get(line.by or 0, ""),
        "day": when(datetime.datetime.fromisoformat(line.facts["date"]), "day") if totals else "",
        "worths": tuple((names[who], signed(worth)) for who, worth in points),
    }


Write = Callable[..., Written]


@watcher
@require_safe
def copied(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _page(request, access, _session(access, number))


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    session, names = _session(access, number), names_of(access.group)
    sheet = sheet_of(session)
    if request.method != "POST":
        return _form(request, access, session, AmendForm(names=names, sheet=sheet))
    form = AmendForm(request.POST, names=names, sheet=sheet)
    try:
        if form.wrote(
            lambda: amend_night(
                session, form.cleaned_data["date"], form.totals, form.context(access.membership)
            )
        ):
            return _to(request, access, number)
    except StaleWrite as moved:
        since = meanwhile(moved.since, moved.sheet, names)
        return _form(request, access, session, form.again(moved.sheet), since=since)
    return _form(request, access, session, form, status=422)


@scorer
@require_POST
def take_out(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _written(request, access, number, strike_night)


@scorer
@require_POST
def put_back(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _written(request, access, number, restore_night)


def _session(access: GroupAccess, number: int) -> Session:
    session = access.session(number)
    if not session.is_copied:
        raise Http404("This night was played hand by hand.")
    return session


def _written(request: HttpRequest, access: GroupAccess, number: int, write: Write) -> HttpResponse:
    session = _session(access, number)
    try:
        write(session, read_write_context(request.POST, access.membership))
    except StaleWrite as moved:
        return _page(request, access, session, since=moved.since)
    except HandRefused as refused:
        return _page(request, access, session, trouble=sentence(refused))
    return _to(request, access, number)


def _to(request: HttpRequest, access: GroupAccess, number: int) -> HttpResponse:
    return go_to(request, resolve_url("copied", code=access.group.code, number=number))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    *,
    trouble: str = "",
    since: Sequence[Line] | None = None,
) -> HttpResponse:
    session.refresh_from_db(fields=["started_at"])
    lines, names = lines_of(session), names_of(access.group)
    sheet: ScoreSheet = sheet_of(session)
    # A notebook tells only the totals of this night.
    tellers = tellers_of(access.group)
    in_money = plays_for_money(access.group.currency, sheet)
    copied = sheet.copied
    brought = copied.brought if copied else None
    found: list[dict[str, Any]] = []
    is_out = False
    for line in lines:
        if (title := _title(line, is_out=is_out)) is not None:
            found.append(_said(line, title, names, tellers))
        is_out = line.kind == EntryKind.STRUCK if title else is_out
    history = tuple(reversed(found))
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "told": {
            "bars": settled(sheet, names, in_money=in_money).bars,
            # Points that the night brought before it was taken out.
            "was": next((said["worths"] for said in history if said["worths"]), ()),
            "in_money": in_money,
            "was_paid": not in_money or bool(copied and copied.was_paid),
            "is_struck": bool(copied and copied.struck),
            "is_out_with_all": bool(copied and copied.struck == Struck.WITH_ALL),
            "is_open": sheet.ending is None,
            "brought": brought,
            "file": file_called(brought.file) if brought else "",
            "by": tellers.get(lines[0].by or 0, ""),
            "key": brought.key if brought else None,
            "history": history,
        },
        "trouble": trouble,
        "meanwhile": None if since is None else meanwhile(since, sheet, names),
    }
    status = 422 if trouble else 200 if since is None else 409
    return show(request, "nights/copied/page.html", context, status=status)


def _form(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    form: AmendForm,
    *,
    status: int = 200,
    since: Changes | None = None,
) -> HttpResponse:
    context = {"access": access, "night": session, "form": form, "meanwhile": since}
    status = status if since is None else 409
    return show(request, "nights/copied/amend.html", context, status=status)
