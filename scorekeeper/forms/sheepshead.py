"""What a phone says of a hand of Sheepshead: the state of the pad, one tap further, and the told facts.

Players are ids here; only the hand that goes to the pen counts seats. The script on the table page does the
same steps on the phone (static/js/table.js); without it every tap is a round trip through `Pad.tapped`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from ledger.recording import Hand
from ledger.scoring import HandRefused, game_called
from ledger.seating import Seating
from ledger.sheet import HandRow, RulesInForce, ScoreSheet

NOBODY = "nobody"
TAP_PICKER = "Tap who picked"
TAP_PARTNER = "Tap the partner, or the picker again: alone"
TAP_WINNER = "Tap who won the leaster"
TRICKS = {"won_all_tricks": "all", "lost_no_trick": "none"}
MOST_DOUBLERS = 8


@dataclass(frozen=True, kw_only=True)
class Pad:
    """Everything that is on the pad. `deal` is this hand's table, `book` what the book says it is.

    `points` is what was typed as the picker's card points, untouched; `doublers` those pending.
    """

    rules: RulesInForce
    book: Seating
    deal: Seating
    pending: int
    doublers: int
    picker: int | None = None
    partners: tuple[int, ...] = ()
    alone: bool = False
    nobody: bool = False
    winners: tuple[int, ...] = ()
    won_with: str = "points"
    result: str = "won"
    points: str = ""
    forced: bool = False

    @property
    def most_partners(self) -> int:
        """How many can play with the picker at this table."""
        return game_called(self.rules.game).most_partners(len(self.deal.active))

    @property
    def plays_leasters(self) -> bool:
        """Whether this house plays a leaster when nobody picks."""
        return bool(self.rules.read.no_picker == "leaster") and len(self.deal.active) < 8

    def tapped(self, who: str) -> Pad:
        """The pad after one more tap: on a player, or on "nobody picked"."""
        if who == NOBODY:
            return replace(self, nobody=not self.nobody, picker=None, partners=(), alone=False, winners=())
        player = _number(who)
        if player not in self.deal.active:
            return self
        if self.nobody:
            return replace(self, winners=_toggled(self.winners, player))
        return self._tapped_player(player)

    def _tapped_player(self, player: int) -> Pad:
        if self.picker is None:
            return replace(self, picker=player, alone=self.most_partners == 0)
        if player == self.picker:
            stays = self.most_partners > 0 and not self.alone
            return replace(self, picker=player if stays else None, partners=(), alone=stays)
        if player in self.partners or len(self.partners) < self.most_partners:
            return replace(self, partners=_toggled(self.partners, player), alone=False)
        if self.most_partners == 0:
            return replace(self, picker=player, partners=(), alone=True)
        return replace(self, partners=(*self.partners[:-1], player), alone=False)

    def hand(self) -> Hand:
        """The hand as told; raises HandRefused with the sentence for what is missing."""
        seats = self.deal.seats
        out = None
        if self.deal.by_hand is not None:
            out = tuple(seats.index(player) for player in self.deal.out)
        return Hand(
            seats=seats,
            told=self._told(),
            dealer=None if self.deal.dealer == self.book.dealer else seats.index(self.deal.dealer),
            out=out,
            doublers=None if self.doublers == self.pending else self.doublers,
        )

    def _told(self) -> dict[str, Any]:
        if self.nobody:
            return self._told_nobody()
        if self.picker is None:
            raise HandRefused("no_picker", TAP_PICKER, fact="picker")
        if not self.partners and not self.alone:
            raise HandRefused("no_partner", TAP_PARTNER, fact="partners")
        told: dict[str, Any] = {
            "kind": "picked",
            "picker": self._seat(self.picker),
            "partners": [self._seat(player) for player in self.partners],
        }
        if self.forced:
            told["forced"] = True
        return told | self._told_result()

    def _told_result(self) -> dict[str, Any]:
        if not self.points.strip():
            return {"result": self.result}
        points = _number(self.points.strip())
        if points is None or not 0 <= points <= 120:
            raise HandRefused(
                "side_points", "The picker’s side has 0 to 120 card points.", fact="side_points"
            )
        return {"side_points": points, "side_tricks": TRICKS.get(self.result, "some")}

    def _told_nobody(self) -> dict[str, Any]:
        if not self.plays_leasters:
            return {"kind": "all_pass"}
        if not self.winners:
            raise HandRefused("no_winner", TAP_WINNER, fact="winners")
        winners = [self._seat(player) for player in self.winners]
        return {"kind": "leaster", "winners": winners, "won_with": self.won_with}

    def _seat(self, player: int) -> int:
        if player not in self.deal.active:
            raise HandRefused("sits_out", "Somebody you tapped does not play this hand.", fact="picker")
        return self.deal.seats.index(player)


def fresh_pad(sheet: ScoreSheet) -> Pad:
    """The empty pad of the next hand."""
    return Pad(
        rules=sheet.rules,
        book=sheet.seating,
        deal=sheet.seating,
        pending=sheet.doublers,
        doublers=sheet.doublers,
    )


def pad_of(row: HandRow, book: Seating) -> Pad:
    """The pad as it was when this hand was told, to correct it."""
    told = row.facts["told"]
    seats = row.seats
    out = row.facts.get("out")
    pad = Pad(
        rules=row.rules,
        book=book,
        deal=book.overridden(seats=seats, dealer=row.facts.get("dealer"), out=out),
        pending=row.pending,
        doublers=row.doublers,
    )
    if told["kind"] != "picked":
        winners = tuple(seats[seat] for seat in told.get("winners", ()))
        won_with = told.get("won_with", "points")
        return replace(pad, nobody=True, winners=winners, won_with=won_with)
    partners = tuple(seats[seat] for seat in told["partners"])
    return replace(
        pad,
        picker=seats[told["picker"]],
        partners=partners,
        alone=not partners,
        result=(row.scored and row.scored.row) or told.get("result") or "won",
        points=str(told.get("side_points", "")),
        forced=bool(told.get("forced")),
    )


def read_pad(posted: QueryDict, empty: Pad) -> Pad:
    """The pad as posted, on the table that `empty` knows; what makes no sense is left empty."""
    pad = replace(empty, deal=_read_deal(posted, empty), doublers=_read_doublers(posted, empty))
    codes = {row.code for row in game_called(pad.rules.game).chart(pad.rules.read, len(pad.deal.active)).rows}
    result = posted.get("result") or ""
    won_with = posted.get("won_with") or ""
    return replace(
        pad,
        picker=_number(posted.get("picker") or ""),
        partners=_numbers(posted.get("partners")),
        alone=posted.get("alone") == "1",
        nobody=posted.get("nobody") == "1",
        winners=_numbers(posted.get("winners")),
        result=result if result in codes else "won",
        won_with=won_with if won_with in ("no_points", "all_tricks") else "points",
        points=(posted.get("points") or "")[:8],
        forced=posted.get("forced") == "1",
    )


def _read_doublers(posted: QueryDict, empty: Pad) -> int:
    """The doublers of this hand: what the book says, unless they were changed by hand."""
    said = _number(posted.get("doublers") or "")
    untouched = said == _number(posted.get("was_doublers") or "")
    if said is None or said > MOST_DOUBLERS or (untouched and posted.get("doublers_by_hand") != "1"):
        return empty.doublers
    return said


def _read_deal(posted: QueryDict, empty: Pad) -> Seating:
    """This hand's deal: the book's, unless it was changed by hand. Sit-outs follow a changed dealer."""
    seats = empty.deal.seats
    dealer, was = _number(posted.get("dealer") or ""), _number(posted.get("was_dealer") or "")
    dealer_by_hand = dealer in seats and (dealer != was or posted.get("dealer_by_hand") == "1")
    out = {number for number in map(_number, posted.getlist("out")) if number in seats}
    was_out = set(_numbers(posted.get("was_out")))
    out_by_hand = was is not None and (out != was_out or posted.get("out_by_hand") == "1")
    if not dealer_by_hand and not out_by_hand:
        return empty.deal
    return empty.book.overridden(
        seats=seats,
        dealer=seats.index(dealer) if dealer_by_hand and dealer is not None else None,
        out=[seats.index(player) for player in seats if player in out] if out_by_hand else None,
    )


def _toggled(players: tuple[int, ...], player: int) -> tuple[int, ...]:
    if player in players:
        return tuple(one for one in players if one != player)
    return (*players, player)


def _number(text: str) -> int | None:
    """A small whole number typed by a thumb, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _numbers(text: str | None) -> tuple[int, ...]:
    found: Iterable[int | None] = map(_number, (text or "").split(","))
    return tuple(dict.fromkeys(number for number in found if number is not None))
