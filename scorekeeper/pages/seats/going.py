"""Somebody goes home early: what there is to pay or to get now, and settling it on the spot."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Account, Membership, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import Refused, WriteContext
from ledger.recording.journal import Who, pay
from ledger.settling import THE_BOX, Transfer, owed_by, to_be_even
from ledger.sheet import ScoreSheet
from ledger.standings import names_of
from ledger.standings.open_list import (
    WhatIsOpen,
    cents_of,
    paid_ahead,
    paid_from,
    posted_for,
    read_open,
)
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import PayLineForm
from scorekeeper.http.paying import line_paid, line_unpaid
from scorekeeper.pad.evening import table_url
from scorekeeper.presenters.owed import Owed, OwedList, carried_on, drawn_on, owed_list, who_is_who
from scorekeeper.presenters.payments import plays_for_money, running_cents
from scorekeeper.text.figures import money, points, signed
from scorekeeper.text.methods import method_kept
from scorekeeper.text.numbers import number as small


class EarlyForm(PayLineForm):
    """Money changed hands at the table before the night is over."""

    def __init__(self, data: Any, *, session: Session, player: Player) -> None:
        super().__init__(data, group=session.group)
        self.session, self.player = session, player

    def write(self, by: Membership, *, session: Session | None = None) -> None:
        """Book it; raises Refused."""
        said = self.cleaned_data
        payer, payee = said["line"]
        if self.player.pk not in (payer, payee):
            raise Refused("no_such_player")
        context = WriteContext(key=said["key"], after=0, by=by)
        method = method_kept(said["method"])
        pay(
            self.group,
            _account(payer),
            _account(payee),
            said["cents"],
            context,
            method=method,
            session=self.session,
        )


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How somebody stands who goes home: tonight, before tonight, and in all (cents; + is owed)."""

    tonight: int
    before: int
    balances: Mapping[int, int]


@scorer
@require_safe
def going(request: HttpRequest, access: GroupAccess, *, number: int, player: int) -> HttpResponse:
    """What somebody has to pay or to get who goes home now."""
    access.check_money()
    return _page(request, access, access.session(number), access.player(player))


@scorer
@require_POST
def pay_now(request: HttpRequest, access: GroupAccess, *, number: int, player: int) -> HttpResponse:
    """It was paid, or a part of it; when the night ends, its result brings the rest."""
    session, found = access.session(number), access.player(player)
    return line_paid(
        request,
        access,
        EarlyForm(request.POST, session=session, player=found),
        back=_here(access, number, player),
        again=lambda form: _page(request, access, session, found, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, number: int, player: int, line: int) -> HttpResponse:
    """It was not paid after all."""
    session, found = access.session(number), access.player(player)
    return line_unpaid(
        request,
        access,
        line,
        back=_here(access, number, player),
        again=lambda form: _page(request, access, session, found, trouble=form.all_wrong),
    )


def has_open(session: Session, sheet: ScoreSheet, player: int) -> bool:
    """Whether somebody who goes home now has anything to pay or to get."""
    return bool(_standing(session, sheet, player).balances.get(player))


def _here(access: GroupAccess, number: int, player: int) -> str:
    return resolve_url("going", code=access.group.code, number=number, player=player)


def _account(player: int) -> Who:
    return player or Account.BOX


def _page(
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
    stands = _standing(session, sheet, player.pk)
    owed = _owed(access, session, player, stands, paying)
    left = abs(stands.balances.get(player.pk, 0)) - owed.cents
    context = {
        "access": access,
        "night": session,
        "player": player,
        "stands": stands,
        "points": (points if sheet.is_typed else signed)(sheet.totals.get(player.pk)),
        "owed": owed,
        "others": _others(access, session, player, stands),
        "left": left,
        "trouble": trouble,
        "table": _table(request, session),
    }
    return show(request, "seats/going.html", context, status=422 if paying or trouble else 200)


def _table(request: HttpRequest, session: Session) -> str:
    """Back to the table, which then says who went."""
    told = small(request.GET.get("told", ""))
    return f"{table_url(session)}{'' if told is None else f'?told={told}'}#table"


def _standing(session: Session, sheet: ScoreSheet, player: int) -> Standing:
    """What is open with the night's former result taken out of it, and the running one put in."""
    group = session.group
    posted = posted_for(session)
    running = running_cents(sheet, group.rounding) if plays_for_money(group.currency, sheet) else {}
    before = owed_by(read_open(group, but=session).lines)
    ahead = group.who.sums(cents_of(paid_ahead([session]))) if sheet.ending is None else {}
    for who in {*posted, *ahead}:
        before[who] = before.get(who, 0) + ahead.get(who, 0) - posted.get(who, 0)
    balances = {who: before.get(who, 0) + running.get(who, 0) for who in sorted({*before, *running})}
    return Standing(tonight=running.get(player, 0), before=before.get(player, 0), balances=balances)


def _owed(
    access: GroupAccess, session: Session, player: Player, stands: Standing, paying: PayLineForm | None
) -> OwedList:
    """The payments by which somebody would be even now, drawn as all that is open is."""
    page = drawn_on(access.group, "going", session.number, player.pk)
    lines = tuple(_suggested(stands, player))
    found = paid_from(session).paid
    paid = tuple(one for one in found if player.pk in (one.payer, one.payee))
    called = who_is_who(access.group, names_of(access.group))
    owed = owed_list(WhatIsOpen(lines=lines, paid=paid), page, called, form=paying)
    rest = sum(one.rest for one in owed.lines)
    return replace(owed, headline=_headline(stands.balances.get(player.pk, 0), rest, access.group.currency))


def _others(access: GroupAccess, session: Session, player: Player, stands: Standing) -> tuple[Owed, ...]:
    """With whom else somebody can settle instead, and how much of it at most; what is no coin is left out."""
    open_cents = stands.balances.get(player.pk, 0)
    named = {who for one in _suggested(stands, player) for who in (one.payer, one.payee)}
    lines = []
    for other, cents in stands.balances.items():
        if other in named or other < THE_BOX or not open_cents * cents < 0:
            continue
        payer, payee = (other, player.pk) if open_cents > 0 else (player.pk, other)
        part = min(abs(open_cents), abs(cents))
        lines.append(Transfer(payer=payer, payee=payee, cents=part))
    page = drawn_on(access.group, "going", session.number, player.pk)
    called = who_is_who(access.group, names_of(access.group))
    return tuple(one for one in owed_list(WhatIsOpen(lines=tuple(lines)), page, called).lines if one.now)


def _suggested(stands: Standing, player: Player) -> list[Transfer]:
    return [one for one in to_be_even(stands.balances, player.pk) if min(one.payer, one.payee) >= THE_BOX]


def _headline(cents: int, rest: int, currency: str) -> str:
    """What there is to pay or to get now (`cents`, + is to get), but for the `rest` that is carried on."""
    if not cents:
        return _("Nothing to pay, nothing to get")
    now = abs(cents) - rest
    if not now:
        return carried_on((), rest, currency)
    words = _("To get now: {sum}") if cents > 0 else _("To pay now: {sum}")
    return words.format(sum=money(now, currency))
