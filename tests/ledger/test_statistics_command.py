"""`manage.py statistics`: everything the pages know, under keys that stay, for scripts."""

import json
import uuid
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ledger.counting import Circumstances
from ledger.models import Group
from ledger.recording import SeasonSaid, WriteContext, add_season, newest_change
from ledger.standings import standings_in
from ledger.standings.badges import badges_in
from ledger.standings.company import company_of
from ledger.standings.counted import Asked, all_counted, counted
from ledger.standings.group_questions import group_questions
from ledger.standings.questions import compared_in, questions_about
from ledger.standings.rankings import rankings
from ledger.standings.records import records_in
from ledger.standings.roles import balance_of
from tests import cast
from tests.ledger import histories

pytestmark = pytest.mark.django_db

KEYS = {
    "": {"group", "asked", "games", "currency", "money"},
    "asked": {"game", "season", "since", "until", "table", "rules", "stake"},
    "game": {
        "game",
        "nights",
        "hands",
        "players_of_nights",
        "spread",
        "middle",
        "split_halves",
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


def test_the_keys_are_those_that_scripts_know(history: Group) -> None:
    found = told(history)
    [game] = found["games"]
    assert set(found) == KEYS[""]
    assert set(found["asked"]) == KEYS["asked"]
    assert set(game) == KEYS["game"]
    assert set(game["spread"]) == KEYS["spread"]
    assert {key for one in game["players"] for key in one} == KEYS["player"]
    assert set(game["seasons"][0]) == {"name", "nights", "spread", "leader", "players"}


def test_it_says_what_the_standings_and_the_sheets_say(history: Group) -> None:
    [game] = told(history)["games"]
    standings = {one.name: one for one in cast.standings(history).players}
    assert [one["player"] for one in game["players"]] == list(standings)
    for one in game["players"]:
        standing = standings[one["player"]]
        assert (Fraction(one["points"]), one["hands"]) == (standing.points, standing.hands)
        for name in ("picked", "won_picking", "won_partner", "won_opponent", "won_alone", "won_leaster"):
            assert (one[name]["k"], one[name]["n"]) == (getattr(standing, name).k, getattr(standing, name).n)
        per_hand = one["per_hand"] and Fraction(one["per_hand"])
        assert per_hand == standing.per_hand
    years = [sum(Fraction(one["points"]) for one in year["players"]) for year in game["seasons"]]
    assert sum(years) == sum(Fraction(one["points"]) for one in game["players"])
    assert sum(year["nights"] for year in game["seasons"]) == game["nights"]


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ((), Asked()),
        (
            ("--since", "2025-01", "--until", "2025-02"),
            Asked(since=date(2025, 1, 1), until=date(2025, 2, 28)),
        ),
        (("--until", "2025-01-15"), Asked(until=date(2025, 1, 15))),
        (("--table", "5", "--stake", "25"), Asked(circumstances=Circumstances(active=5, stake=25))),
        (("--rules", "1", "--game", "sheepshead"), Asked(circumstances=Circumstances(version=1))),
    ],
)
def test_questions_roles_and_pairs_are_those_of_the_pages(
    history: Group, options: tuple[str, ...], asked: Asked
) -> None:
    [game] = told(history, *options)["games"]
    counts, names = counted(history, asked)["sheepshead"], dict(history.players.values_list("name", "pk"))
    assert game["compared"] == compared_in(counts)
    for one in game["players"]:
        player = names[one["player"]]
        questions = questions_about(player, counts)
        assert [(q["question"], q["k"], q["n"], q["verdict"], q["more"]) for q in one["questions"]] == [
            (q.key, q.share.k, q.share.n, q.answer.verdict.value, q.answer.more) for q in questions
        ]
        balance = balance_of(player, counts)
        assert (one["roles"] and Fraction(one["roles"]["usually"])) == (balance and balance.expected)
        assert sum(place["n"] for place in one["places"]) == one["hands"]
    pairs = {(one["picker"], one["partner"]): one["hands"] for one in game["partners"]}
    ids = {pk: name for name, pk in names.items()}
    assert pairs == {(ids[pair.player], ids[pair.other]): one.hands for pair, one in counts.partners.items()}


@pytest.mark.parametrize("where", [Circumstances(), Circumstances(active=5, stake=25)])
def test_what_is_told_of_the_group_is_what_its_pages_say(history: Group, where: Circumstances) -> None:
    asked = Asked(circumstances=where)
    options = () if where.are_any else ("--table", "5", "--stake", "25")
    [game] = told(history, *options)["games"]
    names = dict(history.players.values_list("pk", "name"))
    whole, counts = all_counted(history)["sheepshead"], counted(history, asked)["sheepshead"]
    assert [(one["question"], one["k"], one["n"], one["verdict"]) for one in game["questions"]] == [
        (one.key, one.share.k, one.share.n, one.answer and one.answer.verdict.value)
        for one in group_questions(whole, counts, where)
    ]
    company = company_of(counts)
    pairs = [*company.together.values(), *company.against.values()]
    assert [
        (one["player"], one["other"], Fraction(one["points"]), one["verdict"]) for one in game["pairs"]
    ] == [(names[one.one], names[one.other], one.points, one.answer.verdict.value) for one in pairs]
    players = standings_in({"sheepshead": counts}, names)[0].players
    ways = rankings(players, whole, where)
    assert [
        [(each["player"], each["place"], each["value"]) for each in one["players"]]
        for one in game["rankings"]
    ] == [
        [(each.name, each.place, None if each.value is None else str(each.value)) for each in one.players]
        for one in ways
    ]
    assert [(one["record"], one["players"]) for one in game["records"]] == [
        (one.feat, [names[who] for who in one.players]) for one in records_in(counts)
    ]
    assert [one["badge"] for one in game["badges"]] == [one.badge for one in badges_in(counts, "sheepshead")]


def test_every_evening_is_told_with_everybodys_points_after_it(history: Group) -> None:
    [game] = told(history)["games"]
    nights = cast.by_nights(history)
    names = dict(history.players.values_list("pk", "name"))
    assert [(one["night"], one["day"], one["points"]) for one in game["evenings"]] == [
        (one.night, one.day.isoformat(), {names[who]: str(points) for who, points in one.points.items()})
        for one in nights
    ]
    hands = [one["hands"] for one in game["evenings"]]
    assert sum(hand or 0 for hand in hands) < game["hands"]  # the last night goes on
    assert hands.count(None) == 3
    assert told(history, "--stake", "25")["games"][0]["evenings"] is None


def test_a_season_of_the_group_is_a_filter_and_has_its_table(history: Group) -> None:
    context = WriteContext(key=uuid.uuid4(), after=newest_change(history), by=cast.owner_of(history))
    said = SeasonSaid(name="Winter", first=date(2025, 1, 1), last=date(2025, 2, 28), floor=3)
    history = add_season(history, said, context)
    [game] = told(history)["games"]
    [season] = game["own_seasons"]
    [same] = told(history, "--season", "Winter")["games"]
    assert told(history, "--season", str(season["season"]))["asked"]["until"] == "2025-02-28"
    assert season["nights"] == same["nights"] == 5 < game["nights"]
    assert season["leaders"] == same["leaders"]
    assert season["spread"] == same["spread"] is not None
    assert same["players_of_nights"] == 1  # everybody who is in the table
    assert same["leader"] == {"player": same["leaders"]["players"][0], "best": same["leaders"]["best"]}
    inside = [one["player"] for one in season["players"]]
    assert {*inside, *(one["player"] for one in season["below"])} == {
        one["player"] for one in same["players"]
    }
    assert all(one["nights"] >= 3 for one in season["players"])
    assert all(one["nights"] < 3 for one in season["below"])
    assert [one["player"] for one in same["rankings"][0]["players"]] == inside
    with pytest.raises(CommandError, match="outside of the season"):
        told(history, "--season", "Winter", "--since", "2025-05")


def test_filters_stand_in_what_is_told_and_halves_have_whole_nights(history: Group) -> None:
    found = told(history, "--since", "2025-01", "--table", "5")
    assert found["asked"] == {
        "game": None,
        "season": None,
        "since": "2025-01-01",
        "until": None,
        "table": 5,
        "rules": None,
        "stake": None,
    }
    assert found["games"][0]["split_halves"] is None
    assert found["money"] == []
    assert told(history)["money"] != []
    assert told(history, "--game", "mehrkopf")["games"] == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--since", "tea"), "“tea” is no day"),
        (("--until", "2026-13"), "“2026-13” is no day"),
        (("--since", "2026-02", "--until", "2026-01"), "--until lies before --since"),
        (("--season", "Summer"), "There is no season “Summer”. Seasons of this group: none."),
    ],
)
def test_nonsense_is_refused_in_a_sentence(history: Group, options: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        told(history, *options)


def test_of_a_group_that_has_not_played_there_are_no_games() -> None:
    assert told(cast.thursday_table())["games"] == []
