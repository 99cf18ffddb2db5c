"""How a plan of payments is told: who pays whom, a sentence for each person, a text to share, links. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Service
from ledger.settling import MOST_EXACTLY, Person, Transfer, by_person
from ledger.standings.money import THE_BOX, Plan
from ledger.standings.payments import Made
from scorekeeper.http.paging import A_PAGE
from scorekeeper.presenters.pay_links import Link, links
from scorekeeper.presenters.payments import spelled, standing_apart
from scorekeeper.text.dates import when
from scorekeeper.text.figures import money
from scorekeeper.text.lists import joined
from scorekeeper.text.methods import method_shown
from scorekeeper.text.numbers import beginning

SENTENCES = {
    ("owed", "gets"): gettext_lazy("{name} is owed {amount} and gets {gets}."),
    ("owed", "pays"): gettext_lazy("{name} is owed {amount} and pays {pays}."),
    ("owed", "getspays"): gettext_lazy("{name} is owed {amount} and gets {gets}, and pays {pays}."),
    ("owed", "nothing"): gettext_lazy("{name} is owed {amount} and pays and gets nothing."),
    ("owes", "gets"): gettext_lazy("{name} owes {amount} and gets {gets}."),
    ("owes", "pays"): gettext_lazy("{name} owes {amount} and pays {pays}."),
    ("owes", "getspays"): gettext_lazy("{name} owes {amount} and gets {gets}, and pays {pays}."),
    ("owes", "nothing"): gettext_lazy("{name} owes {amount} and pays and gets nothing."),
    ("even", "gets"): gettext_lazy("{name} is even: gets {gets}."),
    ("even", "pays"): gettext_lazy("{name} is even: pays {pays}."),
    ("even", "getspays"): gettext_lazy("{name} is even: gets {gets}, and pays {pays}."),
    ("even", "nothing"): gettext_lazy("{name} is even: pays and gets nothing."),
}
"""How somebody stands, and what they do to settle it."""


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
    return {**names, THE_BOX: "the box"}


def headline(payments: int) -> str:
    """How many payments it takes."""
    return "One payment settles it" if payments == 1 else f"{spelled(payments)} payments settle it"


def how_good(*, is_exact: bool, treasurer: str) -> str:
    """Whether there could be fewer payments, said honestly."""
    if treasurer:
        return f"Everybody settles with {standing_apart(treasurer)}, and nobody has to find anybody else."
    if is_exact:
        return "There is no plan with fewer payments."
    return f"More than {MOST_EXACTLY} people: a short plan, but perhaps not the shortest there is."


def sentences(
    balances: Mapping[int, int], plan: Sequence[Transfer], names: Mapping[int, str], currency: str
) -> tuple[str, ...]:
    """What everybody is owed or owes in all, and what he pays or gets for it; a page of them at most."""
    apart = {pk: standing_apart(name) for pk, name in who_is_who(names).items()}
    people = by_person(balances, plan, apart, A_PAGE)
    return tuple(beginning(_told(person, apart, currency)) for person in people)


def _told(person: Person, names: Mapping[int, str], currency: str) -> str:
    does = ("gets" if person.gets else "") + ("pays" if person.pays else "")
    stands = "owed" if person.cents > 0 else "owes" if person.cents else "even"
    gets = [_from(money(one.cents, currency), names[one.payer]) for one in person.gets]
    pays = [_to(money(one.cents, currency), names[one.payee]) for one in person.pays]
    return str(SENTENCES[stands, does or "nothing"]).format(
        name=names[person.player],
        amount=money(person.cents, currency),
        gets=joined(gets),
        pays=joined(pays),
    )


def _from(amount: str, name: str) -> str:
    return _("{amount} from {name}").format(amount=amount, name=name)


def _to(amount: str, name: str) -> str:
    return _("{amount} to {name}").format(amount=amount, name=name)


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
    """What a stored plan is about."""
    if plan.night:
        return _("Night {number}").format(number=plan.night)
    if plan.until:
        return when(plan.until - timedelta(days=1), "month")
    return plan.label or _("Settlement {number}").format(number=plan.number)


def within(plan: Plan | None) -> str:
    """What a night calls the settlement that covers it; "" for none."""
    if plan is None:
        return ""
    return "a plan of its own" if plan.night else f"“{title(plan)}”"


def to_share(heading: str, payments: Sequence[Due], currency: str) -> str:
    """The plan as a message for the group."""
    lines = [heading, ""]
    for one in payments:
        part = ""
        if not one.open_cents:
            part = " ✓"
        elif one.open_cents != one.cents:
            part = f" ({money(one.open_cents, currency)} of it still open)"
        payer, payee = standing_apart(one.payer), standing_apart(one.payee)
        lines.append(f"{payer} pays {payee} {money(one.cents, currency)}{part}")
    return "\n".join(lines)
