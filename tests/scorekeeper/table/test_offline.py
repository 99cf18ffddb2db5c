"""The page that stands in for all others on a phone without a signal."""

from django.test import Client

from tests.reading import html_of, missing


def test_page_without_a_signal_is_the_same_for_everybody_and_leads_back_to_what_is_kept() -> None:
    answer = Client().get("/offline/")
    page = html_of(answer)
    assert not answer.cookies
    assert not missing(page, "<h1>No signal</h1>", 'id="kept-tables"')
    assert html_of(Client().get("/offline/")) == page
