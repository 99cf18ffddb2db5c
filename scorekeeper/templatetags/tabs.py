"""The four doors of a group's pages: nights, standings, money, group."""

from __future__ import annotations

from django import template

register = template.Library()

BEHIND = {
    "standings": (
        "standings/", "statistics/", "years/", "records/",
        "players/<int:player>/statistics/", "players/<int:player>/years/",
    ),
    "money": ("money/", "settle/"),
    "group": (
        "about/", "people/", "players/", "rules/", "settings/", "exchange/", "notebook/", "remove/",
        "points-first/",
    ),
}  # fmt: skip
"""Beginnings of the routes behind each door; all other pages of a group lie behind its nights."""


@register.filter
def door(route: str) -> str:
    """Return the name of the door behind which the page of this route lies."""
    rest = route.removeprefix("g/<slug:code>/")
    return next((name for name, begins in BEHIND.items() if rest.startswith(begins)), "nights")
