"""Small middleware of every page; the order stands in settings.MIDDLEWARE."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import activate

from scorekeeper.http.errors import body_not_read, not_allowed
from scorekeeper.serving.environ import TROUBLE

# The Cache-Control of an answer that holds nothing of anybody: the service worker's script.
SAME_FOR_ALL = "no-cache"


class NamedPagesMiddleware(MiddlewareMixin):
    """Notes the name of its page in urls.py on each answer, for metrics; the outermost."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.resolver_match is not None:
            response.page = request.resolver_match.view_name  # type: ignore[attr-defined]
        return response


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Django 6 has this built in; its setting is named alike."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        policy = "; ".join(f"{what} {' '.join(where)}" for what, where in settings.SECURE_CSP.items())
        response.headers.setdefault("Content-Security-Policy", policy)
        return response


class LanguageMiddleware(LocaleMiddleware):
    """Chooses the language of an answer: of a page the reader's, of a file English or the one it asks for."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if "format" in request.GET:
            asked = request.GET.get("language", "")
            activate(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)


class BodyTroubleMiddleware(MiddlewareMixin):
    """Answers a request whose body was not read, before anything looks at its form."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        trouble = request.META.get(TROUBLE)
        return body_not_read(request, trouble) if trouble else None


def untold(answer: HttpResponse) -> HttpResponse:
    """Let no other page and no crawler learn the address of this page, as it has a secret in it."""
    # Not "no-referrer": its form would then come with "Origin: null", and the CSRF check refuses that.
    answer["Referrer-Policy"] = "strict-origin"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


class PrivatePagesMiddleware(MiddlewareMixin):
    """Lets no browser and no proxy keep a page, as phones are handed on. Static files come before this one.

    A browser that goes back asks again, and gets the pad as the server draws it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Cache-Control") != SAME_FOR_ALL:
            response.headers["Cache-Control"] = "private, no-store"
        return response


class DeadEndMiddleware(MiddlewareMixin):
    """Gives 405 a page: without the script it would be an empty one."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 405 or response.streaming or getattr(response, "content", None):
            return response
        page = not_allowed(request)
        page.headers["Allow"] = response.headers.get("Allow", "")
        return page
