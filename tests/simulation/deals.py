"""Deals that are played at a table, one after the other: people know which is which, the book does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ledger.book.sheet import HandRow
from ledger.models import Entry, Session
from ledger.models.book import sheet_of


@dataclass(frozen=True, kw_only=True)
class Deal:
    """One deal: where it was played, who picked and played along (player ids), and how it ended."""

    number: int
    night: Session
    picker: int
    partner: int
    result: str

    @property
    def pair(self) -> tuple[int, int]:
        return self.picker, self.partner


class Deals:
    """All deals of a story; `told` has the deal of each key with which a hand was told."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.told: dict[str, Deal] = {}
        self._played = 0

    def play(self, night: Session) -> Deal:
        """Return the next deal, of two who play it as the book has the table."""
        picker, partner = self.luck.sample(sheet_of(night).seating.active, 2)
        self._played += 1
        result = self.luck.choice(["won", "won", "lost", "won_schneider"])
        return Deal(number=self._played, night=night, picker=picker, partner=partner, result=result)

    def rows(self, night: Session, *, up_to: int | None = None) -> list[tuple[Deal, HandRow]]:
        """Return the hands that count, each with its deal; `up_to` is the last entry that is seen."""
        sheet = sheet_of(night)
        keys = dict(Entry.objects.filter(session=night).values_list("number", "key"))
        seen = [row for row in sheet.rows if not row.is_void and (up_to is None or row.entry <= up_to)]
        return [(self.told[str(keys[row.entry])], row) for row in seen]

    def answer_to(self, answer: Mapping[str, Any], deal: Deal) -> tuple[str, int | None]:
        """Return what a person says who is asked about a hand of a deal, and whose place it takes.

        People know which hands are of the same deal. Of the answers that are true one is chosen.
        """
        deals = {row.entry: one for one, row in self.rows(deal.night)}
        same = [one["entry"] for one in answer["theirs"] if deals.get(one["entry"]) == deal]
        fits = {"theirs", "open", "taken"} if same else {"then", "now", "open", "taken"}
        is_first = same and same[0] == answer["theirs"][0]["entry"]  # the others the page does not offer
        offered = [way for way, _ in answer["ways"] if way in fits or (way == "mine" and is_first)]
        how = self.luck.choice(offered or ["taken"])
        return how, same[0] if how == "mine" else None
