"""Check the security policy of every answer."""

from django.http import HttpResponse
from django.test import RequestFactory

from scorekeeper.http.middleware import ContentSecurityPolicyMiddleware


def test_every_answer_carries_the_policy(rf: RequestFactory) -> None:
    middleware = ContentSecurityPolicyMiddleware(lambda request: HttpResponse())
    policy = middleware.process_response(rf.get("/"), HttpResponse())["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
