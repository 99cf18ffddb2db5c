"""Hands and house rules drawn at random, but such that the rules allow the hand.

They are drawn from a seed, not choice by choice: drawing every option by itself would take most of the time.
"""

from random import Random
from typing import Any

from ledger.scoring.option import Option, options
from ledger.scoring.sheepshead.outcome import RESULTS
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import most_partners

Rules = dict[str, Any]
Told = dict[str, Any]
CRACKS: dict[str, list[list[str]]] = {
    "off": [[]],
    "crack": [[], ["crack"]],
    "recrack": [[], ["crack"], ["crack", "recrack"]],
    "castrate": [[], ["crack"], ["crack", "recrack"], ["crack", "recrack", "castrate"]],
}
TRICKS = {3: 10, 4: 7, 5: 6, 6: 5, 7: 4}


def value(luck: Random, option: Option) -> Any:
    if option.kind == "several":
        return [choice.value for choice in option.choices if luck.random() < 0.5]
    if option.kind == "number":
        whole = luck.randint(option.low or 0, min(option.high or 100, 16))
        return None if option.may_be_off and luck.random() < 0.5 else whole
    if option.kind == "text":
        return luck.choice(["", "Tratsch", "<b> & co"])
    return luck.choice(option.choices).value


def house_rules(luck: Random, **fixed: Any) -> Rules:
    return {option.name: value(luck, option) for option in options(SheepsheadRules)} | fixed


def table(luck: Random, rules: Rules, least: int = 3, most: int = 8) -> tuple[int, list[int], Told]:
    """Return the players at the table, the seats that play in any order, and the facts about them."""
    active = luck.randint(least, most)
    out = 1 if rules["dealer_sits_out"] else luck.choice((0, 0, 1, 2))
    seats = luck.sample(range(active + out), active + out)
    sitting_out = sorted(seats[:out])
    facts: Told = {"sitting_out": sitting_out} if out else {}
    if rules["dealer_sits_out"]:
        facts["dealer"] = sitting_out[0]
    elif luck.random() < 0.5:
        facts["dealer"] = luck.choice(seats)
    if luck.random() < 0.5:
        facts["doublers"] = luck.randint(0, 3)
        if rules["doubler_stack"] == "round" and luck.random() < 0.7:
            facts["rounds"] = [luck.randint(1, 5) for _ in range(luck.randint(1, 3))]
            facts["doublers"] = max(facts["rounds"])
    if luck.random() < 0.2:
        facts["mauer_marks"] = luck.randint(0, 5)
    if luck.random() < 0.3:
        facts["passes"] = luck.randint(0, rules["no_picker_after"] - 1)
    facts["last_round"] = rules["last_round"] and luck.random() < 0.3
    if rules["three_kings"] and luck.random() < 0.3:
        facts["three_kings"] = luck.choice(seats[out:])
    if (rules["pot"] != "off" or (rules["mauer"] and rules["mauer_to"] == "pot")) and luck.random() < 0.7:
        pots = luck.randint(1, 4)
        facts["pot"] = {"amount": luck.choice(["7", "12", "5/2", str(4 * pots)]), "pots": pots}
    return active + out, seats[out:], facts


def picked(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules)
    partners = seats[1 : 1 + luck.randint(0, most_partners(len(seats)))]
    facts |= {"kind": "picked", "picker": seats[0], "partners": partners}
    if luck.random() < 0.5:
        facts["result"] = luck.choice(sorted(RESULTS))
    else:
        points = luck.choice((0, 30, 31, 60, 61, 90, 91, 120, luck.randint(0, 120)))
        tricks = {0: ("some", "none"), 120: ("some", "all")}.get(points, ("some",))
        facts |= {"side_points": points, "side_tricks": luck.choice(tricks)}
    may_force = rules["no_picker"] == "forced" and len(seats) < 8
    facts["forced"] = may_force and facts.get("dealer", seats[0]) not in seats[1:] and luck.random() < 0.5
    facts["unpicked"] = len(seats) in (4, 8) and not facts["forced"] and luck.random() < 0.3
    facts["holds_partner"] = not partners and (rules["alone"] == "holding" or luck.random() < 0.3)
    facts |= calls(luck, rules, alone=not partners)
    facts["blind_pick"] = (
        rules["blind_pick"] and len(seats) in TRICKS and not facts["unpicked"] and luck.random() < 0.5
    )
    if (
        rules["call_sheepshead"]
        and (not partners or rules["sheepshead_with_partner"])
        and facts.get("result") not in ("won", "won_schneider")
    ):
        facts["called_sheepshead"] = luck.random() < 0.5
    return players, facts


def calls(luck: Random, rules: Rules, *, alone: bool) -> Told:
    cracks = list(CRACKS[rules["crack"]])
    if rules["crack_corner"] and not alone and rules["crack"] != "off":
        cracks.append(["crack", "corner"])
    found: Told = {"cracks": luck.choice(cracks)}
    if found["cracks"] or rules["blitz_timing"] != "after_crack":
        found["blitzes"] = luck.sample(rules["blitz"], luck.randint(0, len(rules["blitz"])))
    return found


def renege(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, facts = picked(luck, rules)
    for fact in ("result", "side_points", "side_tricks", "called_sheepshead"):
        facts.pop(fact, None)
    playing = [seat for seat in range(players) if seat not in facts.get("sitting_out", ())]
    return players, facts | {"kind": "renege", "offender": luck.choice(playing)}


def leaster(luck: Random, rules: Rules) -> tuple[int, Told]:
    least, most = (3, 3) if rules["leaster_trickless"] != "none" else (3, 7)
    players, seats, facts = table(luck, rules, least, most)
    facts |= {"kind": "leaster"} | passed(luck, rules, seats)
    if luck.random() < 0.3:
        ties = 1 if rules["leaster_tie"] in ("decided", "two_one") else len(seats)
        facts["winners"] = seats[: luck.randint(1, ties)]
        ways = 3 if len(facts["winners"]) == 1 else 2 if len(facts["winners"]) < len(seats) else 1
        how = ("points", "no_points", "all_tricks")[:ways]
        return players, facts | {"won_with": luck.choice(how)}
    points, tricks = counts(luck, players, seats, facts)
    takers = [seat for seat in seats if (points[seat] or 0) >= 2]
    if rules["leaster_jack"] and luck.random() < 0.5:
        facts["jack"] = luck.choice(takers)
    elif rules["leaster_tie"] == "two_one":
        least = min(points[seat] or 0 for seat in seats if tricks[seat] or not rules["leaster_need_trick"])
        facts["tie_winner"] = luck.choice([seat for seat in seats if points[seat] == least])
    return players, facts | {"points": points, "tricks": tricks}


def passed(luck: Random, rules: Rules, seats: list[int]) -> Told:
    return {"mauer": luck.choice(seats)} if rules["mauer"] and luck.random() < 0.3 else {}


def moster(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules, 3, 7)
    facts |= {"kind": "moster"} | passed(luck, rules, seats)
    ways: list[Told] = [
        {"all_tricks_by": seats[0]},
        {"losers": seats[: luck.randint(1, len(seats))]},
        counted(luck, players, seats, facts),
    ]
    return players, facts | luck.choice(ways)


def mittler(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules, 3, 7)
    facts |= {"kind": "mittler"} | passed(luck, rules, seats)
    named = {"winners": seats[: luck.randint(1, len(seats))]}
    return players, facts | (named if luck.random() < 0.5 else counted(luck, players, seats, facts))


def schneidster(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, facts = mittler(luck, rules)
    return players, facts | {"kind": "schneidster"}


def schwanzer(luck: Random, rules: Rules) -> tuple[int, Told]:
    players, seats, facts = table(luck, rules)
    strength = [luck.randint(0, 3) if seat in seats else None for seat in range(players)]
    ways: list[Told] = [{"losers": seats[: luck.randint(1, len(seats))]}, {"strength": strength}]
    return players, facts | {"kind": "schwanzer"} | luck.choice(ways)


def counts(
    luck: Random, players: int, seats: list[int], facts: Told
) -> tuple[list[int | None], list[int | None]]:
    """Return card points and tricks by seat; multiples of ten make ties and empty tricks likely."""
    tricks: list[int | None] = [
        None if seat in facts.get("sitting_out", ()) else 0 for seat in range(players)
    ]
    points = list(tricks)
    takers = [luck.choice(seats[luck.randint(0, 2) :]) for _ in range(TRICKS[len(seats)])]
    cuts = [0, *sorted(luck.randint(0, 12) * 10 for _ in takers[1:]), 120]
    for taker, low, high in zip(takers, cuts[:-1], cuts[1:], strict=True):
        tricks[taker] = (tricks[taker] or 0) + 1
        points[taker] = (points[taker] or 0) + high - low
    return points, tricks


def counted(luck: Random, players: int, seats: list[int], facts: Told) -> Told:
    points, tricks = counts(luck, players, seats, facts)
    return {"points": points, "tricks": tricks}
