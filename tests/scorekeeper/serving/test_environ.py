"""Check the WSGI environ of a request, whatever bytes it was made of."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from pytest_django import Settings

from scorekeeper.serving.bodies import Body
from scorekeeper.serving.environ import environ_of
from tests.scorekeeper.serving.asking import Caller


def request_of(*headers: tuple[bytes, bytes], body: bytes = b"", **told: Any) -> WSGIRequest:
    scope = Caller(headers=headers, **told).scope
    return WSGIRequest(environ_of(scope, Body(file=BytesIO(body), length=len(body)), threads=1))


def test_a_header_with_an_underscore_is_dropped(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert request_of((b"x-forwarded-proto", b"https")).is_secure()
    for name in (b"x_forwarded_proto", b"x-forwarded_proto", b"x_forwarded-proto"):
        request = request_of((name, b"https"))
        assert (request.is_secure(), "HTTP_X_FORWARDED_PROTO" in request.META) == (False, False)


def test_a_header_that_comes_twice_is_joined_but_for_those_that_cannot_be() -> None:
    twice = {
        b"host": (b"a.example", b"b.example"),
        b"content-type": (b"text/plain", b"text/html"),
        b"accept": (b"text/html", b"text/plain"),
        b"cookie": (b"guest=1", b"csrftoken=2"),
    }
    request = request_of(*[(name, value) for name, values in twice.items() for value in values])
    assert [request.META[name] for name in ("HTTP_HOST", "CONTENT_TYPE", "HTTP_ACCEPT")] == [
        "a.example",
        "text/plain",
        "text/html,text/plain",
    ]
    assert request.COOKIES == {"guest": "1", "csrftoken": "2"}


def test_the_length_is_counted_and_not_believed() -> None:
    lies = request_of((b"content-length", b"7"), (b"content-length", b"9"), body=b"told=1", method="POST")
    assert (lies.META["CONTENT_LENGTH"], lies.META.get("HTTP_CONTENT_LENGTH")) == ("6", None)
    assert lies.body == b"told=1"
    assert "CONTENT_LENGTH" not in request_of((b"content-length", b"7")).META


@pytest.mark.parametrize("query", [b"a=\xff", "a=é".encode(), b"a=%FF%00&&=;", bytes(range(256))])
def test_any_query_is_read(query: bytes) -> None:
    assert isinstance(dict(request_of(query_string=query).GET), dict)
    assert request_of(query_string="a=é".encode()).GET["a"] == "é"


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b"/g/%C3%A9/", "/g/é/"),
        (b"/g/%ff/", "/g/%FF/"),
        (b"/a%2Fb%25", "/a/b%"),
        (b"http://elsewhere.example/g/1/", "/g/1/"),
        (b"http://elsewhere.example", "/"),
        (b"*", "*"),
        (b"/%", "/%"),
    ],
)
def test_any_path_is_read(raw: bytes, path: str) -> None:
    assert request_of(raw_path=raw).path_info == path


def test_a_server_that_knows_no_raw_path_is_read_as_well() -> None:
    assert request_of(raw_path=None, path="/g/é/").path_info == "/g/é/"
    assert request_of(raw_path=b"/cards/g/", root_path="/cards").path == "/cards/g/"
    assert request_of(client=None, server=None).META["SERVER_NAME"] == "localhost"
