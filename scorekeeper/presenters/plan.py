"""How a plan of payments is told: who pays whom, a sentence for each person, a text to share, links. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import Service
from ledger.settling import MOST_EXACTLY, THE_BOX, Transfer
from ledger.standings.money import Plan
from ledger.standings.payments import Made
from scorekeeper.http.paging import A_PAGE
from scorekeeper.presenters.pay_links import Link, links
from scorekeeper.presenters.payments import spelled
from scorekeeper.presenters.why_so import explained
from scorekeeper.text.dates import when
from scorekeeper.text.figures import money
from scorekeeper.text.lists import standing_apart
from scorekeeper.text.methods import method_shown


@dataclass(frozen=True, kw_only=True)
class Due:
    """One payment of a stored plan: what is open of it, and what was paid."""

    number: int
    payer: str
    payee: str
    cents: int
    open_cents: int
    made: tuple[Made, ...]
    links: tuple[Link, ...] = ()


def who_is_who(names: Mapping[int, str]) -> dict[int, str]:
    """Names by id, and what the box is called."""
    return {**names, THE_BOX: _("the kitty")}


def headline(payments: int) -> str:
    """How many payments it takes."""
    return ngettext("One payment settles it", "{number} payments settle it", payments).format(
        number=spelled(payments)
    )


def left_of(plan: Plan, currency: str) -> str:
    """What is left of a kept plan; of one that was dropped, that it was."""
    if not plan.is_kept:
        return _("This plan was dropped")
    left = [one.open_cents for one in plan.payments if one.open_cents > 0]
    if not left:
        return _("All of this plan is paid")
    words = ngettext(
        "One payment left · {sum} still open", "{number} payments left · {sum} still open", len(left)
    )
    return words.format(number=spelled(len(left)), sum=money(sum(left), currency))


def how_good(*, is_exact: bool, treasurer: str) -> str:
    """Whether there could be fewer payments, said honestly."""
    if treasurer:
        words = _("Everybody settles with {treasurer}, and nobody has to find anybody else.")
        return words.format(treasurer=standing_apart(treasurer))
    if is_exact:
        return _("There is no plan with fewer payments.")
    words = _("With more than {most} people this plan is short, but perhaps not the shortest.")
    return words.format(most=MOST_EXACTLY)


def sentences(
    balances: Mapping[int, int], plan: Sequence[Transfer], names: Mapping[int, str], currency: str
) -> tuple[str, ...]:
    """What everybody is owed or owes in all, and what they pay or get for it; a page of them at most."""
    apart = {pk: standing_apart(name) for pk, name in who_is_who(names).items()}
    told = explained(balances, plan, apart, lambda cents: money(cents, currency), A_PAGE)
    return tuple(f"{sentence[:1].upper()}{sentence[1:]}" for sentence in told.values())


def transfers(plan: Plan) -> tuple[Transfer, ...]:
    """A stored plan as it was made."""
    return tuple(Transfer(payer=one.payer, payee=one.payee, cents=one.cents) for one in plan.payments)


def settles(plan: Sequence[Transfer]) -> dict[int, int]:
    """The balances that a plan brings to zero."""
    balances: dict[int, int] = defaultdict(int)
    for one in plan:
        balances[one.payee] += one.cents
        balances[one.payer] -= one.cents
    return dict(balances)


def drawn(plan: Sequence[Transfer]) -> str:
    """A plan as a page sends it back: "3-1-250,4-1-100"."""
    return ",".join(f"{one.payer}-{one.payee}-{one.cents}" for one in plan)


def dues(
    plan: Plan,
    made: Mapping[int, tuple[Made, ...]],
    names: Mapping[int, str],
    ways: Mapping[int, tuple[Link, ...]] | None = None,
) -> tuple[Due, ...]:
    """The payments of a stored plan as a page shows them; `ways` are the links to pay them by."""
    called = who_is_who(names)
    return tuple(
        Due(
            number=one.number,
            payer=called[one.payer],
            payee=called[one.payee],
            cents=one.cents,
            open_cents=one.open_cents,
            made=tuple(replace(paid, method=method_shown(paid.method)) for paid in made.get(one.pk, ())),
            links=(ways or {}).get(one.pk, ()),
        )
        for one in plan.payments
    )


def ways_to_pay(
    plan: Plan, handles: Mapping[int, Mapping[Service, str]], currency: str, note: str
) -> dict[int, tuple[Link, ...]]:
    """Links for what is open, by the payment's id."""
    return {
        one.pk: links(handles.get(one.payee, {}), one.open_cents, currency, note)
        for one in plan.payments
        if one.open_cents > 0
    }


def title(plan: Plan) -> str:
    """What a stored plan is about: a month, everything that was open, or (in old books) a night."""
    if plan.night_at:
        return _("Night of {day}").format(day=when(plan.night_at, "day"))
    if plan.until:
        return when(plan.until - timedelta(days=1), "month")
    return plan.label or _("Plan {number}").format(number=plan.number)


def to_share(heading: str, payments: Sequence[Due], currency: str) -> str:
    """The plan as a message for the group."""
    return "\n".join([heading, "", *(_shared(one, currency) for one in payments)])


def _shared(due: Due, currency: str) -> str:
    if not due.open_cents:
        words = _("{payer} pays {payee} {sum} ✓")
    elif due.open_cents != due.cents:
        words = _("{payer} pays {payee} {sum} ({open} of it still open)")
    else:
        words = _("{payer} pays {payee} {sum}")
    return words.format(
        payer=standing_apart(due.payer),
        payee=standing_apart(due.payee),
        sum=money(due.cents, currency),
        open=money(due.open_cents, currency),
    )
