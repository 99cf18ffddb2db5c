"""Sheepshoof: three players, the twenty cards that Sheepshead leaves over, 36 card points."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ledger.scoring.carried import Carried, Plain
from ledger.scoring.facts import (
    check_names,
    exact,
    fields,
    items,
    one_of,
    per_seat,
    read_dealer,
    read_kind,
    read_players,
    refuse_told,
    seat,
    seats,
    to_the_left,
    whole,
)
from ledger.scoring.game import Game, Preset, Stake, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Chart, ChartCell, Facts, HandRefused, Scored, chart_row
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from ledger.scoring.sitting_out import SeatFacts, read_ring, score_active
from ledger.words.messages import Message, message


@dataclass(frozen=True, kw_only=True)
class SheepshoofCarried(Carried):
    """The scores before a hand, read from the totals of the sheet (HF-006)."""

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> Plain:
        return {"running": [str(totals.get(player, 0)) for player in seats]}


PLAYERS = 3
CARD_POINTS = 36
CARD_TRICKS = 6
# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = {"kind", "dealer", "running", "sitting_out", "doublers", "pot"}


@dataclass(frozen=True)
class Table:
    """The dealer (a seat), and everybody's score before the hand (points); None if nobody said."""

    dealer: int | None
    running: tuple[Fraction, ...] | None


def read_table(told: Facts) -> Table:
    """Return the three who play (HF-001). Raises HandRefused: `not_kept_here`, `wrong_length`, …"""
    dealer = read_dealer(told, PLAYERS)
    if told.get("doublers") not in (None, 0, {}):
        raise HandRefused("not_kept_here", fact="doublers", case="sheepshoof_doublers")
    if told.get("pot") not in (None, 0, {}):
        raise HandRefused("not_kept_here", fact="pot", case="sheepshoof_pot")
    if told.get("running") is None:
        return Table(dealer, None)
    scores = items(told["running"], "running", 10)
    if len(scores) != PLAYERS:
        raise HandRefused("wrong_length", fact="running", case="running")
    return Table(dealer, tuple([exact(score, "running") for score in scores]))


def answered(
    table: Table, receipt: Receipt, label: Message, *, same_dealer: bool = False, **more: Any
) -> Scored:
    """Return the answer with the receipt's points; the deal moves to the left unless the same player deals
    again."""
    words: dict[str, Any] = {"roles": ("",) * PLAYERS, "won": (None,) * PLAYERS} | more
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=label,
        pot_delta=receipt.pot_delta,
        next_dealer=table.dealer if same_dealer else to_the_left(table.dealer, PLAYERS),
        **words,
    )


# A fewster: nobody picked, and the fewest card points win (HF-005 to HF-009).

SEATS = range(PLAYERS)
WON_WITH = ("points", "all_tricks", "no_trick")
# Two cards of at most five points lie in the blind.
MOST_IN_BLIND = 10


@dataclass(frozen=True)
class Fewster:
    """The seats with the fewest points of those who can win (none if it is a push), how, and why."""

    best: tuple[int, ...]
    won_with: str
    why: Message


def read_fewster(rules: SheepshoofRules, told: Facts) -> Fewster:
    """Return the winner or those who tied, and how.

    Raises HandRefused: `told_twice`, `winners_contradict`, `won_with`, `counts_missing`, `points_sum`,
    `tricks_sum`, `points_without_trick`, `blind`, and as the questions of `facts` do.
    """
    if told.get("winner") is not None or told.get("winners") is not None:
        return _from_winners(rules, told)
    if told.get("won_with") is not None:
        raise HandRefused("winners_missing", fact="winners", case="fewster")
    # The fewest points among those who can win (HF-005, HF-008, HF-009).
    points, tricks = _read_counts(told)
    trickless = tuple([place for place in SEATS if not tricks[place]])
    takers = [place for place in SEATS if tricks[place]]
    if len(takers) == 1 and rules.fewster_all_tricks == 6:
        return Fewster(tuple(takers), "all_tricks", message("why", case="all_tricks"))
    if trickless and rules.fewster_trickless == "auto_win":
        return Fewster(trickless, "no_trick", message("why", case="no_trick"))
    fewest = min([points[place] for place in takers])
    if trickless and fewest and rules.fewster_trickless == "push":
        return Fewster((), "points", message("why", case="push"))
    best = tuple([place for place in takers if points[place] == fewest])
    return Fewster(best, "points", message("why", case="fewest", points=fewest))


def _from_winners(rules: SheepshoofRules, told: Facts) -> Fewster:
    # Only the winner was told, or all of those tied for the fewest.
    refuse_told(told, ("points", "tricks", "blind"), "told_twice", fact="winners")
    best = seats(told.get("winners"), "winners", PLAYERS)
    if told.get("winner") is not None:
        one = seat(told["winner"], "winner", PLAYERS)
        if told.get("winners") is not None and best != (one,):
            raise HandRefused("winners_contradict", fact="winner", case="winner")
        best = (one,)
    if not best:
        raise HandRefused("winners_contradict", fact="winners", case="nobody")
    how = "points" if told.get("won_with") is None else one_of(told["won_with"], "won_with", WON_WITH)
    if how == "all_tricks" and len(best) > 1:
        raise HandRefused("won_with", fact="won_with", case="one")
    if how == "all_tricks" and rules.fewster_all_tricks == 2 and rules.fewster_trickless != "next":
        raise HandRefused("won_with", fact="won_with", case="nothing")
    if how == "no_trick" and (rules.fewster_trickless != "auto_win" or len(best) == PLAYERS):
        raise HandRefused("won_with", fact="won_with", case="fewster_no_trick")
    if how == "no_trick" and len(best) == 2 and rules.fewster_all_tricks == 6:
        raise HandRefused("won_with", fact="won_with", case="third")
    return Fewster(best, how, message("why", case=how))


def _read_counts(told: Facts) -> tuple[list[int], list[int]]:
    # Everybody's card points, the blind included, and tricks, checked against the deck (HF-001, HF-002).
    points = per_seat(told.get("points"), "points", PLAYERS, SEATS, CARD_POINTS)
    tricks = per_seat(told.get("tricks"), "tricks", PLAYERS, SEATS, CARD_TRICKS)
    if sum(tricks) != CARD_TRICKS:
        raise HandRefused("tricks_sum", fact="tricks", total=CARD_TRICKS, tricks=sum(tricks))
    if any(points[place] and not tricks[place] for place in SEATS):
        raise HandRefused("points_without_trick", fact="points")
    # Blind cards that are told apart go to who gets them, or lie aside (HF-007).
    aside, lying = 0, MOST_IN_BLIND
    for item in items(told.get("blind"), "blind", 2):
        parts = fields(item, "blind", ("points", "to"))
        amount = whole(parts.get("points"), "blind", 0, lying)
        lying -= amount
        if parts.get("to") is None:
            aside += amount
            continue
        taker = seat(parts["to"], "blind", PLAYERS)
        if not tricks[taker]:
            raise HandRefused("blind", fact="blind")
        points[taker] += amount
    total = sum(points) + aside
    if total != CARD_POINTS:
        raise HandRefused("points_sum", fact="points", points=total, total=CARD_POINTS)
    return points, tricks


# Points of the first, second and third place when two or all three tie for the fewest.
PLACES = (1, 0, -1)
ALL_TRICKS = 3


def score_fewster(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a fewster: the winner gets 2, the others lose 1 each; ties and tricks as the table plays them.

    Raises HandRefused: `running_missing`, and as `read_fewster` does.
    """
    hand = read_fewster(rules, told)
    receipt = Receipt(PLAYERS)
    if not hand.best:
        nothing: list[Number] = [0] * PLAYERS
        receipt.add("push", nothing, why=(hand.why,), rule="fewster_trickless", source="HF-005")
    elif len(hand.best) == 1:
        # 2 from the two others, or 6 for all the tricks where the table plays that (HF-009).
        base: list[Number] = [-1] * PLAYERS
        base[hand.best[0]] = PLAYERS - 1
        rule, source = "fewster_trickless", "HF-005, HF-008"
        receipt.add("fewster", base, why=(hand.why,), seats=hand.best, rule=rule, source=source)
        if hand.won_with == "all_tricks" and rules.fewster_all_tricks == 6:
            rule, source = "fewster_all_tricks", "HF-009"
            receipt.multiply(base, 1, ALL_TRICKS, rule, rule=rule, source=source)
    elif len(hand.best) == 2:
        _add_tie(receipt, rules, hand, table.running)
    else:
        _add_three_way(receipt, rules, table.running)
    return answered(
        table,
        receipt,
        message("label", case="fewster" if len(hand.best) == 1 else "tied" if hand.best else "nobody"),
        roles=("leaster",) * PLAYERS,
        won=tuple([None if point == 0 else point > 0 for point in receipt.points]),
    )


def _needed(running: Sequence[Fraction] | None) -> Sequence[Fraction]:
    if running is None:
        raise HandRefused("running_missing", fact="running")
    return running


def _add_tie(
    receipt: Receipt, rules: SheepshoofRules, hand: Fewster, running: Sequence[Fraction] | None
) -> None:
    # Two tied: 1 to the lower score before the hand, or they share it; the third pays 1 (HF-006).
    if rules.fewster_tie == "split":
        _add_shared(receipt, hand, "shared", "fewster_tie")
        return
    scores = _needed(running)
    lower, other = sorted(hand.best, key=lambda place: scores[place])
    if scores[lower] == scores[other]:
        # The same score before the hand: they share, or nobody pays (HF-006).
        if rules.fewster_running_tie == "split":
            _add_shared(receipt, hand, "shared_equally", "fewster_running_tie")
        else:
            why, rule = (message("why", case="equal"),), "fewster_running_tie"
            receipt.add(
                "tie", [0] * PLAYERS, case="push", why=why, seats=hand.best, rule=rule, source="HF-006"
            )
        return
    points: list[Number] = [PLACES[2]] * PLAYERS
    points[lower], points[other] = PLACES[:2]
    why, seats = (message("why", case="lower"),), (lower, other)
    receipt.add("tie", points, case="won", why=why, seats=seats, rule="fewster_tie", source="HF-006")


def _add_shared(receipt: Receipt, hand: Fewster, why: str, rule: str) -> None:
    points: list[Number] = [divided(1, 2) if place in hand.best else -1 for place in range(PLAYERS)]
    clause = message("why", case=why)
    receipt.add("tie", points, why=(clause,), seats=hand.best, rule=rule, source="HF-006")


def _add_three_way(receipt: Receipt, rules: SheepshoofRules, running: Sequence[Fraction] | None) -> None:
    # All three tied: nobody pays, or 1, 0, −1 by the scores before the hand (HF-006).
    points: list[Number] = [0] * PLAYERS
    why, rule = "nobody_pays", "fewster_three_way"
    if rules.fewster_three_way == "by_running":
        scores = _needed(running)
        why = "lowest_first"
        if len(set(scores)) < PLAYERS:
            why, rule = "some_equal", "fewster_running_tie"
        if len(set(scores)) == PLAYERS or rules.fewster_running_tie == "split":
            # Equal scores share what their places get.
            ranked = sorted(scores)
            places = [(ranked.index(score), ranked.count(score)) for score in scores]
            points = [divided(sum(PLACES[at : at + equal]), equal) for at, equal in places]
    receipt.add("three_way", points, why=(message("why", case=why),), rule=rule, source="HF-006")


def tellings(rules: SheepshoofRules, players: int) -> Iterator[Telling]:
    """Yield example hands; the first that is not refused counts where two have the same title."""
    yield message("title", case="picks", points=15), 0, {"kind": "picked", "picker": 0, "side_points": 15}
    # A title, the seat who asks why, everybody's points and tricks, and the scores before the hand.
    fewsters = (
        (message("title", case="tied", points=8), 1, [8, 8, 20], [1, 2, 3], ["4", "-4", "0"]),
        (message("title", case="no_trick", points=10), 1, [0, 10, 26], [0, 2, 4], ["0", "0", "0"]),
        (message("title", case="all_tricks"), 0, [36, 0, 0], [6, 0, 0], ["0", "0", "0"]),
        (message("title", case="tied_equal", points=8), 0, [8, 8, 20], [1, 2, 3], ["2", "2", "-4"]),
        (message("title", case="three_way", points=12), 2, [12, 12, 12], [2, 2, 2], ["4", "0", "-4"]),
    )
    for title, asks, points, tricks, running in fewsters:
        yield title, asks, {"kind": "fewster", "points": points, "tricks": tricks, "running": running}


MAJORITY = 19
ROWS = {
    "won": chart_row("won", _("Won"), MAJORITY, CARD_POINTS),
    "lost": chart_row("lost", _("Lost"), 0, MAJORITY - 1),
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
    # Won or lost, as the points and the result told agree.
    named = None if told.get("result") is None else one_of(told["result"], "result", ROWS)
    counted = None if points is None else "won" if points >= MAJORITY else "lost"
    result = counted or named
    if result is None:
        raise HandRefused("result_missing", fact="side_points", case="sheepshoof")
    if named not in (None, result):
        raise HandRefused("result_contradicts", fact="result", case="sheepshoof", points=points, result=named)
    won = result == "won"
    why = message("why", case=result, points=points)
    if points is None:
        why = message("why", case="bracket", low=ROWS[result].low, high=ROWS[result].high)
    elif points == MAJORITY - 1:
        why = message("why", case="tie")
    receipt = Receipt(PLAYERS)
    base = _to_picker(picker, 1 if won else -1)
    receipt.add(result, base, why=(why,), source="HF-002, HF-003, HF-004")
    if rules.bump and not won:
        receipt.multiply(base, 1, 2, "bump", rule="bump", source="HF-004")
    return answered(
        table,
        receipt,
        LABELS[result],
        row=result,
        roles=tuple(["picker" if place == picker else "opponent" for place in range(PLAYERS)]),
        won=tuple([(place == picker) == won for place in range(PLAYERS)]),
        factor=Fraction(2 if rules.bump and not won else 1),
    )


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


def _score_unplayed(
    table: Table, rules: SheepshoofRules, told: Facts, *, code: str, label: str, source: str
) -> Scored:
    # No points, and the same player deals again.
    receipt = Receipt(PLAYERS)
    receipt.add(code, [0] * PLAYERS, source=source)
    return answered(table, receipt, message("label", case=label), same_dealer=True)


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
    # A hand with only 3s and 2s is thrown in (HF-012), a card played out of turn is taken back (HF-011).
    "throw_in": (
        partial(_score_unplayed, code="no_play", label="thrown_in", source="HF-012"),
        frozenset(ALWAYS),
    ),
    "out_of_turn": (
        partial(_score_unplayed, code="out_of_turn", label="out_of_turn", source="HF-011"),
        frozenset(ALWAYS),
    ),
}
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_sheepshoof(players: int, rules: SheepshoofRules, told: Facts) -> Scored:
    """Return the score of a hand where three play, and others may sit out. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    if kind == "sheet":
        # A hand on a sheet knows the scores before it, which decide its ties.
        return score_sheet(
            players,
            PLAYERS,
            rules.stake,
            told,
            lambda result: score_sheepshoof(players, rules, {"running": told["previous"], **result}),
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
            ("won", 0): ChartCell(picker=Fraction(PICKER), partner=nobody, opponent=Fraction(-1)),
            ("lost", 0): ChartCell(picker=Fraction(-PICKER * loss), partner=nobody, opponent=Fraction(loss)),
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
