"""Games of Schafkopf and house rules drawn at random, but such that the rules allow the game."""

from random import Random
from typing import Any

from ledger.scoring.mehrkopf.contracts import CONTRACTS, KREUZ, OWN_GAMES, contract_called, is_played
from ledger.scoring.mehrkopf.declared import STOSS
from ledger.scoring.mehrkopf.outcome import RESULTS
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import keeps_stock
from ledger.scoring.option import options, read_rules
from tests.ledger.scoring import drawing

Rules = dict[str, Any]
Told = dict[str, Any]
BY_ACTIVE = {2: ["rufspiel", "muss"], 3: [key for key, contract in CONTRACTS.items() if contract.solo]}


def house_rules(luck: Random, **fixed: Any) -> Rules:
    """Return any combination of options, except those that are fixed; a Ramsch is always played."""
    found = {option.name: drawing.value(luck, option) for option in options(MehrkopfRules)}
    found["contracts"] = sorted({*found["contracts"], "ramsch"})
    return found | fixed


def read(rules: Rules) -> MehrkopfRules:
    return read_rules(MehrkopfRules, rules)


def table(luck: Random, rules: Rules, least: int) -> tuple[int, list[int], Told]:
    """Return the players at the table, the seats that play in any order, and the facts about them."""
    active = luck.randint(least, 6)
    players = luck.randint(active, luck.choice((7, 7, 10)))
    seats = luck.sample(range(players), players)
    sitting_out = sorted(seats[: players - active])
    facts: Told = {"sitting_out": sitting_out} if sitting_out else {}
    if luck.random() < 0.5:
        facts["dealer"] = sitting_out[0] if players == 7 else luck.choice(seats)
    if keeps_stock(read(rules)) and luck.random() < 0.7:
        pots = luck.randint(1, 4)
        facts["pot"] = {"amount": luck.choice(["7", "40", "5/2", str(4 * pots)]), "pots": pots}
    if luck.random() < 0.3:
        facts["bock"] = luck.randint(0, 8)
    return players, seats[players - active :], facts


def doubled(luck: Random, rules: Rules) -> Told:
    found: Told = {"klopfer": luck.randint(0, 2)} if rules["klopfer"] else {}
    most = 0 if rules["stoss"] == "off" else STOSS.index(rules["stoss"]) + 1
    return found | ({"stoss": luck.randint(0, most)} if most else {})


def declared(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules, 2)
    active = len(seats)
    played = [key for key in BY_ACTIVE.get(active, list(CONTRACTS)) if can_be_played(rules, key, active)]
    contract = contract_called(read(rules), luck.choice(played))
    partners = 0 if contract.solo or active == 2 else 1
    if partners and active >= 5 and contract.key != "hochzeit":
        partners = luck.choice((1, 2))
    if contract.key == KREUZ:
        first, second, third, fourth = sorted(seats)
        seats = luck.choice(([first, third, second, fourth], [fourth, second, first, third]))
    longest = contract.longest_run(active, all_trumps=rules["laufende_trumps"] == "all")
    side = luck.choice(("declarers", "opponents"))
    holders = 1 + partners if side == "declarers" else active - 1 - partners
    cards = 16 if active == 2 else 6 if rules["deck"] == "short" and active == 4 else 8
    longest = min(longest, holders * cards)
    facts |= {
        "kind": "played",
        "contract": contract.key,
        "declarer": seats[0],
        "partners": seats[1 : 1 + partners],
        "laufende": luck.choice((0, luck.randint(0, longest))),
        "laufende_side": side,
    } | doubled(luck, rules)
    if active == 3 and rules["hand"]:
        facts["hand"] = luck.random() < 0.5
    if luck.random() < 0.15:
        return players, facts | {
            "misplay_by": luck.choice(seats),
            "tout": contract.solo and not contract.is_bettel and luck.random() < 0.5,
        }
    if contract.is_bettel:
        ways: list[Told] = [{"result": "won"}, {"result": "lost"}, {"declarer_tricks": "none"}]
        return players, facts | luck.choice([*ways, {"declarer_tricks": luck.choice(("some", "all"))}])
    if contract.key == "solo" and luck.random() < 0.1:
        del facts["laufende"], facts["laufende_side"]
        return players, facts | {"sie": True}
    if contract.solo and luck.random() < 0.2:
        return players, facts | {"tout": True, "declarer_tricks": luck.choice(("all", "some", "none"))}
    if rules["announced_rate"] and luck.random() < 0.3:
        facts["announced"] = luck.choice(("schneider", "schwarz"))
    if rules["overclaim"] and luck.random() < 0.3:
        facts["overclaimed"] = luck.randint(0, 20)
    return players, facts | outcome(luck, active)


def can_be_played(rules: Rules, key: str, active: int) -> bool:
    """Return whether so many can play this game of the table: a Kreuzspiel by four, a solo by three."""
    if not is_played(read(rules), key) or (key == KREUZ and active != 4):
        return False
    return key not in OWN_GAMES or active > 3 or contract_called(read(rules), key).solo


def outcome(luck: Random, active: int) -> Told:
    if luck.random() < 0.4:
        return {"result": luck.choice(sorted(RESULTS))}
    total = 148 if active == 5 else 120
    low, high = (-28, 148) if active == 6 else (0, total)
    edges = (0, 29, 30, 31, 36, 37, 38, 60, 61, 74, 75, 90, 91, 111, 112, total, luck.randint(low, high))
    points = luck.choice(edges)
    tricks = {0: ("some", "none"), total: ("some", "all")}.get(points, ("some",))
    return {"declarer_points": points, "declarer_tricks": luck.choice(tricks)}


def ramsch(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules, 4)
    facts |= {"kind": "played", "contract": "ramsch"}
    facts |= {name: value for name, value in doubled(luck, rules).items() if name != "stoss"}
    if luck.random() < 0.2:
        return players, facts | {"misplay_by": luck.choice(seats)}
    count = 6 if rules["deck"] == "short" and len(seats) == 4 else 8
    tricks: list[int | None] = [0 if seat in seats else None for seat in range(players)]
    points = list(tricks)
    takers = [luck.choice(seats[luck.randint(0, 3) :]) for _ in range(count)]
    total = 148 if len(seats) == 5 else 120
    # Multiples of ten make ties and tricks without points likely.
    cuts = [0, *sorted(luck.randint(0, 12) * 10 for _ in takers[1:]), total]
    for taker, low, high in zip(takers, cuts[:-1], cuts[1:], strict=True):
        tricks[taker] = (tricks[taker] or 0) + 1
        points[taker] = (points[taker] or 0) + high - low
    return players, facts | {"points": points, "tricks": tricks}


def unplayed(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, _, facts = table(luck, rules, 2)
    kind = luck.choice(("throw_in", "all_pass", "pot_divide") if "pot" in facts else ("throw_in", "all_pass"))
    if players == 7 and "dealer" in facts:
        facts["sitting_out"] = [facts["dealer"]]
    return players, facts | {"kind": kind}


def counted(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules, 2)
    count = 16 if len(seats) == 2 else 6 if rules["deck"] == "short" and len(seats) == 4 else 8
    tricks: list[int | None] = [0 if seat in seats else None for seat in range(players)]
    for _ in range(count):
        taker = luck.choice(seats)
        tricks[taker] = (tricks[taker] or 0) + 1
    return players, facts | {"kind": "played", "contract": "any", "tricks": tricks}
