"""Django's own way in, for requests in UTF-8: our pages and their forms are written in nothing else.

Django decodes the address with whatever charset a request claims, before any middleware runs. One that is no
encoding of text (rot13, idna) left the pages as an exception that nobody caught.
"""

import codecs
from collections.abc import Mapping
from typing import Any

import django
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters


class Utf8Request(WSGIRequest):
    """A request that is read as UTF-8; its form is refused with 400 if it claims to be anything else."""

    is_utf8 = True

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
            charset = self.content_params.pop("charset", "utf-8")
            self.is_utf8 = codecs.lookup(charset).name == "utf-8"
        except (LookupError, ValueError):
            self.content_type, self.content_params, self.is_utf8 = "", {}, False

    def _load_post_and_files(self) -> None:
        if self.method == "POST" and not self.is_utf8:
            self._mark_post_parse_error()  # type: ignore[attr-defined]
            raise BadRequest("A form has to be UTF-8.")
        super()._load_post_and_files()


class Utf8Handler(WSGIHandler):
    """Django's pages, for such requests."""

    request_class = Utf8Request


def get_wsgi_application() -> WSGIHandler:
    """Return every page of ours as a WSGI callable; the first call sets Django up."""
    django.setup(set_prefix=False)
    return Utf8Handler()
