"""The group's money: who is owed what, the kitty's box, the journal, and what people say about money."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_POST, require_safe

from ledger.exchange.columns import ACCOUNTS, COPIED
from ledger.models import Group, Kind
from ledger.money.rounding import THE_BOX
from ledger.recording import Refused, pay_together
from ledger.standings import names_of, tellers_of
from ledger.standings.groups import last_table
from ledger.standings.journal import (
    JournalLine,
    StatementLine,
    counterparts,
    journal,
    newest_line,
    of_nights,
    whole_statement,
)
from ledger.standings.journal import statement as statement_of
from ledger.standings.money import Open, balances, open_list, pages, read_open
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.components import Column, Component, FileRow, Table, amount, file_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, asked_page, asked_turn, of_page, paged, pages_of
from scorekeeper.http.paying import PayLineForm, UndoForm, line_paid, line_unpaid
from scorekeeper.pages.money.money_form import FORMS, MoneyForm, posted_people
from scorekeeper.presenters.owed import drawn_on, owed_in, who_is_who
from scorekeeper.text.dates import when
from scorekeeper.text.methods import method_shown, usual_methods


def balance_table(group: Group) -> Component:
    """Return everybody's balance, and what lies in the kitty where there is one."""

    def rows() -> Iterator[FileRow]:
        found = balances(group)
        for one in found.players:
            yield one.name, amount(one.cents, group.currency)
        if found.in_box or found.common:
            yield ACCOUNTS[""], amount(found.in_box, group.currency)

    return _file("balance", ("account", "balance"), rows)


def owed_table(group: Group) -> Component:
    def rows() -> Iterator[FileRow]:
        names = {**who_is_who(group, names_of(group)), THE_BOX: ACCOUNTS[""]}
        for one in open_list(group):
            yield names[one.payer], names[one.payee], amount(one.cents, group.currency)

    return _file("owed", ("from", "to", "amount"), rows)


def _file(key: str, columns: Sequence[str], rows: Callable[[], Iterable[FileRow]]) -> Component:
    # A table that is a file only, as the page draws it in its own way.
    fields = [Column[FileRow](name=name, value=itemgetter(place)) for place, name in enumerate(columns)]
    return Table(key=key, title="", fields=fields, every=rows)


def statement_table(group: Group, player: int) -> Component:
    """Return each line that moved a balance, the earliest first, named as in the file of the journal.

    Where something is counted only when a night ends that goes on, the last line takes it out again.
    """

    def rows() -> Iterator[FileRow]:
        for one in whole_statement(group, player):
            other = ACCOUNTS.get(one.other, one.other) if one.other is not None else None
            moved = (amount(one.cents, group.currency), amount(one.balance, group.currency))
            about = (one.number, localdate(one.day_at), one.kind, one.night, other)
            yield *about, *moved, one.method, COPIED if one.is_copied else one.note, one.undoes
        has = next(one for one in balances(group).players if one.player == group.who.of(player))
        if has.waits:
            counted = (amount(-has.waits, group.currency), amount(has.cents, group.currency))
            yield None, localdate(), "waits", None, None, *counted, "", "", None

    about = ("number", "date", "kind", "night", "other")
    return _file("statement", (*about, "amount", "balance", "method", "note", "takes back"), rows)


@watcher
@require_safe
def statement(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    access.check_money()
    found = access.player(player)
    table = statement_table(access.group, found.pk)
    if file := file_of(request, [table], access.group.name, found.shown_name):
        return file
    page = statement_of(access.group, found.pk, asked_turn(request.GET))
    if page is None:
        raise Http404("There is no such page.")
    others = counterparts(access.group, found.pk, [line.number for line in page.lines])
    group = access.group
    payer, names = group.payers.of(found.pk), names_of(group)
    purse = [one for one in group.payers.ids_of(payer) if one != found.pk]
    called = who_is_who(group, names)
    own = [one for one in open_list(group) if payer in (one.payer, one.payee)]
    context = {
        "access": access,
        "player": found,
        "pays": [(called[one.payer], called[one.payee], one.cents) for one in own],
        "purse": [names[one] for one in purse],
        "others": [] if purse else [(pk, name) for pk, name in names.items() if pk != found.pk][:A_PAGE],
        "before": page.lines[-1].balance - page.lines[-1].cents if page.older else 0,
        "cents": page.cents,
        "waits": page.waits,
        "counted": -page.waits if page.newer is None else 0,
        "lines": [
            {
                "line": _in_words(line),
                "title": _stated(line),
                "other": others.get(line.number) or _("the kitty"),
            }
            for line in page.lines
        ],
        "newer": f"?after={page.newer}" if page.newer else "",
        "older": f"?before={page.older}" if page.older else "",
    }
    return show(request, "money/money/statement.html", context)


@scorer
@require_POST
def together(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Let two players pay together from now on, or each alone again."""
    access.check_money()
    found, said = access.player(player), request.POST.get("other", "")
    try:
        pay_together(found, access.player(int(said)) if said.isdecimal() else None)
    except Refused:
        raise Http404("There is no such player.") from None
    return go_to(request, resolve_url("statement", code=access.group.code, player=found.pk))


AnyLine = TypeVar("AnyLine", JournalLine, StatementLine)

# The journal's words for the kitty's box, and for what belongs to all.
BOX, COMMON = "", " "

# People who are named in one line of the journal: more than play in a night.
MOST_SHARES = 40

TITLES = {
    Kind.EXPENSE: gettext_lazy("Paid for others"),
    Kind.CARRIED: gettext_lazy("Carried over"),
    Kind.ADJUSTMENT: gettext_lazy("Adjustment"),
}


def _in_words(line: AnyLine) -> AnyLine:
    # The line in the reader's words: how it was paid, and what is said of one that came with a notebook.
    note = _("from the notebook") if line.is_copied else line.note
    return replace(line, method=method_shown(line.method), note=note)


def _line_view(line: JournalLine, by: str, *, of_a_night: bool) -> dict[str, Any]:
    title = _title(line)
    payer, payee = _paid_for_others(line), ""
    if not title:
        # The sides of an undone payment stay as they were booked.
        gave = next((name for name, cents in line.postings if cents > 0), BOX)
        got = next((name for name, cents in line.postings if cents < 0), BOX)
        sides = (got, gave) if line.undoes else (gave, got)
        payer, payee = (side or _("the kitty") for side in sides)
    people = _signs(line)
    givers = tuple(name for name, cents in people if not cents and line.kind == Kind.KITTY)
    return {
        "line": _in_words(line),
        "title": title,
        "payer": payer,
        "payee": payee,
        # Names of those who put into the kitty what belongs to all since, so much each.
        "givers": givers[:MOST_SHARES],
        "cents": line.amount or sum(cents for _, cents in line.postings if cents > 0),
        "shares": () if not title or len(givers) == 1 else people[:MOST_SHARES],
        "more_shares": max(0, len(people) - MOST_SHARES) if title else 0,
        "by": by,
        # Not what is undone already, nor what belongs to a night.
        "may_undo": not (line.is_undone or of_a_night),
    }


def _signs(line: JournalLine) -> tuple[tuple[str, int], ...]:
    # Winners first; of a shared expense everybody's part, also the payer's.
    people = [one for one in line.postings if one[0] not in (BOX, COMMON)]
    if line.kind == Kind.EXPENSE:
        payer, amount = _paid_for_others(line), line.amount or 0
        spent = -amount if not line.undoes else amount
        people = [(name, cents + spent * (name == payer)) for name, cents in people]
        people = [one for one in people if one[1]]
    return tuple(sorted(people, key=lambda one: -one[1]))


def _paid_for_others(line: JournalLine) -> str:
    # The payer of a shared expense is the only one in it to whom something is owed.
    if line.kind != Kind.EXPENSE:
        return ""
    sign = -1 if line.undoes else 1
    return next((name for name, cents in line.postings if sign * cents > 0), "")


def _title(line: JournalLine) -> str:
    if line.kind == Kind.NIGHT:
        return _night(line.night_at)
    if line.kind == Kind.KITTY:
        box = sum(cents for name, cents in line.postings if name == BOX)
        return _("Into the kitty") if (box < 0) != bool(line.undoes) else _("Spent from the kitty")
    return str(TITLES.get(Kind(line.kind), ""))


def _night(at: datetime | None) -> str:
    return _("Night of {day}").format(day=when(at, "day")) if at else _("A night")


def _stated(line: StatementLine) -> str:
    if line.kind == Kind.NIGHT:
        return _night(line.night_at)
    if line.kind == Kind.PAYMENT:
        paid = (line.cents > 0) != line.is_undoing
        return pgettext("before a name", "Paid") if paid else pgettext("before a name", "Got from")
    if line.kind == Kind.EXPENSE:
        paid = (line.cents > 0) != line.is_undoing
        return _("Paid for others") if paid else _("A share")
    if line.kind == Kind.KITTY:
        return _("The kitty") if line.cents else _("Into the kitty, for all")
    return str(TITLES.get(Kind(line.kind), ""))


# In a group of more people than fill a page: so many balances at once, and people to tick.
BALANCES = 40

FORM_OF = {form.name: form for form in FORMS}


@watcher
@require_safe
def money(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    access.check_money()
    if file := file_of(request, [owed_table(access.group), balance_table(access.group)], access.group.name):
        return file
    return _page(request, access)


@scorer
@require_POST
def book(request: HttpRequest, access: GroupAccess, *, what: str) -> HttpResponse:
    access.check_money()
    if what not in FORM_OF:
        raise Http404("There is no such form.")
    names = names_of(access.group)
    form = FORM_OF[what](
        request.POST,
        group=access.group,
        names=names,
        near=posted_people(request.POST, names),
        here=_here(access.group),
    )
    if form.wrote(lambda: form.write(access.membership)):
        return go_to(request, resolve_url("money", code=access.group.code))
    return _page(request, access, sent=form)


@scorer
@require_POST
def undo_line(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    access.check_money()
    form = UndoForm(request.POST)
    if form.wrote(lambda: form.write(access.group, line, access.membership)):
        return go_to(request, resolve_url("money", code=access.group.code))
    return _page(request, access, undoing=form)


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group),
        back=_list(access),
        again=lambda form: _page(request, access, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    return line_unpaid(
        request,
        access,
        line,
        back=_list(access),
        again=lambda form: _page(request, access, undoing=form),
    )


def _list(access: GroupAccess) -> str:
    return f"{resolve_url('money', code=access.group.code)}#owed"


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    sent: MoneyForm | None = None,
    undoing: UndoForm | None = None,
    paying: PayLineForm | None = None,
) -> HttpResponse:
    newest = newest_line(access.group)
    many = pages(newest)
    page = asked_page(request.GET, many) if request.method != "POST" else 1
    lines, found = journal(access.group, page=page, newest=newest), read_open(access.group)
    people = _people(request, access, found)
    names = names_of(access.group) if sent is None else sent.names
    forms: list[MoneyForm] = []
    if access.may_write and page == 1:
        here = _here(access.group) if sent is None else sent.here
        about = {"group": access.group, "names": names, "near": people["near"], "here": here}
        forms = [sent if sent is not None and sent.name == form.name else form(**about) for form in FORMS]
    tellers, nights = tellers_of(access.group, names), of_nights(line.key for line in lines)
    context = {
        "access": access,
        **people,
        "lines": [
            _line_view(line, tellers.get(line.by or 0, ""), of_a_night=line.key in nights) for line in lines
        ],
        **paged(page, many),
        "forms": forms,
        "sent": sent,
        "undoing": undoing,
        "owed": owed_in(access.group, drawn_on(access.group, "money"), names, found=found, form=paying)
        if page == 1
        else None,
        "methods": usual_methods(),
    }
    status = 422 if sent or undoing or paying else 200
    return show(request, "money/money/page.html", context, status=status)


def _people(request: HttpRequest, access: GroupAccess, open_now: Open) -> dict[str, Any]:
    # A page of the balances; in a very large group the forms are about those on it, or whoever is typed.
    found = balances(access.group, open_now)
    is_large = len(found.players) > A_PAGE
    size = BALANCES if is_large else A_PAGE
    leaves = pages_of(len(found.players), size)
    leaf = asked_page(request.GET, leaves, called="people")
    shown = of_page(found.players, leaf, size)
    return {
        "balances": replace(found, players=shown),
        "leaf": paged(leaf, leaves),
        "near": [one.player for one in shown] if is_large else (),
        "everybody": [one.name for one in found.players] if is_large else (),
    }


def _here(group: Group) -> Sequence[int]:
    table = last_table(group)
    return table.seats if table else ()
