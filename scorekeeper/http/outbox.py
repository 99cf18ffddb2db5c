"""Answers as data, for hands that waited on a phone (static/js/outbox.js): only this module knows the format.

Each is a JSON object with its `kind`, the first word of what follows:

written   200: the hand is in the book. `entry` is its line, `newest` the last line of the book; `before`
          where it was written when it came earlier.
conflict  409: the book has moved on; nothing was written. `newest`; `since`, what happened meanwhile;
          `theirs`, the hands that were told meanwhile; `mine`, the one that was sent, beside them.
refused   422: it cannot be; `sentence` says why, `fact` what of it.
token     403: the page it was sent from is too old. /token/ has a fresh one; the hand is as good as before.
closed    403, 404: this phone may not write here (any more); `sentence`.
later     any other: send it again in a while; `sentence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers

from ledger.recording import Written
from ledger.scoring import HandRefused
from scorekeeper.serving.metrics import CONFLICTS
from scorekeeper.text.refusals import sentence

DATA = "application/json"
Words = tuple[str, Sequence[tuple[str, str]]]
"""A sentence, and who got what."""


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


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """What a phone did not know when it told `mine`. `newest` is the last line of the book."""

    newest: int
    since: Sequence[Words]
    theirs: Sequence[HandInWords]
    mine: HandInWords


def wants_data(request: HttpRequest) -> bool:
    """Whether a script asks that sends what waited on its phone."""
    return request.headers.get("Accept") == DATA


def written(told: Written) -> HttpResponse:
    """The hand is in the book."""
    return _answer(200, "written", entry=told.entry.number, newest=told.sheet.newest, before=told.was_before)


def conflict(found: Conflict) -> HttpResponse:
    """The book has moved on."""
    CONFLICTS.inc()
    return _answer(409, "conflict", **asdict(found))


def refused(why: HandRefused) -> HttpResponse:
    """It cannot be."""
    return _answer(422, "refused", sentence=sentence(why), fact=why.fact or "")


def old_token(said: str) -> HttpResponse:
    """What the page had to prove itself with is not good any more."""
    return _answer(403, "token", sentence=said)


def trouble(status: int, said: str) -> HttpResponse:
    """Nothing came of it: for good where this phone may not write here, else for a while."""
    return _answer(status, "closed" if status in (403, 404) else "later", sentence=said)


def token(request: HttpRequest) -> HttpResponse:
    """With what this phone sends its next form."""
    return JsonResponse({"token": get_token(request)})


def _answer(status: int, kind: str, **said: object) -> HttpResponse:
    answer = JsonResponse({"kind": kind, **said}, status=status)
    patch_vary_headers(answer, ["Accept"])
    return answer
