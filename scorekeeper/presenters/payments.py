"""How the end of a night is told: bars, payments with the reason for them, a text to share. Pure."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.settling import MOST_EXACTLY, circles, rounded
from ledger.sheet import Payment, ScoreSheet
from scorekeeper.text.counts import hands
from scorekeeper.text.figures import money, signed, signed_money
from scorekeeper.text.lists import joined
from scorekeeper.text.numbers import beginning, in_words

HALF = 96
"""A bar is drawn in a box of 200 × 16 with zero in the middle; the longest reaches this far."""

LARGER = {11: gettext_noop("eleven"), 12: gettext_noop("twelve")}
"""Numbers of payments and of people that are words as well."""

ELSEWHERE = gettext_noop(
    "What was open of this night is paid there. What changed since goes into the next settlement."
)


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A player's night: points, cents (None where there is no money), and the bar from `x`, `width` wide."""

    name: str
    points: Fraction
    cents: int | None
    x: int
    width: int


@dataclass(frozen=True, kw_only=True)
class PaymentLine:
    """One payment in words; `settles` says whose account it closes: "payer", "payee", "both" or "".

    `paid` is the entry that marked it paid.
    """

    payer: int
    payee: int
    payer_name: str
    payee_name: str
    cents: int
    settles: str
    paid: int | None


@dataclass(frozen=True, kw_only=True)
class Settled:
    """Everything the page at the end of a night says. The sentences are empty where there is no money."""

    bars: tuple[Bar, ...]
    headline: str
    why: str
    payments: tuple[PaymentLine, ...]
    paid_before: tuple[PaymentLine, ...]
    all_paid: bool
    within: str
    """The settlement that what was open of the plan is paid with, "" where the plan is the night's own."""


def settled(sheet: ScoreSheet, names: Mapping[int, str], *, in_money: bool, within: str = "") -> Settled:
    """The end of a night, or what it would be if it ended now; `within` names a settlement that covers it."""
    plan = sheet.ending.payments if sheet.ending and in_money else ()
    planned = {payment.paid for payment in plan}
    before = [payment for payment in sheet.paid if payment.paid not in planned] if in_money else []
    if within and any(payment.paid is None for payment in plan):
        plan = tuple(payment for payment in plan if payment.paid is not None)
    else:
        within = ""
    return Settled(
        bars=_bars(sheet, names, in_money=in_money),
        headline=_headline(plan, before=before, within=within),
        why=_(ELSEWHERE) if within else _why(plan, names, before=before),
        payments=_in_words(plan, names),
        paid_before=_in_words(before, names),
        all_paid=not within and all(payment.paid for payment in plan),
        within=within,
    )


def spelled(number: int) -> str:
    """A small number as a word, capitalised; a larger one in digits."""
    return beginning(in_a_word(number))


def in_a_word(number: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _(LARGER[number]) if number in LARGER else in_words(number)


def plays_for_money(currency: str, sheet: ScoreSheet) -> bool:
    """Whether the points of this night become money."""
    return bool(currency and sheet.has_stake)


def titled(group: str, day: str, sheet: ScoreSheet) -> str:
    """The first line of what is shared: which night it was."""
    return f"{group}, {day} · {hands(sheet.hands)}"


def standing_apart(name: str) -> str:
    """A name for plain text: one that runs from right to left does not turn the line around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def to_share(title: str, told: Settled, *, currency: str) -> str:
    """The result as a message for the group."""
    lines = [title, ""]
    for bar in told.bars:
        worth = f" ({signed_money(bar.cents, currency)})" if bar.cents is not None else ""
        lines.append(f"{standing_apart(bar.name)} {signed(bar.points)}{worth}")
    payments = [*told.paid_before, *told.payments]
    if payments:
        lines.append("")
    for payment in payments:
        payer, payee = standing_apart(payment.payer_name), standing_apart(payment.payee_name)
        words = _("{payer} pays {payee} {amount} ✓") if payment.paid else _("{payer} pays {payee} {amount}")
        lines.append(words.format(payer=payer, payee=payee, amount=money(payment.cents, currency)))
    if told.within:
        lines += ["", _("What is open is settled with {settlement}").format(settlement=told.within)]
    return "\n".join(lines)


def _bars(sheet: ScoreSheet, names: Mapping[int, str], *, in_money: bool) -> tuple[Bar, ...]:
    cents = _cents(sheet) if in_money else {}
    longest = max((abs(points) for points in sheet.totals.values()), default=Fraction(0)) or Fraction(1)
    bars = []
    for player, points in sheet.totals.items():
        width = round(HALF * abs(points) / longest)
        x = 100 if points >= 0 else 100 - width
        bars.append(Bar(name=names[player], points=points, cents=cents.get(player), x=x, width=width))
    return tuple(sorted(bars, key=lambda bar: (-bar.points, bar.name)))


def _cents(sheet: ScoreSheet) -> Mapping[int, int]:
    if sheet.ending:
        return sheet.ending.cents
    return {} if sheet.pot_points else rounded(sheet.worth)


def _headline(plan: Sequence[Payment], *, before: Sequence[Payment], within: str) -> str:
    if within:
        return _("Settled with {settlement}").format(settlement=within)
    if not plan:
        return _("All of it is paid") if before else _("Nobody owes anything")
    if len(plan) == 1:
        return _("One payment settles it")
    return _("{number} payments settle it").format(number=spelled(len(plan)))


def _why(plan: Sequence[Payment], names: Mapping[int, str], *, before: Sequence[Payment]) -> str:
    """Why there cannot be fewer: people in circles whose balances cancel, one payment fewer than people."""
    if not plan:
        if before:
            return _("What was paid before brings everybody to zero.")
        return _("Everybody ends at zero.")
    found = circles((payment.payer, payment.payee) for payment in plan)
    people = sum(len(circle) for circle in found)
    if people > MOST_EXACTLY:
        said = _("A short way for {number} people; each payment makes at least one of them square.")
        return said.format(number=people)
    if len(plan) == 1 and before:
        return _("The fewest possible: what is still owed and what was won are one and the same amount.")
    if len(plan) == 1:
        return _("The fewest possible: what was lost and what was won are one and the same amount.")
    if all(len(circle) == 2 for circle in found):
        said = _("The fewest possible: {number} losses and {number} wins cancel exactly.")
        return said.format(number=in_a_word(len(found)))
    if len(found) == 1:
        said = _(
            "The fewest possible: no smaller circle among these {number} cancels out, so it takes one "
            "payment fewer than people."
        )
        return said.format(number=in_a_word(people))
    said = _(
        "The fewest possible: {number} circles cancel out by themselves ({circles}), and a circle takes one "
        "payment fewer than people."
    )
    circled = "; ".join(joined([standing_apart(names[player]) for player in circle]) for circle in found)
    return said.format(number=in_a_word(len(found)), circles=circled)


def _in_words(plan: Sequence[Payment], names: Mapping[int, str]) -> tuple[PaymentLine, ...]:
    involved = Counter(player for payment in plan for player in (payment.payer, payment.payee))
    return tuple(
        PaymentLine(
            payer=payment.payer,
            payee=payment.payee,
            payer_name=names[payment.payer],
            payee_name=names[payment.payee],
            cents=payment.cents,
            settles=_settles(payment, involved),
            paid=payment.paid,
        )
        for payment in plan
    )


def _settles(payment: Payment, involved: Mapping[int, int]) -> str:
    payer_done, payee_done = involved[payment.payer] == 1, involved[payment.payee] == 1
    if payer_done and payee_done:
        return "both"
    return "payer" if payer_done else "payee" if payee_done else ""
