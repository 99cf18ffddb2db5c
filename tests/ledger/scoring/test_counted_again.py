"""Games of Schafkopf with the rules of tables, drawn at random, and counted a second time."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ledger.scoring import score
from ledger.scoring.scored import Scored
from tests.ledger.scoring.counted_again import SOLOS, Rules, Told, count
from tests.steady import SEED, many

# Values of each option: the first is the usual one.
VALUES: Mapping[str, tuple[Any, ...]] = {
    "muss_half": (False, True),
    "muss_quarter": (False, True),
    "kreuz_even": ("lost", "again"),
    "kreuz_quarter": (False, True),
    "base_kreuz": (None, 3),
    "base_own2": (None, 7),
    "tout_factor": (2, 3),
    "schwarz_rate": (None, 0, 30),
    "schneider_games": ("all", "normal"),
    "announced_rate": (None, 10),
    "laufende_max": (None, 4, 8),
    "doublings_max": (None, 2, 4, 6),
    "redeal_deal": ("next", "same"),
    "reuegeld": (None, 15),
    "stock_kept": (False, True),
    "hand": (False, True),
    "overclaim": (False, True),
    "ramsch_measure": ("points", "fewest"),
    "ramsch_durchmarsch": ("off", "all_tricks", "points_90", "points_91", "points_120"),
    "durchmarsch_pays": ("ramsch", "solo", "solo_schwarz"),
    "durchmarsch_knocks": (True, False),
}
# Older options, whose combinations with these are counted as well.
OLDER: Mapping[str, tuple[Any, ...]] = {
    "base_normal": (10, 1),
    "base_solo": (50, 5),
    "base_ramsch": (None, 20),
    "schneider_rate": (10, 1),
    "declarer_safe": ("plus_one", "quarter", "none"),
    "laufende": (True, True, False),
    "laufende_rate": (10, 1),
    "laufende_min": (3, 1, 4),
    "tout_rate": ("all", "no_demand"),
    "tout_lost": ("double", "single"),
    "tout_lost_laufende": (True, False),
    "sie_factor": (4, 2, 1),
    "klopfer": (True, False),
    "stoss": ("resupra", "off"),
    "bock": ([], ["solo_lost"]),
    "distribution": ("even", "pairwise"),
    "stock": (None, 10),
}
FIXED: Rules = {"contracts": ["muss", "kreuz", "wenz", "geier", "ramsch"], "own_name2": "Herz-Solo"}


def drawn_rules(luck: Random) -> Rules:
    """Return rules of a table: a third of the new options are as usual on average."""
    return FIXED | {name: luck.choice(values) for name, values in {**VALUES, **OLDER}.items()}


def drawn_hand(luck: Random, rules: Rules) -> tuple[int, Told]:
    kind = luck.choice(["declared"] * 6 + ["ramsch", "ramsch", "all_pass", "throw_in"])
    players = luck.choice((4, 4, 4, 5, 3) if kind == "declared" else (4, 4, 5))
    told: Told = {"dealer": luck.randrange(players)}
    if luck.random() < 0.3:
        told["bock"] = luck.randint(0, 5)
    if (rules["stock"] or rules["reuegeld"]) and luck.random() < 0.6:
        told["pot"] = {"amount": luck.choice(("40", "5/2", "60")), "pots": 1}
    if kind in ("all_pass", "throw_in"):
        return players, told | {"kind": kind}
    told |= {"kind": "played"}
    if rules["klopfer"] and luck.random() < 0.5:
        told["klopfer"] = luck.randint(0, 3)
    return players, told | (ramsch(luck, players) if kind == "ramsch" else declared(luck, rules, players))


def declared(luck: Random, rules: Rules, players: int) -> Told:
    games = ["rufspiel", "muss", "muss", *(["kreuz", "kreuz", "kreuz"] if players == 4 else [])]
    contract = luck.choice([*SOLOS] if players == 3 or luck.random() < 0.4 else games)
    declarer = luck.randrange(players)
    others = [seat for seat in range(players) if seat != declarer]
    partners = [] if contract in SOLOS else [luck.choice(others)]
    if contract == "kreuz":
        partners = [(declarer + 2) % 4]
    told: Told = {"contract": contract, "declarer": declarer, "partners": partners}
    if rules["stoss"] != "off" and luck.random() < 0.4:
        told["stoss"] = luck.randint(0, 4)
    if players == 3 and rules["hand"]:
        told["hand"] = luck.random() < 0.5
    if rules["overclaim"] and luck.random() < 0.3:
        told["overclaimed"] = luck.randint(0, 30)
    if contract == "solo" and luck.random() < 0.1:
        return told | {"sie": True}
    told["laufende"] = luck.randint(0, 4 if contract in ("wenz", "geier") else 8)
    total = 148 if players == 5 else 120
    edges = (29, 30, 31, 36, 37, 38, total // 2 - 1, total // 2, total // 2 + 1, 89, 90, 91, 111, 112)
    told["declarer_points"] = luck.choice((0, 0, *edges, *edges, total, total, luck.randint(1, total - 1)))
    if contract in ("muss", "kreuz") and luck.random() < 0.5:
        told["declarer_points"] = luck.choice((total // 4, total // 2))
    sure = {0: ("some", "none"), total: ("some", "all")}.get(told["declarer_points"], ("some",))
    told["declarer_tricks"] = luck.choice(sure)
    if contract in SOLOS and luck.random() < 0.2:
        return told | {"tout": True}
    if rules["announced_rate"] and luck.random() < 0.4:
        told["announced"] = luck.choice(("schneider", "schwarz"))
    return told


def ramsch(luck: Random, players: int) -> Told:
    tricks, points = [0] * players, [0] * players
    takers = [luck.randrange(luck.choice((1, 2, players))) for _ in range(8)]
    total = 148 if players == 5 else 120
    cuts = [0, *sorted(luck.choice((0, 10, 30, 60, 90, 91, total)) for _ in range(7)), total]
    for taker, low, high in zip(takers, cuts[:-1], cuts[1:], strict=True):
        tricks[taker] += 1
        points[taker] += high - low
    return {"contract": "ramsch", "points": points, "tricks": tricks}


def left(scored: Scored) -> int:
    return int(scored.carried_after.answer(len(scored.points)).get("bock_after") or 0)


def test_games_of_tables_are_worth_what_a_second_count_says() -> None:
    seen: dict[str, int] = {}
    for number in range(many(2_000, soak=20_000)):
        luck = Random(SEED * 1_000_000 + number)
        rules = drawn_rules(luck)
        players, told = drawn_hand(luck, rules)
        scored, counted = score("mehrkopf", players, rules, told), count(rules, told, players)
        case = (
            number,
            {name: value for name, value in rules.items() if value != VALUES.get(name, (0,))[0]},
            told,
        )
        assert list(scored.points) == counted.points, case
        assert scored.pot_delta == counted.pot, case
        assert scored.next_dealer == counted.next_dealer, case
        assert left(scored) == counted.bock, case
        for line in scored.reasons:
            seen[line.rule or ""] = seen.get(line.rule or "", 0) + 1
    # Each option made a line somewhere, or decided what the lines of another rule say.
    made = {"announced_rate", "base_kreuz", "base_own2", "doublings_max", "durchmarsch_pays", "hand"}
    made |= {"kreuz_even", "laufende_max", "overclaim", "ramsch_measure", "reuegeld", "schwarz_rate"}
    assert made <= seen.keys()
