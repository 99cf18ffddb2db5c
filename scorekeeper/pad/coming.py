"""Who deals the hands after this one, if all are as usual: for a phone that has no signal."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ledger.scoring import game_called
from ledger.scoring.carried import Carried
from ledger.scoring.scored import Scored
from ledger.seating import Seating
from scorekeeper.pad.prices import Prices
from scorekeeper.pad.state import Pad
from scorekeeper.text.lists import standing_apart


def coming(pad: Pad, prices: Prices, names: Mapping[int, str]) -> dict[str, Any]:
    """Return this deal and those after it, once around the table, and what is usual, as JSON in the page.

    Players are ids, and a title has {number} in it.
    """
    title = " · ".join([_("Hand {number}"), _("{name} deals")])
    return {
        "deals": [
            {"dealer": one.dealer, "out": one.out, "title": title.replace("{name}", names[one.dealer])}
            for one in _around(pad.book)
        ],
        "usual": usual_codes(pad, prices),
        "names": {one: (names[one], standing_apart(names[one])) for one in pad.book.seats},
    }


def usual_codes(pad: Pad, prices: Prices) -> tuple[str, ...]:
    """The results and modes after which the deal moves on by one and the numbers on the pad stay true."""
    told: dict[str, list[Scored]] = {}
    for (code, _count), scored in prices.results.items():
        told.setdefault(code, []).append(scored)
    for code, ties in prices.ties.items():
        told.setdefault(code, []).extend(scored for scored in ties.values() if scored)
    between = game_called(pad.rules.game).between
    return tuple(
        code
        for code, known in told.items()
        if code not in between and all(_leaves(pad, one) for one in known)
    )


def _leaves(pad: Pad, scored: Scored) -> bool:
    after: Any = scored.carried_after.of_players(pad.deal.active)
    return scored.next_dealer is None and _weighs(pad.carried.then(after)) == _weighs(pad.carried)


def _weighs(carried: Carried) -> dict[str, Any]:
    """What of it there is: no doublers yet are as many as none left."""
    return {name: value for name, value in vars(carried).items() if value}


def _around(seating: Seating) -> Iterator[Seating]:
    begun = seating.dealer
    while True:
        yield seating
        seating = replace(seating, dealer=seating.after(seating.dealer), by_hand=None)
        if seating.dealer == begun:
            return
