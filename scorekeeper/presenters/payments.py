"""End of a night as its page draws it: bars, the payments in its book, and a text to share. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from ledger.book.sheet import ScoreSheet
from ledger.models import Session
from ledger.models.book import sheet_in_ink
from ledger.money.rounding import THE_POT, Rest, Rounding, rounded, to_the_coin
from scorekeeper.text.figures import hands, money, points, side, signed, signed_money
from scorekeeper.text.lists import standing_apart
from scorekeeper.text.numbers import beginning, in_words

# A bar is drawn in a box of 200 × 16 with zero in the middle; the longest reaches this far.
HALF = 96

# Numbers of payments and of people that are words as well.
LARGER = {11: gettext_noop("eleven"), 12: gettext_noop("twelve")}

EXACT = Rounding()

# Words for a night whose cents were rounded, by who has what was left over.
ROUNDED = {
    Rest.NEAREST: gettext_lazy("Everybody’s money is rounded to {coin}."),
    Rest.WON_MOST: gettext_lazy("Everybody’s money is rounded to {coin}; whoever won most has the rest."),
    Rest.LOST_MOST: gettext_lazy("Everybody’s money is rounded to {coin}; whoever lost most has the rest."),
    Rest.KITTY: gettext_lazy("Everybody’s money is rounded to {coin}; the kitty has the rest."),
    Rest.CARRIED: gettext_lazy("Paid in coins of {coin}; what is less stays open till the next night."),
}


@dataclass(frozen=True, kw_only=True)
class NightBar:
    """A player's night: points, cents (None where there is no money), and the bar from `x`, `width` wide.

    `worth` are the points as they are written, and `side` is their class: "plus" or "minus", and of points as
    typed "best" for the best number.
    """

    name: str
    points: Fraction
    worth: str
    side: str
    cents: int | None
    x: int
    width: int


@dataclass(frozen=True, kw_only=True)
class Settled:
    """Settlement of a night: every player's bar, how it was rounded ("": it was not), and the payments.

    The payments are those of the night's own book; `paid` is the entry that says so.
    """

    bars: tuple[NightBar, ...]
    rounded: str
    paid: Sequence[dict[str, Any]]


def settled(
    sheet: ScoreSheet,
    names: Mapping[int, str],
    *,
    in_money: bool,
    currency: str = "",
    rounding: Rounding = EXACT,
    session: Session | None = None,
) -> Settled:
    """Return the end of a night, or what it would be if it ended now, `rounding` as the group does.

    `session` is the night where people may have been merged while it goes on.
    """
    cents: Mapping[int, int] = {}
    if in_money and sheet.ending:
        cents = sheet.ending.cents
    elif in_money and not sheet.pot_points:
        cents = running_cents(sheet, rounding, session)
    longest = max((abs(points) for points in sheet.totals.values()), default=Fraction(0)) or Fraction(1)
    best = sheet.totals[sheet.ranked[0]] if sheet.is_typed else None
    bars = []
    for player, total in sheet.totals.items():
        width = round(HALF * abs(total) / longest)
        bars.append(
            NightBar(
                name=names[player],
                points=total,
                worth=points(total) if sheet.is_typed else signed(total),
                side="best" if total == best else "" if sheet.is_typed else side(total),
                cents=cents.get(player),
                x=100 if total >= 0 else 100 - width,
                width=width,
            )
        )
    sign = 1 if sheet.do_fewest_win else -1
    coins = sheet.ending.rounding if sheet.ending and in_money else EXACT
    words = str(ROUNDED[coins.rest]).format(coin=money(coins.coin, currency)) if coins.is_on else ""
    paid = [
        {"payer": names[one.payer], "payee": names[one.payee], "cents": one.cents, "paid": one.paid}
        for one in sheet.paid
        if in_money
    ]
    return Settled(
        bars=tuple(sorted(bars, key=lambda bar: (sign * bar.points, bar.name))),
        rounded=words,
        paid=paid,
    )


def spelled(number: int) -> str:
    """Return a small number as a word, capitalised; a larger one in digits."""
    return beginning(_(LARGER[number]) if number in LARGER else in_words(number))


def plays_for_money(currency: str, sheet: ScoreSheet) -> bool:
    return bool(currency and sheet.has_stake)


def running_cents(sheet: ScoreSheet, rounding: Rounding, session: Session | None = None) -> dict[int, int]:
    """Return everybody's cents if the night ended now; those of a pot under THE_POT.

    Takes a query more where people of the group were merged.
    """
    merged = session is not None and bool(session.group.who)
    if session is not None and merged:
        # Odd cents of equals go by ids as they were written, which no merge changes.
        sheet = sheet_in_ink(session)
    worth = dict(sheet.worth)
    if left := sum(worth.values()):
        worth[THE_POT] = -left
    cents = to_the_coin(rounded(worth, sheet.turn), rounding, sheet.turn)
    return session.group.who.sums(cents) if session is not None and merged else cents


def titled(group: str, day: str, sheet: ScoreSheet) -> str:
    """Return the first line of what is shared: which night it was, and of how many hands if that is known."""
    title = f"{group}, {day}"
    title = f"{title} · {hands(sheet.hands)}" if sheet.hands else title
    return f"{title}\n{sheet.note}" if sheet.note else title


def to_share(title: str, told: Settled, payments: Sequence[str], *, currency: str) -> str:
    """Return the result as a message for the group; `payments` are lines of who pays whom."""
    lines = [title, ""]
    for bar in told.bars:
        worth = f" ({signed_money(bar.cents, currency)})" if bar.cents is not None else ""
        lines.append(f"{standing_apart(bar.name)} {bar.worth}{worth}")
    words = _("{payer} pays {payee} {sum} ✓")
    made = [
        words.format(
            payer=standing_apart(one["payer"]),
            payee=standing_apart(one["payee"]),
            sum=money(one["cents"], currency),
        )
        for one in told.paid
    ]
    said = [*made, *payments]
    return "\n".join([*lines, *([""] if said else []), *said])
