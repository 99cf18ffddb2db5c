"""Hands of the documents, played hands and impossible ones: points, receipts, words and refusals."""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import GAMES, HandRefused, Scored, score
from ledger.scoring.option import options
from ledger.scoring.scored import Reason
from ledger.scoring.sheepshead import KINDS as OF_SHEEPSHEAD
from ledger.scoring.sheepshoof import KINDS as OF_SHEEPSHOOF
from ledger.scoring.southern_indiana import KINDS as OF_SOUTHERN_INDIANA
from ledger.words.messages import Message
from scorekeeper.text.wire import answer, answer_line
from tests.each import check_each
from tests.words import detail, label, text, why_not

DATA = Path(__file__).parent / "data"
DOCUMENTED = [game for game in GAMES if game != "any_game"]


def cases(name: str, game: str) -> dict[str, dict[str, Any]]:
    found = json.loads((DATA / name).read_text())
    return {case["id"]: case for case in found if case["game"] == game}


def request(case: dict[str, Any]) -> dict[str, Any]:
    return {name: case[name] for name in ("game", "players", "rules", "hand")}


@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_hand_is_worth_what_the_documents_say(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        answered = answer(request(case))
        assert {name: answered.get(name) for name in case["expect"]} == case["expect"], answered

    check_each(cases("vectors.json", game), check)


@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_hand_that_cannot_be_is_refused(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        refused = answer(request(case))["refused"]
        assert refused["code"].replace("_", "").isalpha()
        assert refused["message"].endswith(".")
        assert refused["fact"]

    check_each(cases("invalid.json", game), check)


NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith")
WON = {True: "yes", False: "no", None: "-"}


def named(code: str, case: str, params: Mapping[str, object]) -> str:
    said = f"{code}.{case}" if case else code
    return " ".join([said, *(f"{name}={value}" for name, value in sorted(params.items()))])


def worded(one: Message) -> str:
    return named(one.code, one.case, one.params)


def line(one: Reason) -> str:
    parts = (
        named(one.code, one.case, one.params),
        " ".join(map(str, one.points)),
        "; ".join(map(worded, one.why)),
        "seats " + " ".join(map(str, one.seats)),
        f"rule {one.rule or ''}",
        f"source {one.source}",
        "" if one.factor is None else f"x {one.factor}",
    )
    return " | ".join(parts)


def said(scored: Scored) -> list[str]:
    money = " ".join(map(str, scored.money or ()))
    went = f"row {scored.row} dealer {scored.next_dealer} pot {scored.pot_delta} factor {scored.factor}"
    beside = {"totals": scored.totals, "compared": scored.compared}
    after = scored.carried_after.answer(len(scored.points))
    return [
        *map(line, scored.reasons),
        f"label {worded(scored.label)}",
        "roles " + " ".join(role or "-" for role in scored.roles),
        "won " + " ".join(WON[won] for won in scored.won),
        f"{went} money {money}",
        *(f"{name} {' '.join(map(str, worths))}" for name, worths in beside.items() if worths),
        "after " + json.dumps(after, default=str, sort_keys=True),
    ]


def check_answer(case: dict[str, Any]) -> None:
    assert said(score(case["game"], case["players"], case["rules"], case["hand"])) == case["says"]


def check_words(case: dict[str, Any]) -> None:
    game = case["game"]
    found = score(game, case["players"], case["rules"], case["hand"])
    words = [(text(game, line, NAMES), detail(game, line, NAMES)) for line in found.reasons]
    lines = [f"{line}: {why}" if why else line for line, why in words]
    assert [label(game, found), *lines] == case["words"]


@pytest.mark.parametrize(("file", "check"), [("answers.json", check_answer), ("words.json", check_words)])
def test_answer_says_why_and_who_was_what(file: str, check: Callable[[dict[str, Any]], None]) -> None:
    check_each({case["id"]: case for case in json.loads((DATA / file).read_text())}, check)


CASES = json.loads((DATA / "refused.json").read_text())
RAMSCH: dict[str, Any] = {"kind": "played", "contract": "ramsch"}
PICKED: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
FEWSTER: dict[str, Any] = {"kind": "fewster", "sitting_out": [1]}
COUNTED: dict[str, Any] = {"points": [12, None, 12, 3], "tricks": [1, None, 3, 2]}
CALL: dict[str, Any] = {"kind": "call", "caller": 0, "partner": 2, "sitting_out": [1]}
BLITZ: dict[str, Any] = {"blitz": ["red_queens"], "blitz_timing": "any"}


def plain(value: object) -> object:
    """Return what a refusal names, as JSON can write it: text, number or kind."""
    if isinstance(value, Message):
        said = value.params.get("text", value.params.get("number", value.case or value.code))
        return plain(said) if value.code == "value" else value.case
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value


def plain_params(params: Mapping[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in params.items()}


def check_refused(case: dict[str, Any]) -> None:
    with pytest.raises(HandRefused) as refused:
        score(case["game"], case["players"], case["rules"], case["hand"])
    found = refused.value
    code, _, kind = case["refused"].partition(".")
    assert (found.code, found.case, found.fact) == (code, kind, case["fact"])
    assert plain_params(found.params) == case["says"]
    assert why_not(found).endswith((".", "?"))


@pytest.mark.parametrize("game", sorted({case["game"] for case in CASES}))
def test_what_cannot_be_is_refused_where_it_was_told(game: str) -> None:
    check_each({case["id"]: case for case in CASES if case["game"] == game}, check_refused)


# What no fact can be.
JUNK: tuple[Any, ...] = ("?", {"x": 1}, -99, 2.5, [[]], 10**6, ["?"], [99])


RARELY_TOLD: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("mehrkopf", 4, {"ramsch_jungfrau": "all"}, RAMSCH | {"losers": [0], "maidens": [3]}),
    ("mehrkopf", 4, {"ramsch_durchmarsch": "all_tricks"}, RAMSCH | {"durchmarsch": 1, "losers": [1]}),
    ("mehrkopf", 4, {"ramsch_measure": "fewest"}, RAMSCH | {"winners": [0]}),
    ("mehrkopf", 4, {"ramsch_tie": "decided"}, RAMSCH | {"losers": [0, 1], "tie_loser": 1}),
    ("sheepshead", 5, {"leaster_need_trick": False}, {"kind": "leaster", "winners": [0], "trickless": [1]}),
    ("sheepshead", 5, {"crack": "crack"}, PICKED | {"cracks": ["crack"], "cracks_by": [3]}),
    ("sheepshead", 5, BLITZ, PICKED | {"blitzes": ["red_queens"], "blitzes_by": [0]}),
    ("sheepshead", 6, {}, PICKED | {"sitting_out": [5], "dealer": 5}),
    ("sheepshead", 5, {"no_picker": "moster"}, {"kind": "moster", "losers": [0, 1]}),
    ("sheepshead", 5, {"no_picker": "schwanzer"}, {"kind": "schwanzer", "losers": [0, 1]}),
    ("sheepshead", 5, {"no_picker": "schwanzer"}, {"kind": "schwanzer", "strength": [5, 4, 3, 2, 1]}),
    ("sheepshoof", 4, {}, FEWSTER | {"points": [4, None, 12, 20], "tricks": [1, None, 3, 2]}),
    ("sheepshoof", 4, {}, FEWSTER | {"winners": [0, 2], "running": ["1", "0", "-1", "0"], "dealer": 3}),
    ("sheepshoof", 4, {}, FEWSTER | COUNTED | {"blind": [{"points": 5, "to": 3}, {"points": 4, "to": None}]}),
    ("sheepshoof", 4, {}, FEWSTER | {"winner": 0, "won_with": "points"}),
    ("southern_indiana", 5, {}, CALL | {"level": 2, "won": True, "race": [0, 4, 0, 2, 0], "dealer": 4}),
]


def each_way_of_telling() -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any], str]]:
    """Yield a hand for every fact that is told beside others of its kind, and that fact."""
    vectors = json.loads((DATA / "vectors.json").read_text())
    told = [(case["game"], case["players"], case["rules"], case["hand"]) for case in vectors]
    seen = set()
    for game, players, rules, hand in told + RARELY_TOLD:
        for fact in hand:
            way = (game, fact, hand["kind"], hand.get("contract"), frozenset(hand))
            if way not in seen:
                yield game, players, rules, hand, fact
            seen.add(way)


def test_junk_is_refused_next_to_the_fact_where_it_was_told() -> None:
    for game, players, rules, hand, fact in each_way_of_telling():
        for junk in JUNK:
            if (hand["kind"], fact, type(junk)) == ("sheet", "result", dict):
                continue  # a hand of its own, of no kind
            with pytest.raises(HandRefused) as refused:
                score(game, players, rules, hand | {fact: junk})
            assert refused.value.fact == fact, (game, hand, junk)


ENDLESS = ("1e99999999", "1E+99999999", "9" * 5_000, "1/" + "9" * 5_000, "1/0", "0x1p99999999", "nan")
EXACT_RULES = [(key, one.name) for key, game in GAMES.items() for one in options(game.rules) if one.exact]


def test_number_that_would_take_for_ever_is_refused_by_its_looks() -> None:
    # Try it wherever the engine reads exact numbers: `Fraction` would work on some of these for years.
    running = {"kind": "picked", "picker": 0}
    for number in ENDLESS:
        pot = PICKED | {"pot": {"amount": number, "pots": 1}}
        requests: list[dict[str, Any]] = [
            {"game": "sheepshead", "players": 5, "rules": {"no_picker": "doubler"}, "hand": pot},
            {"game": "sheepshoof", "players": 3, "rules": {}, "hand": running | {"running": [number] * 3}},
            *(
                {"game": game, "players": 3, "rules": {name: number}, "hand": {}}
                for game, name in EXACT_RULES
            ),
        ]
        for request in requests:
            found = answer(request)
            assert found["refused"]["code"] in ("not_exact", "bad_option"), found
            assert len(found["refused"]["message"]) < 200


def test_bare_number_of_any_size_is_answered_with_a_refusal() -> None:
    for number in ("1e99999999", "9" * 4_000, "9" * 5_000, "-" + "9" * 4_000):
        for facts in ('"doublers": %s', '"pot": {"amount": %s, "pots": 1}', '"rounds": [%s]', '"picker": %s'):
            told = '{"kind": "picked", "picker": 0, "partners": [], "result": "won", %s}'
            told = told.replace('"picker": 0, ', "") if "picker" in facts else told
            line = '{"game": "sheepshead", "players": 5, "hand": %s}' % (told % (facts % number))
            assert "refused" in answer_line(line, 1), line[:200]


KINDS = {
    "sheepshead": OF_SHEEPSHEAD,
    "mehrkopf": ("played", "throw_in", "all_pass", "pot_divide"),
    "sheepshoof": OF_SHEEPSHOOF,
    "southern_indiana": (*OF_SOUTHERN_INDIANA, "settle"),
    "any_game": ("points", "pass"),
}


@pytest.mark.parametrize("left", [0, 1])
def test_hand_with_fewer_than_two_players_is_refused_in_every_kind(left: int) -> None:
    assert set(KINDS) == set(GAMES)
    for game, kinds in KINDS.items():
        players = max(4, GAMES[game].least_active)
        for kind in kinds:
            with pytest.raises(HandRefused) as refused:
                score(game, players, {}, {"kind": kind, "sitting_out": list(range(players - left))})
            assert (refused.value.code, refused.value.fact) == ("sitters", "sitting_out"), (game, kind)
    assert why_not(refused.value) == f"Two at least play a hand, not {left}: say who sits out."
