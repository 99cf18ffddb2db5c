"""All that `manage.py statistics` tells is what the entries say, recomputed slowly and in the obvious way."""

import json
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from io import StringIO
from math import tanh
from statistics import correlation
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db.models import F, Model

from ledger.models import Group, Hand, NightGame, NightPair, NightPlace, NightPlayer, NightRole
from ledger.standings.filtering import EVERYTHING, Filter, of_year
from ledger.standings.played import played_in
from ledger.standings.statistics import halves_in, statistics_in
from ledger.standings.years import favourite_partners, year_of, years_of
from tests.ledger import histories
from tests.ledger.slowly.halves import Halves
from tests.ledger.slowly.questions import pairs_of
from tests.ledger.slowly.raw import Raw, raw_of
from tests.ledger.slowly.statistics import nights_of, of_game
from tests.ledger.slowly.sure import averages_of

pytestmark = pytest.mark.django_db


def told(group: Group, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("statistics", "--group", group.name, "--nights", "2", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def keyed(game: dict[str, Any]) -> dict[str, Any]:
    """With what has no order of its own by what names it."""
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
    """Of everybody's nights, by who came first."""
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
    """The two of most hands together; of equals who won more of them, then by their ids."""
    met = [
        (-len(told), -sum(won for won, *_ in told), both)
        for both, told in pairs_of(raw)[0].items()
        if player in (None, *both) and len(told) >= 5
    ]
    if not met:
        return None
    hands, won, both = min(met)
    return both, -hands, -won


TOLD: dict[type[Model], tuple[str, ...]] = {
    Hand: ("side_points",),
    NightGame: ("hands", "seconds"),
    NightPlayer: (
        "parts", "lowest", "best", "best_entry", "worst", "worst_entry", "won_row", "won_row_entry",
        "lost_row", "lost_row_entry",
    ),
    NightRole: ("hands", "parts", "squares", "pot_parts", "active", "is_forced", "has_cracked", "won"),
    NightPlace: ("hands", "parts", "place", "is_forced"),
    NightPair: ("hands", "won", "parts", "picked", "picked_won", "picked_parts"),
}  # fmt: skip
"""The columns that statistics are told from."""

CIRCUMSTANCES = ("active", "is_forced", "has_cracked", "won", "place")
"""Columns that are alike in all rows of a case, and read from one of these; the audit compares each row."""


def test_a_fault_in_any_number_that_is_stored_is_seen() -> None:
    group = histories.a_full_history(2)
    names = dict(group.players.values_list("pk", "name"))
    expected = of_game(raw_of(group), "sheepshead", names, EVERYTHING, 2)

    def wrong() -> list[str]:
        cache.clear()
        try:
            [found] = told(group, "--game", "sheepshead")["games"]
        except (ValueError, ZeroDivisionError, StopIteration):  # more hands won than there were
            return ["nonsense"]
        return differences({key: one for key, one in keyed(found).items() if key in expected}, expected)

    assert wrong() == []
    unseen = []
    for model, columns in TOLD.items():
        for column in columns:
            row = spoiled(model, column)
            was = getattr(row, column)
            change = (
                not was
                if isinstance(was, bool)
                else was + (-1 if column in ("worst", "lowest") else 1) * MANY
            )
            if column in ("active", "place", "side_points") or column.endswith("entry"):
                change = was + 1
            rows = model._default_manager.filter(pk=row.pk)
            if column in CIRCUMSTANCES and model in (NightRole, NightPlace):
                rows = model._default_manager.filter(case=row.case)
            rows.update(**{column: change})
            unseen += [] if wrong() else [(model.__name__, column)]
            rows.update(**{column: was})
    assert unseen == []


MANY = 10_000_000
"""More than anything ever brought here, in parts."""


def spoiled(model: type[Model], column: str) -> Any:
    """A row of which a column is told: of a picker, and of who holds a record."""
    rows = model._default_manager.filter(game="sheepshead").exclude(**{column: None}).order_by("pk")
    if model is NightPlace and column == "is_forced":
        rows = rows.filter(role="picker")
    if column == "place":
        rows = rows.order_by("-place")
    if model is NightRole:
        rows = rows.filter(role="picker", is_dealt=True)
        rows = rows.filter(is_for_pot=True) if column == "pot_parts" else rows
    if model is NightPair and column.startswith("picked"):
        rows = rows.filter(picked__gt=0)
    elif model is NightPair:
        rows = rows.filter(hands__gt=0, player__lt=F("other"))
    if model is NightPlayer and column.endswith("entry"):
        rows = rows.order_by(f"-{column.removesuffix('_entry')}")
        rows = rows.order_by("worst") if column == "worst_entry" else rows
    if model is NightPlayer and column == "lowest":
        rows = rows.filter(parts__gt=0)
    return rows.first()


ESTIMATED = {
    "how far players usually differ": ("ledger.statistics.skill.USUAL", 0.11),
    "how unsure that is": ("ledger.statistics.skill.DOUBT", 0.6),
    "too few distances": ("ledger.statistics.skill.DISTANCES", (-1, 0, 1)),
    "too few true means": ("ledger.statistics.skill.REACH", 2),
    "the curve of a normal quantity": ("ledger.statistics.skill.erf", tanh),
    "who comes too seldom is halved": ("ledger.standings.statistics.HALVED", 2),
    "not the middle but the most": ("ledger.statistics.spread.median", max),
    "not the mean but the best night": ("ledger.statistics.spread.fmean", max),
    "another sign": ("ledger.statistics.spread.correlation", lambda one, other: -correlation(one, other)),
}
"""Faults in what is estimated of nights: where they are planted, and what stands there then."""


def test_a_fault_in_what_is_estimated_of_nights_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    group = histories.a_full_history(4)
    raw, expected = raw_of(group), {}
    every = played_in(group)
    for game in every:
        averages = averages_of(nights_of(raw.of(game), 2))
        told = {who: (one["best"], one["signal"]) for who, one in averages.items()}
        best = {who: dict(zip(("best", "own"), one, strict=True)) for who, one in told.items()}
        expected[game] = {"best": best, "halves": halves_of(raw.of(game))}

    def wrong() -> list[str]:
        found = {}
        for game, played in every.items():
            players = statistics_in(played, fewest=2).players
            best = {who: {"best": one.best, "own": one.signal} for who, one in players.items()}
            halves = halves_in(played, fewest=2)
            found[game] = {"best": best, "halves": halves and halves[1]}
        return differences(found, expected)

    assert wrong() == []
    unseen = []
    for fault, (where, instead) in ESTIMATED.items():
        with monkeypatch.context() as planted:
            planted.setattr(where, instead)
            unseen += [] if wrong() else [fault]
    assert unseen == []
