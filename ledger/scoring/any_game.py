"""Any other game: everybody's points as they were counted at the table, brought to zero as the group says.

What is typed here is all that is known of the game. So an evening that ends in another one still ends in one
book. There is no document behind it: all of it is a convention of this house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.messages import message
from ledger.scoring.facts import (
    MOST_SEATS,
    check_names,
    items,
    read_edition,
    read_kind,
    read_players,
    seat,
    seats,
    whole,
)
from ledger.scoring.game import Game, Preset, Telling
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Chart, Facts, HandRefused, Scored

LEAST_ACTIVE = 2
EDITION = 2
"""The newest reading of the rules; by the second nobody passes where fewer than two are left to."""
MOST_TYPED = 100_000
"""More points than any game at a kitchen table counts, either way."""

COUNTING = _("How it is counted")
CONVENTION = _("convention")


@dataclass(frozen=True, kw_only=True)
class AnyGameRules:
    """How typed points become results that add up to zero."""

    counting: str = choice(
        "balanced",
        {
            "balanced": _("as typed: they add up to zero"),
            "average": _("against the average"),
            "each": _("everybody against everybody"),
        },
        label=_("What the points are worth"),
        help=_(
            "As typed, what some win others lose. Against the average, whoever has more gets the difference, "
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
        key="as_typed",
        name=_("Points that add up to zero"),
        help=_("What some win others lose, hand by hand."),
        values={},
    ),
    Preset(
        key="most_points",
        name=_("The most points win"),
        help=_("Everybody is measured against the average."),
        values={"counting": "average"},
    ),
    Preset(
        key="fewest_points",
        name=_("The fewest points win"),
        help=_("Everybody is measured against the average: Hearts, Rummy."),
        values={"counting": "average", "low_wins": True},
    ),
)


def results(points: Sequence[int], rules: AnyGameRules) -> list[Number]:
    """What everybody who plays wins or loses of these typed points; adds up to zero.

    Raises HandRefused: `not_balanced` where the points should add up to zero and do not.
    """
    count, total = len(points), sum(points)
    if rules.counting == "balanced" and total:
        raise HandRefused("not_balanced", fact="points", left=total)
    sign = -1 if rules.low_wins else 1
    if rules.counting == "average":
        return [sign * divided(one * count - total, count) for one in points]
    if rules.counting == "each":
        return [sign * (one * count - total) for one in points]
    return [sign * one for one in points]


def score_points(players: int, rules: AnyGameRules, told: Facts) -> Scored:
    """Everybody's points, typed: a whole number for who plays, none for who sits out. Raises HandRefused."""
    active = _read_active(players, told)
    won = dict(zip(active, results(_read_points(told, players, active), rules), strict=True))
    receipt = Receipt(players)
    gained = [won.get(place, 0) for place in range(players)]
    receipt.add("points", gained, case=rules.counting, rule="counting", source=CONVENTION)
    winning = {place: None if not any(won.values()) else worth > 0 for place, worth in won.items()}
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case="points"),
        roles=tuple("player" if place in won else "out" for place in range(players)),
        won=tuple(winning.get(place) for place in range(players)),
        next_dealer=_next_dealer(players, told),
    )


def _read_active(players: int, told: Facts) -> list[int]:
    """The seats that play, two at least (`sitters`) but for hands told by the first reading."""
    out = seats(told.get("sitting_out"), "sitting_out", players)
    active = [place for place in range(players) if place not in out]
    if len(active) < LEAST_ACTIVE and (told["kind"] == "points" or read_edition(told, EDITION) >= 2):
        raise HandRefused(
            "sitters", fact="sitting_out", case="at_least", plays=LEAST_ACTIVE, count=len(active)
        )
    return active


def _read_points(told: Facts, players: int, active: Sequence[int]) -> list[int]:
    typed = items(told.get("points"), "points", MOST_SEATS)
    if len(typed) != players:
        raise HandRefused("wrong_length", fact="points", named="points", players=players)
    if any(typed[place] not in (None, 0) for place in range(players) if place not in active):
        raise HandRefused("counts_of_a_sitter", fact="points", named="points")
    return [whole(typed[place], "points", -MOST_TYPED, MOST_TYPED) for place in active]


def _next_dealer(players: int, told: Facts) -> int | None:
    """The deal goes to the left; None if nobody said who dealt."""
    if told.get("dealer") is None:
        return None
    return (seat(told["dealer"], "dealer", players) + 1) % players


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
        next_dealer=_next_dealer(players, told),
    )


# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = frozenset({"kind", "edition", "dealer", "sitting_out", "doublers", "pot"})
KINDS = {"points": (score_points, ALWAYS | {"points"}), "pass": (score_pass, ALWAYS)}
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_any_game(players: int, rules: AnyGameRules, told: Facts) -> Scored:
    """What was typed is worth, for two to ten at the table. Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    count = read_players(players, LEAST_ACTIVE, MOST_SEATS)
    if kind == "sheet":
        return score_sheet(count, rules.stake, told, lambda result: score_any_game(count, rules, result))
    score, facts = KINDS[kind]
    check_names(told, facts, ALL_FACTS)
    for fact in ("doublers", "pot"):
        if told.get(fact) not in (None, 0, {}):
            raise HandRefused("not_kept_here", fact=fact, case="any_game")
    return score(count, rules, told)


def chart(rules: AnyGameRules, active: int) -> Chart:
    """No chart: what a hand is worth is typed. Raises HandRefused (`players`) as `score_any_game` does."""
    read_players(active, LEAST_ACTIVE, MOST_SEATS)
    return Chart(rows=())


def tellings(rules: AnyGameRules, active: int) -> Iterator[Telling]:
    """One hand, as it is typed and what it is worth."""
    points = [3 * place for place in range(active)]
    if rules.counting == "balanced":
        points[0] = -sum(points)
    yield message("title", case="points"), active - 1, {"kind": "points", "points": points}


def _most_partners(active: int) -> int:
    """Everybody plays for themselves."""
    return 0


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
    most_partners=_most_partners,
    edition=EDITION,
    usually=MOST_SEATS,
    examples=tellings,
    words={"player": _("player")},
)
