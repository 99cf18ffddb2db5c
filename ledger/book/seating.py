"""Seats, the deal, and who sits out: seats run clockwise, the deal moves to the left. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ledger.scoring import HandRefused

FEWEST_SEATS = 2
MOST_SEATS = 10
USUALLY_PLAY = 5


def usually_play(seats: int, usually: int = USUALLY_PLAY) -> int:
    """Return how many play a hand unless the table says otherwise: as many as the game likes, or all if
    fewer.
    """
    return min(seats, usually)


@dataclass(frozen=True, kw_only=True)
class Seating:
    """The table before a hand; players are ids.

    `plays` is how many play a hand; `skip` are those who sit out until the table says otherwise; `by_hand`,
    when given, are exactly those who sit out this hand.
    """

    seats: tuple[int, ...]
    dealer: int
    plays: int
    skip: tuple[int, ...] = ()
    by_hand: tuple[int, ...] | None = None

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Seating:
        """Return a seating from the facts of an entry; raises HandRefused when nobody could sit like that."""
        seating = cls(
            seats=tuple(facts["seats"]),
            dealer=facts["dealer"],
            plays=facts["plays"],
            skip=tuple(facts.get("skip", ())),
        )
        seating.check()
        return seating

    def check(self) -> None:
        """Raise HandRefused unless this table can play."""
        if len(set(self.seats)) != len(self.seats):
            raise HandRefused("seated_twice", fact="seats")
        if not FEWEST_SEATS <= len(self.seats) <= MOST_SEATS:
            raise HandRefused("seats", fact="seats")
        if not set(self.skip) <= set(self.seats):
            raise HandRefused("skip", fact="skip")
        if len(self.seats) - len(self.skip) < FEWEST_SEATS:
            raise HandRefused("too_few", fact="skip")
        if self.dealer not in self.seats or self.dealer in self.skip:
            raise HandRefused("dealer", fact="dealer")
        if not FEWEST_SEATS <= self.plays <= len(self.seats):
            raise HandRefused("plays", case="of_these", fact="plays")

    @cached_property
    def out(self) -> tuple[int, ...]:
        """Return who sits this hand out, in seat order.

        At six the dealer; at seven the dealer and the player on his right; and so on to the right until
        `plays` are left.
        """
        if self.by_hand is not None:
            return tuple([player for player in self.seats if player in self.by_hand])
        resting = set(self.skip)
        at = self.seats.index(self.dealer)
        for step in range(len(self.seats)):
            if len(self.seats) - len(resting) <= self.plays:
                break
            resting.add(self.seats[(at - step) % len(self.seats)])
        return tuple([player for player in self.seats if player in resting])

    @cached_property
    def active(self) -> tuple[int, ...]:
        out = self.out
        return tuple([player for player in self.seats if player not in out])

    @property
    def chooses_last(self) -> int:
        """Return who is the last to choose whether to play: the dealer, or of those who play whoever sits
        before.
        """
        at, seats = self.seats.index(self.dealer), len(self.seats)
        return max(self.active, key=lambda one: (self.seats.index(one) - at - 1) % seats, default=self.dealer)

    def joined(
        self, player: int, *, after: int | None, goes: int | None = None, usually: int = USUALLY_PLAY
    ) -> Seating:
        """Return the table with one more player, on the left of `after`; he plays from the next hand on.

        With `goes` he takes the chair of that player instead, and his deal if it was his.
        """
        if player in self.seats:
            raise HandRefused("already_here", fact="player")
        if goes is not None:
            # Newcomers sit out no longer than the others.
            if goes not in self.seats:
                raise HandRefused("no_such_seat", case="nobody", fact="goes")
            chairs = tuple(player if one == goes else one for one in self.seats)
            skip = tuple(one for one in self.skip if one != goes)
            return replace(
                self, seats=chairs, skip=skip, dealer=player if self.dealer == goes else self.dealer
            )
        if after not in self.seats:
            raise HandRefused("no_such_seat", case="nobody", fact="after")
        if len(self.seats) == MOST_SEATS:
            raise HandRefused("seats", case="full", fact="player")
        place = self.seats.index(after) + 1
        seats = (*self.seats[:place], player, *self.seats[place:])
        everybody_played = self.plays == len(self.seats)
        plays = usually_play(len(seats), usually) if everybody_played and self.plays < usually else self.plays
        return replace(self, seats=seats, plays=plays)

    def left(self, player: int, *, least: int = FEWEST_SEATS) -> Seating:
        """Return the table without one player; if he was to deal, the deal passes to his left.

        `least` is how many the game needs.
        """
        if player not in self.seats:
            raise HandRefused("not_here", fact="player")
        seats = tuple(one for one in self.seats if one != player)
        skip = tuple(one for one in self.skip if one != player)
        if len(seats) - len(skip) < least:
            raise HandRefused("too_few", case="stay", least=least, fact="player")
        dealer = self.after(player) if player == self.dealer else self.dealer
        return replace(self, seats=seats, skip=skip, dealer=dealer, plays=min(self.plays, len(seats)))

    def after(self, player: int) -> int:
        """Return who deals after this player: the next in the game to the left."""
        at = self.seats.index(player)
        clockwise = (*self.seats[at + 1 :], *self.seats[:at])
        return next((one for one in clockwise if one not in self.skip), player)

    def dealt_by(self, player: int, *, ring: Sequence[int]) -> Seating:
        """Return the table with the deal at `player`, or at the next in the game to his left if he is not in
        it.

        `ring` are the seats in which `player` sat when it was decided that he deals.
        """
        at = ring.index(player)
        clockwise = [*ring[at:], *ring[:at]]
        dealer = next((one for one in clockwise if one in self.seats and one not in self.skip), self.dealer)
        return replace(self, dealer=dealer)

    def overridden(self, *, seats: tuple[int, ...], dealer: int | None, out: Sequence[int] | None) -> Seating:
        """Return this hand's table, as its teller saw it: its own seats, and dealer or sit-outs said for this
        hand.

        `dealer` and `out` are seat indices into `seats`.
        """
        if any(
            not isinstance(seat, int) or not 0 <= seat < len(seats)
            for seat in [*([] if dealer is None else [dealer]), *(out or ())]
        ):
            raise HandRefused("no_such_seat", fact="out")
        deals = self.dealer if dealer is None else seats[dealer]
        if deals not in seats:
            deals = seats[0]
        return Seating(
            seats=seats,
            dealer=deals,
            plays=min(self.plays, len(seats)),
            skip=tuple(one for one in self.skip if one in seats and one != deals),
            by_hand=None if out is None else tuple(seats[seat] for seat in out),
        )
