"""A file of a group is refused with a sentence, or is a book in which nothing is wrong."""

import json
import re
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from datetime import date
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.exchange import group as exchanging
from ledger.exchange.group import parse, read_group
from ledger.models import Entry, Group, Session, Transaction
from ledger.money.rounding import Rest, Rounding
from ledger.recording import Refused, choose_coin, end_night, mark_unpaid, reopen_night
from ledger.recording.auditing import audit
from ledger.recording.journal import pay_line
from ledger.recording.lookups import where
from ledger.recording.notebook import Copying, copy_notebook
from ledger.scoring import HandRefused
from ledger.standings.marks import Copied
from ledger.standings.money import open_list
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, ids, tell
from tests.group_files import group_export, group_import
from tests.ledger.exchange.test_group import elsewhere, group  # noqa: F401  (a fixture)
from tests.old_ways import PlanRequest, drop, end_with_a_plan, settle
from tests.steady import many

pytestmark = pytest.mark.django_db
Facts = dict[str, Any]
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 7, -1, 10**14, 2**31, 10**17, "", "1", "tea", "note", "__init__", [], {},
    "a\x07", "paid", "ended", "hand", "night", "payment", "box", "player", "x" * 2_001, "2009-03-01", 0.5,
)  # fmt: skip


@pytest.fixture
def whole(group: Group) -> Facts:  # noqa: F811
    """Return the file of a group that has everything, some of it more than once."""
    session = group.sessions.get()
    end_with_a_plan(session, context(session))
    sheet_paid = Entry.objects.get(session=session, kind="paid").number
    reopen_night(session, context(session))
    mark_unpaid(session, sheet_paid, context(session))
    tell(session, "Ann", "Ben", "lost")
    end_with_a_plan(session, context(session))
    nights = [Copied(date=date(2009, 3, day), totals={0: Fraction(day), 1: Fraction(-day)}) for day in (1, 2)]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights))
    # A night of which the kitty has the rest, a plan of it that was dropped, a payment from its page.
    choose_coin(group, Rounding(coin=15, rest=Rest.KITTY))
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    drop(settle(group, PlanRequest(), context(night)), context(night))
    one = open_list(group)[0]
    pay_line(group, (one.payer, one.payee), 1, context(night), session=night)
    found: Facts = json.loads(elsewhere(group))
    return found


def brought(facts: Facts) -> Group:
    return group_import(json.dumps(facts))[0]


def refused(facts: Facts) -> str:
    """With which sentence it is refused; nothing of it is left. Empty if it is not."""
    with transaction.atomic():
        try:
            brought(facts)
        except HandRefused as problem:
            left = (Group.every.count(), Session.objects.exists(), Transaction.objects.exists())
            assert left == (1, False, False)
            return sentence(problem)
        transaction.set_rollback(True)
    return ""


def lines(facts: Facts) -> Any:
    return facts["sessions"][0]["entries"]


def of_kind(facts: Facts, kind: str) -> Any:
    return next(one for one in lines(facts) if one["kind"] == kind)


def added(facts: Facts, kind: str, **said: Any) -> Any:
    """Add a line to the first night."""
    number = len(lines(facts)) + 1
    key = f"00000000-0000-4000-8000-{number:012d}"
    return lines(facts).append(
        {**lines(facts)[-1], "number": number, "key": key, "kind": kind, "facts": said}
    )


def test_the_parts_of_a_file_may_stand_in_any_order(whole: Facts) -> None:
    whole["players"] = whole.pop("players")
    assert brought(whole).players.count() == len(whole["players"])


Change = Callable[[Facts], object]
SEASON = {
    "season": 1, "name": "a", "first": "2026-01-01", "last": None, "floor": 0, "floor_of": "nights",
}  # fmt: skip
CONTRADICTIONS: tuple[tuple[Change, str], ...] = (
    (
        lambda f: of_kind(f, "ended")["facts"]["cents"].update({"1": 51}),
        "it says 51 cents for Ann, its hands bring",
    ),
    (lambda f: of_kind(f, "ended")["facts"]["payments"].pop(), "payments leave"),
    (lambda f: of_kind(f, "ended")["facts"]["payments"][0].update(cents=1), "payments leave"),
    (lambda f: of_kind(f, "paid")["facts"].update(cents=1), "no such open payment"),
    (lambda f: of_kind(f, "unpaid")["facts"].update(of=1), "no such payment was marked paid"),
    (lambda f: of_kind(f, "corrected")["facts"]["told"].update(result="lost"), "Night 1, line"),
    (lambda f: of_kind(f, "opened")["facts"].update(stake_cents=26), "Night 1, line"),
    (lambda f: added(f, "hand", **of_kind(f, "hand")["facts"]), "after the night had ended"),
    (lambda f: added(f, "left", player=1), "after the night had ended"),
    (lambda f: added(f, "remarked", of=99, text="x"), "There is no such hand"),
    (lambda f: added(f, "remarked", of=2, text="x" * 141), "not as it should be"),
    (lambda f: added(f, "remarked", of=2), "not as it should be"),
    (lambda f: added(f, "ended", **of_kind(f, "ended")["facts"]), "after the night had ended"),
    (lambda f: added(f, "paid", payer=1, payee=2, cents=7), "no such open payment"),
    (lambda f: [added(f, "reopened"), added(f, "reopened")], "the night had not ended"),
    (lambda f: added(f, "unpaid", of=1), "no such payment was marked paid"),
    (lambda f: [added(f, "reopened"), added(f, "opened", **of_kind(f, "opened")["facts"])], "opened once"),
    (lambda f: lines(f)[0].update(kind="hand"), "not as it should be"),
    (lambda f: added(f, "note"), "line 21 of night 1, “note” is not known here"),
    (lambda f: added(f, "_hand"), "line 21 of night 1, “_hand” is not known here"),
    (lambda f: added(f, "__init__"), "line 21 of night 1, “__init__” is not known here"),
    (lambda f: added(f, "sheet"), "line 21 of night 1, “sheet” is not known here"),
    (lambda f: added(f, "_sit"), "line 21 of night 1, “_sit” is not known here"),
    (lambda f: of_kind(f, "hand").update(kind="hand "), "night 1, “hand ” is not known here"),
    (lambda f: added(f, "reopened", cents={}, payments=[]), "not as it should be"),
    (lambda f: of_kind(f, "hand").update(kind="arranged"), "not as it should be"),
    (lambda f: of_kind(f, "hand").update(kind="voided"), "not as it should be"),
    (lambda f: lines(f).pop(1), "a line is missing"),
    (lambda f: f["sessions"][1].update(number=1), "Night 1 comes after night 1"),
    (lambda f: f["sessions"].reverse(), "comes after"),
    (lambda f: f["sessions"][1]["entries"].clear(), "has not begun"),
    (lambda f: totals(f).update({"1": "2"}), "add up to"),
    (
        lambda f: f["sessions"][1]["entries"][0]["facts"]["cents"].update({"1": 26, "2": -26}),
        "Night 2, line 1",
    ),
    (lambda f: totals(f).update({"01": "0"}), "not as it should be"),
    (lambda f: totals(f).update({"1": "1e9"}), "not as it should be"),
    (lambda f: totals(f).update({"1": "1e99999999"}), "not as it should be"),
    (lambda f: totals(f).update({"1": "1/99999999999"}), "not as it should be"),
    (lambda f: totals(f).update({"1": "9" * 2_000}), "not as it should be"),
    (lambda f: lines(f)[-2]["facts"].update(doublers=2**31 - 1), "“doublers” goes from 0 to"),
    (
        lambda f: lines(f)[-2]["facts"]["told"].update(pot={"amount": "1e99999999", "pots": 1}),
        "not “1e99999999”",
    ),
    (lambda f: f["journal"].pop(0), "numbered 2; the lines go from 1"),
    (lambda f: f["journal"].pop(), "The part “open”: what is open in it|not what its journal says"),
    (lambda f: [f["journal"].pop(), f["journal"].pop()], "differ"),
    (lambda f: f["journal"].pop(1), "the lines go from 1 without a gap"),
    (lambda f: f["journal"][0].update(number=0), "the lines go from 1"),
    (lambda f: night_line(f).update(session=2), "otherwise than night 1, line 13"),
    (lambda f: night_line(f).update(session=None), "has to be of a night"),
    (
        lambda f: night_line(f).update(kind="adjustment"),
        "it says otherwise than night 1, line 13",
    ),
    (lambda f: night_line(f)["postings"][0].update(cents=7), "do not add up to zero"),
    (lambda f: night_line(f)["postings"].clear(), "do not add up to zero"),
    (lambda f: night_line(f)["postings"][0].update(player=None), "either a player's or a box's"),
    (lambda f: night_line(f)["postings"][0].update(account="box"), "either a player's or a box's"),
    (lambda f: night_line(f)["postings"][0].update(player=99), "names player 99"),
    (lambda f: night_line(f).update(session=99), "names night 99"),
    (lambda f: night_line(f).update(by=99), "names member 99"),
    (lambda f: undoing(f).update(undoes=99), "takes back line 99, which is not before it"),
    (lambda f: undoing(f).update(undoes=undoing(f)["number"]), "which is not before it"),
    (lambda f: undoing(f).update(undoes=1), "says something else"),
    (lambda f: undoing(f).update(kind="adjustment"), "says something else"),
    (lambda f: again(f, undoing(f)), "was taken back before"),
    (lambda f: paying(f).update(plan=[1, 99]), "pays payment 99 of settlement 1, which is none"),
    (lambda f: paying(f).update(plan=[7, 1]), "names settlement 7"),
    (lambda f: paying(f).update(plan=[1]), "not as it should be"),
    (lambda f: paying(f).update(kind="kitty"), "says another one"),
    (
        lambda f: paying(f)["postings"].reverse() or paying(f)["postings"][0].update(player=6),
        "says another one",
    ),
    (lambda f: f["settlements"][0]["payments"][0].update(cents=0), "payment 1 is none"),
    (lambda f: f["settlements"][0]["payments"][0].update(number=2), "payment 2 is none"),
    (lambda f: f["settlements"][0].update(number=2), "Settlement 2 comes after settlement 0"),
    (lambda f: f["settlements"][0].update(treasurer=None), "its treasurer is missing"),
    (lambda f: f["settlements"][0].update(mode="fewest"), "or none is asked for"),
    (lambda f: f["settlements"][0].update(treasurer=6), "does not go through the treasurer"),
    (lambda f: [one.update(cents=one["cents"] * 10**6) for one in paying(f)["postings"]], "than there is"),
    (lambda f: night_line(f).update(key=str(uuid.uuid4())), "nothing in its book says so"),
    (lambda f: added(f, "paid", **lines(f)[-1]["facts"]["payments"][0]), "The journal has not the payment"),
    (lambda f: of_a_payment(f).update(kind="adjustment"), "it says otherwise than night 1, line"),
    (
        lambda f: [of_a_payment(f)["postings"].reverse(), turned(of_a_payment(f))],
        "it says otherwise than night 1",
    ),
    (
        lambda f: night_line(f)["postings"].append({"account": "box", "player": None, "cents": 0}),
        "brings nothing",
    ),
    (lambda f: night_line(f)["postings"].append(night_line(f)["postings"][0]), "do not add up|twice"),
    (lambda f: f["settlements"].append(f["settlements"][0]), "comes after"),
    (lambda f: f["rules"].append(f["rules"][0]), "comes after"),
    (lambda f: f["rules"].clear(), "no house rules"),
    (lambda f: f["players"].append(f["players"][0]), "Two players are called Ann"),
    (lambda f: f["players"][0].update(name="\u200b"), "Player 1 has no name"),
    (lambda f: lines(f)[1].update(key=lines(f)[0]["key"]), "the same key or number twice"),
    (lambda f: lines(f)[1].update(key="me"), "a key in it is none"),
    (lambda f: lines(f)[1].update(at="2009-03-01T20:00:00"), "a time in it is none"),
    (lambda f: lines(f)[1].update(at="0001-01-01T00:00:00+14:00"), "a time in it is none"),
    (lambda f: f.update(more=1), "not known here"),
    (lambda f: f["open"][0].update(cents=f["open"][0]["cents"] + 1), "not what its journal says"),
    (lambda f: f["open"].pop(), "not what its journal says"),
    (lambda f: f["open"].append(f["open"][0]), "not what its journal says"),
    (lambda f: f["open"][0].update(cents=0), "it is no payment from one to another"),
    (lambda f: f["open"][0].update(payer=99), "player 99"),
    (lambda f: f["open"][0].pop("payer"), "not as it should be"),
    (lambda f: f["settlements"][1].update(dropped=7), "not as it should be"),
    (lambda f: f["settlements"][1]["dropped"].update(key="me"), "a key in it is none"),
    (lambda f: rounded(f).update(coin=20), "its hands bring"),
    (lambda f: rounded(f).update(kitty=30), "its hands bring|leave"),
    (lambda f: rounded(f).update(rest="nobody"), "not as it should be"),
    (lambda f: rounded(f).pop("rest"), "not as it should be"),
    (lambda f: f["group"].update(coin_cents=-1), "not as it should be"),
    (lambda f: f["group"].update(watchers_see_money="yes"), "not as it should be"),
    (lambda f: f["group"].update(dealer_keeps_score="yes"), "not as it should be"),
    (lambda f: f["group"].update(rest_goes="nobody"), "not as it should be"),
    (lambda f: f["group"].update(seasons={}), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"name": None}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"name": " "}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"first": "2026-1-1"}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"last": "2025-12-31"}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"floor": -1}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON | {"floor_of": "points"}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON, SEASON | {"name": "b"}]), "not as it should be"),
    (lambda f: f["group"].update(seasons=[SEASON, SEASON | {"season": 2}]), "not as it should be"),
    (lambda f: f.pop("journal"), "“journal” is missing"),
    (lambda f: f.pop("players"), "“players” is missing"),
    (lambda f: f.update(sessions={}), "not as it should be"),
    (lambda f: f.update(weather=[]), "“weather” that is not known here"),
    (lambda f: of_kind(f, "hand")["facts"].update(weather="\ud800"), "cannot be saved"),
    (
        lambda f: of_kind(f, "hand")["facts"].update(weather=json.loads("[" * 60 + "]" * 60)),
        "nested too deep",
    ),
    (lambda f: f["group"].update(key="me"), "a key in it is none"),
    (lambda f: f["players"].pop(), "line 3 of night 1 makes no sense"),
    (lambda f: lines(f)[10]["facts"]["told"].update(picker=9), "There is no seat 9"),
    (lambda f: of_kind(f, "undone")["facts"].update(of=2), "a table that was changed back since"),
    (lambda f: of_kind(f, "undone")["facts"].update(then={"version": 1}), "not as it should be"),
    (lambda f: f["players"][0].update(handles={"venmo": "javascript:alert(1)"}), "Venmo names look like"),
    (lambda f: f["players"][0].update(handles={"venmo": 7}), "not as it should be"),
    (lambda f: f["players"][0].update(handles={"bank": "Cleo"}), "not as it should be"),
    (lambda f: f["players"][0].update(handles=["Cleo"]), "not as it should be"),
    (lambda f: f["settlements"][0].update(until="tea"), "a time in it is none"),
    (lambda f: f["settlements"][0].update(until=7), "not as it should be"),
    (lambda f: f["rules"][-1].update(words=7), "not as it should be"),
    (lambda f: f["rules"][-1].update(words="a" * 2001), "not as it should be"),
    (lambda f: f["group"].update(purses={"1": 1}), "not as it should be"),
    (lambda f: f["group"].update(purses={"1": 2, "2": 3}), "not as it should be"),
    (lambda f: f["group"].update(purses={"1": 99}), "names player 99"),
    (lambda f: f["group"].update(purses={"1": 0}), "names player 0"),
    (lambda f: f["group"].update(purses=[1, 2]), "not as it should be"),
    (lambda f: f.update(version=True), "only 1 is known here"),
    (lambda f: f.update(version=2), "This file has version 2; only 1 is known here"),
)


def rounded(facts: Facts) -> Any:
    """Return how the last night was rounded."""
    return facts["sessions"][-1]["entries"][-1]["facts"]["rounded"]


def totals(facts: Facts) -> Any:
    """Return the points of a night of the notebook."""
    return facts["sessions"][1]["entries"][0]["facts"]["totals"]


def night_line(facts: Facts) -> Facts:
    return next(one for one in facts["journal"] if one["kind"] == "night")


def of_a_payment(facts: Facts) -> Facts:
    """Return the line of the journal for the payment that the first night marks as paid."""
    key = of_kind(facts, "paid")["key"]
    return next(one for one in facts["journal"] if one["key"] == key)


def turned(line: Facts) -> Facts:
    """Book it the other way round."""
    for one in line["postings"]:
        one["cents"] = -one["cents"]
    return line


def undoing(facts: Facts) -> Facts:
    return next(one for one in facts["journal"] if one["undoes"])


def paying(facts: Facts) -> Facts:
    return next(one for one in facts["journal"] if one["plan"])


def again(facts: Facts, line: Facts) -> None:
    """Add the same line at the end of the journal."""
    number = len(facts["journal"]) + 1
    facts["journal"].append({**line, "number": number, "key": f"00000000-0000-4000-8000-9{number:011d}"})


def test_a_line_of_an_unknown_kind_is_refused_with_its_code_and_place(whole: Facts) -> None:
    added(whole, "_sit", seats=[])
    with pytest.raises(HandRefused) as refused, transaction.atomic():
        brought(whole)
    assert refused.value.code == "unknown_kind"
    assert refused.value.params["where"] == where("line", line=len(lines(whole)), night="1")


def test_a_file_that_contradicts_itself_is_refused_with_what_contradicts_what(whole: Facts) -> None:
    others = []
    for change, words in CONTRADICTIONS:
        facts = deepcopy(whole)
        change(facts)
        said = refused(facts)
        if not any(part in said for part in words.split("|")):
            others.append((words, said))
    assert not others, json.dumps(others, indent=1)
    assert list(audit([brought(whole)])) == []


def places(facts: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a file where something stands."""
    inside = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    return [path, *(leaf for key, one in inside for leaf in places(one, (*path, key)))]


def at(facts: Any, path: Iterable[Any]) -> Any:
    """Return what stands at a place in a file."""
    for key in path:
        facts = facts[key]
    return facts


def changed(facts: Facts, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Something in the file is dropped, doubled, moved, counted on, or says something else."""
    everywhere = places(facts)[1:]
    *path, name = draw(st.sampled_from(everywhere))
    inside = at(facts, path)
    was, how = inside[name], draw(st.sampled_from(("drop", "double", "swap", "count", "odd", "other")))
    if how == "drop":
        del inside[name]
    elif how == "double" and isinstance(inside, list):
        inside.insert(draw(st.integers(0, len(inside))), deepcopy(was))
    elif how == "swap":
        other = draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
        inside[name], inside[other] = inside[other], inside[name]
    elif how == "count" and isinstance(was, int):
        inside[name] = was + draw(st.sampled_from((-1, 1, -25, 25)))
    elif how == "odd":
        inside[name] = deepcopy(draw(st.sampled_from(ODD)))
    elif how == "other":
        # What is said under the same name somewhere else in the file.
        alike = [at(facts, other) for other in everywhere if other[-1] == name]
        inside[name] = deepcopy(draw(st.sampled_from(alike)))


@settings(
    max_examples=many(20, soak=20_000),
    deadline=None,
    suppress_health_check=[*HealthCheck],
)
@given(data=st.data())
def test_what_is_brought_in_is_a_book_in_which_the_auditor_finds_nothing(
    whole: Facts, data: st.DataObject
) -> None:
    facts = deepcopy(whole)
    for _ in range(data.draw(st.sampled_from((1, 1, 1, 2, 3)))):
        changed(facts, data.draw)
    if sentence := refused(facts):
        assert sentence.endswith(".")
        return
    with transaction.atomic():
        copy = brought(facts)
        connection.check_constraints()
        assert list(audit([copy])) == []
        text = group_export(copy)
        transaction.set_rollback(True)
    with transaction.atomic():
        assert group_export(group_import(text)[0]) == text
        transaction.set_rollback(True)


def test_file_of_before_with_a_kept_plan_is_brought_in_with_one_list(whole: Facts) -> None:
    """Older files leave out of the list what a kept plan asks for."""
    wanted = {(one["payer"], one["payee"]): one["cents"] for one in whole["open"]}
    facts = deepcopy(whole)
    facts["settlements"][0]["dropped"] = facts["settlements"][1].pop("dropped")
    facts["settlements"][1]["payments"] = [{"number": 1, **facts["open"].pop(0)}]
    again = brought(facts)
    places = {pk: place for place, pk in enumerate(ids(again), 1)}
    found = {(places.get(one.payer), places.get(one.payee)): one.cents for one in open_list(again)}
    assert found == wanted
    assert list(audit([again])) == []


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
PLAIN = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS
VALUES = st.recursive(
    PLAIN,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXTS, inside, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.booleans())
def test_json_of_whole_numbers_is_read_with_or_without_the_mark_of_utf8(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1).encode()
    assert parse(text) == parse(b"\xef\xbb\xbf" + text) == value


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no file of a group"),
        (b"tea", "no file of a group"),
        (b"tru", "no file of a group"),
        (b"[1,", "no file of a group"),
        (b'{"a" 1}', "no file of a group"),
        (b"01", "no file of a group"),
        (b"[] x", "no file of a group"),
        (b'{"a": 1, "a": 2}', "says “a” twice"),
        (b'{"a": 1, "b": [{"c": 1, "c": 2}]}', "says “c” twice"),
        (b"NaN", "says NaN"),
        (b"[-Infinity]", "says -Infinity"),
        (b"[1.5]", "says 1.5"),
        (b"[1e3]", "says 1e3"),
        (b"9" * 20, "far too large"),
        (b"9" * 10_000, "far too large"),
        (b"[" * 100_000, "nested too deep"),
        (b"[{}," * 600_000, "too big"),
        (b'"\xff"', "not written in UTF-8"),
        (b'"\xed\xa0\x80"', "not written in UTF-8"),
        (b'"caf\xc3', "not written in UTF-8"),
        ("[1]".encode("utf-16"), "not written in UTF-8"),
        ("[1]".encode("utf-16-le"), "not written in UTF-8"),
        ("[1]".encode("utf-32-be"), "not written in UTF-8"),
        (b"\x89PNG\0", "not written in UTF-8"),
    ],
)
def test_a_file_that_will_not_do_is_refused_with_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(data)
    assert words in sentence(refused.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Refused):
        assert parse(data) == json.loads(data.decode("utf-8-sig"))


def test_a_file_that_is_too_large_is_refused_and_its_owner_told_about_move_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exchanging, "BIGGEST", 2_000_000)
    with pytest.raises(Refused) as refused:
        read_group(BytesIO(b" " * 2_000_001))
    assert re.search("2 MB at most.*move_book", sentence(refused.value))
