"""The pad as it was posted: what makes no sense is left empty, and nothing is ever our fault."""

from dataclasses import replace

from django.http import QueryDict

from ledger.book.seating import Seating
from ledger.recording import CountsAs, ShownTable, ToldHand
from scorekeeper.pad.questions import GivenAnswer, numbers
from scorekeeper.pad.state import Pad, fresh_pad
from scorekeeper.text.figures import read_points
from scorekeeper.text.numbers import number

MOST_DOUBLERS = 30
MOST_FIELDS = 100


def read_told(posted: QueryDict) -> ToldHand:
    """Return the hand on a posted pad, with what its phone showed and what a person decided about it.

    Of a hand that the phone dealt by itself (`dealt`) only the table that it showed knows the dealer and who
    sits out; on another table they are as that book has them.
    """
    anywhere = posted.copy()
    if posted.get("dealt") == "1":
        for name in ("dealer_by_hand", "out_by_hand"):
            anywhere.pop(name, None)

    choice = posted.get("choice")
    return ToldHand(
        hand=lambda seen: read_pad(posted, fresh_pad(seen)).hand(),
        hand_now=lambda sheet: read_pad(anywhere, fresh_pad(sheet)).hand(),
        shown=_read_shown(posted),
        choice=CountsAs(choice) if choice in list(CountsAs) else None,
        known=number(posted.get("known") or "") or 0,
        is_behind=posted.get("behind") == "1",
    )


def _read_shown(posted: QueryDict) -> ShownTable | None:
    # The table that the page was drawn for; None from a page that does not say.
    rules, stake = number(posted.get("rules") or ""), number(posted.get("stake") or "")
    dealer, seats = number(posted.get("dealer") or ""), numbers(posted.get("seats"))
    if not seats or rules is None or stake is None or dealer is None:
        return None
    # Points by player id from "7:+2;8:−1"; what makes no sense is left out.
    said = [one.partition(":") for one in (posted.get("shown") or "")[:1000].split(";")]
    worths = {number(player): read_points(worth) for player, _, worth in said}
    return ShownTable(
        seats=frozenset(seats),
        dealer=dealer,
        out=frozenset(one for one in map(number, posted.getlist("out")) if one is not None),
        rules=rules,
        stake_cents=stake,
        points={who: worth for who, worth in worths.items() if who is not None and worth is not None},
    )


def read_pad(posted: QueryDict, empty: Pad) -> Pad:
    """Return the pad as posted, on the table that `empty` knows; what makes no sense is left empty."""
    # Everything asked beyond who and how: the fields that begin with "ask-"; "s-" has several answers.
    answers: dict[str, GivenAnswer] = {}
    for name in list(posted)[:MOST_FIELDS]:
        if name.startswith("ask-s-"):
            answers[name.removeprefix("ask-s-")] = tuple(posted.getlist(name))[:8]
        elif name.startswith("ask-"):
            answers[name.removeprefix("ask-")] = (posted.get(name) or "")[:40]
    # The doublers of this hand: what the book says, unless they were changed by hand.
    doublers = number(posted.get("doublers") or "")
    untouched = doublers == number(posted.get("was_doublers") or "") and posted.get("doublers_by_hand") != "1"
    if doublers is None or doublers > MOST_DOUBLERS or untouched:
        doublers = empty.doublers
    pad = replace(
        empty,
        deal=_read_deal(posted, empty),
        doublers=doublers,
        answers=answers,
        mode=posted.get("mode") or "",
    )
    result = posted.get("result") or ""
    codes = [row.code for row in pad.asks.rows]
    alone = posted.get("alone") == "1"
    partners = numbers(posted.get("partners"))[: max(1, pad.asks.most_partners)]
    if pad.asks.most_partners == 0:  # a contract may leave nobody to play with
        alone, partners = bool(posted.get("picker")), ()
    return replace(
        pad,
        mode=pad.mode if pad.asks.mode(pad.mode) else "",
        picker=number(posted.get("picker") or ""),
        partners=partners,
        alone=alone and not (pad.asks.least_partners and pad.asks.most_partners),
        winners=numbers(posted.get("winners")),
        result=result if result in codes else (codes[0] if codes else ""),
        points=(posted.get("points") or "")[:8],
    )


def _read_deal(posted: QueryDict, empty: Pad) -> Seating:
    # This hand's deal: the book's, unless it was changed by hand. Sit-outs follow a changed dealer.
    # A deal that the phone made by itself (`dealt`) says nothing of a table at which others sit now.
    seats = empty.deal.seats
    if posted.get("dealt") == "1" and set(numbers(posted.get("seats"))) != set(seats):
        return empty.deal
    dealer, was = number(posted.get("dealer") or ""), number(posted.get("was_dealer") or "")
    dealer_by_hand = dealer in seats and (dealer != was or posted.get("dealer_by_hand") == "1")
    out = {one for one in map(number, posted.getlist("out")) if one in seats}
    was_out = set(numbers(posted.get("was_out")))
    out_by_hand = was is not None and (out != was_out or posted.get("out_by_hand") == "1")
    if not dealer_by_hand and not out_by_hand:
        return empty.deal
    return empty.book.overridden(
        seats=seats,
        dealer=seats.index(dealer) if dealer_by_hand and dealer is not None else None,
        out=[seats.index(player) for player in seats if player in out] if out_by_hand else None,
    )
