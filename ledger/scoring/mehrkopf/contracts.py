"""The games one can declare, what each is called, and which trumps its Laufende run through."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.facts import one_of
from ledger.scoring.scored import Facts, HandRefused


@dataclass(frozen=True, kw_only=True)
class Contract:
    """One contract. `main` are its main trumps with up to four players, `all_trumps` all its trumps.

    `main_more` come to both with five and six players (the Gefreite, MK-018).
    """

    key: str
    name: str
    solo: bool
    main: int
    all_trumps: int
    main_more: int
    source: str

    def longest_run(self, active: int, *, all_trumps: bool) -> int:
        """How many Laufende there can be (MK-018)."""
        return (self.all_trumps if all_trumps else self.main) + (self.main_more if active >= 5 else 0)


def _contract(key: str, name: str, source: str, trumps: tuple[int, int, int], *, solo: bool) -> Contract:
    main, all_trumps, more = trumps
    return Contract(
        key=key, name=name, solo=solo, main=main, all_trumps=all_trumps, main_more=more, source=source
    )


OBER_UNTER = (8, 14, 4)
ONE_RANK = (4, 4, 0)
RAMSCH = "ramsch"
CONTRACTS = {
    "rufspiel": _contract("rufspiel", "Rufspiel", "MK-013, MK-016", OBER_UNTER, solo=False),
    "hochzeit": _contract("hochzeit", "Hochzeit", "MK-030, MK-016", OBER_UNTER, solo=False),
    "muss": _contract("muss", "Muss", "MK-034, MK-016", OBER_UNTER, solo=False),
    "solo": _contract("solo", "Solo", "MK-013, MK-017, MK-025", OBER_UNTER, solo=True),
    "geier": _contract("geier", "Geier", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "wenz": _contract("wenz", "Wenz", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "niederer": _contract("niederer", "Niederer", "MK-013, MK-017, MK-025", ONE_RANK, solo=True),
    "farbwenz": _contract("farbwenz", "Farbwenz", "MK-044, MK-017, MK-025", (4, 11, 0), solo=True),
}


def read_contract(told: Facts, active: int) -> Contract | None:
    """The contract played by `active` players, None for a Ramsch.

    Two play only normal games, three only solos (MK-035, MK-036), and a Ramsch needs four (MK-046).
    Raises HandRefused: `unknown_value`, `contract_not_here`.
    """
    key = one_of(told.get("contract"), "contract", (*CONTRACTS, RAMSCH))
    contract = CONTRACTS.get(key)
    if contract is None and active < 4:
        raise _not_here("A Ramsch needs at least four players.")
    if contract is not None and active == 2 and key not in ("rufspiel", "muss"):
        raise _not_here("Two players play only normal games.")
    if contract is not None and active == 3 and not contract.solo:
        raise _not_here("Three players play only solos.")
    return contract


def _not_here(words: str) -> HandRefused:
    return HandRefused("contract_not_here", words, fact="contract")
