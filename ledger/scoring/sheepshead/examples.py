"""Hands that show what the house rules of Sheepshead do."""

from collections.abc import Iterator

from ledger.scoring.carried import Plain
from ledger.scoring.game import Telling
from ledger.scoring.sheepshead.rules import SheepsheadRules, is_mixed, rules_after
from ledger.scoring.sheepshead.table import keeps_pot, most_in_blind, most_partners
from ledger.words.messages import Message, message

TRICKS = {3: 10, 4: 7, 5: 6, 6: 5, 7: 4}
# Card points of a Mittler or Schneidster with one winner, and with several tied for it; and the tricks.
MIDDLE: dict[int, tuple[list[int], list[int], list[int]]] = {
    3: ([25, 20, 75], [25, 25, 70], [3, 3, 4]),
    4: ([], [25, 25, 20, 50], [2, 2, 1, 2]),
    5: ([20, 15, 10, 30, 45], [25, 25, 25, 10, 35], [1, 1, 1, 1, 2]),
}
POT = {"amount": "8", "pots": 2}


def tellings(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    """Yield example hands; the first that is not refused counts where two have the same title.

    The plain ones come first, then what a table changes most.
    """
    if players == 2 and rules.two_handed == "symmetric":
        for points, lesser, tricks in ((75, 45, [9, 7]), (90, 30, [12, 4])):
            title = message("title", case="two_handed", points=points, lesser=lesser)
            yield title, 0, {"kind": "two_handed", "points": [points, lesser], "tricks": tricks}
        return
    # A picked hand: with a partner where there can be one.
    partners = [1] if most_partners(players) and rules.partner != "nobody" else []
    side: Plain = {"kind": "picked", "picker": 0, "partners": partners}
    yield from _called(rules, side, players)
    has_leaster = rules.no_picker == "leaster" and players in TRICKS
    if has_leaster:
        yield from _leaster(rules, players)
    yield from _unpicked(rules, side, players)
    # Tricks and buried points.
    none = side | {"side_points": 0, "side_tricks": "none"}
    picker = {"picker_tricks": "none"} if partners else {}
    yield from ((_title(side, "no_trick"), 0, none | picker), (_title(side, "no_trick"), 0, none))
    if partners:
        buried = {"buries": [{"seat": 0, "points": 10, "tricks": "none"}], "trick_points": 55}
        trickless = side | {"side_tricks": "some", "picker_tricks": "none"} | buried
        yield message("title", case="buried", points=55, buried=10), 0, trickless
    yield from (
        (_title(side, "lost", points=30), 0, _with(side, 30)),
        (_title(side, "won", points=90), 0, _with(side, 90)),
    )
    if partners:
        alone = _with(side | {"partners": []}, 70)
        yield from (
            (message("title", case="won_alone", points=70), 0, alone),
            (message("title", case="won_holding", points=70), 0, alone | {"holds_partner": True}),
        )
    if keeps_pot(rules):
        yield from _pots(rules, side, players - 1)
    yield from _rare(rules, side, players)
    if has_leaster:
        yield from _rarer_leasters(rules, players)


def _pots(rules: SheepsheadRules, side: Plain, last: int) -> Iterator[Telling]:
    # Two pots of four, won and missed; and what becomes of them.
    yield from (
        (_title(side, "pot_taken", pot=8, points=70), 0, _with(side, 70, pot=POT)),
        (_title(side, "pot_missed", pot=8, points=45), 0, _with(side, 45, pot=POT)),
    )
    if rules.pot in ("thrown_in", "any"):
        yield message("title", case="thrown_in"), 0, {"kind": "bad_hand"}
    case: str = "pot_left"
    end: Plain = {"kind": "pot_divide", "pot": POT}
    if rules.pot_end == "showdown":
        case, end = "showdown", {"kind": "showdown", "winner": 0, "pot": POT}
    yield message("title", case=case, pot=8), 0, end
    yield message("title", case="joins", pot=8), last, {"kind": "newcomer", "newcomer": last, "pot": POT}


def _rare(rules: SheepsheadRules, side: Plain, players: int) -> Iterator[Telling]:
    last, partners = players - 1, side["partners"]
    # Sheepshead called, made and missed: alone, and with a partner where the table lets him.
    called = side | {"called_sheepshead": True}
    alone = called | {"partners": []}
    yield from (
        (message("title", case="sheepshead_made_alone"), 0, alone | {"side_tricks": "all"}),
        (message("title", case="sheepshead_missed_alone"), 0, alone | {"side_tricks": "some"}),
    )
    if partners:
        yield message("title", case="sheepshead_made"), 0, called | {"side_tricks": "all"}
    # Somebody on either side did not follow suit.
    renege, ours = side | {"kind": "renege"}, len(partners)
    case = "partner_reneges" if partners else "picker_reneges"
    yield from (
        (message("title", case=case), ours, renege | {"offender": ours}),
        (message("title", case="opponent_reneges"), last, renege | {"offender": last}),
        # Payments and doublings of some tables only.
        (_title(side, "three_kings", points=70), last, _with(side, 70, three_kings=last)),
        (_title(side, "last_round", points=70), 0, _with(side, 70, last_round=True)),
    )
    if rules.sixty_doubles:
        yield _title(side, "after_sixty", points=70), 0, _with(side, 70, doublers=1)
    passed = _passed(rules, players) | {"mauer": 0}
    if rules.mauer_double:
        passed |= {"mauer_marks": rules.mauer_double - 1}
        yield _title(side, "after_marks", points=70, marks=rules.mauer_double), 0, _with(side, 70, doublers=1)
    yield message("title", case="mauer"), 0, passed


def _title(side: Plain, case: str, **params: object) -> Message:
    # The title of a picked hand: of two who play together, or of the picker alone.
    return message("title", case=case if side["partners"] else f"{case}_alone", **params)


def _with(side: Plain, points: int, **more: object) -> Plain:
    # The side took some tricks, and so many points.
    return side | {"side_points": points, "side_tricks": "some"} | more


def _called(rules: SheepsheadRules, side: Plain, players: int) -> Iterator[Telling]:
    # A lost hand with everything called that this table knows.
    steps = ["crack", "recrack", "castrate"]
    cracks = steps[: steps.index(rules.crack) + 1] if rules.crack in steps else []
    may_blitz = cracks or rules.blitz_timing != "after_crack"
    most = [name for name in rules.blitz if name == "four_jacks"] or list(rules.blitz[:1])
    blitzes = most if may_blitz else []
    blind = ["blind_pick"] if rules.blind_pick and most_in_blind(players) else []
    told = _with(side, 28, cracks=cracks, blitzes=blitzes, **dict.fromkeys(blind, True))
    said = (*blind, *cracks[-1:], *["blitz"][: len(blitzes)])
    called = {"calls": said} if said else {}
    yield _title(side, "lost_called" if said else "lost", points=28, **called), 0, told
    corner = _title(side, "lost_called", points=28, calls=("corner",))
    yield corner, 0, _with(side, 28, cracks=["crack", "corner"])


def _counts(players: int) -> Plain:
    # The first takes a trick without points, the second the most, as many others as can a trick with 10.
    total = TRICKS[players]
    tricks = [int(seat < total) for seat in range(players)]
    points = [0, 0, *[10 * taken for taken in tricks[2:]]]
    tricks[1] += total - sum(tricks)
    points[1] = 120 - sum(points)
    return {"kind": "leaster", "points": points, "tricks": tricks}


def _leaster(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    # Two tie for the fewest points with a trick, and somebody has no trick at all.
    left = TRICKS[players] - 2
    told: Plain = {
        "kind": "leaster",
        "points": [10, 10, 0, *[0] * (players - 4), 100][:players],
        "tricks": [1, 1, 0, *[0] * (players - 4), left][:players],
    }
    if players == 3:
        told["points"], told["tricks"] = [10, 110, 0], [1, left + 1, 0]
    elif rules.leaster_tie in ("decided", "two_one"):
        told["tie_winner"] = 0 if rules.leaster_need_trick else 2
    title = message("title", case="leaster_tied" if players > 3 else "leaster", points=10)
    yield title, 0 if rules.leaster_need_trick else 2, told


def _rarer_leasters(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    # Leasters without points, with every trick, by the jack of diamonds, and with a blind apart.
    nothing = [0] * (players - 1)
    every = {"kind": "leaster", "points": [120, *nothing], "tricks": [TRICKS[players], *nothing]}
    apart = _counts(players)
    yield from (
        (message("title", case="leaster_no_points"), 0, _counts(players)),
        (message("title", case="leaster_all_tricks"), 0, every),
        (message("title", case="leaster_all_tricks"), 0, every | {"tie_winner": 1}),
        (message("title", case="leaster_jack"), 1, _counts(players) | {"jack": 1}),
    )
    first, second, *others = apart["points"]
    apart["points"] = [first + 8, second + 2 * first - 18, *others]
    apart["blind"] = {"points": 10, "to": None if rules.leaster_blind == "nobody" else 0}
    yield message("title", case="leaster_blind", points=8, blind=10), 0, apart


def _unpicked(rules: SheepsheadRules, side: Plain, players: int) -> Iterator[Telling]:
    if rules.no_picker == "doubler":
        yield _title(side, "won_after_doublers", points=70), 0, _with(side, 70, doublers=2)
    yield _title(side, "forced", points=45), 0, _with(side, 45, forced=True)
    nothing = [0] * (players - 3)
    if rules.no_picker == "moster" and players in TRICKS:
        two = TRICKS[players] // 3
        tricks = [TRICKS[players] - two - 1, two, 1, *nothing]
        tied = {"kind": "moster", "points": [50, 50, 20, *nothing], "tricks": tricks}
        yield message("title", case="moster_tied", points=50), 0, tied
    yield from _middles(rules, players)
    if rules.no_picker == "schwanzer" and players > 2:
        strongest = {"kind": "schwanzer", "strength": [8, 8, 5, *nothing]}
        yield message("title", case="schwanzer_tied", strength=8), 0, strongest
    if rules.partner in ("queens", "first_queens") and side["partners"]:
        yield message("title", case="queens", points=45), 0, _with(side, 45, unpicked=True)
    if is_mixed(rules):
        # The other hand after so many in a row that nobody picked.
        count = rules.no_picker_after
        then, passes = rules_after(rules, count), {"passes": count}
        if then.no_picker == "forced":
            forced = _with(side, 45, forced=True)
            yield _title(side, "then_forced", count=count, points=45), 0, forced | passes
        elif then.no_picker == "schwanzer":
            weakest = {"kind": "schwanzer", "strength": [8, 5, 3, *nothing][:players]}
            yield message("title", case="then", count=count), 0, weakest | passes
        else:
            yield message("title", case="then", count=count), 0, _passed(then, players) | passes


def _middles(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    if rules.no_picker not in ("mittler", "schneidster") or players not in MIDDLE:
        return
    # Somebody in the middle or closest to 30, and two who are tied for it.
    one, several, tricks = MIDDLE[players]
    told = {"kind": rules.no_picker, "tricks": tricks}
    if one:
        yield message("title", case="middle", points=one[0]), 0, told | {"points": one}
    yield message("title", case="middle_tied", points=25), 0, told | {"points": several}
    if players == 4:
        yield message("title", case="two_in_the_middle"), 0, told | {"points": [30, 20, 60, 10]}


def _passed(rules: SheepsheadRules, players: int) -> Plain:
    # A hand that nobody picked.
    if rules.no_picker in ("leaster", "moster", "mittler", "schneidster") and players in TRICKS:
        return _counts(players) | {"kind": rules.no_picker}
    return {"kind": "all_pass"}
