"""The score keeper's addresses and one more: the floor, which does as little as a page that writes can."""

from __future__ import annotations

import uuid
from itertools import count

from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from ledger.models import Entry
from scorekeeper import urls
from scorekeeper.urls import handler403, handler404, handler500

__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]

numbers: dict[int, count[int]] = {}


@require_POST
def floor(request: HttpRequest, number: int) -> HttpResponse:
    if number not in numbers:
        highest = Entry.objects.filter(session=number).aggregate(highest=Max("number"))["highest"] or 0
        numbers[number] = count(highest + 1)
    with transaction.atomic():
        Entry.objects.create(
            session_id=number,
            number=next(numbers[number]),
            key=uuid.uuid4(),
            kind="hand",
            facts={"told": {"kind": "picked", "picker": 1, "partners": [3], "result": "won"}},
            at=timezone.now(),
        )
    return HttpResponse(status=204)


urlpatterns = [*urls.urlpatterns, path("floor/<int:number>/", floor)]
