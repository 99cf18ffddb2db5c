"""Check the security policy of every answer, and that each page is in the language of the house."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from scorekeeper.http.middleware import ContentSecurityPolicyMiddleware, LanguageMiddleware


def test_every_answer_carries_the_policy(rf: RequestFactory) -> None:
    middleware = ContentSecurityPolicyMiddleware(lambda request: HttpResponse())
    response = middleware.process_response(rf.get("/"), HttpResponse())
    policy = response["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy


@pytest.mark.parametrize("before", ["de", "fr", None])
def test_a_page_is_in_the_language_of_the_house_whatever_was_spoken_before(before: str | None) -> None:
    spoken = []

    def page(request: HttpRequest) -> HttpResponse:
        spoken.append(translation.get_language())
        return HttpResponse()

    with translation.override(before):
        LanguageMiddleware(page)(RequestFactory().get("/", headers={"Accept-Language": before or "*"}))
    assert spoken == [settings.LANGUAGE_CODE]
