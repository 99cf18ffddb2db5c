"""Sheepshoof: three players, the twenty cards that Sheepshead leaves over, 36 card points."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from ledger.scoring.facts import MOST_SEATS, check_names, items, one_of, read_kind, read_players, seat, whole
from ledger.scoring.game import Game, Preset, Stake, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Cell, Chart, Facts, HandRefused, Row, Scored
from ledger.scoring.sheepshoof.fewster import score_fewster
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from ledger.scoring.sheepshoof.table import (
    ALWAYS,
    CARD_POINTS,
    PLAYERS,
    SheepshoofCarried,
    Table,
    answered,
    read_table,
)
from ledger.scoring.sitting_out import SeatFacts, read_ring, score_active
from ledger.words.messages import Message, message


def tellings(rules: SheepshoofRules, players: int) -> Iterator[Telling]:
    """Yield example hands; the first that is not refused counts where two have the same title."""
    yield message("title", case="picks", points=15), 0, {"kind": "picked", "picker": 0, "side_points": 15}
    tied = {"kind": "fewster", "points": [8, 8, 20], "tricks": [1, 2, 3], "running": ["4", "-4", "0"]}
    yield message("title", case="tied", points=8), 1, tied
    none = {"kind": "fewster", "points": [0, 10, 26], "tricks": [0, 2, 4], "running": ["0", "0", "0"]}
    yield message("title", case="no_trick", points=10), 1, none
    every = {"kind": "fewster", "points": [36, 0, 0], "tricks": [6, 0, 0], "running": ["0", "0", "0"]}
    yield message("title", case="all_tricks"), 0, every
    equal = tied | {"running": ["2", "2", "-4"]}
    yield message("title", case="tied_equal", points=8), 0, equal
    three = {"kind": "fewster", "points": [12, 12, 12], "tricks": [2, 2, 2], "running": ["4", "0", "-4"]}
    yield message("title", case="three_way", points=12), 2, three


MAJORITY = 19
ROWS = {
    "won": Row(code="won", side="won", label=_("Won"), bracket="19–36", low=MAJORITY, high=CARD_POINTS),
    "lost": Row(code="lost", side="lost", label=_("Lost"), bracket="0–18", low=0, high=MAJORITY - 1),
}
LABELS = {code: message("label", case=code, low=row.low, high=row.high) for code, row in ROWS.items()}
# The picker's units, won or lost: one from each of the two opponents (HF-004).
PICKER = PLAYERS - 1

# A convention of this house: the document names no money; it is played where Sheepshead is.
NICKEL = Stake(cents=5, currency="USD")

PRESETS = (
    Preset(
        key="as_written",
        name=_("Sheepshoof"),
        help=_(
            "The usual game: 19 of 36 win, two for the picker; the fewest points with a trick win a fewster."
        ),
        values={},
        stake=NICKEL,
    ),
    Preset(
        key="with_bump",
        name=_("With the bump"),
        help=_("As in Sheepshead: a picker who loses pays double."),
        values={"bump": True},
        stake=NICKEL,
    ),
    Preset(
        key="daring_fewsters",
        name=_("Daring fewsters"),
        help=_("For the daring: no trick wins a fewster by itself, and all six tricks win 6."),
        values={"fewster_trickless": "auto_win", "fewster_all_tricks": 6},
        stake=NICKEL,
    ),
)


def score_picked(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a picked hand: 19 of 36 card points win; the opponents win a tie (HF-002, HF-003).

    Raises HandRefused: `result_missing`, `result_contradicts`, `no_partner`, and as `facts` does.
    """
    picker = seat(told.get("picker"), "picker", PLAYERS)
    if items(told.get("partners"), "partners", PLAYERS):
        raise HandRefused("no_partner", fact="partners")
    points = None if told.get("side_points") is None else whole(told["side_points"], "side_points", 0, 36)
    result = _read_result(told, points)
    won = result == "won"
    receipt = Receipt(PLAYERS)
    base = _to_picker(picker, 1 if won else -1)
    receipt.add(result, base, why=(_why(points, result),), source="HF-002, HF-003, HF-004")
    if rules.bump and not won:
        receipt.multiply(base, 1, 2, "bump", factor=2, rule="bump", source="HF-004")
    return answered(
        table,
        receipt,
        LABELS[result],
        row=result,
        roles=tuple(["picker" if place == picker else "opponent" for place in range(PLAYERS)]),
        won=tuple([(place == picker) == won for place in range(PLAYERS)]),
        factor=Fraction(2 if rules.bump and not won else 1),
    )


def _read_result(told: Facts, points: int | None) -> str:
    # Won or lost, as the points and the result told agree.
    named = None if told.get("result") is None else one_of(told["result"], "result", ROWS)
    if points is None:
        if named is None:
            raise HandRefused("result_missing", fact="side_points", case="sheepshoof")
        return named
    counted = "won" if points >= MAJORITY else "lost"
    if named not in (None, counted):
        raise HandRefused("result_contradicts", fact="result", case="sheepshoof", points=points, result=named)
    return counted


def _why(points: int | None, result: str) -> Message:
    if points is None:
        row = ROWS[result]
        return message("why", case="bracket", low=row.low, high=row.high)
    if points == MAJORITY - 1:
        return message("why", case="tie")
    return message("why", case=result, points=points)


def _to_picker(picker: int, units: int) -> list[Number]:
    # Points of every seat when the picker gets `units` from each opponent.
    return [PICKER * units if place == picker else -units for place in range(PLAYERS)]


def score_renege(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a hand that is forfeited, as it cannot be reconstructed: the offender pays 1 to each (HF-010)."""
    offender = seat(told.get("offender"), "offender", PLAYERS)
    receipt = Receipt(PLAYERS)
    points = _to_picker(offender, -1)
    why = (message("why", case="renege"),)
    receipt.add("renege", points, why=why, seats=(offender,), source="HF-010")
    won = tuple([place != offender for place in range(PLAYERS)])
    return answered(table, receipt, message("label", case="renege"), won=won)


def score_throw_in(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a hand with only 3s and 2s, thrown in: the same player deals again (HF-012)."""
    receipt = Receipt(PLAYERS)
    receipt.add("no_play", [0] * PLAYERS, source="HF-012")
    return answered(table, receipt, message("label", case="thrown_in"), same_dealer=True)


def score_out_of_turn(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a card played out of turn, which is taken back: no points, the same deal
    (HF-011)."""
    receipt = Receipt(PLAYERS)
    receipt.add("out_of_turn", [0] * PLAYERS, source="HF-011")
    return answered(table, receipt, message("label", case="out_of_turn"), same_dealer=True)


SPEAK = SeatFacts(
    one=("picker", "offender", "winner"),
    several=("partners", "winners"),
    counts=("points", "tricks"),
    standings=("running",),
    parts=("blind",),
)
FEWSTER = {"points", "tricks", "blind", "winner", "winners", "won_with"}
KINDS: dict[str, tuple[Callable[[Table, SheepshoofRules, Facts], Scored], frozenset[str]]] = {
    "picked": (score_picked, frozenset(ALWAYS | {"picker", "partners", "side_points", "result"})),
    "fewster": (score_fewster, frozenset(ALWAYS | FEWSTER)),
    "renege": (score_renege, frozenset(ALWAYS | {"offender"})),
    "throw_in": (score_throw_in, frozenset(ALWAYS)),
    "out_of_turn": (score_out_of_turn, frozenset(ALWAYS)),
}
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_sheepshoof(players: int, rules: SheepshoofRules, told: Facts) -> Scored:
    """Return the score of a hand where three play, and others may sit out. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    if kind == "sheet":
        count = read_players(players, PLAYERS, MOST_SEATS)
        # A hand on a sheet knows the scores before it, which decide its ties.
        return score_sheet(
            count,
            rules.stake,
            told,
            lambda result: score_sheepshoof(count, rules, {"running": told["previous"], **result}),
        )
    score, facts = KINDS[kind]
    check_names(told, facts, ALL_FACTS)
    ring = read_ring(players, PLAYERS, told)
    return score_active(ring, told, SPEAK, lambda hand: score(read_table(hand), rules, hand))


def chart(rules: SheepshoofRules, active: int) -> Chart:
    """Return a chart of won and lost, the loss with the bump. Raises HandRefused (`players`) for any
    number but three."""
    read_players(active, PLAYERS, PLAYERS)
    loss = 2 if rules.bump else 1
    nobody = Fraction(0)
    return Chart(
        rows=tuple(ROWS.values()),
        cells={
            ("won", 0): Cell(picker=Fraction(PICKER), partner=nobody, opponent=Fraction(-1)),
            ("lost", 0): Cell(picker=Fraction(-PICKER * loss), partner=nobody, opponent=Fraction(loss)),
        },
    )


SHEEPSHOOF: Game[SheepshoofRules] = Game(
    key="sheepshoof",
    name=_("Sheepshoof"),
    help=_("Three players and the cards that Sheepshead leaves over: the picker needs 19 of 36 points."),
    rules=SheepshoofRules,
    presets=PRESETS,
    score=score_sheepshoof,
    chart=chart,
    least_active=PLAYERS,
    most_active=PLAYERS,
    most_partners=lambda _active: 0,  # the picker always plays alone (HF-001)
    carried=SheepshoofCarried(),
    usually=3,
    between={"out_of_turn": 1},
    examples=tellings,
    words={"leaster": _("fewster"), "leasters": _("fewsters won")},
    marks="fewster",
)
