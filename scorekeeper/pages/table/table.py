"""The table: the sheet so far, and the pad that records the next hand."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from ledger.book.sheet import EntryKind
from ledger.recording import StaleWrite, tell_shown_hand
from ledger.scoring import HandRefused
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http import outbox
from scorekeeper.http.forms import read_seen, read_write_context
from scorekeeper.http.htmx import go_to, nothing_new, show_beside, wants_fragment
from scorekeeper.http.outbox import wants_data
from scorekeeper.http.paging import asked_page
from scorekeeper.pad.evening import (
    Evening,
    confirmation_of,
    evening_of,
    pad_after,
    show_table,
    table_url,
)
from scorekeeper.pad.reading import read_pad, read_told
from scorekeeper.pad.side_by_side import not_written, side_by_side
from scorekeeper.pad.state import fresh_pad, table_of
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.sheet import sheet_pages
from scorekeeper.serving.metrics import HANDS
from scorekeeper.text.numbers import number as small


@watcher
@require_safe
def table(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The table page; `?told=N` confirms what entry N wrote, or what was just said of the hand it told.

    An open page that has seen everything up to `?after=N` is told so. Of a very long sheet the first page is
    its end, and `?page=2` what was before that.
    """
    session = access.session(number)
    evening = evening_of(session)
    after = small(request.GET.get("after", "")) if wants_fragment(request) else None
    if after == evening.sheet.newest:
        return nothing_new()
    told = small(request.GET.get("told", "")) or 0
    said = confirmation_of(evening, told)
    page = asked_page(request.GET, sheet_pages(evening.sheet))
    return show_table(
        request,
        access,
        evening,
        pad=pad_after(evening, told),
        said=said,
        page=page,
        news=evening.moved_on(after),
    )


@scorer
@require_POST
def tap(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Return the pad one tap or answer further; nothing is written.

    "fresh" is no tap: a page that was out of sight asks whether it shows the sheet as it stands.
    """
    evening = evening_of(access.session(number))
    if evening.session.is_copied:
        return show_table(request, access, evening)
    tapped = request.POST.get("tap", "")
    seen, asked = read_seen(request.POST, evening.session), small(request.POST.get("asked", ""))
    # A question that nobody has answered yet stays.
    moved = evening.moved_on(seen if seen is None or asked is None else min(seen, asked))
    if tapped == "fresh":
        return _fresh(request, access, evening, moved)
    pad = read_pad(request.POST, fresh_pad(evening.sheet)).tapped(tapped)
    try:
        if tapped == "deal":
            pad.check_table()
    except HandRefused as refused:
        return show_table(request, access, evening, pad=pad, trouble=refused)
    return show_table(request, access, evening, pad=pad, moved=moved)


def _fresh(
    request: HttpRequest, access: GroupAccess, evening: Evening, moved: StaleWrite | None
) -> HttpResponse:
    # The sheet as it stands, with what is on the pad if that fits this table; nothing if nothing is new.
    # A pad that somebody has begun stays as it is where another table would change what it shows: when that
    # hand is recorded, it is asked how it counts.
    shows = small(request.POST.get("after", ""))
    if shows in (None, evening.sheet.newest) and wants_fragment(request):
        return nothing_new()
    pad = read_pad(request.POST, fresh_pad(evening.sheet))
    since = moved.since if moved else []
    is_told = any(line.kind == EntryKind.HAND for line in since)
    if pad.is_begun and moved and not is_told and wants_fragment(request):
        seen = evening.sheet_seen(since[0].number - 1) if since else evening.sheet
        if evening.sheet.ending or table_of(seen) != table_of(evening.sheet):
            told = meanwhile(since, evening.sheet, evening.names)[-1]
            return show_beside(
                request, "table/table/held.html", {"told": told, "table_url": table_url(evening.session)}
            )
    page = asked_page(request.POST, sheet_pages(evening.sheet))
    # A person with a hand on the pad is asked whether it is the same hand; all others just see the news.
    asked, news = (moved, None) if pad.is_begun and is_told else (None, moved)
    return show_table(
        request, access, evening, pad=pad if pad.fits else None, moved=asked, news=news, page=page
    )


@scorer
@require_POST
def tell(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Record the hand on the pad, as its teller saw the table."""
    session = access.session(number)
    try:
        context = read_write_context(request.POST, access.membership)
        if (seen := small(request.POST.get("seen", ""))) is not None:  # decided on a page that was drawn anew
            context = replace(context, after=seen)
        written = tell_shown_hand(session, read_told(request.POST), context)
    except (StaleWrite, HandRefused) as trouble:
        evening = evening_of(session)
        if wants_data(request):
            return not_written(evening, trouble, request.POST)
        # A night out of a notebook may have no seats left to put a pad on, and has a page of its own.
        pad = None if session.is_copied else read_pad(request.POST, fresh_pad(evening.sheet))
        conflict = side_by_side(evening, trouble, request.POST) if isinstance(trouble, StaleWrite) else None
        return show_table(request, access, evening, pad=pad, trouble=trouble, conflict=conflict)
    if not written.was_before:
        HANDS.inc()
    if wants_data(request):
        return outbox.written(written)
    if not wants_fragment(request):
        return go_to(request, f"{table_url(session)}?told={written.entry.number}")
    evening = evening_of(session)
    return show_table(request, access, evening, said=confirmation_of(evening, written.entry.number))
