"""Telling a hand of another game."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ledger.book.sheet import ScoreSheet
from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import NewHand, StaleWrite, tell_hand
from ledger.scoring import MOST_TYPED
from ledger.standings import names_of
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.forms import Guarded
from scorekeeper.http.htmx import go_to, show
from scorekeeper.pad.evening import table_url
from scorekeeper.pad.questions import signed
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.serving.metrics import HANDS

COUNTINGS = (
    ("balanced", gettext_lazy("As typed: what some win others lose")),
    ("average", gettext_lazy("The most points win: everybody against the average")),
    ("fewest", gettext_lazy("The fewest points win: everybody against the average")),
)
TYPED = ("typed", gettext_lazy("As typed: they count like the other points of tonight"))
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "balanced": {},
    "average": {"counting": "average"},
    "fewest": {"counting": "average", "low_wins": True},
}


class AnotherForm(Guarded):
    """A number for everybody at the table; where they cancel out, the last one may be left empty."""

    facts = {"points": "counting"}
    counting = forms.ChoiceField(
        choices=COUNTINGS,
        initial="balanced",
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose one.")),
    )

    def __init__(
        self, data: Any = None, *, sheet: ScoreSheet, names: Mapping[int, str], initial: Any = None
    ) -> None:
        super().__init__(data, newest=sheet.newest, initial=initial)
        self.rules = sheet.rules
        if sheet.is_typed:
            self.fields["counting"].choices = (TYPED, *COUNTINGS)  # type: ignore[attr-defined]
            self.fields["counting"].initial = "typed"
        self.people = {player: names[player] for player in sheet.seating.seats}
        for player in self.people:
            self.fields[f"points-{player}"] = forms.CharField(required=False, max_length=7)

    @property
    def rows(self) -> Iterator[tuple[str, forms.BoundField]]:
        return ((name, self[f"points-{player}"]) for player, name in self.people.items())

    @property
    def typed(self) -> dict[str, Any]:
        return {
            name: said for name, said in self.cleaned_data.items() if name.startswith(("points-", "count"))
        }

    def clean(self) -> None:
        """Check that all are whole numbers; one that follows from the others need not be typed."""
        typed = {player: self._read(player) for player in self.people}
        empty = [
            player
            for player, points in typed.items()
            if points is None and f"points-{player}" not in self.errors
        ]
        if len(empty) == 1 and self.cleaned_data.get("counting") == "balanced":
            typed[empty[0]] = -sum(points or 0 for points in typed.values())
        elif empty:
            self.add_error(f"points-{empty[0]}", _("Type everybody’s points, a 0 too."))
        self.cleaned_data["points"] = [points or 0 for points in typed.values()]

    def _read(self, player: int) -> int | None:
        # The typed number, None for nothing or for what is no such number.
        text = str(self.cleaned_data.get(f"points-{player}", "")).strip().removeprefix("+")
        if not text:
            return None
        points = signed(text)
        if points is None or abs(points) > MOST_TYPED:
            self.add_error(f"points-{player}", _("Write a whole number, like 12 or −3."))
            return None
        return points

    def hand(self) -> NewHand:
        """Return the hand, in which everybody at the table plays; only of a valid form."""
        # Else the table's own way to count, without what only its own game asks for.
        kept = ("counting", "low_wins", "money")
        tonight = {name: value for name, value in self.rules.options.items() if name in kept}
        return NewHand(
            seats=tuple(self.people),
            told={"kind": "points", "points": self.cleaned_data["points"]},
            out=(),
            other=OPTIONS.get(self.cleaned_data["counting"], tonight),
        )


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def another(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Ask for everybody's points, or record them as a hand between two of the table's game."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    sheet, names = sheet_of(session), names_of(access.group)
    if request.method != "POST":
        return _page(request, access, session, AnotherForm(sheet=sheet, names=names), sheet)
    form = AnotherForm(request.POST, sheet=sheet, names=names)
    try:
        is_written = form.wrote(lambda: tell_hand(session, form.hand(), form.context(access.membership)))
    except StaleWrite as moved:
        since = meanwhile(moved.since, moved.sheet, names)
        again = AnotherForm(initial=form.typed, sheet=moved.sheet, names=names)
        return _page(request, access, session, again, moved.sheet, status=409, since=since)
    if not is_written:
        return _page(request, access, session, form, sheet, status=422)
    if not form.written.was_before:
        HANDS.inc()
    return go_to(request, f"{table_url(session)}?told={form.written.entry.number}")


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    form: AnotherForm,
    sheet: ScoreSheet,
    *,
    status: int = 200,
    since: object = None,
) -> HttpResponse:
    context = {
        "access": access,
        "group": access.group,
        "session": session,
        "sheet": sheet,
        "form": form,
        "meanwhile": since,
    }
    return show(request, "table/another/page.html", context, status=status)
