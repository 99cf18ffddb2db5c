"""A second count of Schafkopf, written from what tables say of their rules, and not from the engine.

Every function is one rule of a table, by the name of its option where it has one. Hands are told by card
points and tricks. `count` returns points by seat, units into the stock, the next dealer and the doubled deals
that are left.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Rules = dict[str, Any]
Told = dict[str, Any]
SOLOS = {"solo", "wenz", "geier", "own2"}


@dataclass(frozen=True)
class Counted:
    """A counted game."""

    points: list[Fraction]
    pot: Fraction
    next_dealer: int
    bock: int


def card_points(players: int) -> int:
    return 148 if players == 5 else 120


def is_won(rules: Rules, told: Told, players: int) -> bool:
    """Every trick wins, no trick loses, more than half wins; `muss_half`: half wins a Muss."""
    if told.get("sie") or told["declarer_tricks"] == "all":
        return True
    if told.get("tout") or told["declarer_tricks"] == "none":
        return False
    if told["contract"] == "muss" and rules["muss_half"]:
        return bool(told["declarer_points"] * 2 >= card_points(players))
    return bool(told["declarer_points"] * 2 > card_points(players))


def kreuz_even(rules: Rules, told: Told, players: int) -> bool:
    """In a Kreuzspiel neither side wins with half: it is dealt again, unless something was announced."""
    evens = rules["kreuz_even"] == "again" and told["contract"] == "kreuz" and not told.get("announced")
    return evens and told["declarer_tricks"] == "some" and told["declarer_points"] * 2 == card_points(players)


def is_schneider(rules: Rules, told: Told, players: int, *, won: bool) -> bool:
    """The others with less than a quarter; the Spieler with a quarter or less.

    `declarer_safe`, `muss_quarter`, `kreuz_quarter`: a quarter frees the Spieler too.
    """
    total = card_points(players)
    if won:
        return bool((total - told["declarer_points"]) * 4 < total)
    if rules["declarer_safe"] == "none":
        return False
    frees = rules["declarer_safe"] == "quarter"
    frees |= told["contract"] == "muss" and rules["muss_quarter"]
    frees |= told["contract"] == "kreuz" and rules["kreuz_quarter"]
    quarters = told["declarer_points"] * 4
    return bool(quarters < total if frees else quarters <= total)


def reached(rules: Rules, told: Told, players: int, *, won: bool) -> str:
    """Return Schneider, Schwarz, or nothing, of the side that lost."""
    if told.get("sie"):
        return "schwarz"
    if told.get("tout"):
        return "schwarz" if won else ""
    if told["declarer_tricks"] == ("all" if won else "none"):
        return "schwarz" if won or rules["declarer_safe"] != "none" else ""
    return "schneider" if is_schneider(rules, told, players, won=won) else ""


def schwarz_rate(rules: Rules) -> int:
    """Schwarz costs twice Schneider, or has a price of its own."""
    return 2 * rules["schneider_rate"] if rules["schwarz_rate"] is None else int(rules["schwarz_rate"])


def demand(rules: Rules, contract: str, level: str) -> int:
    """`schneider_games`: Schneider and Schwarz may be paid in games with a Mitspieler only."""
    if not level or (contract in SOLOS and rules["schneider_games"] == "normal"):
        return 0
    return schwarz_rate(rules) if level == "schwarz" else int(rules["schneider_rate"])


def announced_rate(rules: Rules, told: Told) -> int:
    """Announced Schneider costs the rate on top, announced Schwarz twice."""
    times = {None: 0, "schneider": 1, "schwarz": 2}[told.get("announced")]
    return times * (rules["announced_rate"] or 0)


def laufende(rules: Rules, told: Told) -> int:
    """A long enough run is paid; `laufende_max`: no more of it than so many."""
    run = 8 if told.get("sie") else told.get("laufende", 0)
    if not rules["laufende"] or run < rules["laufende_min"]:
        return 0
    most = rules["laufende_max"]
    return int(rules["laufende_rate"] * (run if most is None or run < most else most))


def base(rules: Rules, contract: str) -> int:
    """Return the price of a game: its own (a Kreuzspiel, another own game), else that of its kind."""
    own = rules.get(f"base_{contract}")
    return int(own or rules["base_solo" if contract in SOLOS else "base_normal"])


def tout_times(rules: Rules, told: Told, *, won: bool) -> int:
    """`tout_factor`: twice or three times the solo; a lost one by `tout_lost` as often, or once."""
    if told.get("sie"):
        return int(rules["sie_factor"])
    if told.get("tout") and (won or rules["tout_lost"] == "double"):
        return int(rules["tout_factor"])
    return 1


def doubled(rules: Rules, told: Told) -> int:
    """Every knock, Kontra, Bock and Hand doubles; `doublings_max`: together at most so many times."""
    in_bock = bool(rules["bock"]) and told.get("bock", 0) > 0
    doublings = told.get("klopfer", 0) + told.get("stoss", 0) + in_bock + bool(told.get("hand"))
    times, most = 2**doublings, rules["doublings_max"]
    return int(times if most is None else min(times, most))


def shared(rules: Rules, told: Told, players: int, winners: set[int], unit: Fraction) -> list[Fraction]:
    """Everybody who lost pays a unit, which the winners share; in a solo, or pair by pair, to each winner."""
    losers = set(range(players)) - winners
    if told["contract"] in SOLOS or rules["distribution"] == "pairwise":
        pays, gets = unit * len(winners), unit * len(losers)
    else:
        pays, gets = unit, unit * len(losers) / len(winners)
    return [gets if seat in winners else -pays for seat in range(players)]


def stock(rules: Rules, told: Told, *, won: bool) -> dict[int, Fraction]:
    """Return what seats get out of the stock: a normal game wins it or pays it again.

    `stock_kept`: nobody touches it. `reuegeld`: whoever lost a solo alone pays into it.
    """
    if told["contract"] in SOLOS:
        return {} if won or not rules["reuegeld"] else {told["declarer"]: Fraction(-rules["reuegeld"])}
    lies = Fraction(told.get("pot", {"amount": 0})["amount"])
    if rules["stock_kept"] or (rules["stock"] is None and rules["reuegeld"] is None):
        return {}
    side = [told["declarer"], *told["partners"]]
    return {seat: (lies if won else -lies) / len(side) for seat in side}


def bock_left(rules: Rules, told: Told, players: int, *, again: bool, lost_solo: bool) -> int:
    """A round of Bock is a deal of everybody; cards dealt again by the same dealer are no deal of it."""
    if not rules["bock"]:
        return 0
    left = told.get("bock", 0) if again else max(told.get("bock", 0) - 1, 0)
    return int(left + players if lost_solo else left)


def count_declared(rules: Rules, told: Told, players: int) -> Counted:
    nothing, dealer = [Fraction(0)] * players, told["dealer"]
    if kreuz_even(rules, told, players):
        bock = bock_left(rules, told, players, again=True, lost_solo=False)
        return Counted(nothing, Fraction(0), dealer, bock)
    won = is_won(rules, told, players)
    level = reached(rules, told, players, won=won)
    if told.get("announced") and won and level not in ("schwarz", told["announced"]):
        won, level = False, ""  # announced and not made is lost
    contract = told["contract"]
    is_bare = (told.get("tout") or told.get("sie")) and rules["tout_rate"] == "no_demand"
    price = base(rules, contract) + (0 if is_bare else demand(rules, contract, level))
    price += announced_rate(rules, told)
    price += 0 if told.get("tout") and not won and not rules["tout_lost_laufende"] else laufende(rules, told)
    price *= tout_times(rules, told, won=won) * doubled(rules, told)
    price -= told.get("overclaimed", 0)  # paid too much, and paid back twice
    ours = {told["declarer"], *told["partners"]}
    winners = ours if won else set(range(players)) - ours
    points = shared(rules, told, players, winners, Fraction(price))
    got = stock(rules, told, won=won)
    points = [one + got.get(seat, 0) for seat, one in enumerate(points)]
    bock = bock_left(rules, told, players, again=False, lost_solo=contract in SOLOS and not won)
    return Counted(points, -sum(points, Fraction(0)), (dealer + 1) % players, bock)


def count_ramsch(rules: Rules, told: Told, players: int) -> Counted:
    """The most Augen lose, and who is tied for them shares it; all alike pay nothing.

    `ramsch_measure`: in a Leaster the fewest Augen win, and who is tied for them shares what the others pay.

    `ramsch_durchmarsch`: taking everything, or so much, wins.

    `durchmarsch_pays`: like a solo, or one won Schwarz; `durchmarsch_knocks`: knocks may leave it alone.
    """
    points, tricks, how = told["points"], told["tricks"], rules["ramsch_durchmarsch"]
    most = max(points)
    chief = points.index(most)
    marched = tricks[chief] == sum(tricks) if how == "all_tricks" else how != "off" and most >= int(how[7:])
    price = rules["base_ramsch"] or rules["base_normal"]
    if marched and rules["durchmarsch_pays"] != "ramsch":
        schwarz = demand(rules, "solo", "schwarz") if rules["durchmarsch_pays"] == "solo_schwarz" else 0
        price = rules["base_solo"] + schwarz
    silent = marched and not rules["durchmarsch_knocks"]
    price *= doubled(rules, told | ({"klopfer": 0} if silent else {}))
    bock = bock_left(rules, told, players, again=False, lost_solo=False)
    winners = {chief} if marched else {seat for seat in range(players) if points[seat] < most}
    if rules["ramsch_measure"] == "fewest" and not marched:
        best = [seat for seat in range(players) if points[seat] == min(points)]
        others = players - len(best)
        share = Fraction(price * others, len(best)) if others else Fraction(0)
        leaster = [share if seat in best else Fraction(-price) for seat in range(players)]
        return Counted(leaster, Fraction(0), (told["dealer"] + 1) % players, bock)
    losers = players - len(winners)
    pays = Fraction(-price if marched else -price * len(winners), 1 if marched else losers)
    gets = Fraction(price * losers if marched else price)
    found = (
        [gets if seat in winners else pays for seat in range(players)] if winners else [Fraction(0)] * players
    )
    return Counted(found, Fraction(0), (told["dealer"] + 1) % players, bock)


def count_unplayed(rules: Rules, told: Told, players: int) -> Counted:
    """Cards are thrown in; where all passed everybody feeds the stock.

    `redeal_deal`: the same dealer deals again.
    """
    again = rules["redeal_deal"] == "same"
    ante = rules["stock"] or 0 if told["kind"] == "all_pass" else 0
    dealer = told["dealer"] if again else (told["dealer"] + 1) % players
    bock = bock_left(rules, told, players, again=again, lost_solo=False)
    return Counted([Fraction(-ante)] * players, Fraction(ante * players), dealer, bock)


def count(rules: Rules, told: Told, players: int) -> Counted:
    if told["kind"] != "played":
        return count_unplayed(rules, told, players)
    return (count_ramsch if told["contract"] == "ramsch" else count_declared)(rules, told, players)
