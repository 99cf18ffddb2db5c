"""Any other game: everybody's points as they were counted at the table.

Points as typed add up over the night, and become money at its end (`evened`). Other groups bring each hand to
zero. There is no document behind it: all of it is a convention of this house.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from ledger.scoring.facts import (
    MOST_SEATS,
    check_names,
    items,
    read_dealer,
    read_edition,
    read_kind,
    read_players,
    refuse_told,
    seats,
    to_the_left,
    whole,
)
from ledger.scoring.game import Game, Preset, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch
from ledger.scoring.receipt import PARTS, Number, Receipt, exactly
from ledger.scoring.running import SHEET_FACTS, evened, in_money, score_sheet
from ledger.scoring.scored import Chart, Facts, HandRefused, Points, Scored
from ledger.words.messages import message

LEAST_ACTIVE = 2
EDITION = BEST_WINS = 3
"""The newest reading of the rules: by the second nobody passes where fewer than two are left to; by the third
only the best number wins a hand, and before everybody who got points."""
MOST_TYPED = 100_000
"""More points than any game at a kitchen table counts, either way."""

COUNTING = _("How it is counted")
CONVENTION = _("convention")
WHERE_TYPED = (("counting", ("typed",)),)


@dataclass(frozen=True, kw_only=True)
class AnyGameRules:
    """House rules of any other game: counting of points, and their change into money."""

    counting: str = choice(
        "balanced",
        {
            "typed": _("as typed, 25 are 25"),
            "balanced": _("as typed, and they add up to zero"),
            "average": _("against the average"),
            "each": _("everybody against everybody"),
        },
        label=_("What the points are worth"),
        help=_(
            "As typed, points add up over the night, and money is worked out at its end. Where they add up "
            "to zero, what some win others lose. Against the average, whoever has more gets the difference, "
            "and whoever has less pays it. Everybody against everybody, each pair settles its difference."
        ),
        source=CONVENTION,
        section=COUNTING,
    )
    low_wins: bool = switch(
        False,
        label=_("The fewest points win"),
        help=_("As in Hearts or Rummy: points are bad, and whoever has fewer is paid."),
        source=CONVENTION,
        section=COUNTING,
    )
    money: str = choice(
        "average",
        {
            "average": _("against the average"),
            "each": _("everybody against everybody"),
            "winner": _("the winner takes it"),
        },
        label=_("Money at the end of the night"),
        help=_(
            "Against the average, each point above it is paid, and each below it pays. Everybody against "
            "everybody, each pair settles its difference. Where the winner takes it, everybody pays their "
            "difference to the winner, and winners who are level share."
        ),
        source=CONVENTION,
        section=COUNTING,
        needs=WHERE_TYPED,
    )
    target: int | None = number(
        None,
        low=1,
        high=MOST_TYPED,
        label=_("Played to"),
        help=_("The table says when somebody has come to so many points: 100 in Hearts, 500 in Spades."),
        source=CONVENTION,
        section=COUNTING,
        needs=WHERE_TYPED,
    )
    hand_total: int | None = number(
        None,
        low=0,
        high=MOST_TYPED,
        label=_("Each hand comes to"),
        help=_(
            "All points of a hand together, 26 in Hearts; other sums are refused. One player may have none "
            "and all others the whole of it, as when somebody shoots the moon."
        ),
        source=CONVENTION,
        section=COUNTING,
        needs=WHERE_TYPED,
    )
    has_bids: bool = switch(
        False,
        label=_("Bids are written down"),
        help=_("Beside the points stands what everybody bid, as in Wizard or Oh Hell."),
        source=CONVENTION,
        section=COUNTING,
        needs=WHERE_TYPED,
    )
    teams: int | None = number(
        None,
        low=2,
        high=5,
        label=_("Teams"),
        help=_(
            "So many teams share a number each: with two, every second player at the table is a partner. "
            "Type it for one player of a team."
        ),
        source=CONVENTION,
        section=COUNTING,
        needs=WHERE_TYPED,
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=1_000_000,
        label=_("Money for a point"),
        help=_("Points stay points; money is points times this."),
        source=CONVENTION,
        section=_("At the table"),
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(_("stake"),),
    )


PRESETS = (
    Preset(
        key="points",
        name=_("The most points win"),
        help=_("Points as you write them on paper: they add up, and the most win."),
        values={"counting": "typed"},
    ),
    Preset(
        key="points_low",
        name=_("The fewest points win"),
        help=_("Points as you write them on paper: they add up, and the fewest win. Rummy, Hearts."),
        values={"counting": "typed", "low_wins": True},
    ),
    Preset(
        key="as_typed",
        name=_("Points that add up to zero"),
        help=_("What some win others lose, hand by hand."),
        values={},
    ),
    Preset(
        key="most_points",
        name=_("The most points win, each hand against the average"),
        help=_("Everybody is measured against the average of the hand."),
        values={"counting": "average"},
    ),
    Preset(
        key="fewest_points",
        name=_("The fewest points win, each hand against the average"),
        help=_("Everybody is measured against the average of the hand."),
        values={"counting": "average", "low_wins": True},
    ),
)


def score_points(players: int, rules: AnyGameRules, told: Facts) -> Scored:
    """Return everybody's points as typed: a whole number for who plays, none for who sits out.

    Raises HandRefused: `not_balanced` where they should add up to zero and do not, …
    """
    active = _read_active(players, told)
    typed = _read_numbers("points", told, players, active)
    is_typed = rules.counting == "typed"
    worth: list[Number] = list(typed)
    if is_typed:
        _check_typed(typed, rules)
    elif rules.counting != "balanced":
        worth = evened(typed, rules.counting, low_wins=rules.low_wins)
    elif total := sum(typed):
        raise HandRefused("not_balanced", fact="points", left=total)
    elif rules.low_wins:
        worth = [-one for one in typed]
    won = dict(zip(active, worth, strict=True))
    receipt = Receipt(players)
    gained = [won.get(place, 0) for place in range(players)]
    receipt.add("points", gained, case=rules.counting, rule="counting", source=CONVENTION)
    if told.get("bids") is not None:
        for place, bid in zip(active, _read_numbers("bids", told, players, active), strict=True):
            receipt.add("bid", [0] * players, params={"bid": bid}, seats=(place,), rule="has_bids")
    compared = evened(typed, "average", low_wins=rules.low_wins) if is_typed else list(won.values())
    by_seat = dict(zip(active, compared, strict=True))
    least = max(compared) if read_edition(told, EDITION) >= BEST_WINS else Fraction(1, PARTS)
    winning = {place: None if not any(compared) else ahead >= least for place, ahead in by_seat.items()}
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case="points"),
        roles=tuple("player" if place in won else "out" for place in range(players)),
        won=tuple(winning.get(place) for place in range(players)),
        next_dealer=to_the_left(read_dealer(told, players), players),
        compared=exactly([by_seat.get(place, 0) for place in range(players)]) if is_typed else None,
    )


def _check_typed(points: Sequence[int], rules: AnyGameRules) -> None:
    # Players have to fall into teams with one number each; a hand comes to its total, or all but one do.
    sides = rules.teams or len(points)
    if len(points) % sides:
        raise HandRefused("no_teams", fact="sitting_out", teams=sides, players=len(points))
    if any(one != points[place % sides] for place, one in enumerate(points)):
        raise HandRefused("team_differs", fact="points")
    of_sides, total = points[:sides], rules.hand_total
    if total is not None and sum(of_sides) != total and sorted(of_sides) != [0, *[total] * (sides - 1)]:
        raise HandRefused("not_the_total", fact="points", total=total, sum=sum(of_sides))


def _read_active(players: int, told: Facts) -> list[int]:
    # The seats that play, two at least (`sitters`) but for hands told by the first reading.
    out = seats(told.get("sitting_out"), "sitting_out", players)
    active = [place for place in range(players) if place not in out]
    if len(active) < LEAST_ACTIVE and (told["kind"] == "points" or read_edition(told, EDITION) >= 2):
        raise HandRefused(
            "sitters", fact="sitting_out", case="at_least", plays=LEAST_ACTIVE, count=len(active)
        )
    return active


def _read_numbers(fact: str, told: Facts, players: int, active: Sequence[int]) -> list[int]:
    typed = items(told.get(fact), fact, MOST_SEATS)
    if len(typed) != players:
        raise HandRefused("wrong_length", fact=fact, named=fact, players=players)
    if any(typed[place] not in (None, 0) for place in range(players) if place not in active):
        raise HandRefused("counts_of_a_sitter", fact=fact, named=fact)
    return [whole(typed[place], fact, -MOST_TYPED, MOST_TYPED) for place in active]


def score_pass(players: int, rules: AnyGameRules, told: Facts) -> Scored:
    """Nobody won anything: the next one deals."""
    _read_active(players, told)
    receipt = Receipt(players)
    receipt.add("no_play", [0] * players)
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case="passed"),
        roles=("",) * players,
        won=(None,) * players,
        next_dealer=to_the_left(read_dealer(told, players), players),
    )


# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = frozenset({"kind", "edition", "dealer", "sitting_out", "doublers", "pot"})
KINDS = {"points": (score_points, ALWAYS | {"points", "bids"}), "pass": (score_pass, ALWAYS)}
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_any_game(players: int, rules: AnyGameRules, told: Facts) -> Scored:
    """Return the score of typed points, for two to ten at the table. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    count = read_players(players, LEAST_ACTIVE, MOST_SEATS)
    if kind == "sheet":
        hand = partial(score_any_game, count, rules)
        sheet = score_sheet(count, LEAST_ACTIVE, rules.stake, told, hand)
        return _in_money(sheet, sheet.totals or (), rules)
    score, facts = KINDS[kind]
    if not (rules.has_bids and rules.counting == "typed"):
        facts -= {"bids"}
    check_names(told, facts, ALL_FACTS)
    refuse_told(told, ("doublers", "pot"), "not_kept_here", case="any_game", nothing=(None, 0, {}))
    scored = score(count, rules, told)
    return _in_money(scored, scored.points, rules)


def _in_money(scored: Scored, points: Points, rules: AnyGameRules) -> Scored:
    # The answer with what points as typed would bring in money, were the night to end with them.
    if rules.counting != "typed":
        return scored
    worth = evened(points, rules.money, low_wins=rules.low_wins)
    return replace(scored, money=in_money(exactly(worth), rules.stake))


def chart(rules: AnyGameRules, active: int) -> Chart:
    """No chart: what a hand is worth is typed. Raises HandRefused (`players`) as `score_any_game` does."""
    read_players(active, LEAST_ACTIVE, MOST_SEATS)
    return Chart(rows=())


def tellings(rules: AnyGameRules, active: int) -> Iterator[Telling]:
    """Yield one hand, as it is typed and what it is worth."""
    points = [3 * place for place in range(active)]
    if rules.counting == "balanced":
        points[0] = -sum(points)
    if rules.counting == "typed":
        if rules.teams and active % rules.teams:
            return
        sides = rules.teams or active
        points = [3 * (place % sides) for place in range(active)]
        if rules.hand_total is not None:
            points = [rules.hand_total * (place % sides == sides - 1) for place in range(active)]
    yield message("title", case="points"), active - 1, {"kind": "points", "points": points}


ANY_GAME: Game[AnyGameRules] = Game(
    key="any_game",
    name=_("Another game"),
    help=_("Any game at all: type everybody’s points, and all your nights stay in one place."),
    rules=AnyGameRules,
    presets=PRESETS,
    score=score_any_game,
    chart=chart,
    least_active=LEAST_ACTIVE,
    most_active=MOST_SEATS,
    most_partners=lambda _active: 0,  # everybody plays for themselves
    edition=EDITION,
    usually=MOST_SEATS,
    examples=tellings,
    money_at_end=lambda rules: (rules.money, rules.low_wins) if rules.counting == "typed" else None,
    target=lambda rules: rules.target if rules.counting == "typed" else None,
    words={"player": _("player")},
)
