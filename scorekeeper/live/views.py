"""The door of a stream: the same as that of the page which watches. What is said then is only a number."""

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from ledger.models import Entry
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.live.watched import LiveAnswer, Target, Watched, Watcher
from scorekeeper.text.numbers import number
from scorekeeper.visitors.guests import holder_of


@watcher
@require_GET
def live_group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Tell of everything that is written of a group; `?now` answers its number at once."""
    if "now" in request.GET:
        return _number(access.news)
    return _begin(request, access, Watched(kind=Target.GROUP, id=access.group.pk))


@watcher
@require_GET
def live_night(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Tell of every entry of a night; `?now` answers the number of the newest at once."""
    session = access.session(number)
    if "now" in request.GET:
        return _number(Entry.objects.filter(session=session).aggregate(newest=Max("number"))["newest"] or 0)
    return _begin(request, access, Watched(kind=Target.NIGHT, id=session.pk))


def _begin(request: HttpRequest, access: GroupAccess, watched: Watched) -> HttpResponse:
    # A browser that comes back by itself says with the id of the last event what it has heard.
    seen = number(request.headers.get("Last-Event-ID") or request.GET.get("seen", ""))
    membership, holder = access.membership, holder_of(request)
    watcher = Watcher(
        watched=watched,
        membership=membership.pk,
        guest=membership.guest,
        seen=seen,
        session="" if holder is None else holder.session,
    )
    return LiveAnswer(watcher)


def _number(number: int) -> HttpResponse:
    return HttpResponse(str(number), content_type="text/plain")
