"""All that `manage.py statistics` tells is what the entries say, recomputed slowly and in the obvious way."""

import json
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from ledger.models import Group
from ledger.standings.filtering import Filter, of_year
from ledger.standings.years import favourite_partners, year_of, years_of
from tests.ledger import histories
from tests.ledger.slowly.halves import Halves
from tests.ledger.slowly.questions import pairs_of
from tests.ledger.slowly.raw import Raw, raw_of
from tests.ledger.slowly.statistics import of_game

pytestmark = pytest.mark.django_db


def told(group: Group, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("statistics", "--group", group.name, "--nights", "2", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


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
        halves = halves_of(raw.of(game)) if asked.has_whole_nights else None
        assert said["split_halves"] == halves
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
