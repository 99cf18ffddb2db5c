"""No form costs more than what was sent to it is long."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from ledger.book.who import NOBODY_ELSE
from ledger.models import Group, HouseRules
from ledger.scoring import GAMES
from ledger.standings import Person
from ledger.standings.groups import Names
from scorekeeper.pad.seating import SeatingForm
from scorekeeper.pages.group.rules_form import RulesForm, asked, field_of
from scorekeeper.pages.nights import notebook_form as notebook
from scorekeeper.pages.nights.notebook_form import NotebookForm, PaperForm
from scorekeeper.text import amounts
from scorekeeper.text.amounts import read_amount, read_stake
from tests.work import LINEAR, growth

Reads = Callable[[], object]


def sent(**fields: str | list[str]) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data


def reading(data: QueryDict) -> Reads:
    def read() -> None:
        form = NotebookForm(data, MultiValueDict(), Group(), Names({1: "Ann"}, NOBODY_ELSE))
        if form.is_valid():
            for trouble in form.preview.troubles:
                form.line_of(trouble.file, trouble.line)

    return read


def rows_that_make_no_sense(size: int) -> QueryDict:
    return sent(text="Date,Ann,Ben\n" + "2009-1-2,one,two\n" * size)


def rows_put_right(size: int) -> QueryDict:
    fixes: dict[str, Any] = {f"fix-0-{line}": "2009-1-2,1,-1" for line in range(2, size)}
    return sent(text="Date,Ann,Ben\n" + "2009-1-2,1,-2\n" * size, **fixes)


def rows_put_right_that_are_not_there(size: int) -> QueryDict:
    fixes: dict[str, Any] = {f"fix-{place}-{place}": "x" for place in range(size)}
    return sent(text="Date,Ann,Ben\n2009-1-2,1,-1\n", **fixes)


def names(size: int) -> QueryDict:
    return sent(text="date,player,points\n" + "".join(f"2009-1-2,P{place},0\n" for place in range(size)))


@pytest.mark.parametrize(
    "sending", [rows_that_make_no_sense, rows_put_right, rows_put_right_that_are_not_there, names]
)
def test_a_notebook_costs_what_was_sent(sending: Callable[[int], QueryDict]) -> None:
    assert growth(lambda size: reading(sending(size)), 120) < LINEAR


def test_the_options_that_were_shown_are_read_once() -> None:
    game = GAMES["sheepshead"]
    now = HouseRules(version=1, game="sheepshead", options={})

    def sending(size: int) -> Reads:
        shown = "[" * 90 + "]" * 90 if size < 0 else '{"pot": [' + ",".join(["0"] * size) + "]}"
        data = sent(game="sheepshead", was_game="sheepshead", shown=shown)
        data.update({field_of(one): "no" for one in asked(game)})
        return lambda: RulesForm(data, now=now)

    assert growth(sending, 5000) < LINEAR
    assert RulesForm(sent(game="sheepshead", shown='[{"pot": 1}]'), now=now).shown == {}
    assert RulesForm(sent(game="sheepshead", shown="[" * 100_000), now=now).shown == {}


def test_seats_cost_what_there_are_people() -> None:
    def sending(size: int) -> Reads:
        people = [Person(player=one, name=f"P{one}", nights=0) for one in range(size)]
        keys = [*map(str, range(size)), *(f"+N{one}" for one in range(size))]
        form = SeatingForm(sent(dealer="0", skip=keys, sits=keys, step="up 9"), people=people)
        return lambda: (form.is_valid(), form.places, form.others, form.stepped())

    assert growth(sending, 150) < LINEAR


@pytest.mark.parametrize("text", ["$" + " " * 190 + "x", "1" * 10**6, "$" + " " * 10**6 + "x", "." * 10**6])
@pytest.mark.parametrize("read", [read_stake, read_amount])
def test_an_amount_is_read_in_no_time(read: Callable[[str, str], int], text: str) -> None:
    with pytest.raises(forms.ValidationError, match="Write an amount"):
        read(text, "USD")


def test_an_amount_too_long_to_be_one_is_not_looked_at() -> None:
    longest = amounts.LONGEST
    assert read_stake("1".rjust(longest), "USD") == 100
    with pytest.raises(forms.ValidationError):
        read_stake("1".rjust(longest + 1), "USD")


def test_a_paper_sheet_with_odd_fractions_is_answered() -> None:
    """Their sum has more digits than Python writes."""
    sheet = " ".join(f"P{one}" for one in range(5000)) + "\n"
    sheet += " ".join(f"1/{one}" for one in range(1000, 6000))
    assert "40 people at most" in str(PaperForm(sent(date="2009-01-02", sheet=sheet)).errors["sheet"])


@pytest.mark.parametrize("more", [0, 1])
def test_so_much_of_a_notebook_and_so_many_files_are_taken_at_once(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Date,Ann,Ben\n2009-1-2,1,-1\n"
    kept = json.dumps([["f", text]] * (50 + more))
    for said, refusal in (
        (sent(kept=kept), "50 files at most in one go."),
        (sent(text=text), "Too much at once"),
    ):
        form = NotebookForm(said, MultiValueDict(), Group(), Names({}, NOBODY_ELSE))
        assert (form.is_valid(), refusal in str(form.errors)) == (not more, bool(more))
        monkeypatch.setattr(notebook, "MOST", len(text) - more)
