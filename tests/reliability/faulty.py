"""The addresses of the score keeper, and one more that fails."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper import urls

handler500 = urls.handler500


def broken(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(1 / 0))


urlpatterns = [path("broken/", broken), *urls.urlpatterns]
