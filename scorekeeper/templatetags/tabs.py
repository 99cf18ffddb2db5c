"""The four doors of a group's pages: nights, standings, money, group."""

from django import template

register = template.Library()

# Beginnings of the routes of pages behind a door; all others of a group lie behind its nights.
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


@register.filter
def door(route: str) -> str:
    """Return the name of the door behind which the page of this route lies."""
    rest = route.removeprefix("g/<slug:code>/")
    return next((name for name, begins in BEHIND.items() if rest.startswith(begins)), "nights")
