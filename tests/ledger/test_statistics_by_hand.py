"""All that `manage.py statistics` tells is what the entries say, recomputed slowly and in the obvious way."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from io import StringIO
from math import tanh
from statistics import correlation
from typing import Any

import pytest
from django.core.management import call_command

from ledger.counting import ALL, ALL_GAMES, Circumstances, Counts, Mark, Nights, chosen
from ledger.models import PARTS, Group
from ledger.standings.counted import Asked, all_counted
from ledger.standings.statistics import halves_in, statistics_in
from ledger.standings.years import Partners, favourite_partners, year_of, years_of
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
    """In what two differ; of floats what luck of rounding does not explain."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        keys = {*found, *expected}
        return [
            one
            for key in sorted(keys, key=str)
            for one in differences(
                found.get(key, "not there"), expected.get(key, "not there"), f"{where} {key}"
            )
        ]
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return [one for at, (a, b) in pairs for one in differences(a, b, f"{where} {at}")]
    if isinstance(expected, float):
        return [] if found == pytest.approx(expected, abs=1e-9) else [f"{where}: {found}, not {expected}"]
    return [] if expected == found else [f"{where}: {found!r}, not {expected!r}"]


ASKED = {
    (): Asked(),
    ("--since", "2025-01", "--until", "2025-04-20"): Asked(since=date(2025, 1, 1), until=date(2025, 4, 20)),
    ("--table", "5", "--stake", "25"): Asked(circumstances=Circumstances(active=5, stake=25)),
    ("--rules", "1"): Asked(circumstances=Circumstances(version=1)),
}


@pytest.mark.parametrize(("seed", "options"), list(zip((1, 2, 1, 2), ASKED, strict=True)))
def test_everything_is_what_the_entries_say(seed: int, options: tuple[str, ...]) -> None:
    group = histories.a_full_history(seed)
    asked, names = ASKED[options], dict(group.players.values_list("pk", "name"))
    raw = raw_of(group, asked)
    found = told(group, *options)
    games = {one["game"]: keyed(one) for one in found["games"]}
    won = {one["player"]: one["cents"] for one in found["money"] if one["cents"]}
    cents = raw.cents if asked.circumstances.are_any else {}
    assert won == {names[who]: one for who, one in cents.items() if one}
    assert set(games) == raw.games()
    for game, said in games.items():
        halves = halves_of(raw.of(game)) if asked.circumstances.are_any else None
        assert said["split_halves"] == halves
        expected = of_game(raw, game, names, asked.circumstances, 2)
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
            found = year_of(group, year, game=game, today=date(2026, 1, 1))
            raw = raw_of(group, found.asked)
            cents = {who: one for who, one in raw.cents.items() if one}
            assert {who: one for who, one in found.money.items() if one} == cents
            assert set(found.games) == raw.games()
            there = raw.of(found.game)
            for who in there.people():
                brought = sum(points for _, points in there.brought(who))
                assert sum(leg.pieces[who].last for leg in found.legs if who in leg.pieces) == brought * PARTS
            for player in (None, *there.people()):
                assert favourite_partners(found.counts, player) == favourites(there, player)


def favourites(raw: Raw, player: int | None) -> Partners | None:
    """The two of most hands together; of equals who won more of them, then by their ids."""
    met = [
        (-len(told), -sum(won for won, *_ in told), both)
        for both, told in pairs_of(raw)[0].items()
        if player in (None, *both) and len(told) >= 5
    ]
    if not met:
        return None
    hands, won, both = min(met)
    return Partners(players=both, hands=-hands, won=-won)


MANY = 1000 * PARTS
"""More than anything ever brought here, in parts."""

FAULTS: dict[str, tuple[str, ...]] = {
    "hands": ("",),
    "card_points": ("",),
    "roles": ("hands", "won", "parts", "squares"),
    "places": ("hands", "picked", "parts"),
    "occasions": ("hands", "won", "parts"),
    "partners": ("hands", "won", "parts"),
    "between": ("hands", "won", "parts"),
    "by_night": (*Nights._fields,),
    "courses": ("low", "high", "last", "most", "lost_last", "lost_most"),
}
"""What is told of counts: by what of them it is in, the numbers."""


def with_a_fault(counts: Counts, part: str, number: str) -> Counts:
    """Counts of which one number of one key is wrong."""
    there = dict(getattr(counts, part))
    key = max(
        (one for one in there if part != "by_night" or one.cases == one.of),
        key=lambda one: (part != "roles" or one.role == "picker", str(one)),
    )
    value = there[key]
    if not number:
        there[key] = value + 1
    elif isinstance(was := getattr(value, number), int):
        much = {"parts": PARTS, "squares": PARTS**2, "low": -MANY, "high": MANY}.get(number, 1)
        there[key] = value._replace(**{number: was + much})
    else:
        sign = -1 if number.startswith("worst") else 1
        there[key] = value._replace(**{number: Mark(sign * MANY, 1, 0 if "hand" not in number else 2)})
    other: dict[str, Any] = {part: there}
    return replace(counts, **other)


def test_a_fault_in_any_number_that_was_added_up_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    group = histories.a_full_history(2)
    names = dict(group.players.values_list("pk", "name"))
    counts = all_counted(group)
    expected = of_game(raw_of(group), "sheepshead", names, Circumstances(), 2)

    def wrong(faulty: Counts) -> list[str]:
        def added_up(of: Group, asked: Asked) -> dict[str, Counts]:
            return counts | {"sheepshead": faulty} if asked == Asked() else all_counted(of, asked)

        monkeypatch.setattr("ledger.management.telling_statistics.all_counted", added_up)
        try:
            [found] = told(group, "--game", "sheepshead")["games"]
        except ValueError:  # more hands won than there were
            return ["nonsense"]
        there = {key: one for key, one in keyed(found).items() if key in expected}
        return differences(there, expected)

    right = counts["sheepshead"]
    assert wrong(right) == []
    unseen = [
        (part, number)
        for part, numbers in FAULTS.items()
        for number in numbers
        if not wrong(with_a_fault(right, part, number))
    ]
    assert unseen == []
    for whole in ("nights", "timed", "seconds", "most_hands", "longest"):
        was = getattr(right, whole)
        other: dict[str, Any] = {whole: was + 1 if isinstance(was, int) else Mark(MANY, 1)}
        assert wrong(replace(right, **other))


ESTIMATED = {
    "how far players usually differ": ("ledger.statistics.skill.USUAL", 0.11),
    "how unsure that is": ("ledger.statistics.skill.DOUBT", 0.6),
    "too few distances": ("ledger.statistics.skill.DISTANCES", (-1, 0, 1)),
    "too few true means": ("ledger.statistics.skill.REACH", 2),
    "the curve of a normal quantity": ("ledger.statistics.skill.erf", tanh),
    "who comes too seldom is halved": ("ledger.standings.statistics.HALVED", 2),
    "not the middle but the most": ("ledger.statistics.halves.median", max),
    "not the mean but the best night": ("ledger.statistics.halves.fmean", max),
    "another sign": ("ledger.statistics.halves.correlation", lambda one, other: -correlation(one, other)),
}
"""Faults in what is estimated of nights: where they are planted, and what stands there then."""


def test_a_fault_in_what_is_estimated_of_nights_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    group = histories.a_full_history(4)
    raw, expected = raw_of(group), {}
    every = {game: chosen(counts, ALL) for game, counts in all_counted(group).items() if game != ALL_GAMES}
    for game in every:
        averages = averages_of(nights_of(raw.of(game), 2))
        told = {who: (one["best"], one["signal"]) for who, one in averages.items()}
        best = {who: dict(zip(("best", "own"), one, strict=True)) for who, one in told.items()}
        expected[game] = {"best": best, "halves": halves_of(raw.of(game))}

    def wrong() -> list[str]:
        found = {}
        for game, counts in every.items():
            players = statistics_in(counts, fewest=2).players
            best = {who: {"best": one.best, "own": one.signal} for who, one in players.items()}
            halves = halves_in(group, game, Asked(), fewest=2)
            found[game] = {"best": best, "halves": halves and halves.likeness}
        return differences(found, expected)

    assert wrong() == []
    unseen = []
    for fault, (where, instead) in ESTIMATED.items():
        with monkeypatch.context() as planted:
            planted.setattr(where, instead)
            unseen += [] if wrong() else [fault]
    assert unseen == []
