"""Hands that show what house rules do: told for a game, scored by its engine under any rules.

A game without examples of its own is shown by the last row of its chart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.scoring.game import Game
from ledger.scoring.option import Option, Rules
from ledger.scoring.scored import Chart, Facts, HandRefused, Points, Scored
from ledger.words.messages import Message, message


@dataclass(frozen=True, kw_only=True)
class Example:
    """A hand and what it is worth; `seat` is who asks why."""

    title: Message
    seat: int
    told: Facts
    scored: Scored


def usual_players(game: Game[Rules]) -> int:
    """Return the number of players of a hand on most evenings."""
    return min(max(game.usually, game.least_active), game.most_active)


def examples(game: Game[Rules], rules: Rules, players: int) -> tuple[Example, ...]:
    """Return hands of `players` under these rules; those the rules do not know are left out."""
    if game.examples:
        tellings = game.examples(rules, players)
    else:
        row = game.chart(rules, players).rows[-1]
        title = message("title", case="row", label=row.label)
        picked = {"kind": "picked", "picker": 0, "result": row.code}
        tellings = [(title, 0, picked | {"partners": [1] * partners}) for partners in (1, 0)]
    found: dict[Message, Example] = {}
    for title, seat, told in tellings:
        try:
            scored = game.score(players, rules, told)
        except HandRefused:
            continue
        found.setdefault(title, Example(title=title, seat=seat, told=told, scored=scored))
    return tuple(found.values())


def moves(game: Game[Rules], example: Example, before: Rules) -> bool:
    """Return whether a hand is worth something else than under the rules before, or could not be told
    there."""
    try:
        scored = game.score(len(example.scored.points), before, example.told)
    except HandRefused:
        return True
    return (scored.points, scored.pot_delta) != (example.scored.points, example.scored.pot_delta)


def moving_first(game: Game[Rules], found: Sequence[Example], before: Rules) -> tuple[Example, ...]:
    return tuple(sorted(found, key=lambda example: not moves(game, example, before)))


def touched_first(
    found: Sequence[Example], game: Game[Rules], rules: Rules, option: Option
) -> tuple[Example, ...]:
    """Return the examples, first those not told, or worth something else, where this option is another."""
    if not found:
        return ()
    players = len(found[0].scored.points)
    others = [
        _worths(examples(game, replace(rules, **{option.name: value}), players))
        for value in option.others(getattr(rules, option.name))
    ]
    stays = {title: all(one.get(title) == worth for one in others) for title, worth in _worths(found).items()}
    return tuple(sorted(found, key=lambda example: stays[example.title]))


def _worths(found: Sequence[Example]) -> dict[Message, tuple[Points, Fraction]]:
    # Points of everybody and of the pot by the title of the hand.
    return {one.title: (one.scored.points, one.scored.pot_delta) for one in found}


# The row of a chart that people think of first when they ask what a hand can cost.
DEAR_ROW = "lost_schneider"


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A hand by its place on the chart (`row` and how many `partners`), and what it costs who pays for it.

    `is_dear` says which of the two it is; `row` is empty for an example.
    """

    is_dear: bool
    points: Fraction
    row: str = ""
    partners: int = 0


def samples(game: Game[Rules], rules: Rules) -> tuple[Sample, ...]:
    """Return a common hand and a dear one under these rules, at a table of the usual size; what is free is
    none."""
    players = usual_players(game)
    at_table = game.at(rules, players)
    try:
        chart = game.chart(at_table, players)
    except HandRefused:
        chart = Chart(rows=())
    # Common: the first row that is won, with a partner where there are any; what each of the others pays.
    won = next((row.code for row in chart.rows if row.side == "won"), "")
    common = [
        Sample(is_dear=False, points=-cell.opponent, row=won, partners=partners)
        for partners in (1, 0)
        if (cell := chart.cells.get((won, partners)))
    ]
    # Dear: lost alone, and badly; else the dearest that is lost at all.
    lost = [row for row in chart.rows if row.side == "lost"]
    dear = [
        Sample(is_dear=True, points=-cell.picker, row=row.code, partners=partners)
        for row in sorted(lost, key=lambda row: row.code != DEAR_ROW)
        for partners in (0, 1)
        if (cell := chart.cells.get((row.code, partners))) and cell.picker < 0
    ]
    if dear and dear[0].row != DEAR_ROW:
        dear = [max(dear, key=lambda one: one.points)]
    elif not dear and (shown := examples(game, at_table, players)):
        dear = [Sample(is_dear=True, points=-min(min(one.scored.points) for one in shown))]
    return tuple(one for one in (*common[:1], *dear[:1]) if one.points > 0)


def dearest(game: Game[Rules], rules: Rules) -> Fraction:
    """Return the cost of a dear hand, in points."""
    return max((one.points for one in samples(game, rules)), default=Fraction(0))
