"""`manage.py score`: JSON lines in, one JSON line each out."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

WON = {
    "game": "sheepshead",
    "players": 5,
    "rules": {},
    "hand": {
        "kind": "picked",
        "picker": 0,
        "partners": [1],
        "side_points": 61,
        "side_tricks": "some",
        "dealer": 4,
    },
}
REFUSED = {**WON, "hand": {**WON["hand"], "side_points": 121}}  # type: ignore[dict-item]


def lines(*requests: object) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return a function that runs the command on bytes, from standard input or a file."""

    def run(told: bytes, *, file: bool = False) -> tuple[int, list[dict[str, Any]]]:
        out, status = io.StringIO(), 0
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told), encoding="utf-8"))
        (tmp_path / "hands.jsonl").write_bytes(told)
        try:
            call_command("score", *([str(tmp_path / "hands.jsonl")] if file else []), stdout=out)
        except SystemExit as ended:
            status = int(str(ended.code))
        return status, [json.loads(line) for line in out.getvalue().splitlines()]

    return run


@pytest.mark.parametrize("file", [False, True])
def test_every_line_is_answered(score: Any, file: bool) -> None:
    beside = {"id": "one", "source": "SH-010", "certainty": "stated", "expect": {}, "note": "", "also": []}
    exact = WON | {"rules": {"split": "even", "stake": 5}}
    without_rules = {name: WON[name] for name in ("game", "players", "hand")}
    mark = json.dumps(WON).encode("utf-8-sig") + b"\n"
    status, answers = score(mark + lines(exact, without_rules, WON | beside), file=file)
    assert status == 0
    assert [answer["points"][0] for answer in answers] == ["2", "3/2", "2", "2"]
    assert answers[1]["money"] == ["15/2", "15/2", "-5", "-5", "-5"]
    found = answers[0]
    assert (found["pot_delta"], found["next_dealer"], found["reasons"][0]["text"]) == ("0", 0, "Won")
    assert found.keys().isdisjoint({"pots_after", "refused"})


def test_a_refusal_ends_in_status_one_after_all_lines_are_answered(score: Any) -> None:
    status, (refused, answered) = score(lines(REFUSED, WON))
    assert (status, refused["refused"]["code"], answered["factor"]) == (1, "out_of_range", "1")
    status, answers = score(b"\n" + lines(WON) + b"{not json\n   \n" + lines(WON))
    assert (status, ["points" in answer for answer in answers]) == (1, [True, False, True])
    assert answers[1]["refused"]["code"] == "bad_json"
    assert "ine 3" in answers[1]["refused"]["message"]


BROKEN = {
    "a duplicate name": b'{"game": "sheepshead", "game": "sheepshead"}',
    "not a number": b'{"game": "sheepshead", "players": NaN, "rules": {}, "hand": {}}',
    "infinity": b"Infinity",
    "a number of five thousand digits": b'{"players": ' + b"9" * 5000 + b"}",
    "a tower of brackets": b"[" * 200_000,
    "not UTF-8": b'{"game": "\xff"}',
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN)
def test_unreadable_json_never_breaks_the_command(score: Any, line: bytes) -> None:
    status, (refused, answered) = score(line + b"\n" + lines(WON))
    assert (status, refused["refused"]["code"], "points" in answered) == (1, "bad_json", True)


STRANGE: dict[str, object] = {
    "null": None,
    "a list": [],
    "a number": 5,
    "nothing": {},
    "no players": {name: WON[name] for name in ("game", "rules", "hand")},
    "players as text": {**WON, "players": "5"},
    "players yes": {**WON, "players": True},
    "players broken": {**WON, "players": 5.5},
    "eleven players": {**WON, "players": 11},
    "one player": {**WON, "players": 1},
    "rules as a list": {**WON, "rules": ["bump"]},
    "rules null": {**WON, "rules": None},
    "an unknown rule": {**WON, "rules": {"bumps": True}},
    "a rule with a strange value": {**WON, "rules": {"bump": 1}},
    "a list in a list of blitzes": {**WON, "rules": {"blitz": [["black_queens"]]}},
    "a broken number for a rule": {**WON, "rules": {"renege_level": 1.0}},
    "a hand as a list": {**WON, "hand": [1]},
    "no hand": {name: WON[name] for name in ("game", "rules", "players")},
    "an unknown game": {**WON, "game": "poker"},
    "a list as a game": {**WON, "game": ["sheepshead"]},
    "a lone surrogate": {**WON, "game": "\ud800"},
}


@pytest.mark.parametrize("request_told", STRANGE.values(), ids=STRANGE)
def test_a_strange_request_is_refused_in_a_sentence(score: Any, request_told: object) -> None:
    status, (answer,) = score(lines(request_told))
    assert status == 1
    assert answer["refused"]["message"].endswith(".")


def test_what_a_request_does_not_say_by_name_is_refused(score: Any) -> None:
    status, answers = score(lines({**WON, "rule": {"bump": False}}, {**WON, "doublers": 1}, {**WON, "": 0}))
    refused = [(one["refused"]["code"], one["refused"]["fact"]) for one in answers]
    assert (status, refused) == (1, [("unknown_key", fact) for fact in ("rule", "doublers", "")])


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("score", str(tmp_path / "nowhere.jsonl"), stdout=io.StringIO(), stderr=err)
    assert ended.value.code == 2
    assert "cannot be read" in err.getvalue()


def test_whoever_stops_reading_the_answers_is_not_told_of_the_file(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    (tmp_path / "hands.jsonl").write_bytes(lines(WON))
    err = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("score", str(tmp_path / "hands.jsonl"), stdout=Closed(), stderr=err)
    assert (ended.value.code, err.getvalue()) == (1, "")
