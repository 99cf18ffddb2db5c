"""A link that somebody has, pasted into the first page."""

from __future__ import annotations

from urllib.parse import SplitResult, unquote, urlsplit

from django import forms
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LETS_IN = ("invited", "spare_key", "shared_year")
"""Names of the addresses that open something to whoever has them."""
PUNCTUATION = "<>()[]\"'“”„«».,;:!?"
"""What stands around a link in a message."""
NOTHING = gettext_lazy("Paste the link first.")
TOO_LONG = gettext_lazy("That is too long for a link. Paste the link alone.")


class LinkForm(forms.Form):
    """A link, or a message with one in it; cleaned, it is the path of a page of this server that lets in."""

    link = forms.CharField(max_length=2000, error_messages={"required": NOTHING, "max_length": TOO_LONG})

    def clean_link(self) -> str:
        """Return the path, made anew with the secret that was pasted, so that it leads to no other server."""
        found = [(parts, match) for parts in _links(self.cleaned_data["link"]) if (match := _lets_in(parts))]
        if not found:
            raise forms.ValidationError(
                _("No link into a group was found in that. Paste all of it: it has /join/ in the middle.")
            )
        parts, match = found[0]
        if parts.netloc and not _is_ours(parts.netloc):
            raise forms.ValidationError(
                _("That link is of another score keeper. Open it in the browser: %(host)s"),
                params={"host": parts.netloc},
            )
        return reverse(match.url_name or "", args=match.args, kwargs=match.kwargs)


def _links(text: str) -> list[SplitResult]:
    """Return what could be a link among the words, also without http:// or without the server's name."""
    words = [word.strip(PUNCTUATION) for word in text.split()]
    found = []
    for word in words:
        try:
            found.append(urlsplit(word if "://" in word else f"//{word}"))
        except ValueError:
            continue
    return found


def _lets_in(parts: SplitResult) -> ResolverMatch | None:
    path = f"{unquote(parts.path).rstrip('/')}/"
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if match.url_name in LETS_IN and parts.scheme in ("", "http", "https") else None


def _is_ours(netloc: str) -> bool:
    host, _port = split_domain_port(netloc)
    return validate_host(host, settings.ALLOWED_HOSTS)
