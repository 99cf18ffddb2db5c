"""Somebody comes or goes, and who sits where, deals and sits out from the next hand on."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger import recording
from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.models import Account, Membership, Player, Session
from ledger.models.book import lines_of, sheet_of
from ledger.money.payments import Transfer, owed_by, to_be_even
from ledger.money.rounding import THE_BOX
from ledger.recording import Refused, StaleWrite, WriteContext, Written
from ledger.recording.journal import pay
from ledger.scoring import HandRefused, game_called
from ledger.standings import Person, names_of
from ledger.standings.money import WhatIsOpen, cents_of, paid_ahead, paid_from, posted_for, read_open
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.forms import read_write_context
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.http.paying import PayLineForm, line_paid, line_unpaid
from scorekeeper.http.people import people_for
from scorekeeper.pad.evening import OWNERS, confirmation_of, evening_of, show_table, table_url
from scorekeeper.pad.seating import TableForm
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.presenters.owed import carried_on, drawn_on, owed_list, who_is_who
from scorekeeper.presenters.payments import plays_for_money, running_cents
from scorekeeper.presenters.sheet import note_words
from scorekeeper.text.figures import money, points, signed
from scorekeeper.text.methods import method_kept
from scorekeeper.text.numbers import number as small


class EarlyForm(PayLineForm):
    def __init__(self, data: Any, *, session: Session, player: Player) -> None:
        super().__init__(data, group=session.group)
        self.session, self.player = session, player

    def write(self, by: Membership, *, session: Session | None = None) -> None:
        """Book it; raises Refused."""
        said = self.cleaned_data
        payer, payee = said["line"]
        if self.player.pk not in (payer, payee):
            raise Refused("no_such_player")
        # The box is nobody, with the id 0.
        pay(
            self.group,
            payer or Account.BOX,
            payee or Account.BOX,
            said["cents"],
            self.context(by),
            method=method_kept(said["method"]),
            session=self.session,
        )


@scorer
@require_safe
def going(request: HttpRequest, access: GroupAccess, *, number: int, player: int) -> HttpResponse:
    access.check_money()
    return _going_page(request, access, access.session(number), access.player(player))


@scorer
@require_POST
def pay_now(request: HttpRequest, access: GroupAccess, *, number: int, player: int) -> HttpResponse:
    """Book what was paid; when the night ends, its result brings the rest."""
    session, found = access.session(number), access.player(player)
    return line_paid(
        request,
        access,
        EarlyForm(request.POST, session=session, player=found),
        back=_here(access, number, player),
        again=lambda form: _going_page(request, access, session, found, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, number: int, player: int, line: int) -> HttpResponse:
    session, found = access.session(number), access.player(player)
    return line_unpaid(
        request,
        access,
        line,
        back=_here(access, number, player),
        again=lambda form: _going_page(request, access, session, found, trouble=form.all_wrong),
    )


def _here(access: GroupAccess, number: int, player: int) -> str:
    return resolve_url("going", code=access.group.code, number=number, player=player)


def _going_page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    player: Player,
    *,
    paying: PayLineForm | None = None,
    trouble: str = "",
) -> HttpResponse:
    sheet = sheet_of(session)
    if sheet.ending is not None and paying is None and not trouble:
        return go_to(request, resolve_url("ending", code=access.group.code, number=session.number))
    before, running = _standing(session, sheet)
    balances = {who: before.get(who, 0) + running.get(who, 0) for who in sorted({*before, *running})}
    open_cents = balances.get(player.pk, 0)
    page = drawn_on(access.group, "going", session.number, player.pk)
    called = who_is_who(access.group, names_of(access.group))
    # The payments by which somebody would be even now, drawn as all that is open is.
    even = [one for one in to_be_even(balances, player.pk) if min(one.payer, one.payee) >= THE_BOX]
    paid = tuple(one for one in paid_from(session).paid if player.pk in (one.payer, one.payee))
    owed = owed_list(WhatIsOpen(lines=tuple(even), paid=paid), page, called, form=paying)
    rest = sum(one.rest for one in owed.lines)
    told = small(request.GET.get("told", ""))
    # With whom else somebody can settle instead, and how much of it at most; what is no coin is left out.
    named = {who for one in even for who in (one.payer, one.payee)}
    lines = []
    for other, cents in balances.items():
        if other in named or other < THE_BOX or not open_cents * cents < 0:
            continue
        payer, payee = (other, player.pk) if open_cents > 0 else (player.pk, other)
        part = min(abs(open_cents), abs(cents))
        lines.append(Transfer(payer=payer, payee=payee, cents=part))
    context = {
        "access": access,
        "night": session,
        "player": player,
        # Tonight's balance and the one before, in cents (+ is owed).
        "stands": {"tonight": running.get(player.pk, 0), "before": before.get(player.pk, 0)},
        "points": (points if sheet.is_typed else signed)(sheet.totals.get(player.pk)),
        "owed": replace(owed, headline=_headline(open_cents, rest, access.group.currency)),
        "others": tuple(
            one for one in owed_list(WhatIsOpen(lines=tuple(lines)), page, called).lines if one.now
        ),
        "left": abs(open_cents) - owed.cents,
        "trouble": trouble,
        # The table then says who went.
        "table": f"{table_url(session)}{'' if told is None else f'?told={told}'}#table",
    }
    return show(request, "table/seats/going.html", context, status=422 if paying or trouble else 200)


def _standing(session: Session, sheet: ScoreSheet) -> tuple[dict[int, int], dict[int, int]]:
    # Everybody's balance by the open list, without the night's former result, and what tonight has brought.
    group = session.group
    posted = posted_for(session)
    running = running_cents(sheet, group.rounding, session) if plays_for_money(group.currency, sheet) else {}
    before = owed_by(read_open(group, but=session).lines)
    ahead = group.who.sums(cents_of(paid_ahead([session]))) if sheet.ending is None else {}
    for who in {*posted, *ahead}:
        before[who] = before.get(who, 0) + ahead.get(who, 0) - posted.get(who, 0)
    return before, running


def _headline(cents: int, rest: int, currency: str) -> str:
    # `cents` above 0 are to get; the `rest` is carried on.
    if not cents:
        return _("Nothing to pay, nothing to get")
    now = abs(cents) - rest
    if not now:
        return carried_on((), rest, currency)
    words = _("To get now: {sum}") if cents > 0 else _("To pay now: {sum}")
    return words.format(sum=money(now, currency))


@scorer
@require_POST
def undo_change(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Take back the latest change, told by this entry; rules and stake are for an owner to change back."""
    session = access.session(number)
    evening = evening_of(session)
    if any(line.number == entry and line.kind in OWNERS for line in evening.lines) and not access.owns:
        raise PermissionDenied
    return _changed(request, access, session, lambda pen: recording.undo_change(session, entry, pen))


@scorer
@require_POST
def redo_change(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Put back a change of the seats that this entry has just taken back."""
    session = access.session(number)
    return _changed(request, access, session, lambda pen: recording.redo_change(session, entry, pen))


def _changed(
    request: HttpRequest, access: GroupAccess, session: Session, write: Callable[[WriteContext], Written]
) -> HttpResponse:
    try:
        written = write(read_write_context(request.POST, access.membership))
    except (StaleWrite, HandRefused) as trouble:
        return show_table(request, access, evening_of(session), trouble=trouble)
    if not wants_fragment(request):
        return go_to(request, f"{table_url(session)}?told={written.entry.number}")
    evening = evening_of(session)
    return show_table(request, access, evening, said=confirmation_of(evening, written.entry.number))


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Show the table as it stands; posted, everybody sits, comes and goes as the list says from then on."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    people, lines = people_for(access.group), lines_of(session)
    sheet = fold(lines)
    if request.method != "POST":
        return _page(request, access, session, people, sheet, _form(people, sheet))
    form = _form(people, sheet, data=request.POST)
    if "step" in request.POST and "newcomer" not in form.errors:
        stepped = _form(people, sheet, initial=form.stepped())
        stepped.newest = form.after_shown
        return _page(request, access, session, people, sheet, stepped)
    is_valid = form.is_valid()
    after = form.cleaned_data.get("after", form.newest)
    since: Sequence[Line] = [line for line in lines if line.number > after]
    if is_valid:
        try:
            written = recording.change_table(session, form.seating, form.context(access.membership))
        except StaleWrite as moved:
            since, sheet = moved.since, moved.sheet
        except HandRefused as refused:
            form.refuse(refused)
            since = ()
        else:
            return go_to(request, _next(session, written, sheet))
    if not since:
        return _page(request, access, session, people, sheet, form, status=422)
    names = {person.player: person.name for person in people}
    seen = fold([line for line in lines if line.number <= form.after_shown] or lines)
    again = _form(people, sheet, initial=form.merged(seen.seating, sheet.seating))
    changes = meanwhile(since, sheet, names)
    return _page(request, access, session, people, sheet, again, since=changes, status=409)


def _next(session: Session, written: Written, before: ScoreSheet) -> str:
    # The table; where there is money, who goes home is first shown what there is to pay or to get.
    # The entry that says it: an arrival may have told more, as a share of the pot.
    last = written.sheet.last_change
    said = f"?told={last.entry if last else written.entry.number}"
    gone = [one for one in before.seating.seats if one not in written.sheet.seating.seats]
    if gone and session.group.currency:
        balances, running = _standing(session, written.sheet)
        goes = next((one for one in gone if balances.get(one, 0) + running.get(one, 0)), None)
        if goes is not None:
            return reverse("going", args=[session.group.code, session.number, goes]) + said
    return f"{table_url(session)}{said}#table"


def _form(people: Sequence[Person], sheet: ScoreSheet, **said: Any) -> TableForm:
    game = game_called(sheet.rules.game)
    counts = {"usually": game.usually, "least": game.least_active, "most": game.most_active}
    return TableForm(people=people, table=sheet.seating, newest=sheet.newest, **counts, **said)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    people: Sequence[Person],
    sheet: ScoreSheet,
    form: TableForm,
    *,
    since: Changes | None = None,
    status: int = 200,
) -> HttpResponse:
    last = sheet.last_change
    may_undo = last is not None and (access.owns or last.kind not in OWNERS)
    left = set(sheet.players) - set(sheet.seating.seats)
    context = {
        "group": session.group,
        "last": last if may_undo else None,
        "last_words": note_words(last, {one.player: one.name for one in people}, access.group.currency)
        if last
        else "",
        "session": session,
        "sheet": sheet,
        "hand": sheet.hands + 1,
        "meanwhile": since,
        "gone": [one for one in people if one.player in left] if session.group.currency else (),
        "form": form,
    }
    return show(request, "table/seats/page.html", context, status=status)
