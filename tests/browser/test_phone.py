"""The phone the other browser tests hold: it must work, and it must complain."""

from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from playwright.sync_api import Page, expect

PAGE = """<!doctype html><html lang="en"><title>Table</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><h1>Good evening</h1>%s"""


def good(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE % "")


def bad(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE % "<script>document.title = 'taken over'</script><p style='color: red'>")


urlpatterns = [path("good/", good), path("bad/", bad)]
pytestmark = pytest.mark.urls(__name__)


def test_it_is_a_phone(phone: Page, new_phone: Callable[..., Page]) -> None:
    phone.goto("/good/")
    expect(phone.get_by_role("heading")).to_have_text("Good evening")
    assert phone.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [390, 844, 2]
    assert phone.evaluate("navigator.maxTouchPoints") > 0
    other = new_phone(java_script_enabled=False)
    other.goto("/good/")
    expect(other).to_have_title("Table")
    assert other.context is not phone.context


def test_what_the_policy_blocks_is_a_complaint(phone: Page, complaints: list[str]) -> None:
    phone.goto("/bad/")
    expect(phone).to_have_title("Table")
    assert len(complaints) == 2
    assert all("Content Security Policy" in complaint for complaint in complaints)
    complaints.clear()


def test_an_error_in_a_script_is_a_complaint(phone: Page, complaints: list[str]) -> None:
    phone.goto("/good/")
    with phone.context.expect_event("weberror"):
        phone.evaluate("() => { setTimeout(() => { throw new Error('lost') }) }")
    assert "lost" in complaints.pop()
