"""Pages of long lists: which one is asked for, and which are beside it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, QueryDict

LONGEST = 6


def asked_page(asked: QueryDict, pages: int, *, called: str = "page") -> int:
    """The page that an address names, the first if it names none; raises Http404 for one there is not."""
    said = asked.get(called, "1")
    page = int(said) if said.isascii() and said.isdigit() and len(said) <= LONGEST else 0
    if not 1 <= page <= pages:
        raise Http404("There is no such page.")
    return page


def paged(page: int, pages: int) -> dict[str, Any]:
    """What parts/pager.html draws."""
    return {
        "page": page,
        "pages": pages,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }
