"""The outcome of a picked hand: one of six results, from card points and tricks, or named at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ledger.scoring.facts import fields, flag, items, one_of, seat, whole
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.scored import ChartRow, Facts, HandRefused, chart_row
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides
from ledger.scoring.sheepshead.table import Table, most_in_blind
from ledger.words.messages import Message, message

WON = ("won", "won_schneider", "won_all_tricks")
# From the fewest card points upward; what is more than all of them wins double.
LOST_OR_WON = ("lost_schneider", "lost", "won")


@dataclass(frozen=True, kw_only=True)
class Result:
    """A result: its chart row, the tricks it means, and its level where all rows are played.

    `name` says it with its card points, `label` is what a hand is called that came out so.
    """

    row: ChartRow
    tricks: str
    level: int
    name: Message
    label: Message
    source: str

    @property
    def won(self) -> bool:
        return self.row.side == "won"


def _result(code: str, tricks: str, level: int, text: str, source: str, low: int, high: int) -> Result:
    # `low` and `high` are card points of the picker's side, `text` its words, marked.
    words = {"all": _("all tricks"), "none": _("no trick"), "some": ""}
    row = chart_row(code, text, low, high, words[tricks])
    name = message("row", case=code, low=low, high=high)
    label = message("label", case=code, low=low, high=high)
    return Result(row=row, tricks=tricks, level=level, name=name, label=label, source=source)


def _results(lost_double: int, won_double: int) -> dict[str, Result]:
    # The six results where a loss counts double up to, and a win from, so many card points.
    low, high = lost_double, won_double
    found = (
        _result("won", "some", 1, _("Won"), "SH-003, SH-004", 61, high - 1),
        _result("won_schneider", "some", 2, _("Won, no schneider"), "SH-005, SH-007", high, 120),
        _result("won_all_tricks", "all", 3, _("Won, all tricks"), "SH-006", 120, 120),
        _result("lost", "some", 1, _("Lost"), "SH-003, SH-004", low + 1, 60),
        _result("lost_schneider", "some", 2, _("Lost, no schneider"), "SH-007, SH-008", 0, low),
        _result("lost_no_trick", "none", 3, _("Lost, no trick"), "SH-006, SH-009", 0, 0),
    )
    return {result.row.code: result for result in found}


# By the house rule `schneider_line`.
LINES = {
    "standard": _results(30, 91),
    "thirty_is_safe": _results(29, 91),
    "ninety_wins_double": _results(30, 90),
    "ninety_and_thirty": _results(29, 90),
}
RESULTS = LINES["standard"]


def result_of(points: int, tricks: str, results: Mapping[str, Result] = RESULTS) -> Result:
    """Return the result of `points` card points and all, some or none of the tricks (SH-003, SH-006,
    SH-007)."""
    if tricks == "all":
        return results["won_all_tricks"]
    if tricks == "none":
        return results["lost_no_trick"]
    for code in LOST_OR_WON:
        if points <= (results[code].row.high or 0):
            return results[code]
    return results["won_schneider"]


def level_of(result: Result, *, trick_rows: bool, trick_level: int) -> int:
    """Return 1 plain, 2 schneider, `trick_level` all tricks or none; without trick rows schneider is
    the top."""
    if result.level < 3:
        return result.level
    return trick_level if trick_rows else 2


def why(result: Result, points: int | None, level: int) -> Message:
    """Return a clause that gives the reason of a result and its level."""
    row = result.row
    return _why_result(row.code, result.tricks, row.low or 0, row.high or 0, points, level)


@lru_cache(maxsize=4096)
def _why_result(code: str, tricks: str, low: int, high: int, points: int | None, level: int) -> Message:
    if tricks != "some":
        return message("why", case="all_taken" if tricks == "all" else "none_taken", level=level)
    if points is None:
        return message("why", case="bracket", low=low, high=high, level=level)
    if points == 60:
        return message("why", case="tie", points=points, level=level)
    if code == "won_schneider":
        left, safe = 120 - points, 121 - low
        return message("why", case="won_schneider", points=points, left=left, safe=safe, level=level)
    if code == "lost_schneider":
        return message("why", case="lost_schneider", points=points, safe=high + 1, level=level)
    return message("why", case=code, points=points, level=level)


PARTS = ("seat", "points", "tricks")


@dataclass(frozen=True)
class Bury:
    """A bury: who buried (a seat) how many card points, whether he is on the picker's side and took a
    trick."""

    seat: int
    points: int
    ours: bool
    has_trick: bool


def read_buries(table: Table, sides: Sides, told: Facts, tricks: str) -> list[Bury]:
    """Return everything buried in this hand; `tricks` (all, some, none) are those of the picker's side.

    Raises HandRefused: `no_blind`, `seat_twice`, `sits_out`, `who_buries`, `tricks_contradict`, and as the
    questions of `facts` do.
    """
    told_buries = items(told.get("buries"), "buries", table.players)
    most = most_in_blind(len(table.active))
    if told_buries and not most:
        raise HandRefused("no_blind", fact="buries", case="bury", players=len(table.active))
    buries = []
    for item in told_buries:
        parts = fields(item, "buries", PARTS)
        place = seat(parts.get("seat"), "buries", table.players)
        if place not in table.active:
            raise HandRefused("sits_out", fact="buries", case="bury")
        ours = place not in sides.opponents
        points = whole(parts.get("points"), "buries", 0, most)
        buries.append(Bury(place, points, ours, _read_trick(parts.get("tricks"), sides, tricks, ours=ours)))
    if len({bury.seat for bury in buries}) != len(buries):
        raise HandRefused("seat_twice", fact="buries", case="bury")
    # The picker buries; of seven one more can, with whom he shares the blind (SH-154 to SH-156).
    others = len([bury for bury in buries if bury.seat != sides.picker])
    if others and len(table.active) in (5, 6):
        raise HandRefused("who_buries", fact="buries", players=len(table.active))
    if others > 1 and len(table.active) == 7:
        raise HandRefused("who_buries", fact="buries", case="seven")
    whole(sum([bury.points for bury in buries]), "buries", 0, most)
    return buries


def _read_trick(value: object, sides: Sides, tricks: str, *, ours: bool) -> bool:
    # Whether who buried took a trick; if nobody says, he has one as soon as his side has.
    side_has_trick = tricks != ("none" if ours else "all")
    if value is None:
        return side_has_trick
    has_trick = one_of(value, "buries", ("some", "none")) == "some"
    if has_trick and not side_has_trick:
        raise HandRefused("tricks_contradict", fact="buries", case="buried")
    if side_has_trick and ours and not has_trick and not sides.partners:
        raise HandRefused("tricks_contradict", fact="buries", case="buried_alone")
    return has_trick


def whose(rule: str, buries: list[Bury], tricks: str) -> tuple[Message, ...]:
    """Return clauses that say whose the points of a player without a trick are; none where nobody
    buried so."""
    return tuple(
        [
            message("bury", case="counts" if _counts(rule, bury, tricks) else "lost", points=bury.points)
            for bury in buries
            if not bury.has_trick
        ]
    )


def _counts(rule: str, bury: Bury, tricks: str) -> bool:
    # Whether a bury counts for the side of who buried it.
    if rule == "always":
        return True
    if rule == "side_trick":
        return tricks != ("none" if bury.ours else "all")
    return bury.has_trick


CARD_POINTS = 120
TRICKS = ("all", "some", "none")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a picked hand.

    `points` are card points of the picker's side, None where only the row was told. `called` means that
    sheepshead was called. `side_trickless` and `picker_trickless` say who took no trick, `buried` whose the
    buried points are, where a house rule had to say it.
    """

    result: Result
    won: bool
    points: int | None
    called: bool
    side_trickless: bool
    picker_trickless: bool
    buried: tuple[Message, ...]


def read_outcome(table: Table, rules: SheepsheadRules, sides: Sides, told: Facts) -> Outcome:
    """Return the outcome of a picked hand.

    Raises HandRefused: `result_missing`, `result_contradicts`, `tricks_contradict`, `points_contradict`,
    `sheepshead_off`, `sheepshead_alone`, and as the questions of `facts` do.
    """
    flag(told, "conceded")  # a hand laid down scores like a played one, at the row the table names (SH-024)
    called = read_called(rules, sides, told)
    results = LINES[rules.schneider_line]
    named = None if told.get("result") is None else results[one_of(told["result"], "result", results)]
    # The tricks of the picker's side; not told they follow from the row, or are “some” (SH-006).
    tricks = "some" if named is None else named.tricks
    if told.get("side_tricks") is not None:
        tricks = one_of(told["side_tricks"], "side_tricks", TRICKS)
    elif named is None and called and told.get("side_points", CARD_POINTS) == CARD_POINTS:
        raise HandRefused("tricks_missing", fact="side_tricks", case="sheepshead")
    buries = read_buries(table, sides, told, tricks) if told.get("buries") is not None else []
    points = _read_points(table, rules, told, tricks, buries)
    counted = None if points is None else result_of(points, tricks, results)
    result = _agreed(counted, tricks, named, called=called)
    return Outcome(
        result=result,
        won=tricks == "all" if called else result.won,
        points=points,
        called=called,
        side_trickless=tricks == "none",
        picker_trickless=_picker_trickless(sides, told, tricks, buries),
        buried=whose(rules.bury_credit, buries, tricks) if buries else (),
    )


def read_called(rules: SheepsheadRules, sides: Sides, told: Facts) -> bool:
    """Return whether sheepshead was called (SH-045, SH-047). Raises `sheepshead_off`, `sheepshead_alone`."""
    if not flag(told, "called_sheepshead"):
        return False
    if not rules.call_sheepshead:
        raise HandRefused("sheepshead_off", fact="called_sheepshead")
    if sides.partners and not rules.sheepshead_with_partner:
        raise HandRefused("sheepshead_alone", fact="called_sheepshead")
    return True


def _read_points(
    table: Table, rules: SheepsheadRules, told: Facts, tricks: str, buries: list[Bury]
) -> int | None:
    # Card points of the picker's side, bury included; None if nobody counted them.
    points = _card_points(told, "side_points")
    taken = _card_points(told, "trick_points")
    if taken is not None:
        # Points in the tricks and what was buried on the picker's side (SH-012, SH-156).
        total = taken + sum([bury.points for bury in buries])
        if total > CARD_POINTS or (tricks == "all" and total != CARD_POINTS) or (tricks == "none" and taken):
            raise HandRefused("points_contradict", fact="trick_points", case="buried", points=taken)
        # Buried points count for the picker's side; what one side loses is the other's (SH-012).
        credit = rules.bury_credit
        ours = [bury for bury in buries if bury.ours == _counts(credit, bury, tricks)]
        counted = taken + sum(bury.points for bury in ours)
        if points not in (None, counted):
            raise HandRefused("points_contradict", fact="side_points", points=counted)
        return counted
    if buries:
        raise HandRefused("trick_points_missing", fact="trick_points")
    if points is None:
        return {"all": CARD_POINTS, "none": 0, "some": None}[tricks]
    # A bury without a trick is lost (SH-012).
    always, most = rules.bury_credit == "always", most_in_blind(len(table.active))
    if tricks == "none" and points > (most if always else 0):
        raise HandRefused("tricks_contradict", fact="side_points", case="no_such_points", points=points)
    # With all tricks a bury can still be lost: the picker's if only his partner took them, an opponent's own.
    own = rules.bury_credit == "picker_trick" and told.get("picker_tricks") == "none"
    lost = most if own or (always and len(table.active) == 7) else 0
    if tricks == "all" and points < CARD_POINTS - lost:
        fact, total = "side_points", CARD_POINTS
        raise HandRefused("tricks_contradict", fact=fact, case="all", total=total, points=points)
    return points


def _card_points(told: Facts, fact: str) -> int | None:
    return None if told.get(fact) is None else whole(told[fact], fact, 0, CARD_POINTS)


def _agreed(counted: Result | None, tricks: str, named: Result | None, *, called: bool) -> Result:
    # The one result that everything told agrees on.
    result = counted or named
    if result is None:
        if called:  # one trick missed is enough to know (SH-046)
            return RESULTS["lost"]
        raise HandRefused("result_missing", fact="side_points", case="picker")
    if named is not None and (named is not result or named.tricks != tricks):
        raise HandRefused("result_contradicts", fact="result", case="picker", result=named.name)
    if called and named is not None and named.won != (tricks == "all"):
        raise HandRefused("result_contradicts", fact="result", case="called")
    return result


def _picker_trickless(sides: Sides, told: Facts, tricks: str, buries: list[Bury]) -> bool:
    # Whether the picker himself took no trick; alone his tricks are his side's (SH-054).
    by_bury = any(bury.seat == sides.picker and not bury.has_trick for bury in buries)
    if told.get("picker_tricks") is None:
        return tricks == "none" or by_bury
    trickless = one_of(told["picker_tricks"], "picker_tricks", ("some", "none")) == "none"
    if trickless != (tricks == "none") and (tricks == "none" or not sides.partners):
        raise HandRefused("tricks_contradict", fact="picker_tricks", case="picker")
    if by_bury and not trickless:
        raise HandRefused("tricks_contradict", fact="picker_tricks", case="picker_buried")
    return trickless
