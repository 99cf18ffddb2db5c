"""Whatever can be tapped, in any game under any rules, is a hand that adds up or is refused in words."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import HandRow, Line, ScoreSheet
from ledger.scoring import GAMES, TYPED, HandRefused
from ledger.scoring.option import options, read_rules
from ledger.scoring.receipt import to_parts
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.questions import count_field
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from scorekeeper.text.receipts import hand_called

NAMES = dict(
    enumerate(["Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus", "Hanna", "Ivo", "Jo"], start=1)
)
# The app itself decides about money and about who sits out.
HIDDEN = {"stake", "dealer_sits_out"}
TRIES = 150


def any_rules(game: str, luck: random.Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in options(GAMES[game].rules):
        if option.name in HIDDEN or luck.random() < 0.5:
            continue
        if option.kind == "several":
            chosen[option.name] = [one.value for one in option.choices if luck.random() < 0.5]
        elif option.kind == "number":
            low, high = option.low or 0, option.high if option.high is not None else 9
            chosen[option.name] = luck.choice(
                [None] * option.may_be_off + [luck.randint(low, min(high, low + 9))]
            )
        elif option.kind == "text":
            chosen[option.name] = luck.choice(["", "Tratsch", "{0} & <b>"])
        else:
            chosen[option.name] = luck.choice(option.choices).value
    try:
        read_rules(GAMES[game].rules, chosen)
    except HandRefused:
        return {}
    return chosen


def opened(game: str, rules: dict[str, Any], seats: int, plays: int) -> list[Line]:
    facts = {
        "seats": list(range(1, seats + 1)),
        "dealer": 1,
        "plays": plays,
        "stake_cents": 25,
        "rules": {"version": 1, "game": game, "options": rules},
    }
    return [Line(number=1, kind="opened", facts=facts)]


def any_counts(name: str, pad: Pad, luck: random.Random) -> dict[str, str]:
    total = pad.asks.most_points if name == "points" else luck.choice([4, 5, 6, 7, 8, 16])
    fields = [count_field(name, player) for player in pad.deal.active]
    counts = Counter(luck.choices(fields, k=total))
    return {field: str(counts[field]) for field in fields}


def any_answers(pad: Pad, luck: random.Random) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for question in pad.asks.questions:
        if luck.random() < 0.6:
            continue
        values = [value for value, _ in question.choices]
        if question.kind == "several":
            answers[question.name] = tuple(value for value in values if luck.random() < 0.5)
        elif question.kind == "counts":
            answers |= any_counts(question.name, pad, luck)
        elif question.kind == "number":
            answers[question.name] = str(luck.randint(0, 11))
        elif question.kind == "player":
            answers[question.name] = luck.choice(["", *map(str, pad.deal.active)])
        else:
            answers[question.name] = luck.choice(values or ["1"])
    return answers


def any_pad(pad: Pad, luck: random.Random) -> Pad:
    pad = replace(pad, answers=any_answers(pad, luck))
    if pad.asks.modes and luck.random() < 0.3:
        pad = pad.tapped("mode:" + luck.choice(pad.asks.modes).code)
    for _ in range(luck.randint(1, 4)):
        pad = pad.tapped(str(luck.choice(pad.deal.seats)))
    codes = [row.code for row in pad.asks.rows] or [""]
    typed = str(luck.randint(pad.asks.least_points, pad.asks.most_points)) if luck.random() < 0.2 else ""
    return replace(pad, result=luck.choice(codes), points=typed)


def told(lines: list[Line], pad: Pad) -> ScoreSheet | None:
    """Write this hand; return the sheet with it, None when it was refused."""
    try:
        line = Line(number=lines[-1].number + 1, kind="hand", facts=pad.hand().facts() | {"rules": 1})
        sheet = fold([*lines, line])
    except HandRefused:
        return None
    lines.append(line)
    return sheet


def play(lines: list[Line], *hands: str) -> ScoreSheet:
    for taps in hands:
        pad = fresh_pad(fold(lines))
        for tap in taps.split():
            pad = pad.tapped(tap)
        assert told(lines, pad), taps
    return fold(lines)


def at_table(
    rules: Mapping[str, Any],
    said: str,
    plays: int = 5,
    *,
    seats: int | None = None,
    lines: Sequence[Line] = (),
) -> tuple[list[Line], Pad]:
    """Return the book of a table of Sheepshead, and its pad as a phone posts it."""
    book = [*lines] or opened("sheepshead", dict(rules), seats or plays, plays)
    return book, read_pad(QueryDict(said), fresh_pad(fold(book)))


def drawn(rules: Mapping[str, Any], said: str, plays: int = 5) -> PadView:
    lines, pad = at_table(rules, said, plays)
    return pad_view(pad, fold(lines), lines, NAMES)


def told_row(lines: list[Line], pad: Pad) -> HandRow:
    """Write this hand, and return its row; its pad tells the same hand again."""
    facts = pad.hand().told
    sheet = told(lines, pad)
    assert sheet is not None
    assert pad_of(sheet.rows[-1]).hand().told == facts
    return sheet.rows[-1]


def sizes(game: str) -> list[tuple[int, int]]:
    """Return the tables (seats, who plays) at which this game can be kept."""
    least, most = GAMES[game].least_active, GAMES[game].most_active
    return [
        (plays + more, plays) for plays in range(least, most + 1) for more in range(2) if plays + more <= 10
    ]


CUSTOMS = {"moster", "schwanzer", "all_tricks_by", "jack", "trickless", "won_with"}
CUSTOMS |= {"three_kings", "mauer", "last_round", "in_leaster", "offender", "picker_tricks", "showdown"}


def any_customs(luck: random.Random, plays: int) -> dict[str, Any]:
    """Return rules of Sheepshead by which most customs of some tables can be told."""
    return any_rules("sheepshead", luck) | {
        "no_picker": luck.choice(["leaster", "leaster", "moster", "schwanzer"]),
        "leaster_trickless": luck.choice(["paid_double", "pays_double"]) if plays == 3 else "none",
        "leaster_jack": luck.random() < 0.5,
        "trickless_loss": luck.choice(["chart", "picker_pays"]),
        "trickless_trigger": "picker",
        "pot": "leaster",
        "pot_end": "showdown",
    }


def by_name(pad: Pad, luck: random.Random) -> Pad:
    """Return often the same pad without counts, in some mode that it has, with one player tapped."""
    if luck.random() < 0.5:
        return pad
    uncounted = {name: said for name, said in pad.answers.items() if "-" not in name}
    mode, tapped = luck.choice(pad.asks.modes).code, (luck.choice(pad.deal.active),)
    return replace(pad, answers=uncounted, mode=mode, winners=tapped, picker=None, partners=())


@pytest.mark.parametrize("game", [*GAMES, "customs"])
def test_every_hand_that_the_pad_can_tell_adds_up_and_is_put_back_on_it(game: str) -> None:
    luck, scored, seen = random.Random(f"{game} adds up"), 0, set[str]()
    has_customs, kept = game == "customs", "sheepshead" if game == "customs" else game
    for _ in range(TRIES * 4 if has_customs else TRIES):
        seats, plays = luck.choice(
            [(3, 3), (3, 3), (4, 4), (5, 5), (6, 5), (7, 7)] if has_customs else sizes(kept)
        )
        rules = any_customs(luck, plays) if has_customs else any_rules(kept, luck)
        lines = opened(kept, rules, seats, plays)
        for _ in range(4):
            pad = any_pad(fresh_pad(fold(lines)), luck)
            sheet = told(lines, by_name(pad, luck) if has_customs else pad)
            if sheet is not None:
                scored += 1
                check_adds_up(sheet)
                facts = check_put_back(lines, sheet, is_same=has_customs)
                seen |= {facts["kind"], *facts} if has_customs else set()
    assert scored > TRIES // 2
    assert seen >= CUSTOMS or not has_customs, CUSTOMS - seen


def check_adds_up(sheet: ScoreSheet) -> None:
    row = sheet.rows[-1]
    assert row.scored is not None
    assert sum(sheet.worth.values()) + sheet.pot_points * sheet.stake_cents == 0
    assert sum(row.parts) + to_parts(row.scored.pot_delta) == 0
    assert sheet.is_typed or sum(sheet.totals.values()) + sheet.pot_points == 0
    for seat, points in enumerate(row.scored.points):
        assert sum(reason.points[seat] for reason in row.scored.reasons) == points


def check_put_back(lines: list[Line], sheet: ScoreSheet, *, is_same: bool) -> dict[str, Any]:
    """Check that the pad of the last hand tells it again, also when it is taken back; return its facts."""
    row = sheet.rows[-1]
    again, facts = pad_of(row).hand().facts(), dict(row.facts["told"])
    assert not is_same or again["told"] | {"result": None} == facts | {"result": None}
    if len(sheet.rows) == 1:
        of = {"of": row.entry}
        corrected, voided = (
            fold([*lines, Line(number=lines[-1].number + 1, kind=kind, facts=more)]).rows[-1]
            for kind, more in (("corrected", of | {"rules": 1} | again), ("voided", of))
        )
        assert corrected.points == row.points
        assert pad_of(voided).hand().facts() == again
    return facts


def test_a_partner_is_asked_for_where_there_is_one() -> None:
    with pytest.raises(HandRefused, match="no_partner"):
        replace(fresh_pad(fold(opened("southern_indiana", {}, 4, 4))), picker=1, alone=True).hand()
    assert replace(fresh_pad(fold(opened("sheepshead", {}, 3, 3))), picker=1).hand().told["partners"] == []


@pytest.mark.parametrize("plays", [2, 4, 5, 6])
def test_as_many_can_knock_as_play(plays: int) -> None:
    sheet = fold(opened("mehrkopf", {"klopfer": True}, plays, plays))
    asked = {one.name: one for one in fresh_pad(sheet).asks.questions}
    assert [value for value, _ in asked["klopfer"].choices] == ["", *map(str, range(1, plays + 1))]


def sheepshead(options: dict[str, Any], plays: int = 5, *taps: str, **answers: Any) -> Pad:
    pad = replace(fresh_pad(fold(opened("sheepshead", options, plays, plays))), answers=answers)
    for tap in taps:
        pad = pad.tapped(tap)
    return pad


@pytest.mark.parametrize("tapped", ["2 4", "4 2"])
def test_the_first_tapped_of_those_tied_wins_the_tie_and_is_put_back_so(tapped: str) -> None:
    lines = opened("sheepshead", {"no_picker": "leaster", "leaster_tie": "decided"}, 5, 5)
    row = play(lines, f"mode:leaster {tapped}").rows[-1]
    first, second = map(int, tapped.split())
    assert row.facts["told"]["tie_winner"] == row.seats.index(first)
    assert pad_of(row).winners == (first, second)
    assert pad_of(row).hand().facts()["told"] == row.facts["told"]


@pytest.mark.parametrize(
    ("partner", "taps", "partners", "alone"),
    [
        ("nobody", "2 4", (), True),
        ("next_player", "7", (1,), False),
        ("next_player", "7 3", (3,), False),
        ("next_player", "7 alone", (), True),
        ("die", "6", (), False),
    ],
)
def test_a_tap_on_the_picker_finds_the_partner_whom_his_place_names(
    partner: str, taps: str, partners: tuple[int, ...], *, alone: bool
) -> None:
    pad = sheepshead({"partner": partner}, 5 if partner == "nobody" else 7, *taps.split())
    assert (pad.partners, pad.alone) == (partners, alone)
    assert pad.picker == (4 if partner == "nobody" else int(taps[0]))


def test_a_die_names_the_partner() -> None:
    pad = sheepshead({"partner": "die"}, 7, "6", die="3")
    assert (pad.partners, pad.hand().told["partner_by"]) == ((2,), {"die": 3})
    assert replace(pad, answers={"die": "4"}).tapped("ask").partners == (3,)
    assert replace(pad, partners=()).hand().told["partners"] == [1]


@pytest.mark.parametrize(("plays", "is_asked"), [(4, True), (5, False)])
def test_the_queens_decide_only_where_they_name_the_partner(plays: int, *, is_asked: bool) -> None:
    for option, said in (("queens", is_asked), ("called_ace", False)):
        names = {question.name for question in sheepshead({"partner": option}, plays).asks.questions}
        assert ("unpicked" in names) == said


def test_every_way_to_a_partner_has_its_words() -> None:
    (partner,) = [one for one in options(GAMES["sheepshead"].rules) if one.name == "partner"]
    words = {one.value: sheepshead({"partner": one.value}).asks.tap_partner for one in partner.choices}
    assert words["jack_of_diamonds"] == "Tap who has the jack of diamonds, or Alone"
    assert [choice for choice, said in words.items() if not said] in ([], ["nobody"])


@pytest.mark.parametrize("plays", [3, 4, 5])
@pytest.mark.parametrize("trickless", ["paid_double", "pays_double"])
def test_a_rule_for_three_does_not_keep_five_from_their_leaster(trickless: str, plays: int) -> None:
    rules = {"leaster_trickless": trickless}
    assert drawn(rules, "mode=leaster&winners=2", plays).is_ready
    assert play(opened("sheepshead", rules, plays, plays), "mode:leaster 2").totals[2] == plays - 1


def test_a_corner_crack_is_offered_where_a_partner_can_be() -> None:
    rules = {"crack": "recrack", "crack_corner": True}
    for options_here, is_offered in ((rules, True), (rules | {"partner": "nobody"}, False)):
        crack = next(one for one in sheepshead(options_here).asks.questions if one.name == "crack")
        assert ("corner" in dict(crack.choices)) == is_offered
        assert crack.with_partner == ("corner",)


@pytest.mark.parametrize("trick_rows", [True, False])
def test_a_called_sheepshead_is_made_or_missed(*, trick_rows: bool) -> None:
    rules = {"call_sheepshead": True, "trick_rows": trick_rows}
    for result, bracket, called in (
        ("won_all_tricks", "all tricks", "sheepshead made"),
        ("lost", "missed", "sheepshead missed"),
    ):
        lines, pad = at_table(rules, f"picker=1&alone=1&ask-sheepshead=1&result={result}")
        assert (result, bracket) in [(row.code, row.bracket) for row in pad.asks.rows]
        assert len(pad.asks.rows) == 2
        row = told_row(lines, pad)
        assert row.scored is not None
        assert (hand_called(row), pad_of(row).result) == (called, result)


def test_what_is_told_between_two_hands_is_drawn_as_no_hand() -> None:
    lines = opened("sheepshead", {"pot": "leaster", "pot_end": "showdown"}, 5, 5)
    sheet = play(lines, "mode:leaster 3")
    view = pad_view(fresh_pad(sheet), sheet, lines, NAMES)
    between = {one["code"] for one in view.data["modes"] if one["title"] == "Record it"}
    assert between == {"pot_divide", "showdown"}


def test_overlapping_rounds_of_doublers_are_on_the_buttons() -> None:
    lines = opened("sheepshead", {"no_picker": "doubler", "doubler_stack": "round"}, 5, 5)
    sheet = play(lines, "mode:all_pass", "1 2", "mode:all_pass")
    view = pad_view(fresh_pad(sheet).tapped("1").tapped("2"), sheet, lines, NAMES)
    brings = {one.code: one.brings for _, buttons in view.sides for one in buttons}
    head = next(head for head in view.heads if head.player == 1)
    assert (brings["won"], head.delta) == ("+8", "+8")


def test_a_hand_that_is_corrected_is_priced_with_the_pot_that_lay_before_it() -> None:
    lines = opened("sheepshead", {"pot": "leaster"}, 5, 5)
    sheet = play(lines, "mode:leaster 3", "1 2", "mode:leaster 4", "mode:pot_divide")
    assert [int(points) for points in sheet.rows[1].points.values()] == [5, 2, -1, -1, -1]
    picked, divided = (
        pad_view(pad_of(row), sheet, lines, NAMES, of=row.entry) for row in (sheet.rows[1], sheet.rows[3])
    )
    assert next(one.brings for _, buttons in picked.sides for one in buttons if one.is_on) == "+5"
    assert divided.is_ready


def test_a_table_of_two_to_ten_draws_a_pad_for_every_game_it_can_play() -> None:
    for game in GAMES:
        for seats, plays in sizes(game):
            lines = opened(game, {}, seats, plays)
            view = pad_view(fresh_pad(fold(lines)), fold(lines), lines, NAMES)
            assert view.sides or (game == TYPED and view.asked["leading"])
