"""The statistics command tells what the entries say, recomputed slowly, under keys that stay."""

import json
import uuid
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.book.seasons import Season
from ledger.exchange.copying import copy
from ledger.models import Group
from ledger.recording import WriteContext, add_season, end_night, newest_change
from ledger.standings import names_of
from ledger.standings.filtering import Filter, of_year
from ledger.standings.nights_by_player import brought_every_night
from ledger.standings.records import badges_in
from ledger.standings.years import favourite_partners, year_of, years_of
from tests import cast
from tests.ledger import histories
from tests.ledger.slowly.halves import Halves
from tests.ledger.slowly.questions import pairs_of
from tests.ledger.slowly.raw import Raw, raw_of
from tests.ledger.slowly.statistics import of_game
from tests.notebooks import read_notebook

pytestmark = pytest.mark.django_db


KEYS = {
    "": {"shape", "group", "asked", "games", "currency", "money"},
    "asked": {"game", "season", "since", "until", "table", "rules", "stake"},
    "game": {
        "game",
        "nights",
        "hands",
        "players_of_nights",
        "spread",
        "middle",
        "spreads",
        "split_halves",
        "split_halves_nights",
        "leader",
        "leaders",
        "compared",
        "questions",
        "pairs",
        "rankings",
        "records",
        "badges",
        "timed",
        "players",
        "partners",
        "between",
        "seasons",
        "own_seasons",
        "evenings",
    },
    "spread": {"players", "nights", "night_sd", "between_players_sd", "nights_for_half_signal"},
    "player": {
        "player",
        "nights",
        "nights_won",
        "hands",
        "points",
        "per_hand",
        "picked",
        "won_picking",
        "won_partner",
        "won_opponent",
        "won_alone",
        "won_leaster",
        "average",
        "points_a_night_verdict",
        "roles",
        "questions",
        "sat_out",
        "contracts",
        "places",
        "occasions",
        "card_points",
        "marks",
        "course",
    },
}


@pytest.fixture
def history() -> Group:
    return histories.some_history(3)


def told(group: Group, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("statistics", "--group", group.name, "--nights", "2", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_keys_are_those_that_scripts_know(history: Group) -> None:
    found = told(history)
    [game] = found["games"]
    shapes = {"": found, "asked": found["asked"], "game": game, "spread": game["spread"]}
    keys = {name: set(shape) for name, shape in shapes.items()}
    assert keys | {"player": {key for one in game["players"] for key in one}} == KEYS
    assert set(game["seasons"][0]) == {"name", "nights", "spread", "leader", "players"}
    names, badges = names_of(history), badges_in(cast.played(history), "sheepshead")
    assert [(one["badge"], one["players"]) for one in game["badges"]] == [
        (one.badge, [names[who] for who in one.players]) for one in badges
    ]


def test_hands_of_an_evening_are_told_once_it_is_over(history: Group) -> None:
    [game] = told(history)["games"]
    hands = [one["hands"] for one in game["evenings"]]
    assert sum(hand or 0 for hand in hands) < game["hands"]  # the last night goes on
    assert hands.count(None) == 3
    assert told(history, "--stake", "25")["games"][0]["evenings"] is None


@pytest.mark.parametrize(
    ("options", "since", "until"),
    [
        (("--since", "2025-01", "--until", "2025-02"), "2025-01-01", "2025-02-28"),
        (("--until", "2025-01-15"), None, "2025-01-15"),
        (("--since", "2025", "--until", "2025"), "2025-01-01", "2025-12-31"),
    ],
)
def test_days_may_be_named_by_month_or_year(
    history: Group, options: tuple[str, ...], since: str | None, until: str
) -> None:
    asked = told(history, *options)["asked"]
    assert (asked["since"], asked["until"]) == (since, until)


def a_winter(group: Group, first: date, last: date, floor: int) -> Group:
    said = Season(name="Winter", first=first, last=last, floor=floor)
    context = WriteContext(key=uuid.uuid4(), after=newest_change(group), by=cast.owner_of(group))
    return add_season(group, said, context)


def test_season_of_the_group_is_a_filter_and_has_its_table(history: Group) -> None:
    history = a_winter(history, date(2025, 1, 1), date(2025, 2, 28), 3)
    [game] = told(history)["games"]
    [season] = game["own_seasons"]
    [same] = told(history, "--season", "Winter", "--nights", "1")["games"]
    assert told(history, "--season", str(season["season"]))["asked"]["until"] == "2025-02-28"
    assert season["nights"] == same["nights"] == 5 < game["nights"]
    assert season["leaders"] == same["leaders"]
    assert season["spread"] == same["spread"] is not None
    assert same["leader"] == {"player": same["leaders"]["players"][0], "best": same["leaders"]["best"]}
    nights = {one["player"]: one["nights"] for one in same["players"]}
    inside = [one["player"] for one in season["players"]]
    assert {*inside} == {who for who, came in nights.items() if came >= 3}
    assert {one["player"] for one in season["below"]} == nights.keys() - {*inside}
    assert [one["player"] for one in same["rankings"][0]["players"]] == inside
    with pytest.raises(CommandError, match="outside of the season"):
        told(history, "--season", "Winter", "--since", "2025-05")


def test_part_of_a_season_and_fewest_nights_within_one(history: Group) -> None:
    history = a_winter(history, date(2024, 12, 1), date(2025, 3, 31), 5)
    [whole] = told(history, "--season", "Winter", "--nights", "1")["games"]
    [part] = told(history, "--season", "Winter", "--nights", "1", "--since", "2025-02")["games"]
    inside = {one["player"] for one in whole["rankings"][0]["players"]}
    there = {one["player"]: one["nights"] for one in part["players"]}
    assert 0 < part["nights"] < whole["nights"]
    assert max(there.values()) < 5
    # Who counts in a part is who stands in the table of the whole.
    assert {one["player"] for one in part["rankings"][0]["players"]} == inside & there.keys() != set()
    assert inside != there.keys()
    [often] = told(history, "--season", "Winter", "--nights", "6")["games"]
    averaged = {one["player"] for one in often["players"] if one["average"]}
    assert averaged == {one["player"] for one in often["players"] if one["nights"] >= 6}
    assert (often["players_of_nights"], often["spread"]["players"]) == (6, len(averaged))
    assert len(averaged) < len(often["players"])
    out = StringIO()
    call_command("statistics", "--group", history.name, "--season", "Winter", stdout=out)
    [usual] = json.loads(out.getvalue())["games"]
    assert (usual["players_of_nights"], usual["spread"]["players"]) == (1, len(inside))


def test_a_mistyped_year_costs_no_more_than_another(history: Group) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            told(history)
        return len(asked)

    rows = "2004-12-13,-5,5\n2003-12-20,3,-3\n"
    copy(history, read_notebook("old.csv", f"Date,Ann,Ben\n{rows}"))
    before = queries()
    copy(history, read_notebook("typo.csv", "Date,Ann,Ben\n0204-12-20,3,-3\n"))
    assert [one["name"] for one in told(history)["games"][0]["seasons"]][:3] == ["204", "2003", "2004"]
    assert queries() <= before + 5


def club(many: int, *, each: int) -> Group:
    """Return a club of so many, who all came to so many nights of a notebook, and never end at 0."""
    group, luck = cast.thursday_table(names=()), Random(6)
    names = [f"P{number}" for number in range(many)]
    rows = []
    for night in range(each):
        won = [luck.choice((-3, -2, -1, 1, 2, 3)) for _ in names[1:]]
        rows.append(f"{1990 + night // 12}-{1 + night % 12}-5,{','.join(map(str, [*won, -sum(won) or '']))}")
    copy(group, read_notebook("old.csv", "\n".join([f"Date,{','.join(names)}", *rows])))
    return group


@pytest.mark.parametrize(
    ("many", "each", "options", "floor", "is_told"),
    [
        (5, 80, (), 60, True),
        (5, 40, (), 10, True),
        (5, 80, ("--nights", "20"), 20, True),
        (5, 80, ("--nights", "100"), 100, False),
        (4, 80, (), 10, False),
        (4, 80, ("--nights", "20"), 20, False),
        (5, 80, ("--nights", "1"), 4, True),
    ],
)
def test_halves_are_of_who_came_often_and_of_five_at_least(
    many: int, each: int, options: tuple[str, ...], floor: int, *, is_told: bool
) -> None:
    out = StringIO()
    call_command("statistics", "--group", club(many, each=each).name, *options, stdout=out)
    [game] = json.loads(out.getvalue())["games"]
    assert game["split_halves_nights"] == floor
    assert (game["split_halves"] is not None) is is_told


def test_night_that_was_told_hand_by_hand_and_ended_at_zero_is_halved_as_well() -> None:
    group = cast.thursday_table()
    for pickers in (*([name] for name in cast.NAMES[:5] * 2), cast.NAMES[:5]):
        night = cast.a_night(group, *cast.NAMES[:5])
        for picker in pickers:
            cast.tell(night, picker)
        end_night(night, cast.context(night))
    copy(group, read_notebook("old.csv", "Date,Ann,Ben,Cleo\n2004-12-13,-5,5,0\n"), owed_from=None)
    nights: dict[int, list[int]] = defaultdict(list)
    for brought in brought_every_night(cast.played(group)):
        for player, parts in brought.parts.items():
            nights[player].append(parts)
    ann, _, cleo, *_ = cast.ids(group)
    assert (len(nights[ann]), len(nights[cleo]), nights[cleo].count(0)) == (12, 11, 1)
    [game] = told(group)["games"]
    names = names_of(group)
    assert {one["player"]: one["nights"] for one in game["players"]} == {
        names[player]: len(points) for player, points in nights.items()
    }


def test_hand_that_brought_nothing_is_no_dearest_hand() -> None:
    # Ann sits out of the first and loses the second, as does Ben the other way round; Cleo never loses.
    group = cast.thursday_table()
    assert told(group)["games"] == []
    night = cast.a_night(group, plays=5)
    cast.tell(night, "Cleo", "Dave")
    cast.tell(night, "Cleo", "Dave")
    end_night(night, cast.context(night))
    players = {one["player"]: one["marks"] for one in told(group)["games"][0]["players"]}
    dearest = [
        [
            mark and mark["points"]
            for mark in (players[name]["dearest_hand_won"], players[name]["dearest_hand_lost"])
        ]
        for name in ("Ann", "Ben", "Cleo")
    ]
    assert dearest == [[None, "-1"], [None, "-1"], ["2", None]]


def test_filters_stand_in_what_is_told_and_halves_have_whole_nights(history: Group) -> None:
    found = told(history, "--since", "2025-01", "--table", "5")
    asked = dict.fromkeys(KEYS["asked"]) | {"since": "2025-01-01", "table": 5}
    assert (found["asked"], found["money"], found["games"][0]["split_halves"]) == (asked, [], None)
    assert told(history)["money"] != []
    assert told(history, "--game", "mehrkopf")["games"] == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--since", "tea"), "“tea” is no day"),
        (("--until", "2026-13"), "“2026-13” is no day"),
        (("--since", "2026-02", "--until", "2026-01"), "--until lies before --since"),
        (("--season", "Summer"), "There is no season “Summer”. Seasons of this group: none."),
        (("--since", "2009-W01"), "“2009-W01” is no day"),
        (("--since", "20090101"), "“20090101” is no day"),
        (("--until", "2009-1-1"), "“2009-1-1” is no day"),
        (("--until", "0000"), "“0000” is no day"),
        (("--nights", "0"), "--nights 0: say 1, or more."),
        (("--nights", "-3"), "--nights -3: say 1, or more."),
        (("--table", "9"), "There was no hand that 9 played. In this group there are: 5."),
        (("--table", "0"), "There was no hand that 0 played. In this group there are: 5."),
        (("--rules", "7"), "There are no house rules 7. In this group there are: 1, 2."),
        (("--stake", "-25"), "Nothing was played for -25 cents a point. In this group there are: 25, 50."),
        (("--stake", "0"), "Nothing was played for 0 cents a point. In this group there are: 25, 50."),
    ],
)
def test_nonsense_is_refused_in_a_sentence(history: Group, options: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        told(history, *options)


def keyed(game: dict[str, Any]) -> dict[str, Any]:
    """Name by a key what has no order of its own."""
    for one in game["players"]:
        one["questions"] = {each["question"]: each for each in one["questions"]}
    game["questions"] = {one["question"]: one for one in game["questions"]}
    game["pairs"] = {(one.pop("player"), one.pop("other"), one.pop("how")): one for one in game["pairs"]}
    game["records"] = {one.pop("record"): one for one in game["records"]}
    game["badges"] = {one["badge"]: one["players"] for one in game["badges"]}
    game["partners"] = {(one.pop("picker"), one.pop("partner")): one for one in game["partners"]}
    for one in game["rankings"]:
        one["players"] = {each["player"]: each for each in one["players"]}
    return game


def differences(found: Any, expected: Any, where: str = "") -> list[str]:
    """Return in what two differ; of floats what luck of rounding does not explain."""
    pairs: list[tuple[Any, Any, Any]] = []
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        keys = sorted({*found, *expected}, key=str)
        pairs = [(key, found.get(key, "not there"), expected.get(key, "not there")) for key in keys]
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        pairs = list(zip(range(len(found)), found, expected, strict=True))
    elif isinstance(expected, float):
        return [] if found == pytest.approx(expected, abs=1e-9) else [f"{where}: {found}, not {expected}"]
    else:
        return [] if expected == found else [f"{where}: {found!r}, not {expected!r}"]
    return [one for at, a, b in pairs for one in differences(a, b, f"{where} {at}")]


ASKED = {
    (): Filter(),
    ("--since", "2025-01", "--until", "2025-04-20"): Filter(since=date(2025, 1, 1), until=date(2025, 4, 20)),
    ("--table", "5", "--stake", "25"): Filter(active=5, stake=25),
    ("--rules", "1"): Filter(version=1),
}


@pytest.mark.parametrize(("seed", "options"), list(zip((1, 2, 1, 2), ASKED, strict=True)))
def test_everything_is_what_the_entries_say(seed: int, options: tuple[str, ...]) -> None:
    group = histories.a_full_history(seed)
    asked, names = ASKED[options], dict(group.players.values_list("pk", "name"))
    raw = raw_of(group, asked)
    found = told(group, *options)
    games = {one["game"]: keyed(one) for one in found["games"]}
    won = {one["player"]: one["cents"] for one in found["money"] if one["cents"]}
    cents = raw.cents if asked.has_whole_nights else {}
    assert won == {names[who]: one for who, one in cents.items() if one}
    assert set(games) == {game for game in raw.games() if raw.of(game, asked).nights}
    for game, said in games.items():
        assert said["split_halves"] == (halves_of(raw.of(game)) if asked.has_whole_nights else None)
        expected = of_game(raw, game, names, asked, 2)
        said = {key: value for key, value in said.items() if key in expected}
        wrong = differences(said, expected)
        assert not wrong, "\n".join([game, *wrong])


def halves_of(raw: Raw) -> Halves:
    won: dict[int, list[Fraction]] = {}
    for night, _ in raw.nights:
        for who in sorted(raw.there(night)):
            won.setdefault(who, []).append(dict(raw.brought(who))[night])
    often = [points for points in won.values() if len(points) >= 4]
    return Halves(often if len(often) >= 5 else [])


def test_a_year_is_what_its_entries_say() -> None:
    group = histories.a_full_history(2)
    for year in years_of(group):
        for game in ("sheepshead", "mehrkopf"):
            found = year_of(group, year, game=game)
            raw = raw_of(group, of_year(year))
            cents = {who: one for who, one in raw.cents.items() if one}
            assert {who: one for who, one in found.money.items() if one} == cents
            assert set(found.games) == raw.games()
            there = raw.of(found.game)
            for player in (None, *there.people()):
                most = favourite_partners(found.played, player)
                assert (most and (most[0], most[1].hands, most[1].won)) == favourites(there, player)


def favourites(raw: Raw, player: int | None) -> tuple[tuple[int, int], int, int] | None:
    """Return the two of most hands together; of equals who won more of them, then by their ids."""
    met = [
        (-len(told), -sum(won for won, *_ in told), both)
        for both, told in pairs_of(raw)[0].items()
        if player in (None, *both) and len(told) >= 5
    ]
    if not met:
        return None
    hands, won, both = min(met)
    return both, -hands, -won
