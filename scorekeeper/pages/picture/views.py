"""A night to be shown in a chat: the page with a text and a picture, and the picture itself."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.sheet import ScoreSheet, Struck
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.downloads import named
from scorekeeper.http.htmx import show
from scorekeeper.http.limits import Limit, TooOften, count, wait_a_moment
from scorekeeper.pages.picture.drawing import Card, drawn
from scorekeeper.pages.picture.forms import PictureForm
from scorekeeper.pages.picture.presenter import card_of, names_called
from scorekeeper.presenters.owed import on_paper, owed_in, shared
from scorekeeper.presenters.payments import Settled, plays_for_money, settled, titled, to_share
from scorekeeper.serving.static_files import release
from scorekeeper.text.dates import when

# Of a picture that is opened by itself: browsers lay it out with a style of their own, and would complain of
# it under the policy of the pages.
POLICY = "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"


@watcher
@require_safe
def picture(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The text and the picture, with names as they are asked for."""
    session, sheet = _over(access, number)
    form = PictureForm(request.GET)
    told = _told(access, session, sheet, form)
    title = titled(access.group.name, when(session.started_at, "long"), sheet)
    text = to_share(title, told, _payments(access, session, sheet, form), currency=access.group.currency)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "form": form,
        "called": form.named.value,
        "tells_money": form.tells_money,
        "has_money": plays_for_money(access.group.currency, sheet),
        "share": text,
        "share_rows": text.count("\n") + 1,
        "query": f"?{query}" if (query := request.GET.urlencode()) else "",
        "file": f"{named(access.group.name, when(session.started_at, 'day'))}.png",
    }
    return show(request, "picture/page.html", context)


@watcher
@require_safe
def picture_file(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The picture as a PNG; who has it already is told so, and nothing is drawn."""
    session, sheet = _over(access, number)
    form = PictureForm(request.GET)
    told = _told(access, session, sheet, form)
    card = card_of(session, sheet, told, _payments(access, session, sheet, form))
    tag = _tag(card)
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        try:
            count(request, Limit.PICTURES)
        except TooOften as often:
            return wait_a_moment(request, often)
        # It is packed already; the middleware would pack it once more.
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
        answer = HttpResponse(drawn(card), content_type="image/png")
    answer["ETag"] = tag
    answer["Content-Security-Policy"] = POLICY
    return answer


def _over(access: GroupAccess, number: int) -> tuple[Session, ScoreSheet]:
    """A night that is over and counts; 404 of any other."""
    session = access.session(number)
    if session.ended_at is None or session.struck != Struck.NO:
        raise Http404("There is nothing to show of this night yet.")
    return session, sheet_of(session)


def _told(access: GroupAccess, session: Session, sheet: ScoreSheet, form: PictureForm) -> Settled:
    """The result; of a night out of a notebook without those who have a 0: most were not there."""
    group = access.group
    told = settled(
        sheet,
        names_called(group, sheet, form.named),
        in_money=form.tells_money and plays_for_money(group.currency, sheet),
        currency=group.currency,
        rounding=group.rounding,
    )
    return replace(told, bars=tuple(bar for bar in told.bars if bar.points)) if session.is_copied else told


def _payments(access: GroupAccess, session: Session, sheet: ScoreSheet, form: PictureForm) -> Sequence[str]:
    """Return the night's own payments as sentences, where money is told."""
    group = access.group
    if session.is_copied or not (form.tells_money and plays_for_money(group.currency, sheet)):
        return ()
    names = names_called(group, sheet, form.named)
    return shared(owed_in(group, on_paper(group), names, session=session), group.currency)


def _tag(card: Card) -> str:
    """The same for the same picture, drawn by the same release."""
    return f'"{sha256(f"{release()} {card!r}".encode()).hexdigest()[:32]}"'
