"""What a phone is told whose key cannot be read just now, wherever it would get another one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.pages.kept_key.views import key_changed, key_unreadable
from scorekeeper.visitors.guests import KeyChanged, KeyUnreadable


class KeyPagesMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, KeyUnreadable):
            return key_unreadable(request)
        if isinstance(exception, KeyChanged):
            return key_changed(request)
        return None
