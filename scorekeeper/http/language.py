"""The language of a page: the one of the house, for everybody.

A language that is named is found at once, several times for each word of a page; one that is not, by asking
whether it is and then for the default. Django's LocaleMiddleware takes this one's place when there are more.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin


class LanguageMiddleware(MiddlewareMixin):
    """Before whatever says anything."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(settings.LANGUAGE_CODE)
