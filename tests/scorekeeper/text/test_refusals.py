"""Whatever the code refuses or tells has its sentence in the catalogue, with the same parameters."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from string import Formatter
from typing import Any

import pytest
from django.utils.translation import gettext_lazy, override

from ledger.recording import Refused
from ledger.scoring import HandRefused
from ledger.words.messages import Message, message
from scorekeeper.text import refusals
from scorekeeper.text.games import all_words
from scorekeeper.text.refusals import REFUSALS, sentence
from scorekeeper.text.refusals.stored import LONGEST, read_stored, stored
from scorekeeper.text.wording import worded
from scorekeeper.visitors.quotas import By, Limit, TooOften
from tests.house.sources import ROOT, python_files

NO_PARAMETERS = frozenset({"case", "fact"})


@dataclass(frozen=True, kw_only=True)
class Helper:
    """A function that makes or raises what it is told: the code, where the case stands, and its parameters.

    `adds` are parameters that it gives itself; `case_in` is the place of the case among what it is given, or
    the keyword; `takes` are what it is given besides parameters. Where the code is "", it is given at
    `case_in`, and the case is one of `cases`, or the keyword `case`.
    """

    code: str = ""
    case_in: int | str = 0
    cases: tuple[str, ...] = ()
    adds: frozenset[str] = frozenset()
    passes: bool = True


HELPERS: Mapping[str, Helper] = {
    "fault": Helper(code="fault", case_in=0),
    "where": Helper(code="where", case_in=0),
    "reported": Helper(code="audit", case_in=0),
    "guarded": Helper(code="audit", case_in=1, adds=frozenset({"why"}), passes=False),
    "playing_seat": Helper(code="sits_out", case_in=3, passes=False),
    "playing_seats": Helper(code="sits_out", case_in=3, passes=False),
    "refuse_told": Helper(case_in=2, passes=False),
    "not_played": Helper(cases=("", "now"), passes=False),
    "_not_here": Helper(code="contract_not_here", case_in=0, passes=False),
    "_rising": Helper(code="contradicts", case_in=0, adds=frozenset({"number", "before"}), passes=False),
    "_Unreadable": Helper(code="unshared", case_in=0),
    "_of_file": Helper(code="unshared", case_in=0),
    "check_room": Helper(code="full", case_in="case", adds=frozenset({"most"}), passes=False),
    "clean_text": Helper(code="unfit", case_in="case", passes=False),
    "clean_lines_of": Helper(code="unfit", case_in="case", passes=False),
}
# Parts of sentences that the engine chooses by what it sees; `test_receipts` renders them all.
OF_THE_ENGINE = ("value.", "row.")
# Words that stand in a sentence as the group has chosen them.
CARD_WORDS = frozenset(key for words in all_words() for key in words.WORDS)
# Functions that hand a case on; their callers are looked at instead.
MADE_IN = frozenset({*HELPERS, "message", "__init__", "read_stored"})


@dataclass(frozen=True, kw_only=True)
class Said:
    where: str
    key: str
    names: frozenset[str]
    fault: str = ""


def said_in(source: str, path: str) -> Iterator[Said]:
    for node, inside in _calls(ast.parse(source)):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        where, helper = f"{path}:{node.lineno}", HELPERS.get(called)
        # `test_receipts` looks at messages of a receipt.
        is_of_a_receipt = called == "message" and path.startswith("ledger/scoring/")
        if called in ("HandRefused", "Refused", "message") and not is_of_a_receipt:
            yield from _plain(node, where, inside)
        elif helper is not None and inside not in HELPERS:
            yield from _helped(node, where, helper)


def _calls(tree: ast.AST, inside: str = "") -> Iterator[tuple[ast.Call, str]]:
    """Yield every call, and the function that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield node, inside
        yield from _calls(node, node.name if isinstance(node, ast.FunctionDef) else inside)


def _plain(node: ast.Call, where: str, inside: str) -> Iterator[Said]:
    keywords = {one.arg: one.value for one in node.keywords}
    codes, cases = _texts(node.args[0] if node.args else None), _texts(keywords.get("case", ast.Constant("")))
    names, fault = frozenset(str(name) for name in keywords) - NO_PARAMETERS, ""
    if len(node.args) > 1:
        fault = "has a sentence beside its code"
    elif not (codes and cases) or None in keywords:
        fault = "does not say its code, case and parameters as they are"
    if fault:
        is_known = inside in MADE_IN and len(node.args) < 2
        yield Said(where=where, key="", names=frozenset(), fault="" if is_known else fault)
        return
    for code, case in product(codes, cases):
        yield Said(where=where, key=f"{code}.{case}" if case else code, names=names)


def _helped(node: ast.Call, where: str, helper: Helper) -> Iterator[Said]:
    keywords = {one.arg: one.value for one in node.keywords}
    given: dict[Any, ast.expr] = {**dict(enumerate(node.args)), **keywords}
    if helper.case_in not in given:  # another function of this name
        return
    told = _texts(given[helper.case_in])
    if len(told) != 1:
        yield Said(where=where, key="", names=frozenset(), fault="does not say its case as it is")
        return
    # "*" stands for parameters that two lines share.
    passed = frozenset(name or "*" for name in keywords) - NO_PARAMETERS if helper.passes else frozenset()
    key = ".".join([helper.code, *told] if helper.code else [*told, *_texts(keywords.get("case"))])
    for case in helper.cases or ("",):
        yield Said(where=where, key=f"{key}.{case}" if case else key, names=passed | helper.adds)


def _texts(node: ast.expr | None) -> list[str]:
    """Return the texts that this can be: one, either of two, or one of a tuple; none if that is unknown."""
    if isinstance(node, ast.IfExp):
        found = [_texts(node.body), _texts(node.orelse)]
        return [text for one in found for text in one] if all(found) else []
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        return [text for one in node.value.elts for text in _texts(one)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def placeholders(text: str) -> dict[str, str]:
    """Return the names of placeholders, each with its form: a way to write a number, or a table of words."""
    return {name: form or "" for _, name, form, _ in Formatter().parse(text) if name is not None}


def wrong(said: Said) -> str:
    if said.fault or not said.key:
        return said.fault and f"{said.where} {said.fault}"
    if said.key not in REFUSALS:
        return f"{said.where}: {said.key} is not in the catalogue"
    wanted = placeholders(str(REFUSALS[said.key])).keys() - CARD_WORDS
    if "*" in said.names or wanted == said.names:
        return ""
    return f"{said.where}: {said.key} names {sorted(wanted)}, and is given {sorted(said.names)}"


def everything_said() -> list[Said]:
    return [
        one
        for path in python_files("ledger", "scorekeeper")
        if "/text/" not in str(path) or path.name == "wire.py"
        for one in said_in(path.read_text(), str(path.relative_to(ROOT)))
    ]


def test_whatever_is_refused_or_told_has_its_sentence_and_no_other_is_left() -> None:
    everything = everything_said()
    assert [fault for one in everything if (fault := wrong(one))] == []
    said = {one.key for one in everything}
    for limit, by in product(Limit, By):
        often = TooOften(limit, by, timedelta(minutes=2))
        said.add(f"{often.code}.{often.case}")
    forms = {form for text in REFUSALS.values() for form in placeholders(str(text)).values() if form}
    known = (*(f"{form}." for form in forms), *OF_THE_ENGINE)
    mine = Counter(key for texts in refusals.CATALOGUES for key in texts)
    assert sorted(key for key in mine.keys() - said if not key.startswith(known)) == []
    assert [key for key, count in mine.items() if count > 1] == []


@pytest.mark.parametrize("limit", Limit)
def test_every_limit_says_what_was_too_much_and_how_long_to_wait(limit: Limit) -> None:
    for quota in limit.quotas:
        said = sentence(TooOften(limit, quota.by, timedelta(minutes=2)))
        assert re.search(r"\b[Aa] lot\b.*Try again in 2 minutes\.$", said)


@pytest.mark.parametrize(
    ("params", "text", "words"),
    [
        ({"most": 20_000}, "{most}", "20000"),
        ({"most": 20_000}, "{most:count} at most", "20,000 at most"),
        ({"least": 3}, "{least:word}", "three"),
        ({"least": 3}, "{least:Word} play", "Three play"),
        ({"least": 12}, "{least:Word} play", "12 play"),
        ({"left": Fraction(-3, 2)}, "{left}", "−1½"),
        ({"left": Fraction(-3, 2)}, "{left:plain}", "-3/2"),
        ({"left": Fraction(-7, 10)}, "{left:decimal}", "−0.7"),
        ({"left": Fraction(100)}, "{left:decimal}", "100"),
        ({"left": "-1.00"}, "{left:decimal}", "−1.00"),
        ({"left": Fraction(4, 3)}, "{left:decimal}", "1⅓"),
        ({"left": Fraction(3, 2)}, "{left:signed}", "+1½"),
        ({"day": date(2009, 3, 27)}, "{day}", "2009-03-27"),
        ({"name": "{braces}"}, "{name}", "{braces}"),
        ({"who": message("stranger")}, "{who:first}", "A stranger"),
        ({"why": HandRefused("seats")}, "Not so. {why}", "Not so. A table has two to ten seats."),
    ],
)
def test_a_parameter_stands_in_a_sentence_as_its_placeholder_says(
    params: dict[str, object], text: str, words: str
) -> None:
    assert worded(HandRefused("it", **params), {**REFUSALS, "it": text}) == words  # type: ignore[arg-type]


def test_a_sentence_follows_the_language_of_its_reader() -> None:
    with override("de"):
        assert sentence(HandRefused("seats")) == str(REFUSALS["seats"])
    assert isinstance(REFUSALS["seats"], type(gettext_lazy("")))


@pytest.mark.parametrize(
    "said",
    [
        HandRefused("seats", fact="seats"),
        Refused("full", case="nights", most=3),
        HandRefused("later_hand", number=3, why=HandRefused("too_few", case="stay", least=2)),
        message("unread", case="twice", name="Ann", day=date(2009, 3, 27)),
        message("unfooted", case="left", left=Fraction(1, 2)),
        message("x", several=(1, "two", Fraction(1, 3)), flag=True, nothing=None),
    ],
)
def test_what_is_kept_is_read_as_it_was(said: HandRefused | Message) -> None:
    again = read_stored(stored(said))
    assert (again.code, again.case, str(again.params)) == (said.code, said.case, str(said.params))
    assert getattr(again, "fact", None) == getattr(said, "fact", None)


def test_what_is_kept_can_be_kept_by_every_database() -> None:
    kept = stored(Refused("no_text", name="\0\ud800" + "x" * 1_000))["params"]["name"]
    assert kept == ("\ufffd?" + "x" * 1_000)[:LONGEST]


@pytest.mark.parametrize("row", [{}, {"code": "x", "params": {"a": {"unheard": 1}}}])
def test_what_was_never_kept_is_not_read(row: dict[str, object]) -> None:
    with pytest.raises(KeyError, match=re.compile("code|unheard")):
        read_stored(row)
