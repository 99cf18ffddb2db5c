"""The content security policy on every answer. Django 6 has this built in; the setting is named alike."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        policy = "; ".join(f"{what} {' '.join(where)}" for what, where in settings.SECURE_CSP.items())
        response.headers.setdefault("Content-Security-Policy", policy)
        return response
