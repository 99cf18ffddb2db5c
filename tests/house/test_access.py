"""Every page says who may see it: a decorator of scorekeeper/access.py marks its view."""

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, path

WHO = {"anyone", "watcher", "scorer", "owner", "account"}


def endpoints(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from endpoints(pattern.url_patterns)
        else:
            yield pattern


def faults(patterns: Iterable[URLPattern | URLResolver]) -> list[str]:
    return [str(p.pattern) for p in endpoints(patterns) if getattr(p.callback, "may", None) not in WHO]


def test_every_view_says_who_may() -> None:
    assert faults(get_resolver().url_patterns) == []


def test_a_silent_view_is_seen() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    def marked(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    marked.may = "watcher"  # type: ignore[attr-defined]
    assert faults([path("open/", view), path("marked/", marked)]) == ["open/"]
