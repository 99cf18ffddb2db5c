"""Limits of what one phone, or one network, may do; `scorekeeper.visitors.quotas` has the numbers.

What is done is taken from a bucket, one row of the database, exactly, whichever process asks. What members
write is first taken from one in this process's memory, as a commit for it would make recording a hand a third
slower: only what goes beyond the quota's `free` is taken from the row. So with several processes each lets
`free` more through, and nothing else.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from ledger.models import Membership, Role, name_key
from ledger.recording import digest_of
from scorekeeper.http.database_errors import TROUBLE
from scorekeeper.http.errors import sent_again
from scorekeeper.http.htmx import is_open_page
from scorekeeper.serving.addresses import site_of
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors import counting
from scorekeeper.visitors.counting import ADDRESSES, GUESTS, NOWHERE, address_of
from scorekeeper.visitors.guests import guest_of
from scorekeeper.visitors.quotas import By, Limit, Quota, TooOften, name_of

__all__ = ["Limit", "TooOften", "count", "limited", "misses_limited", "wait_a_moment"]

Params = ParamSpec("Params")

# Times as much for all whose address nobody said, as they are counted as one.
MORE_FROM_NOWHERE = 10

# Times as much for the /48 of an IPv6 address as for one of its 65,536 networks: it is one customer's.
MORE_FROM_A_SITE = 10

READS = ("GET", "HEAD", "OPTIONS", "TRACE")
MEMBERS = frozenset(role.value for role in Role)


# A question about a request.
Asks = Callable[[HttpRequest], bool]


def count(
    request: HttpRequest, limit: Limit, *, times: int = 1, is_vain: Asks | None = None, name: str = ""
) -> None:
    """Count once more (or so many times) what this phone does, and where it comes from; outside of a
    transaction. `name` is the account's that is said, "" where none is.

    `is_vain` is asked only before a row is counted: what leads to nothing takes nothing from others there.
    Raises TooOften when it was too often; nothing is counted then. That is a Refused: a view that shows its
    form again with what was refused is answered with 429 and Retry-After by the middleware below.
    """
    at = counting.now()
    asked = list(_who(request, limit, name))
    for quota, what, _ in asked:
        if (until := _memory(quota).shut_until(what, quota.within, at)) is not None:
            raise _noted(request, TooOften(limit, quota.by, until - at))
    in_rows = [
        (quota, what, more)
        for quota, what, more in asked
        if not quota.free or not _memory(quota).take(what, quota.free * more, quota.within, at)
    ]
    if not in_rows or (is_vain is not None and is_vain(request)):
        return
    try:
        # All limits in one commit, and always in the same order, so that no two requests deadlock.
        with transaction.atomic():
            for quota, what, more in in_rows:
                most = (quota.most - quota.free) * more
                if (until := counting.take(what, most, quota.within, at, times=times)) is not None:
                    _memory(quota).shut_out(what, until)
                    raise _noted(request, TooOften(limit, quota.by, until - at))
    except TROUBLE:  # nobody is stopped: the page itself will say what is wrong
        return


# A quota, the name of its bucket, and how many times its numbers hold.
Bucket = tuple[Quota, str, int]


def _who(request: HttpRequest, limit: Limit, name: str = "") -> Iterator[Bucket]:
    guest, address = guest_of(request), address_of(request)
    said = {
        By.GUEST: guest.hex if guest else "",
        By.ADDRESS: address,
        By.NAME_HERE: digest_of(f"{name_key(name)} {address}")[:40] if name else "",
        By.NAME: digest_of(name_key(name))[:40] if name else "",
    }
    for quota in limit.quotas:
        more = MORE_FROM_NOWHERE if said[quota.by] == NOWHERE else 1
        if said[quota.by]:
            yield quota, name_of(limit, said[quota.by]), more * settings.LIMITS_TIMES
        if quota.by is By.ADDRESS and (site := site_of(address)):
            yield quota, name_of(limit, site), MORE_FROM_A_SITE * settings.LIMITS_TIMES


def _memory(quota: Quota) -> counting.Memory:
    return GUESTS if quota.by is By.GUEST else ADDRESSES


def _noted(request: HttpRequest, often: TooOften) -> TooOften:
    request.too_often = often  # type: ignore[attr-defined]
    return often


View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def limited(limit: Limit, *, unless: Asks | None = None) -> Callable[[View[Params]], View[Params]]:
    """Let a phone send the form of a view only so often; `unless` says which requests are not counted."""

    def wear(view: View[Params]) -> View[Params]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
            is_counted = request.method not in READS and (unless is None or not unless(request))
            refused = _answered(request, limit) if is_counted else None
            return refused or view(request, *args, **kwargs)

        return counted

    return wear


def misses_limited(limit: Limit) -> Callable[[View[Params]], View[Params]]:
    """Let a phone ask a view in vain only so often (404, 409); whoever is let in is never counted."""

    def wear(view: View[Params]) -> View[Params]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
            answer = view(request, *args, **kwargs)
            return _answered(request, limit) or answer if answer.status_code in (404, 409) else answer

        return counted

    return wear


def _answered(request: HttpRequest, limit: Limit, *, is_vain: Asks | None = None) -> HttpResponse | None:
    try:
        count(request, limit, is_vain=is_vain)
    except TooOften as often:
        return wait_a_moment(request, often)
    return None


def wait_a_moment(request: HttpRequest, often: TooOften) -> HttpResponse:
    """Return 429: what was too much and how long to wait, with all that was typed, to be sent again.

    An open page is told the sentence alone, and keeps everything as it stands.
    """
    if is_open_page(request):
        answer = HttpResponse(sentence(often), content_type="text/plain; charset=utf-8", status=429)
    else:
        is_sent = request.method not in READS
        context = {"sentence": sentence(often), "is_sent": is_sent, **sent_again(request)}
        answer = render(request, "errors/too_often.html", context, status=429)
    answer["Retry-After"] = str(often.seconds)
    answer["Cache-Control"] = "private, no-store"
    return answer


class LimitsMiddleware(MiddlewareMixin):
    """Counts what is written in groups, and who asks for groups that are not theirs."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        if request.method in READS or getattr(view, "may", None) not in MEMBERS:
            return None
        return _answered(request, Limit.WRITES, is_vain=_is_a_guess)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code == 404 and _is_a_guess(request):
            return _answered(request, Limit.GUESSES) or response
        often: TooOften | None = getattr(request, "too_often", None)
        if often is not None and response.status_code == 422:
            response.status_code = 429
            response["Retry-After"] = str(often.seconds)
        return response


def _is_a_guess(request: HttpRequest) -> bool:
    # Whether a page of a group was asked for that is not this guest's: so no guess stops a member.
    match = request.resolver_match
    if match is None or getattr(match.func, "may", None) not in MEMBERS:
        return False
    code, guest = str(match.kwargs.get("code", "")), guest_of(request)
    if guest is None or "\0" in code:
        return True
    try:
        return not Membership.objects.filter(group__code=code, guest=guest).exists()
    except TROUBLE:
        return False
