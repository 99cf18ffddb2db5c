"""Who plays with the declarer, and how what the losers pay reaches the winners."""

from dataclasses import dataclass

from ledger.scoring.facts import seat, seats
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.table import Table, most_partners
from ledger.scoring.receipt import Number, divided, seated
from ledger.scoring.scored import Facts, HandRefused

Team = tuple[int, ...]


@dataclass(frozen=True)
class Sides:
    """The declarer, the seats of his team (himself first) and of the others."""

    declarer: int
    declarers: Team
    opponents: Team

    def teams(self, *, won: bool) -> tuple[Team, Team]:
        """Return winners and losers, as the declarers won or not."""
        return (self.declarers, self.opponents) if won else (self.opponents, self.declarers)


def read_sides(table: Table, contract: Contract, told: Facts) -> Sides:
    """Return declarer, partners and opponents (MK-021 to MK-025, MK-030, MK-035).

    Raises HandRefused: `seat_missing`, `sits_out`, `own_partner`, `partners_missing`, `too_many_partners`, …
    """
    declarer = seat(told.get("declarer"), "declarer", table.players)
    partners = seats(told.get("partners"), "partners", table.players)
    for place in (declarer, *partners):
        if place not in table.active:
            raise HandRefused("sits_out", fact="sitting_out", case="game")
    if declarer in partners:
        raise HandRefused("own_partner", fact="partners", case="declarer")
    _check_count(len(table.active), contract, len(partners))
    ours = (declarer, *partners)
    return Sides(declarer, ours, tuple([place for place in table.active if place not in ours]))


def _check_count(active: int, contract: Contract, partners: int) -> None:
    # Alone in a solo and with two players; one partner in a Hochzeit, and with four players.
    most = 0 if contract.solo else most_partners(active)
    if contract.key == "hochzeit":
        most = 1
    if partners > most:
        raise HandRefused(
            "too_many_partners",
            fact="partners",
            case=("declarer_none", "declarer_one", "declarer_two")[most],
            contract=contract.called,
        )
    if not partners and most:
        raise HandRefused("partners_missing", fact="partners", case="declarer", contract=contract.called)


def transfer(players: int, winners: Team, losers: Team, *, pairwise: bool) -> list[Number]:
    """Return points by seat for a rate of one unit: losers pay it each, winners share it evenly (MK-016).

    `pairwise`: every loser pays every winner, as a solo is always settled (MK-017).
    """
    if pairwise:
        return seated(players, 0, (losers, -len(winners)), (winners, len(losers)))
    share = divided(len(losers), len(winners)) if winners else 0
    return seated(players, 0, (losers, -1), (winners, share))


def roles(table: Table, contract: Contract, sides: Sides) -> tuple[str, ...]:
    chief = "alone" if contract.solo else "picker"
    others = ((sides.opponents, "opponent"), (sides.declarers, "partner"))
    return tuple(seated(table.players, "out", *others, ((sides.declarer,), chief)))


def victors(players: int, winners: Team, losers: Team) -> tuple[bool | None, ...]:
    """Return for every seat whether it won, None for those who did neither."""
    return tuple(seated(players, None, (losers, False), (winners, True)))
