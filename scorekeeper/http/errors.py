"""Error pages: a clear sentence, and the way back."""

from typing import Any

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.access import PutAway, anyone
from scorekeeper.http import outbox
from scorekeeper.serving.bodies import BodyTrouble
from scorekeeper.serving.environ import REQUEST_ID

WRONG_NAME = gettext_noop(
    "This score keeper does not answer to that name. Open it at the address that it printed when it was "
    "started. If the name is right, whoever runs it adds it to ALLOWED_HOSTS."
)
NO_COOKIE = gettext_noop(
    "Nothing was saved. Your browser blocks cookies, or cleared them since you opened the page. Allow "
    "them for this site, go back, load the page again, and send it once more."
)
ELSEWHERE = gettext_noop(
    "Nothing was saved. Open the score keeper at its own address, and send it from there. If this is its "
    "own address, whoever runs it looks at SITE_URL, and at what the proxy says in Host and "
    "X-Forwarded-Proto."
)
KEY_IS_KEPT = gettext_noop(
    "This phone has a key to your groups, but it cannot be read at the moment. The key is kept. If this "
    "is one of your groups, ask whoever runs this score keeper: either its secret was changed or its "
    "clock is wrong, and the group opens again as soon as that is put right."
)
WENT_WRONG = gettext_noop("Something went wrong on our side")
LOOK_FIRST = gettext_noop(
    "Go back, load the page again, and look whether it was saved before you send it once more. Whoever "
    "runs this score keeper finds the reason in its log."
)
TRY_AGAIN = gettext_noop("Try again in a moment. Whoever runs this score keeper finds the reason in its log.")
MEGABYTES = gettext_noop("Nothing was saved: one page takes {most} MB at most. Go back and send it in parts.")
ANSWERS = gettext_noop(
    "Nothing was saved: one page takes {most} answers at most. Go back and send it in parts."
)
FILES = gettext_noop(
    "Nothing was saved: one page takes {most} files at most. Go back and send them in parts."
)
SEND_AGAIN = gettext_noop("Nothing was saved. Go back, load the page again, and send it once more.")
PLAIN = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title} · Score keeper</title>'
    '<h1>{title}</h1><p>{sentence}</p><p><a href="/">To your groups</a></p></html>'
)


def _trouble(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    if outbox.wants_data(request):
        return outbox.trouble(status, f"{title}. {sentence}")
    context = {
        "title": title,
        "sentence": sentence,
        "request_id": request.META.get(REQUEST_ID, ""),
        "is_closed": status in (403, 404),
    }
    return render(request, "errors/page.html", context, status=status)


@anyone
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing here, or nothing that this guest may see, or may see once its key can be read again."""
    if getattr(getattr(request, "guest_cookie", None), "has_unreadable", False):
        return _trouble(request, 404, _("Your key cannot be read just now"), _(KEY_IS_KEPT))
    return _trouble(
        request,
        404,
        _("Nothing here"),
        _(
            "There is no page at this address, or this phone may not open it. If it is your group, "
            "any owner of it can let this phone in again."
        ),
    )


@anyone
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413: more than a form may hold, a name we do not answer to, or what nobody can read."""
    if isinstance(exception, DisallowedHost):
        return _trouble(request, 400, _("Not at this address"), _(WRONG_NAME))
    takes: dict[type, tuple[str, int | None]] = {
        RequestDataTooBig: (MEGABYTES, (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) // 1_000_000),
        TooManyFieldsSent: (ANSWERS, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS),
        TooManyFilesSent: (FILES, settings.DATA_UPLOAD_MAX_NUMBER_FILES),
    }
    if type(exception) in takes:
        sentence, most = takes[type(exception)]
        return _trouble(request, 413, _("That is too much at once"), _(sentence).format(most=most))
    return _trouble(request, 400, _("That could not be read"), _(SEND_AGAIN))


@anyone
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: a member who may not do this, or anybody where the group is put away."""
    if isinstance(exception, PutAway):
        return _trouble(
            request,
            403,
            _("This group is put away"),
            _(
                "Nothing was saved. You can still read everything; an owner brings the group back with one "
                "tap."
            ),
        )
    view = request.resolver_match.func if request.resolver_match else None
    if getattr(view, "may", "") == "owner":
        return _trouble(
            request,
            403,
            _("Only an owner of the group does that"),
            _("Nothing was saved. This phone may keep score or look on, but not change that."),
        )
    return _trouble(
        request,
        403,
        _("Only whoever keeps the score does that"),
        _("Nothing was saved. This phone can only follow the score sheet."),
    )


@anyone
def not_allowed(request: HttpRequest) -> HttpResponse:
    """405: an address that only a button of a page sends something to."""
    return _trouble(
        request,
        405,
        _("That was only a button"),
        _("Nothing was saved. Go back to the page where the button is, and tap it there."),
    )


@anyone
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its cookie, from another address, or of a page that this browser has no more."""
    if outbox.wants_data(request):
        return outbox.old_token(_(SEND_AGAIN))
    if reason == REASON_NO_CSRF_COOKIE:
        return _trouble(request, 403, _("This page could not recognize your phone"), _(NO_COOKIE))
    if reason.startswith(("Origin ", "Referer ")):
        return _trouble(request, 403, _("That was sent from another address"), _(ELSEWHERE))
    return _trouble(request, 403, _("This page has been open too long"), _(SEND_AGAIN))


@anyone
def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault. Where even this page cannot be made, its words alone."""
    sentence = TRY_AGAIN if request.method in ("GET", "HEAD") else LOOK_FIRST
    try:
        return _trouble(request, 500, _(WENT_WRONG), _(sentence))
    except Exception:  # whatever is broken: the reason why we are here is in the log already
        return HttpResponse(PLAIN.format(title=WENT_WRONG, sentence=sentence), status=500)


def sent_again(request: HttpRequest) -> dict[str, Any]:
    """Return the fields, and the names of the files, of a form that a page sends again; none of a GET."""
    sent = (one for one in request.POST.lists() if one[0] != "csrfmiddlewaretoken")
    return {"typed": [(name, one) for name, said in sent for one in said], "files": list(request.FILES)}


@anyone
def book_closed(request: HttpRequest, *, is_away: bool = False) -> HttpResponse:
    """503: the database cannot write, or not even read; or it `is_away` for some seconds."""
    is_read = request.method in ("GET", "HEAD")
    title, sentence = {
        (False, True): (
            _("The scores cannot be opened just now"),
            _("Nothing was lost. Try again in a moment."),
        ),
        (False, False): (
            _("Nothing can be saved just now"),
            _("Nothing was lost. Go back and send it again in a moment; nothing is saved twice."),
        ),
        (True, True): (
            _("Trying again"),
            _("The scores are away for a moment. Nothing was lost. This page tries again by itself."),
        ),
        (True, False): (
            _("Send it again"),
            _("The scores are away for a moment. Send it again; nothing is saved twice."),
        ),
    }[is_away, is_read]
    if not is_away:
        answer = _trouble(request, 503, title, sentence)
        answer["Retry-After"] = "10"
        return answer
    # The page loads itself anew; what was sent stands on it, to be sent again: its key sees to it that it is
    # saved once.
    if outbox.wants_data(request):
        answer = outbox.trouble(503, sentence)
    else:
        context = {
            "title": title,
            "sentence": sentence,
            "is_read": is_read,
            "request_id": request.META.get(REQUEST_ID, ""),
            **sent_again(request),
        }
        answer = render(request, "errors/trying_again.html", context, status=503)
    answer["Retry-After"] = "2"
    return answer


@anyone
def body_not_read(request: HttpRequest, trouble: BodyTrouble) -> HttpResponse:
    """413, 408 or 503: what was sent is too long, stood still on the way, or has no room just now."""
    most, longest = settings.BOUNDS.form_bytes, _(MEGABYTES)
    if request.content_type == "multipart/form-data":
        most = settings.BOUNDS.upload_bytes
        longest = _("Nothing was saved: files can have {most} MB at most. Go back and send them in parts.")
    status, title, sentence = {
        BodyTrouble.TOO_LONG: (
            413,
            _("That is too much at once"),
            longest.format(most=most // 1_000_000),
        ),
        BodyTrouble.TOO_SLOW: (
            408,
            _("That did not arrive"),
            _("Nothing was saved: the connection broke off on the way. Go back and send it again."),
        ),
        BodyTrouble.TOO_MANY: (
            503,
            _("Too many files at once"),
            _("Nothing was saved: others are sending files just now. Go back and send it again in a minute."),
        ),
        BodyTrouble.NO_ROOM: (
            503,
            _("There is no room for this file"),
            _("Nothing was saved: the disk is nearly full. Tell whoever looks after this score keeper."),
        ),
    }[trouble]
    answer = _trouble(request, status, title, sentence)
    if status == 503:
        answer["Retry-After"] = "60"
    return answer
