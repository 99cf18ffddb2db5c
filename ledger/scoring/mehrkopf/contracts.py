"""The games one can declare, the trumps that their Laufende run through, and who plays with the declarer."""

from dataclasses import dataclass, replace

from ledger.scoring.facts import one_of, seat, seats
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table, most_partners
from ledger.scoring.receipt import Number, divided, seated
from ledger.scoring.scored import Facts, HandRefused
from ledger.words.messages import Message, message


@dataclass(frozen=True, kw_only=True)
class Contract:
    """A contract. `main` are its main trumps with up to four players, `all_trumps` all its trumps.

    `main_more` come to both with five and six players (the Gefreite, MK-018). `name` is the table's own.
    """

    key: str
    solo: bool
    main: int
    all_trumps: int
    main_more: int
    source: str
    name: str = ""

    @property
    def called(self) -> str | Message:
        """Return its key, or a message with the name that its table gave it."""
        return message("contract", case="called", name=self.name) if self.name else self.key

    @property
    def is_bettel(self) -> bool:
        """Return whether it is won without a trick: no trumps, no card points, nothing on top
        (convention)."""
        return self.key == BETTEL

    def longest_run(self, active: int, *, all_trumps: bool) -> int:
        """Return the longest run of Laufende (MK-018)."""
        return (self.all_trumps if all_trumps else self.main) + (self.main_more if active >= 5 else 0)


def _contract(key: str, source: str, trumps: tuple[int, int, int], *, solo: bool) -> Contract:
    main, all_trumps, more = trumps
    return Contract(key=key, solo=solo, main=main, all_trumps=all_trumps, main_more=more, source=source)


OBER_UNTER = (8, 14, 4)
ONE_RANK = (4, 4, 0)
NO_TRUMPS = (0, 0, 0)
RAMSCH = "ramsch"
BETTEL = "bettel"
MUSS = "muss"
KREUZ = "kreuz"
OWN = "own"
# The ending of the options that name, price and describe each game of the table's own.
OWN_GAMES = {OWN: "", "own2": "2", "own3": "3"}
CONTRACTS = {
    "rufspiel": _contract("rufspiel", "MK-013, MK-016", OBER_UNTER, solo=False),
    "hochzeit": _contract("hochzeit", "MK-030, MK-016", OBER_UNTER, solo=False),
    MUSS: _contract(MUSS, "MK-034, MK-016", OBER_UNTER, solo=False),
    KREUZ: _contract(KREUZ, "MK-044, MK-016", OBER_UNTER, solo=False),
    "solo": _contract("solo", "MK-013, MK-017, MK-025", OBER_UNTER, solo=True),
    "geier": _contract("geier", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "wenz": _contract("wenz", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "niederer": _contract("niederer", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "farbwenz": _contract("farbwenz", "MK-044, MK-017, MK-025", (4, 11, 0), solo=True),
    BETTEL: _contract(BETTEL, "MK-044, MK-017, MK-025", NO_TRUMPS, solo=True),
    **{own: _contract(own, "MK-044, MK-017, MK-025", OBER_UNTER, solo=True) for own in OWN_GAMES},
}
OWN_TOGETHER = _contract(OWN, "MK-044, MK-016", OBER_UNTER, solo=False)


ALWAYS_PLAYED = ("rufspiel", "solo")


def is_played(rules: MehrkopfRules, key: str) -> bool:
    """Return whether this table plays a contract, or a Ramsch (MK-044); also one named for when nobody
    bids."""
    if key in OWN_GAMES:
        return bool(own_name(rules, key))
    return key in ALWAYS_PLAYED or key in rules.contracts or key == rules.no_bid


def own_name(rules: MehrkopfRules, key: str) -> str:
    """Return the name of a game of the table's own, "" where it has none."""
    name: str = getattr(rules, f"own_name{OWN_GAMES[key]}")
    return name


def contract_called(rules: MehrkopfRules, key: str) -> Contract:
    """Return the contract of this key; that of the table's own has its name, and is played as its rules
    say."""
    if key not in OWN_GAMES:
        return CONTRACTS[key]
    is_together = getattr(rules, f"own_with{OWN_GAMES[key]}") == "partner"
    played = OWN_TOGETHER if is_together else CONTRACTS[key]
    return replace(played, key=key, name=own_name(rules, key))


def told_contract(rules: MehrkopfRules, told: Facts, *more: str) -> str:
    """Return the key of the contract told, or one of `more`; raise `unknown_value`.

    The refusal names games that few tables play only where they are played.
    """
    said = told.get("contract")
    if isinstance(said, str) and said in CONTRACTS:
        return said
    usual = [key for key in CONTRACTS if key not in (KREUZ, "own2", "own3") or is_played(rules, key)]
    return one_of(said, "contract", (*more, *usual, RAMSCH))


def read_contract(told: Facts, active: int, rules: MehrkopfRules) -> Contract | None:
    """Return the contract played by `active` players, None for a Ramsch.

    Two play only normal games, three only solos (MK-035, MK-036), a Ramsch needs four (MK-046), and in a
    Kreuzspiel just four face each other. Raises HandRefused: `unknown_value`, `contract_not_here`.
    """
    key = told_contract(rules, told)
    if not is_played(rules, key):
        raise HandRefused("contract_not_here", fact="contract", case="house", contract=key)
    contract = None if key == RAMSCH else contract_called(rules, key)
    if contract is None and active < 4:
        raise _not_here("ramsch")
    if contract is not None and active == 2 and key not in ("rufspiel", "muss"):
        raise _not_here("two")
    if contract is not None and active == 3 and not contract.solo:
        raise _not_here("three")
    if key == KREUZ and active != 4:
        raise _not_here("kreuz")
    return contract


def _not_here(case: str) -> HandRefused:
    return HandRefused("contract_not_here", fact="contract", case=case)


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

    Raises HandRefused: `seat_missing`, `sits_out`, `own_partner`, `partners_missing`, `too_many_partners`,
    `kreuz_partner`, …
    """
    declarer = seat(told.get("declarer"), "declarer", table.players)
    partners = seats(told.get("partners"), "partners", table.players)
    for place in (declarer, *partners):
        if place not in table.active:
            raise HandRefused("sits_out", fact="sitting_out", case="game")
    if declarer in partners:
        raise HandRefused("own_partner", fact="partners", case="declarer")
    # Alone in a solo and with two players; one partner in a Hochzeit, and with four players.
    most = 0 if contract.solo else most_partners(len(table.active))
    if contract.key == "hochzeit":
        most = 1
    if len(partners) > most:
        raise HandRefused(
            "too_many_partners",
            fact="partners",
            case=("declarer_none", "declarer_one", "declarer_two")[most],
            contract=contract.called,
        )
    if not partners and most:
        raise HandRefused("partners_missing", fact="partners", case="declarer", contract=contract.called)
    ours = (declarer, *partners)
    if contract.key == KREUZ and abs(table.active.index(declarer) - table.active.index(partners[0])) != 2:
        raise HandRefused("kreuz_partner", fact="partners")
    return Sides(declarer, ours, tuple([place for place in table.active if place not in ours]))


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
