"""Names in a row, each set apart from the line around it (`<bdi>`): a name may run from right to left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.text.lists import joined, listed

register = template.Library()


@register.filter
def names_joined(names: Sequence[str]) -> SafeString:
    """The names as a sentence has them: "Ann, Ben and Cleo"."""
    return _in_a_row(joined, ["<bdi>{}</bdi>"] * len(names), names)


@register.filter
def names_listed(names: Sequence[str]) -> SafeString:
    """The names one after the other: "Ann, Ben, Cleo"."""
    return _in_a_row(listed, ["<bdi>{}</bdi>"] * len(names), names)


@register.filter
def worths_listed(worths: Sequence[tuple[str, str]]) -> SafeString:
    """Names with what each won or lost, as pairs: "Ann +2, Ben −1"."""
    parts = [part for worth in worths for part in worth]
    return _in_a_row(listed, ["<bdi>{}</bdi> {}"] * len(worths), parts)


def _in_a_row(write: Callable[[Sequence[str]], str], patterns: list[str], parts: Sequence[str]) -> SafeString:
    """The parts, escaped, in their patterns, in a row; nothing for nothing."""
    return format_html(write(patterns), *parts) if parts else SafeString()
