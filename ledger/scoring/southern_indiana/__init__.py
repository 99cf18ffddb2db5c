"""Southern Indiana four-handed: calls, solos, billies and bests, and a race to 24 beside the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial

from ledger.scoring.carried import Carried, CarriedView, Plain
from ledger.scoring.facts import (
    MOST_SEATS,
    check_names,
    flag,
    items,
    one_of,
    read_dealer,
    read_edition,
    read_kind,
    read_players,
    refuse_told,
    seat,
    to_the_left,
    whole,
)
from ledger.scoring.game import Game, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number, Receipt, divided, seated
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Chart, ChartCell, ChartRow, Facts, HandRefused, Scored, chart_row
from ledger.scoring.sitting_out import SeatFacts, read_ring, score_active
from ledger.scoring.southern_indiana.rules import PRESETS, SouthernIndianaRules
from ledger.words.messages import Message, message

# The race: how far everybody has come, and what is paid at its end.

# A fact of the race: this seat has won the game by a best.
GAME = "game"


@dataclass(frozen=True)
class Run:
    """Points run in the race, or the game won by a best, however far that was."""

    far: int = 0
    has_won: bool = False

    def __add__(self, more: Run) -> Run:
        won = self.has_won or more.has_won
        return Run(0 if won else self.far + more.far, won)

    @property
    def told(self) -> int | str:
        return GAME if self.has_won else self.far


NOWHERE = Run()


@dataclass(frozen=True, kw_only=True)
class SouthernIndianaCarried(Carried):
    """The race of everybody; of one hand, the points it added.

    `is_settled` says of a hand that the race was paid and begins anew (SI-010).
    """

    race: Mapping[int, Run] = field(default_factory=dict)
    is_settled: bool = False

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> Plain:
        return {"race": [self.race.get(player, NOWHERE).told for player in seats]}

    def counts(self) -> Plain:
        # Nothing: the race is told seat by seat, with the other standings.
        return {}

    def counting(self, counts: Mapping[str, object]) -> SouthernIndianaCarried:
        return self

    def of_players(self, players: Sequence[int]) -> SouthernIndianaCarried:
        # The same of these players, where it was of their seats.
        if not self.race:
            return self
        race = {player: self.race.get(place, NOWHERE) for place, player in enumerate(players)}
        return SouthernIndianaCarried(race=race, is_settled=self.is_settled)

    def then(self, after: Carried) -> SouthernIndianaCarried:
        if not isinstance(after, SouthernIndianaCarried):
            return self
        race = {} if after.is_settled else dict(self.race)
        for player, run in after.race.items():
            race[player] = race.get(player, NOWHERE) + run
        return SouthernIndianaCarried(race=race)

    def answer(self, players: int) -> Plain:
        # The gains of a hand in the race, by seat.
        if self.is_settled or not self.race:
            return {}
        return {"race": [self.race.get(place, NOWHERE).told for place in range(players)]}

    def shown(self, rules: SouthernIndianaRules) -> tuple[CarriedView, ...]:
        run = [(player, run) for player, run in self.race.items() if run != NOWHERE]
        run.sort(key=lambda one: (not one[1].has_won, -one[1].far))
        return tuple(_shown(run, player) for player, run in run)

    def gained(self) -> dict[int, CarriedView]:
        return {place: _shown(run) for place, run in self.race.items() if run != NOWHERE}

    def winners(self, rules: SouthernIndianaRules) -> tuple[int, ...]:
        # The leaders, once somebody is where the race ends; a game won by a best is its end.
        run = {player: rules.race_to if run.has_won else run.far for player, run in self.race.items()}
        furthest = max(run.values(), default=0)
        return tuple(player for player, far in run.items() if far == furthest >= rules.race_to)


def _shown(run: Run, player: int | None = None) -> CarriedView:
    return CarriedView(code="race_won" if run.has_won else "race", number=run.far, player=player)


MOST_IN_A_RACE = 100_000


def read_race(goal: int, players: int, told: Facts) -> list[int]:
    """Return the race by seat; a game won by a best counts as its end, the `goal`.

    Raises HandRefused: `wrong_length`, and as `whole` does.
    """
    race = items(told.get("race"), "race", MOST_SEATS)
    if len(race) != players:
        raise HandRefused("wrong_length", fact="race", case="race", players=players)
    return [goal if gained == GAME else whole(gained, "race", 0, MOST_IN_A_RACE) for gained in race]


def score_settle(
    dealer: int | None, rules: SouthernIndianaRules, race: Sequence[int], *, edition: int
) -> Scored:
    """Return the race is over: all differences are paid, or one point to who is first (SI-010).

    Everybody at the table has run it, whoever would sit out the next hand. The deal stays where it is. Those
    furthest have won the race. Raises HandRefused("race_goes_on") where nobody has come to its end (SI-001),
    but for races that an older reading settled: those nobody has won.
    """
    players, furthest = len(race), max(race)
    if furthest < rules.race_to and edition >= 2:
        raise HandRefused("race_goes_on", fact="race", goal=rules.race_to)
    receipt = Receipt(players)
    if rules.race_settle == "difference":
        points: list[Number] = [players * gained - sum(race) for gained in race]
        why = (message("why", case="difference"),)
        receipt.add("settle", points, why=why, rule="race_settle", source="SI-010")
    else:
        first = tuple([place for place in range(players) if race[place] == furthest])
        share = divided(players - len(first), len(first))
        points = [share if place in first else -1 for place in range(players)]
        why = (message("why", case="one_point"),)
        receipt.add("settle", points, case="won", why=why, seats=first, rule="race_settle", source="SI-010")
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=Message(code="label", case="settled"),
        roles=("",) * players,
        won=tuple([gained == furthest for gained in race])
        if furthest >= rules.race_to
        else (None,) * players,
        next_dealer=dealer,
        carried_after=SouthernIndianaCarried(is_settled=True),
    )


# A call: its level and who won it, from points and tricks, or as the table says it.

CARD_POINTS = 120
LEVELS = (2, 4, 6)


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call that came out: its level (2, 4, 6 points), whether it was won, and its row of the chart.

    `run` is what its winners gain in the race, `why` says why, unless the points were counted.
    """

    level: int
    won: bool
    row: ChartRow
    run: Run
    why: Message


def _call(level: int, low: int, high: int, label: str, tricks: str = "") -> Call:
    # A call by card points of the caller's side; `tricks` are the words where only tricks decide.
    won = low > CARD_POINTS // 2
    row = chart_row(f"{'won' if won else 'lost'}_{level}", label, low, high, tricks)
    if tricks:
        why = message("why", case="all_tricks" if won else "no_trick")
    else:
        why = message("why", case="bracket", low=low, high=high)
    return Call(level=level, won=won, row=row, run=Run(level), why=why)


CALLS = {
    call.row.code: call
    for call in (
        _call(2, 61, 90, _("Call at 2 won")),
        _call(4, 91, 120, _("Call at 4 won")),
        _call(6, 120, 120, _("Call at 6 won"), _("all tricks")),
        _call(2, 31, 60, _("Call at 2 set")),
        _call(4, 0, 30, _("Call at 4 set")),
        _call(6, 0, 0, _("Call at 6 set"), _("no trick")),
    )
}


def read_call(told: Facts) -> tuple[Call, Message]:
    """Return the call and why in one clause; whatever was told of it must agree (SI-002, SI-003).

    Raises HandRefused: `result_missing`, `result_contradicts`, `bad_level`, `points_missing`,
    `tricks_contradict`, and as the questions of `facts` do.
    """
    level = None
    if told.get("level") is not None:
        level = whole(told["level"], "level", LEVELS[0], LEVELS[-1])
        if level not in LEVELS:
            raise HandRefused("bad_level", fact="level", level=level)
    won = None if told.get("won") is None else flag(told, "won")
    named = None if told.get("result") is None else CALLS[one_of(told["result"], "result", CALLS)]
    counted = _by_points(told)
    found = counted or named
    if found is None:
        if level is None or won is None:
            fact = "level" if level is None else "won"
            raise HandRefused("result_missing", fact=fact, case="call")
        found = CALLS[f"{'won' if won else 'lost'}_{level}"]
    if level not in (None, found.level) or won not in (None, found.won) or named not in (None, found):
        raise HandRefused(
            "result_contradicts",
            fact="result" if named else "level",
            case="call_won" if found.won else "call_set",
            level=found.level,
        )
    if counted and found.level != 6:
        return found, message("why", case="points", points=told["side_points"])
    return found, found.why


def _by_points(told: Facts) -> Call | None:
    # By analogy with Sheepshead: 61 wins, 91 more, all tricks most; 30 or no trick lose more (SI-002).
    if told.get("side_points") is None:
        if told.get("side_tricks") is not None:
            raise HandRefused("points_missing", fact="side_points")
        return None
    points = whole(told["side_points"], "side_points", 0, CARD_POINTS)
    tricks = "some"
    if told.get("side_tricks") is not None:
        tricks = one_of(told["side_tricks"], "side_tricks", ("all", "some", "none"))
    if points != {"all": CARD_POINTS, "none": 0}.get(tricks, points):
        raise HandRefused(
            "tricks_contradict",
            fact="side_tricks",
            case="points_of_all" if tricks == "all" else "points_of_none",
            points=points,
        )
    if tricks != "some":
        return CALLS["won_6" if tricks == "all" else "lost_6"]
    if points > CARD_POINTS // 2:
        return CALLS["won_4" if points >= 91 else "won_2"]
    return CALLS["lost_4" if points <= 30 else "lost_2"]


def tellings(rules: SouthernIndianaRules, players: int) -> tuple[Telling, ...]:
    """Return example hands; the first that is not refused counts where two have the same title."""
    call = {"kind": "call", "caller": 0, "partner": 2, "level": 4}
    best = {"kind": "best", "soloist": 0}
    return (
        (message("title", case="call_made", level=4), 0, call | {"won": True}),
        (message("title", case="call_missed", level=4), 0, call | {"won": False}),
        (message("title", case="solo_lost"), 0, {"kind": "solo", "soloist": 0, "won": False}),
        (message("title", case="settled"), 0, {"kind": "settle", "race": [24, 6, 12, 9]}),
        (message("title", case="best_won"), 0, best | {"won": True}),
        (message("title", case="best_lost"), 0, best | {"won": False}),
        (message("title", case="settled_by_a_best"), 0, {"kind": "settle", "race": ["game", 6, 12, 9]}),
    )


# A hand of any kind.

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
    roles = seated(PLAYERS, "opponent", ((caller,), "picker"), ((partner,), "partner"))
    return _answer(
        dealer,
        rules,
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


def score_best(dealer: int | None, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Score a best: won it wins the game; set it pays as a solo, or loses the game (SI-006)."""
    if not _read_won(told) and rules.best_lost == "as_solo":
        return _alone(dealer, rules, told, name="best", source="SI-006", rule="best_lost")
    return _alone(dealer, rules, told, name="best", source="SI-006", game=True)


def _read_won(told: Facts) -> bool:
    if told.get("won") is None:
        raise HandRefused("result_missing", fact="won", case="won")
    return flag(told, "won")


def _alone(
    dealer: int | None,
    rules: SouthernIndianaRules,
    told: Facts,
    *,
    name: str,
    source: str,
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
    return _answer(
        dealer,
        rules,
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


@cache
def _label(code: str) -> Message:
    # Cached, as there are few and most hands need one.
    return message("label", case=code)


def _answer(
    dealer: int | None,
    rules: SouthernIndianaRules,
    *,
    code: str,
    why: Message,
    seats: tuple[int, ...],
    points: list[Number],
    race: list[Run],
    roles: tuple[str, ...],
    winners: tuple[int, ...],
    source: str,
    row: str | None = None,
    rule: str | None = None,
) -> Scored:
    # The answer for a hand that was played; with the ledger at the end only the race moves (SI-001).
    #
    # `code` says what it was and who won it, `why` more of it, `seats` whom the words name; `points` are what
    # everybody gets, `race` what the race gains a seat.
    receipt = Receipt(PLAYERS)
    clauses = (why,)
    if rules.ledger == "at_end":
        gainers = tuple([place for place, gained in enumerate(race) if gained is not NOWHERE])
        seats = (*seats, *[place for place in gainers if place not in seats])
        gained, whose = race[gainers[0]], "_others" if gainers != seats else ""
        said = message("race", case=f"gained{whose}", gained=gained.far)
        if gained.has_won:
            said = message("race", case=f"won{whose}")
        clauses = (*(clauses if row else ()), said)
        points, rule, source = [0] * PLAYERS, "ledger", f"{source}, SI-001"
    receipt.add(code, points, why=clauses, seats=seats, rule=rule, source=source)
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=_label(code),
        roles=roles,
        won=tuple([place in winners for place in SEATS]),
        row=row,
        next_dealer=to_the_left(dealer, PLAYERS),
        carried_after=SouthernIndianaCarried(race=dict(enumerate(race))),
    )


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
        next_dealer=to_the_left(dealer, PLAYERS),
        carried_after=SouthernIndianaCarried(race=dict.fromkeys(SEATS, NOWHERE)),
    )


# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = {"kind", "edition", "dealer", "race", "sitting_out", "doublers", "pot"}
SOLO = {"soloist", "won"}
CALL = {"caller", "partner", "level", "won", "result", "side_points", "side_tricks"}
KINDS: dict[str, tuple[Callable[[int | None, SouthernIndianaRules, Facts], Scored], frozenset[str]]] = {
    "call": (score_call, frozenset(ALWAYS | CALL)),
    # 18 for the soloist, or 6 for each opponent (SI-004); a billy, to take no trick, as well (SI-005).
    "solo": (partial(_alone, name="solo", source="SI-004"), frozenset(ALWAYS | SOLO)),
    "billy": (partial(_alone, name="billy", source="SI-005"), frozenset(ALWAYS | SOLO)),
    "best": (score_best, frozenset(ALWAYS | SOLO)),
    "pass": (score_pass, frozenset(ALWAYS)),
}
SPEAK = SeatFacts(one=("caller", "partner", "soloist"), standings=("race",))
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_southern_indiana(players: int, rules: SouthernIndianaRules, told: Facts) -> Scored:
    """Return the score of a hand where four play, and others may sit out. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "settle", "sheet"))
    if kind == "sheet":
        hand = partial(score_southern_indiana, players, rules)
        return score_sheet(players, PLAYERS, rules.stake, told, hand)
    facts = ALWAYS if kind == "settle" else KINDS[kind][1]
    check_names(told, facts, ALL_FACTS)
    ring = read_ring(players, PLAYERS, told)
    refuse_told(told, ("doublers", "pot"), "not_kept_here", nothing=(None, 0, {}))
    dealer = read_dealer(told, ring.players)
    if told.get("race") is not None or kind == "settle":
        race = read_race(rules.race_to, ring.players, told)
    if kind == "settle":
        return score_settle(dealer, rules, race, edition=read_edition(told, EDITION))
    return score_active(ring, told, SPEAK, lambda hand: KINDS[kind][0](hand.get("dealer"), rules, hand))


def chart(rules: SouthernIndianaRules, active: int) -> Chart:
    """Calls at 2, 4 and 6, won and set, after every hand or 0 until the end.

    Raises HandRefused (`players`) for any number but four.
    """
    read_players(active, PLAYERS, PLAYERS)
    cells = {}
    for call in CALLS.values():
        units = 0 if rules.ledger == "at_end" else call.level if call.won else -call.level
        ours, theirs = Fraction(units), Fraction(-units)
        cells[call.row.code, 1] = ChartCell(picker=ours, partner=ours, opponent=theirs)
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
