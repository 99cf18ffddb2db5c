"""Questions about players and a group, once more and slowly: every answer by going through all hands."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from tests.ledger.slowly.raw import PICKS, Raw, Told
from tests.ledger.slowly.sure import FLOOR, More, judged, z_of

MADE = ("won_schneider", "won_all_tricks", "won_schwarz")
SUFFERED = ("lost_schneider", "lost_no_trick", "lost_schwarz")
# By question and player, every hand it is about: whether it is one of k.
Answers = dict[str, dict[int, list[bool]]]


def answers_of(one: Told) -> Iterator[tuple[str, int, bool]]:
    """Yield the questions that one hand answers, about whom, and whether it is one of k."""
    for who in one.playing:
        role, won = one.roles[who], one.won[who]
        yield "picking", who, role in PICKS
        if one.number:
            yield f"place-{one.in_turn.index(who) + 1}", who, role in PICKS
        if role in ("partner", "opponent", "alone", "leaster"):
            yield role, who, won
        if role and role not in PICKS:
            yield "left", who, role == "leaster"
        so = {"cracks": one.cracker == who, "doubled": one.doublers, "pot": plays_for_the_pot(one, who)}
        yield from ((key, who, won) for key, is_so in so.items() if is_so)
    if one.chief is not None:
        yield from ((key, one.chief, is_one) for key, is_one in answers_of_a_pick(one, one.chief))


def answers_of_a_pick(one: Told, chief: int) -> Iterator[tuple[str, bool]]:
    won = one.won[chief]
    yield "won-picking", won
    yield f"contract-{one.kind}", won
    if one.row:
        yield "schneider-made", one.row in MADE
        yield "schneider-suffered", one.row in SUFFERED
    if one.is_cracked:
        yield "cracked", won
    if one.is_forced:
        yield "forced", won


def plays_for_the_pot(one: Told, who: int) -> bool:
    is_solo = one.kind in ("solo", "wenz")
    return bool(one.pot[0]) and not is_solo and one.roles[who] in (*PICKS, "partner")


def answers(raw: Raw) -> Answers:
    found: Answers = defaultdict(lambda: defaultdict(list))
    for one in raw.dealt():
        for key, who, is_one in answers_of(one):
            found[key][who].append(is_one)
    several = sum(key.startswith("contract") for key in found) > 1

    def tells(key: str, mine: Mapping[int, list[bool]]) -> bool:
        if key.startswith("contract"):
            return several
        asks_how_often = key.startswith(("picking", "place", "schneider", "left"))
        return not asks_how_often or any(any(told) for told in mine.values())

    return {key: dict(mine) for key, mine in found.items() if tells(key, mine)}


def mauern(raw: Raw) -> dict[int, tuple[int, int, Fraction]]:
    """Return each player's unforced picks, of how many hands, and the share usual from the same places."""
    found = {}
    hands = [one for one in raw.dealt() if one.number]
    turns = [(who, place, one) for one in hands for place, who in enumerate(one.in_turn)]
    picks = [(who, place) for who, place, one in turns if one.roles[who] in PICKS]
    free = [who for who, _, one in turns if one.roles[who] in PICKS and not one.is_forced]
    if not free:
        return {}
    for player in {who for who, _, _ in turns}:
        expected, many = Fraction(0), 0
        for who, place, _ in turns:
            if who == player:
                many += 1
                there = sum(other == place for _, other, _ in turns)
                expected += Fraction(sum(other == place for _, other in picks), there)
        found[player] = (free.count(player), many, expected / many * Fraction(len(free), len(picks)))
    return found


def pairs_of(raw: Raw) -> tuple[dict[tuple[int, int], list[Any]], dict[tuple[int, int], list[Any]]]:
    """Return each pair's hands together and against each other: whether they (the first) won, and points."""
    together: dict[tuple[int, int], list[Any]] = defaultdict(list)
    against: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for one in raw.hands:
        if one.is_hand and one.chief is not None:
            for partner in one.partners:
                pair = (min(one.chief, partner), max(one.chief, partner))
                points = one.points[one.chief] + one.points[partner]
                together[pair].append((one.won[one.chief], points, one.chief, partner))
        won = sum(points for points in one.points.values() if points > 0)
        lost = -sum(points for points in one.points.values() if points < 0)
        for mine, other in combinations(sorted(one.seats), 2):
            first, second = one.points[mine], one.points[other]
            if first * second < 0:
                against[mine, other].append((first > 0, first * abs(second) / max(won, lost)))
    return together, against


def compared_in(raw: Raw) -> int:
    """Return how many answers about the group have enough hands."""
    asked = [len(told) for mine in answers(raw).values() for told in mine.values()]
    asked += [many for _, many, _ in mauern(raw).values()]
    named: dict[int, int] = defaultdict(int)
    for one in raw.dealt():
        for who in one.playing:
            named[who] += bool(one.roles[who])
    together, against = pairs_of(raw)
    asked += [*named.values(), *map(len, together.values()), *map(len, against.values())]
    told = told_of_the_group(raw)
    asked += [len(told[key]) for key in (*usual_in_the_group(told, raw), "picked")]
    return max(1, sum(many >= FLOOR for many in asked))


def about(player: int, raw: Raw) -> dict[str, dict[str, Any]]:
    found, compared = {}, compared_in(raw)
    for key, mine in answers(raw).items():
        if player in mine:
            every = [one for told in mine.values() for one in told]
            usual = Fraction(sum(every), len(every))
            found[key] = _answer(key, sum(mine[player]), len(mine[player]), usual, compared)
    if player in (seldom := mauern(raw)):
        k, n, usual = seldom[player]
        found["mauer"] = _answer("mauer", k, n, usual, compared)
    return found


def _answer(key: str, k: int, n: int, usual: Fraction, compared: int) -> dict[str, Any]:
    return {"question": key, "k": k, "n": n, "usual": str(usual), **judged(k, n, usual, compared)}


WHO = (
    "won-picking", "picking", "partner", "opponent", "alone", "leaster", "schneider-made",
    "schneider-suffered", "cracks", "cracked", "doubled", "pot", "forced",
)  # fmt: skip


def told_of_the_group(raw: Raw) -> dict[str, list[bool]]:
    """Return, by question about the group, whether each of its hands is one of k."""
    told: dict[str, list[bool]] = defaultdict(list)
    for one in raw.dealt():
        told["leasters"].append("leaster" in one.roles.values())
        for place, who in enumerate(one.in_turn if one.number else (), start=1):
            told[f"place-{place}"].append(who == one.chief)
        if one.chief is not None:
            won = one.won[one.chief]
            told["picked"].append(won)
            told[one.roles[one.chief]].append(won)
            told[f"contract-{one.kind}"].append(won)
            told["schneider"] += [one.row in MADE + SUFFERED] if one.row else []
            told["cracks"] += [not won] if one.is_cracked else []
            told["forced"] += [won] if one.is_forced else []
    return told


def about_the_group(raw: Raw, names: Mapping[int, str]) -> dict[str, dict[str, Any]]:
    told = told_of_the_group(raw)
    usual, compared = usual_in_the_group(told, raw), compared_in(raw)
    found: dict[str, dict[str, Any]] = {}
    for key, every in usual.items():
        share = Fraction(sum(every), len(every))
        found[key] = _answer(key, sum(told[key]), len(told[key]), share, compared)
    for key in ("leasters", "schneider"):
        if any(told[key]):
            found[key] = {"question": key, "k": sum(told[key]), "n": len(told[key])}
            found[key] |= dict.fromkeys(("usual", "interval", "verdict", "more"))
    nobody: dict[str, Any] = {"players": [], "points_a_hand": None, "compared": compared}
    found = {key: one | nobody for key, one in found.items()}
    if told["picked"]:
        found["picking-pays"] = picking_pays(raw, sum(told["picked"]), compared)
    of_everybody = answers(raw)
    for key in WHO:
        if len(mine := of_everybody.get(key, {})) > 1:
            first = _first(mine)
            said = {"question": f"who-{key}", "players": [names[first]], "compared": compared_in(raw)}
            found[f"who-{key}"] = about(first, raw)[key] | said | {"points_a_hand": None}
    return found


def usual_in_the_group(told: Mapping[str, list[bool]], raw: Raw) -> dict[str, list[bool]]:
    """Return the hands that answers are compared with, only for questions that are asked."""
    places = [key for key in told if key.startswith("place")]
    contracts = [key for key in told if key.startswith("contract")]
    every_place = [one for key in places for one in told[key]]
    usual = {key: every_place for key in places if any(every_place)}
    usual |= {key: told["picked"] for key in contracts if len(contracts) > 1}
    usual |= {"forced": told["picked"]} if told["forced"] else {}
    usual |= {"cracks": [not one for one in told["picked"]]} if told["cracks"] else {}
    if told["alone"] and told["picker"] and any(one.partners for one in raw.dealt()):
        usual["alone"] = told["picker"]
    return usual


def picking_pays(raw: Raw, won: int, compared: int) -> dict[str, Any]:
    """Return what a hand brings whoever picks; a usual win and a usual loss are added."""
    brought = [one.points[one.chief] for one in raw.dealt() if one.chief is not None]
    n, mean = len(brought), Fraction(sum(brought), len(brought))

    def interval(times: Fraction, z: float) -> tuple[float, float]:
        squares, many = float(sum(one * one for one in brought) * times), float(n * times)
        usual = sqrt(squares / many)
        middle = float(sum(brought) * times) / (many + 2)
        variance = (squares + 2 * usual**2 - (many + 2) * middle**2) / (many + 1)
        reach = z * sqrt(variance / (many + 2))
        return middle - reach, middle + reach

    def is_usual(hands: int) -> bool:
        low, high = interval(Fraction(hands, n), z_of(compared))
        return low <= 0 <= high

    return {
        "question": "picking-pays",
        "players": [],
        "k": won,
        "n": n,
        "usual": None,
        "points_a_hand": str(mean),
        "interval": list(interval(Fraction(1), z_of(1))),
        "verdict": "too few" if n < FLOOR else "could be luck" if is_usual(n) else "clear",
        "more": More(n, is_usual, never=not mean),
        "compared": compared,
    }


def _first(mine: Mapping[int, list[bool]]) -> int:
    """Return who has most of it, when thirty usual hands are added to everybody's."""
    every = [one for told in mine.values() for one in told]
    usual = Fraction(sum(every), len(every))

    def order(who: int) -> tuple[bool, Fraction, int]:
        told = mine[who]
        return len(told) < FLOOR, -(sum(told) + 30 * usual) / (len(told) + 30), who

    return min(mine, key=order)
