"""Pages of long lists: which one is asked for, and which are beside it."""

from typing import Any, TypeVar

from django import forms
from django.http import Http404, QueryDict

from ledger.standings.behind import HandPlace
from ledger.standings.nights import Turned

PageItem = TypeVar("PageItem")

# The number of people, payments or balances that are shown at once: more than a table or a club has.
A_PAGE = 100

LONGEST = 6
MOST_LINES = 10**9

PLACES = ("older", "newer")


def pages_of(count: int, size: int = A_PAGE) -> int:
    """Return the number of pages for so many lines, at least one."""
    return max(1, -(-count // size))


def of_page(lines: tuple[PageItem, ...], page: int, size: int = A_PAGE) -> tuple[PageItem, ...]:
    return lines[(page - 1) * size : page * size]


def asked_page(asked: QueryDict, pages: int, *, called: str = "page") -> int:
    """Return the page that an address names, else the first; raises Http404 for one there is not."""
    said = asked.get(called, "1")
    page = int(said) if said.isascii() and said.isdigit() and len(said) <= LONGEST else 0
    if not 1 <= page <= pages:
        raise Http404("There is no such page.")
    return page


def asked_place(asked: QueryDict) -> dict[str, HandPlace]:
    """Return the hand beside which a page of hands begins, as `?older=12-5` says: a night and an entry, by
    "older" or "newer"; nothing for the first page. Raises Http404 for what is no place."""
    for name in PLACES:
        if name in asked:
            night, _, entry = asked.get(name, "").partition("-")
            if not all(one.isascii() and one.isdigit() and len(one) <= LONGEST for one in (night, entry)):
                raise Http404("There is no such page.")
            return {name: HandPlace(int(night), int(entry))}
    return {}


def paged(page: int, pages: int) -> dict[str, Any]:
    """Return the context of parts/pager.html."""
    return {
        "page": page,
        "pages": pages,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }


class TurnedForm(forms.Form):
    before = forms.IntegerField(required=False, min_value=1, max_value=MOST_LINES)
    after = forms.IntegerField(required=False, min_value=1, max_value=MOST_LINES)


def asked_turn(asked: QueryDict) -> Turned:
    """Return the page of a list that is turned from the newest line on: before a line, or after it.

    Raises Http404 for nonsense, and for both.
    """
    form = TurnedForm(asked)
    if not form.is_valid() or all(form.cleaned_data.values()):
        raise Http404("There is no such page.")
    return Turned(**form.cleaned_data)
