"""The table of a game: who plays, who deals, what lies in the stock, and what goes to the next hand."""

from dataclasses import dataclass
from typing import Any

from ledger.scoring.carried import CarriedPot, CarriedView, Plain, PotState, pot_after
from ledger.scoring.facts import (
    MOST_SEATS,
    Seated,
    read_dealer,
    read_edition,
    read_players,
    read_pot,
    read_resting,
    seats,
    to_the_left,
    whole,
)
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.receipt import Receipt, exact_number
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.words.messages import Message

# The most doubled deals that wait; causes of more are forgotten.
MOST_BOCK = 100


@dataclass(frozen=True, kw_only=True)
class MehrkopfCarried(CarriedPot):
    """The units in the stock, which is this game's pot, and the deals that still count double (`bock`).

    Each is None where the table does not play it, or nothing was said of it.
    """

    bock: int | None = None

    def facts(self, *, doublers: int | None = None) -> Plain:
        # The stock and the doubled deals left, this one among them.
        found = super().facts(doublers=doublers)
        return found | {"bock": self.bock} if self.bock else found

    def shown(self, rules: Any) -> tuple[CarriedView, ...]:
        # The stock, and the deals that still count double.
        found = super().shown(rules)
        return (
            (*found, CarriedView(code="bock", number=self.bock)) if self.bock and rules.bock_here else found
        )


# The newest reading of the rules; the second lets who misplays pay for all Laufende (MK-011), by the third
# dividing the stock is no hand any more (`MEHRKOPF.between`), by the fourth a game without cards needs two
# who do not sit out.
EDITION = 4
LEAST_PLAYERS, MOST_PLAYERS = 2, 7
LEAST_ACTIVE, MOST_ACTIVE = 2, 6
# Partners of the declarer in a normal game (MK-021 to MK-023); seven play like six (MK-040).
MOST_PARTNERS = {4: 1, 5: 2, 6: 2, 7: 2}
# The lowest and the highest count of a side, and all card points (MK-002, MK-005, MK-038, MK-039).
PRUSSIANS = 28


def most_partners(active: int) -> int:
    """Return how many can play with the declarer when `active` players play (MK-021 to MK-023)."""
    return MOST_PARTNERS.get(active, 0)


@dataclass(frozen=True)
class Table(Seated):
    """The table of a game; `pot` is None where nothing was told about one.

    `bock` are the deals left of rounds that count double, this one among them.
    """

    pot: PotState | None = None
    bock: int = 0
    edition: int = EDITION

    @property
    def total(self) -> int:
        """Return all card points: 148 with five players, else 120 (MK-002)."""
        return 148 if len(self.active) == 5 else 120

    @property
    def lowest(self) -> int:
        """Return the fewest points a side can have: six play with Prussians, who count minus seven
        (MK-005)."""
        return -PRUSSIANS if len(self.active) == 6 else 0

    @property
    def highest(self) -> int:
        """Return the most points a side can have, without the Prussians (MK-005)."""
        return self.total + PRUSSIANS if len(self.active) == 6 else self.total

    def tricks(self, rules: MehrkopfRules) -> int:
        """Return how many tricks are played: 16 by two, six with the short deck of four, else eight
        (MK-035)."""
        if len(self.active) == 2:
            return 16
        return 6 if rules.deck == "short" and len(self.active) == 4 else 8


def read_table(players: object, told: Facts, *, plays: bool = True) -> Table:
    """Return the table of a hand; `plays` is False where no cards are played, so that nobody need sit out.

    Two have to be left even then, but for games told by an older reading, which stay in their books. Raises
    HandRefused: `players`, `sitters`, `dealer_sits_out`, `no_such_seat`, `pot_count`, `bad_type`, …
    """
    count = read_players(players, LEAST_PLAYERS, MOST_SEATS)
    dealer = read_dealer(told, count)
    out = seats(told.get("sitting_out"), "sitting_out", count)
    resting = read_resting(told, out, count)
    edition = read_edition(told, EDITION)
    playing = count - len(out)
    must_fit = plays or count > MOST_PLAYERS or (edition >= 4 and playing < LEAST_ACTIVE)
    if must_fit and not LEAST_ACTIVE <= playing <= MOST_ACTIVE:
        raise HandRefused("sitters", fact="sitting_out", case="two_to_six", count=playing)
    # Among seven the dealer misses the turn, alone or with others (MK-040, MK-041). The same goes for a game
    # that is thrown in, where somebody said who sits out; and not where somebody takes a break, as no more
    # are left then than can play.
    of_seven = count == MOST_PLAYERS and (plays or out) and not resting
    if of_seven and dealer is not None and dealer not in out:
        raise HandRefused("dealer_sits_out", fact="sitting_out", case="seven")
    active = tuple([place for place in range(count) if place not in out])
    bock = 0 if told.get("bock") is None else whole(told["bock"], "bock", 0, MOST_BOCK)
    return Table(players=count, active=active, dealer=dealer, pot=read_pot(told), bock=bock, edition=edition)


def keeps_stock(rules: MehrkopfRules) -> bool:
    return rules.stock is not None or rules.reuegeld is not None or rules.distribution == "whole_pot"


def pot_here(table: Table, rules: MehrkopfRules) -> PotState | None:
    """Return what lies in the stock, None where none is kept.

    Units that another rule left lying wait there until they are divided, whatever is played meanwhile.
    """
    return table.pot or PotState() if keeps_stock(rules) else None


def finished(
    table: Table,
    receipt: Receipt,
    label: Message,
    *,
    pots_after: int | None,
    factor: int = 1,
    deals_again: bool = False,
    **more: Any,
) -> Scored:
    """Return the answer of a game: the receipt’s points, whose deal is next, and what is left in the
    stock."""
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=label,
        pot_delta=receipt.pot_delta,
        next_dealer=table.dealer
        if deals_again
        else to_the_left(table.dealer, table.players),  # MK-006, MK-007
        carried_after=MehrkopfCarried(pot=pot_after(table.pot, pots_after, receipt.pot_delta)),
        factor=exact_number(factor),
        **more,
    )
