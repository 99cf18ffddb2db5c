"""Answers as data, for hands that waited on a phone (static/js/outbox.js): only this module knows the format.

Each is a JSON object with its `kind`, the first word of what follows:

written   200: the hand is in the book. `entry` is its line, `newest` the last line of the book; `before`
          where it was written when it came earlier.
conflict  409: the book has moved on; nothing was written. The fields of `Conflict`.
refused   422: it cannot be; `sentence` says why, `fact` what of it; `newest`, the last line of the book.
token     403: the page it was sent from is too old. /token/ has a fresh one; the hand is as good as before.
closed    403, 404: this phone may not write here (any more); `sentence`.
later     any other: send it again in a while; `sentence`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from ledger.recording import Written
from ledger.scoring import HandRefused
from scorekeeper.access import anyone
from scorekeeper.serving.metrics import CONFLICTS
from scorekeeper.text.refusals import sentence

DATA = "application/json"

# A sentence, and who got what.
AskedWords = tuple[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class HandInWords:
    """A hand as people read it: how it is called, who told it when, what it brought, or why it cannot be.

    `entry` is its line in the book, 0 for one that is in none; `who` is "" where nobody knows.
    """

    entry: int
    title: str
    who: str
    at: datetime | None
    worths: Sequence[tuple[str, str]]
    refused: str = ""


class Cause(StrEnum):
    """An event since a hand was told that decides about it."""

    HAND = "hand"
    ENDED = "ended"
    JOINED = "joined"
    LEFT = "left"
    RULES = "rules"
    STAKE = "stake"
    SEATS = "seats"
    CORRECTION = "correction"
    NUMBERS = "numbers"


class Decision(StrEnum):
    """An answer that a person can give about a hand; static/js/outbox.js knows the same words."""

    THEIRS = "theirs"
    MINE = "mine"
    THEN = "then"
    NOW = "now"
    OPEN = "open"
    OUT = "taken"


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """Why a hand that was told is not written, and what a person can do.

    `newest` is the last line of the book; `since` what happened meanwhile, and `theirs` the hands in it that
    nobody decided about. `then` is what the hand brought when it was told, `now` what it would bring, None
    where that is the same. `ways` are the answers with their words, the likeliest first.
    """

    newest: int
    cause: Cause
    question: str
    since: Sequence[AskedWords]
    theirs: Sequence[HandInWords]
    then: HandInWords
    now: HandInWords | None
    ways: Sequence[tuple[Decision, str]]
    open_url: str


def wants_data(request: HttpRequest) -> bool:
    """Whether a script asks that sends what waited on its phone."""
    return request.headers.get("Accept") == DATA


def written(told: Written) -> HttpResponse:
    return _answer(200, "written", entry=told.entry.number, newest=told.sheet.newest, before=told.was_before)


def conflict(found: Conflict) -> HttpResponse:
    CONFLICTS.inc()
    return _answer(409, "conflict", **asdict(found))


def refused(why: HandRefused, newest: int) -> HttpResponse:
    return _answer(422, "refused", sentence=sentence(why), fact=why.fact or "", newest=newest)


def old_token(said: str) -> HttpResponse:
    return _answer(403, "token", sentence=said)


def trouble(status: int, said: str) -> HttpResponse:
    """Nothing came of it: for good where this phone may not write here, else for a while."""
    return _answer(status, "closed" if status in (403, 404) else "later", sentence=said)


@anyone
@require_safe
def token(request: HttpRequest) -> HttpResponse:
    """Return the token for forms that waited on the phone longer than their page."""
    return JsonResponse({"token": get_token(request)})


def _answer(status: int, kind: str, **said: object) -> HttpResponse:
    answer = JsonResponse({"kind": kind, **said}, status=status)
    patch_vary_headers(answer, ["Accept"])
    return answer
