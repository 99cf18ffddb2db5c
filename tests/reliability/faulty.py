"""The addresses of the score keeper, and two more: one that fails, and one that takes its time.

`/slow/?began=<path>` makes that file when it begins, so that a test need not guess when that is.
"""

import time
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper import urls

handler500 = urls.handler500


def broken(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(1 / 0))


def slow(request: HttpRequest) -> HttpResponse:
    Path(request.GET["began"]).touch()
    time.sleep(1)
    return HttpResponse("made")


urlpatterns = [path("broken/", broken), path("slow/", slow), *urls.urlpatterns]
