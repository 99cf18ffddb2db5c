"""Open payments as every page draws them: who pays whom, what is left in all, and what was just paid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import Group, Service, Session
from ledger.money.payments import Transfer
from ledger.money.rounding import THE_BOX
from ledger.standings.groups import handles_of
from ledger.standings.money import Open, WhatIsOpen, of_night, what_is_open
from scorekeeper.http.paying import PayLineForm, line_named
from scorekeeper.presenters.payments import spelled
from scorekeeper.text.figures import money, precision, typed
from scorekeeper.text.lists import standing_apart
from scorekeeper.text.methods import method_shown, usual_methods

# Services whose links name no currency, and the currencies they mean.
WITHOUT_CURRENCY = {Service.VENMO: ("USD",), Service.CASH_APP: ("USD", "GBP")}


# The name of a service, and its own page with the amount filled in, which a phone can open.
PayLink = tuple[str, str]


def links(handles: Mapping[Service, str], cents: int, currency: str, note: str) -> tuple[PayLink, ...]:
    """Return the links by which somebody with these handles can be paid so much."""
    amount = str(Decimal(cents).scaleb(-precision(currency)))
    return tuple(
        (service.label, _url(service, quote(handle, safe=""), amount, currency, note))
        for service, handle in handles.items()
        if currency in WITHOUT_CURRENCY.get(service, (currency,))
    )


def _url(service: Service, handle: str, amount: str, currency: str, note: str) -> str:
    if service == Service.VENMO:
        asked = urlencode({"txn": "pay", "amount": amount, "note": note}, quote_via=quote)
        return f"https://venmo.com/{handle}?{asked}"
    if service == Service.CASH_APP:
        return f"https://cash.app/${handle}/{amount}"
    return f"https://paypal.me/{handle}/{amount}{currency}"


# Lines that are drawn where they are not all the page is about.
MOST = 20

# Lines more on paper, where nobody can turn to the next page.
ON_PAPER = 200


@dataclass(frozen=True, kw_only=True)
class Owed:
    """A payment that is open; `player` is the id of whose receipt explains it, THE_BOX for the kitty.

    `name` is what the form sends, `whole` all that is paid now as somebody would type it: `now`, the coins in
    it where less than a coin is carried on to the next night, else all. `form` is the one that was sent for
    this line and refused.
    """

    name: str
    player: int
    payer: str
    payee: str
    cents: int
    now: int
    whole: str
    links: tuple[PayLink, ...]
    form: PayLineForm | None

    @property
    def rest(self) -> int:
        return self.cents - self.now


@dataclass(frozen=True, kw_only=True)
class Page:
    """Page that shows the open list: its currency, the addresses of its forms, the text of payment links.

    Debts are paid in coins of `coin` cents; a smaller rest stays open.
    """

    currency: str
    pay: str
    undo: Callable[[int], str]
    note: str
    coin: int = 1


@dataclass(frozen=True, kw_only=True)
class OwedList:
    """The whole list as a page shows it; `more` lines stand on the page of all that is open."""

    headline: str
    cents: int
    lines: tuple[Owed, ...]
    # The lines that are drawn on paper only: payer, payee and cents.
    rest: tuple[tuple[str, str, int], ...]
    more: int
    # Payments that were made, each with the address at which it is undone ("" where that is done elsewhere);
    # `waits` are the cents of it that are counted when its night ends.
    paid: Sequence[dict[str, Any]]
    ahead: int
    pay: str
    methods: Sequence[str]
    # Errors of a form whose line is not open any more.
    trouble: str
    # The payments of a night that other days made even: payer, payee and cents.
    even: tuple[tuple[str, str, int], ...]
    # On the page of a night: how much is open that another night or an expense brought.
    besides: str


def who_is_who(group: Group, names: Mapping[int, str]) -> dict[int, str]:
    """Return names of payers by id: two who pay together by both their names, and what the box is called."""
    both = {other: f"{names[other]} + {names[one]}" for one, other in group.payers.now.items()}
    return {**names, **both, THE_BOX: _("the kitty")}


def drawn_on(group: Group, name: str, *address: int, note: str = "") -> Page:
    """Return the page whose addresses are called by `name`, as in money_pay and money_unpay.

    `note` is for links.
    """
    return Page(
        currency=group.currency,
        pay=reverse(f"{name}_pay", args=[group.code, *address]),
        undo=lambda line: reverse(f"{name}_unpay", args=[group.code, *address, line]),
        note=note or group.name,
        coin=group.rounding.paid_in,
    )


def on_paper(group: Group) -> Page:
    return Page(currency=group.currency, pay="", undo=lambda line: "", note="", coin=group.rounding.paid_in)


def owed_in(
    group: Group,
    page: Page,
    names: Mapping[int, str],
    *,
    session: Session | None = None,
    found: Open | None = None,
    form: PayLineForm | None = None,
) -> OwedList:
    """Return what a page shows of what is open, which may have been `found` (four queries, two if it was).

    On the page of the night `session` only the payments of that night (five queries). `names` are how people
    are called.
    """
    shown = what_is_open(group, found) if session is None else of_night(session)
    handles = handles_of(group) if shown.lines else {}
    return owed_list(shown, page, who_is_who(group, names), handles=handles, form=form)


def owed_list(
    found: WhatIsOpen,
    page: Page,
    called: Mapping[int, str],
    *,
    handles: Mapping[int, Mapping[Service, str]] | None = None,
    form: PayLineForm | None = None,
    first: int = 0,
    most: int = MOST,
) -> OwedList:
    """Return the same of what was read, from the line number `first` on; `form` was sent and refused."""
    shown = found.lines[first : first + most]
    lines = tuple(_owed(one, called, page, handles or {}, form) for one in shown)
    in_place = any(line.form for line in lines)
    return OwedList(
        headline=headline(found, page.currency, page.coin),
        cents=found.cents,
        lines=lines,
        rest=tuple(
            (called[one.payer], called[one.payee], one.cents)
            for one in (*found.lines[first + most :], *found.lines[:first])[:ON_PAPER]
        ),
        more=max(0, len(found.lines) - first - len(shown)),
        paid=[
            {
                "payer": called[one.payer],
                "payee": called[one.payee],
                "cents": one.cents,
                "method": method_shown(one.method),
                "at": one.at,
                "undo": page.undo(one.number),
                "waits": one.waits,
            }
            for one in found.paid
        ],
        ahead=found.ahead,
        pay=page.pay,
        methods=usual_methods(),
        trouble="" if form is None or in_place else form.all_wrong,
        even=tuple((called[one.payer], called[one.payee], one.cents) for one in found.even),
        besides=money(found.besides, page.currency) if found.besides else "",
    )


def headline(found: WhatIsOpen, currency: str, coin: int = 1) -> str:
    """Return how many payments are left, and how much is open, paid in coins of `coin` cents.

    Or that nothing is.

    Where something waits for the end of a night, nobody is said to be square.
    """
    now = [_coins(one, coin) for one in found.lines]
    if rest := found.cents - sum(now):
        return carried_on([cents for cents in now if cents], rest, currency)
    if found.lines:
        words = ngettext(
            "One payment left · {sum} still open",
            "{number} payments left · {sum} still open",
            len(found.lines),
        )
        return words.format(number=spelled(len(found.lines)), sum=money(found.cents, currency))
    if found.ahead:
        return _("Nothing to pay until the night ends.")
    if found.even or found.besides:
        return _("Nothing is left to pay of this night.")
    if found.paid:
        return _("All paid. Everybody is square.")
    return _("Nobody owes anybody anything.")


def carried_on(now: Sequence[int], rest: int, currency: str) -> str:
    """Return the headline where a `rest` is less than a coin; `now` are the payments made in coins."""
    if not now:
        return _("{rest} still open, carried on to the next night").format(rest=money(rest, currency))
    words = ngettext(
        "One payment left · {sum} now, {rest} carried on to the next night",
        "{number} payments left · {sum} now, {rest} carried on to the next night",
        len(now),
    )
    return words.format(number=spelled(len(now)), sum=money(sum(now), currency), rest=money(rest, currency))


def _coins(one: Transfer, coin: int) -> int:
    return one.cents - one.cents % coin


def shared(owed: OwedList, currency: str) -> list[str]:
    made, left = _("{payer} pays {payee} {sum} ✓"), _("{payer} pays {payee} {sum}")
    part = _("{payer} pays {payee} {sum}, and {rest} stays open")
    none = _("{payer} owes {payee} {rest}, which stays open")
    even = _("{payer} pays {payee} {sum}, evened out with other days")
    said = [(made, one["payer"], one["payee"], one["cents"], 0) for one in owed.paid]
    for one in owed.lines:
        words = left if not one.rest else part if one.now else none
        said.append((words, one.payer, one.payee, one.now, one.rest))
    said += [(even, *one, 0) for one in owed.even]
    return [
        words.format(
            payer=standing_apart(payer),
            payee=standing_apart(payee),
            sum=money(cents, currency),
            rest=money(rest, currency),
        )
        for words, payer, payee, cents, rest in said
    ]


def _owed(
    one: Transfer,
    called: Mapping[int, str],
    page: Page,
    handles: Mapping[int, Mapping[Service, str]],
    form: PayLineForm | None,
) -> Owed:
    name, now = line_named(one.payer, one.payee), _coins(one, page.coin)
    return Owed(
        name=name,
        player=one.payer or one.payee,
        payer=called[one.payer],
        payee=called[one.payee],
        cents=one.cents,
        now=now,
        whole=typed(now or one.cents, page.currency),
        links=links(handles.get(one.payee, {}), now, page.currency, page.note) if now else (),
        form=form if form is not None and form.line_shown == name else None,
    )
