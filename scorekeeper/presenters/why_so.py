"""Why a plan of payments is as it is: a sentence for each person. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.settling import Transfer
from scorekeeper.text.lists import joined

Money = Callable[[int], str]

STANDS = {
    ("owed", "gets"): gettext_lazy("{name} is owed {sum} and gets {gets}."),
    ("owed", "pays"): gettext_lazy("{name} is owed {sum} and pays {pays}."),
    ("owed", "both"): gettext_lazy("{name} is owed {sum} and gets {gets}, and pays {pays}."),
    ("owed", "none"): gettext_lazy("{name} is owed {sum}, and neither pays nor gets anything."),
    ("owes", "gets"): gettext_lazy("{name} owes {sum} and gets {gets}."),
    ("owes", "pays"): gettext_lazy("{name} owes {sum} and pays {pays}."),
    ("owes", "both"): gettext_lazy("{name} owes {sum} and gets {gets}, and pays {pays}."),
    ("owes", "none"): gettext_lazy("{name} owes {sum}, and neither pays nor gets anything."),
    ("even", "gets"): gettext_lazy("{name} is even: gets {gets}."),
    ("even", "pays"): gettext_lazy("{name} is even: pays {pays}."),
    ("even", "both"): gettext_lazy("{name} is even: gets {gets}, and pays {pays}."),
    ("even", "none"): gettext_lazy("{name} is even, and neither pays nor gets anything."),
}
"""How somebody stands, and what the plan has them do."""


def explained(
    balances: Mapping[int, int],
    plan: Sequence[Transfer],
    names: Mapping[int, str],
    money: Money,
    most: int | None = None,
) -> dict[int, str]:
    """A sentence for each person: what they are owed or owe in all, and what they pay or get for it.

    `money` spells an amount of cents, which is never negative here. With `most` only so many are told, those
    who are owed most first.
    """
    told = dict(sorted(balances.items(), key=lambda item: (-item[1], names[item[0]]))[:most])
    gets: dict[int, list[str]] = defaultdict(list)
    pays: dict[int, list[str]] = defaultdict(list)
    for one in plan:
        if one.payee in told:
            gets[one.payee].append(_("{sum} from {name}").format(sum=money(one.cents), name=names[one.payer]))
        if one.payer in told:
            pays[one.payer].append(_("{sum} to {name}").format(sum=money(one.cents), name=names[one.payee]))
    return {
        player: _sentence(names[player], cents, gets[player], pays[player], money)
        for player, cents in told.items()
    }


def _sentence(name: str, cents: int, gets: Sequence[str], pays: Sequence[str], money: Money) -> str:
    stands = "owed" if cents > 0 else "owes" if cents < 0 else "even"
    does = "both" if gets and pays else "gets" if gets else "pays" if pays else "none"
    sentence = str(STANDS[stands, does])
    return sentence.format(name=name, sum=money(abs(cents)), gets=joined(gets), pays=joined(pays))
