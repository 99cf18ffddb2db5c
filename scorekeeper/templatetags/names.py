"""Names that are in another language than the page."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorekeeper.text.games import languages_of_names

register = template.Library()


@register.filter
def lang(name: str) -> SafeString:
    """Return the attribute for an element that holds only this name; "" where the page has its language."""
    own = languages_of_names().get(name)
    return format_html(' lang="{}"', own) if own and own != get_language() else SafeString()
