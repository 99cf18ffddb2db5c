"""Southern Indiana four-handed: calls, solos, billies and bests, and a race to 24 beside the points."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ledger.scoring.facts import (
    MOST_SEATS,
    check_names,
    flag,
    read_edition,
    read_kind,
    read_players,
    seat,
)
from ledger.scoring.game import Game, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Cell, Chart, Facts, HandRefused, Scored
from ledger.scoring.sitting_out import SeatFacts, read_ring, score_active
from ledger.scoring.southern_indiana.call import CALLS, read_call
from ledger.scoring.southern_indiana.race import NOWHERE, Run, SouthernIndianaCarried, read_race, score_settle
from ledger.scoring.southern_indiana.rules import PRESETS, SouthernIndianaRules
from ledger.words.messages import Message, message


def tellings(rules: SouthernIndianaRules, players: int) -> Iterator[Telling]:
    """Yield example hands; the first that is not refused counts where two have the same title."""
    call = {"kind": "call", "caller": 0, "partner": 2, "level": 4}
    yield message("title", case="call_made", level=4), 0, call | {"won": True}
    yield message("title", case="call_missed", level=4), 0, call | {"won": False}
    yield message("title", case="solo_lost"), 0, {"kind": "solo", "soloist": 0, "won": False}
    yield message("title", case="settled"), 0, {"kind": "settle", "race": [24, 6, 12, 9]}
    yield message("title", case="best_won"), 0, {"kind": "best", "soloist": 0, "won": True}
    yield message("title", case="best_lost"), 0, {"kind": "best", "soloist": 0, "won": False}
    ended = {"kind": "settle", "race": ["game", 6, 12, 9]}
    yield message("title", case="settled_by_a_best"), 0, ended


PLAYERS = 4

# The newest reading of the rules; by the second only a race that somebody has finished is settled.
EDITION = 2
SEATS = range(PLAYERS)
# Points of a soloist who wins, and of each opponent when the solo is set (SI-004).
SOLO_WON, SOLO_SET = 18, 6
NOBODY = (None,) * PLAYERS

THE_GAME, RUN_OF_A_SOLO, RUN_OF_A_SET = Run(has_won=True), Run(SOLO_WON), Run(SOLO_SET)

FOR_THE_GAME = message("why", case="game")
SOLO_GAINS, SOLO_PAYS = (
    message("why", case="race", gained=SOLO_WON),
    message("why", case="each", each=SOLO_SET),
)


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A hand that was played: who won it, what everybody gets (points), and what the race gains a seat.

    `code` says what it was and who won it, `why` more of it, `seats` whom the words name.
    """

    code: str
    why: Message
    seats: tuple[int, ...]
    points: list[Number]
    race: list[Run]
    roles: tuple[str, ...]
    winners: tuple[int, ...]
    source: str
    row: str | None = None
    rule: str | None = None


def score_call(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a call: caller and partner win 2, 4 or 6 each, or the opponents do (SI-002, SI-003, SI-008).

    Raises HandRefused: `own_partner`, and as `read_call` does.
    """
    caller = seat(told.get("caller"), "caller", PLAYERS)
    partner = seat(told.get("partner"), "partner", PLAYERS)
    if partner == caller:
        raise HandRefused("own_partner", fact="partner", case="caller")
    call, why = read_call(told)
    winners = tuple([place for place in SEATS if (place in (caller, partner)) == call.won])
    roles = ["opponent"] * PLAYERS
    roles[caller], roles[partner] = "picker", "partner"
    hand = Hand(
        code=call.row.code,
        why=why,
        seats=(),
        points=[call.level if place in winners else -call.level for place in SEATS],
        race=[call.run if place in winners else NOWHERE for place in SEATS],
        roles=tuple(roles),
        winners=winners,
        source="SI-002, SI-008" if call.won else "SI-003",
        row=call.row.code,
    )
    return _answer(dealer, rules, hand)


def score_solo(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a solo: 18 for the soloist, or 6 for each opponent (SI-004)."""
    return _alone(dealer, rules, told, "solo", "SI-004")


def score_billy(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a billy, one against three to take no trick: a kind of solo, worth the same (SI-005)."""
    return _alone(dealer, rules, told, "billy", "SI-005")


def score_best(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a best: won it wins the game; set it pays as a solo, or loses the game (SI-006)."""
    if not _read_won(told) and rules.best_lost == "as_solo":
        return _alone(dealer, rules, told, "best", "SI-006", rule="best_lost")
    return _alone(dealer, rules, told, "best", "SI-006", game=True)


def _read_won(told: Facts) -> bool:
    if told.get("won") is None:
        raise HandRefused("result_missing", fact="won", case="won")
    return flag(told, "won")


def _alone(
    dealer: int | None,
    rules: SouthernIndianaRules,
    told: Facts,
    name: str,
    source: str,
    *,
    rule: str | None = None,
    game: bool = False,
) -> Scored:
    # For the price of a solo or, with `game`, for the game itself.
    soloist = seat(told.get("soloist"), "soloist", PLAYERS)
    won = _read_won(told)
    each = divided(rules.best_points, PLAYERS - 1) if game else SOLO_SET
    each = -each if won else each
    winners = tuple([place for place in SEATS if (place == soloist) == won])
    gained = THE_GAME if game else RUN_OF_A_SOLO if won else RUN_OF_A_SET
    hand = Hand(
        code=f"{name}_{'won' if won else 'set'}",
        why=FOR_THE_GAME if game else SOLO_GAINS if won else SOLO_PAYS,
        seats=(soloist,),
        points=[-each * (PLAYERS - 1) if place == soloist else each for place in SEATS],
        race=[gained if place in winners else NOWHERE for place in SEATS],
        roles=tuple(["alone" if place == soloist else "opponent" for place in SEATS]),
        winners=winners,
        source=source,
        rule=rule or (("best_points" if won else "best_lost") if game else None),
    )
    return _answer(dealer, rules, hand)


@cache
def _label(code: str) -> Message:
    # Cached, as there are few and most hands need one.
    return message("label", case=code)


def _answer(dealer: int | None, rules: SouthernIndianaRules, hand: Hand) -> Scored:
    # The answer for a hand that was played; with the ledger at the end only the race moves (SI-001).
    receipt = Receipt(PLAYERS)
    at_end = rules.ledger == "at_end"
    points: list[Number] = [0] * PLAYERS if at_end else hand.points
    why = (hand.why,) if hand.row or not at_end else ()
    named = hand.seats
    if at_end:
        gainers = tuple([place for place, gained in enumerate(hand.race) if gained is not NOWHERE])
        named = (*named, *[place for place in gainers if place not in named])
        gained, whose = hand.race[gainers[0]], "_others" if gainers != named else ""
        race = message("race", case=f"gained{whose}", gained=gained.far)
        if gained.has_won:
            race = message("race", case=f"won{whose}")
        why = (*why, race)
    rule = "ledger" if at_end else hand.rule
    source = f"{hand.source}, SI-001" if at_end else hand.source
    receipt.add(hand.code, points, why=why, seats=named, rule=rule, source=source)
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=_label(hand.code),
        roles=hand.roles,
        won=tuple([place in hand.winners for place in SEATS]),
        row=hand.row,
        next_dealer=_next_dealer(dealer),
        carried_after=SouthernIndianaCarried(race=dict(enumerate(hand.race))),
    )


def _next_dealer(dealer: int | None) -> int | None:
    # The deal goes to the left (SI-007); None if nobody said who dealt.
    return None if dealer is None else (dealer + 1) % PLAYERS


def score_pass(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a hand that everybody passed: thrown in, and the next player deals (SI-007)."""
    receipt = Receipt(PLAYERS)
    receipt.add("no_play", [0] * PLAYERS, source="SI-007")
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=_label("passed"),
        roles=("",) * PLAYERS,
        won=NOBODY,
        next_dealer=_next_dealer(dealer),
        carried_after=SouthernIndianaCarried(race=dict.fromkeys(SEATS, NOWHERE)),
    )


# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = {"kind", "edition", "dealer", "race", "sitting_out", "doublers", "pot"}
SOLO = {"soloist", "won"}
CALL = {"caller", "partner", "level", "won", "result", "side_points", "side_tricks"}
KINDS: dict[str, tuple[Callable[[int | None, SouthernIndianaRules, Facts], Scored], frozenset[str]]] = {
    "call": (score_call, frozenset(ALWAYS | CALL)),
    "solo": (score_solo, frozenset(ALWAYS | SOLO)),
    "billy": (score_billy, frozenset(ALWAYS | SOLO)),
    "best": (score_best, frozenset(ALWAYS | SOLO)),
    "pass": (score_pass, frozenset(ALWAYS)),
}
SPEAK = SeatFacts(one=("caller", "partner", "soloist"), standings=("race",))
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_southern_indiana(players: int, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Return the score of a hand where four play, and others may sit out. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "settle", "sheet"))
    if kind == "sheet":
        count = read_players(players, PLAYERS, MOST_SEATS)
        return score_sheet(
            count, rules.stake, told, lambda result: score_southern_indiana(players, rules, result)
        )
    facts = ALWAYS if kind == "settle" else KINDS[kind][1]
    check_names(told, facts, ALL_FACTS)
    ring = read_ring(players, PLAYERS, told)
    dealer = _read_dealer(ring.players, told)
    if told.get("race") is not None or kind == "settle":
        race = read_race(rules.race_to, ring.players, told)
    if kind == "settle":
        return score_settle(dealer, rules, race, edition=read_edition(told, EDITION))
    return score_active(ring, told, SPEAK, lambda hand: KINDS[kind][0](hand.get("dealer"), rules, hand))


def _read_dealer(players: int, told: Facts) -> int | None:
    # Raises HandRefused: `not_kept_here`, and as `seat` does.
    for fact in ("doublers", "pot"):
        if told.get(fact) not in (None, 0, {}):
            raise HandRefused("not_kept_here", fact=fact)
    return None if told.get("dealer") is None else seat(told["dealer"], "dealer", players)


def chart(rules: SouthernIndianaRules, active: int) -> Chart:
    """Calls at 2, 4 and 6, won and set, after every hand or 0 until the end.

    Raises HandRefused (`players`) for any number but four.
    """
    read_players(active, PLAYERS, PLAYERS)
    cells = {}
    for call in CALLS.values():
        units = 0 if rules.ledger == "at_end" else call.level if call.won else -call.level
        ours, theirs = Fraction(units), Fraction(-units)
        cells[call.row.code, 1] = Cell(picker=ours, partner=ours, opponent=theirs)
    return Chart(rows=tuple(call.row for call in CALLS.values()), cells=cells)


SOUTHERN_INDIANA: Game[SouthernIndianaRules] = Game(
    key="southern_indiana",
    name=_("Southern Indiana"),
    help=_("Four players: calls at 2, 4 and 6 with a partner, solos alone, and a race to 24."),
    rules=SouthernIndianaRules,
    presets=PRESETS,
    score=score_southern_indiana,
    chart=chart,
    least_active=PLAYERS,
    most_active=PLAYERS,
    most_partners=lambda _active: 1,  # the holder of the called card (SI-008)
    edition=EDITION,
    carried=SouthernIndianaCarried(),
    usually=4,
    between={"settle": 1},
    has_race=True,
    examples=tellings,
    chief=_("caller"),
    words={"picker": _("caller"), "alone": _("caller, alone"), "picked": _("called")},
    marks="caller",
)
